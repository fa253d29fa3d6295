/* Keeps the page's own files, so that it opens without a connection and loads at once.
   VERSION and SHELL are written above by the server. Hands and photos are never kept. */
const CACHE = "taicam-" + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/") || url.pathname.startsWith("/tiles/")) {
    event.respondWith(caches.match(event.request).then((kept) => kept || fetch(event.request)));
    return;
  }
  const isPage = event.request.mode === "navigate" && (url.pathname === "/" || url.pathname === "/hand");
  if (!isPage) return;
  // The page itself: newest first, the kept one when there is no connection.
  event.respondWith(fetch(event.request).then((answer) => {
    if (answer.ok && !answer.redirected) {
      const copy = answer.clone();
      caches.open(CACHE).then((cache) => cache.put(url.pathname, copy));
    }
    return answer;
  }).catch(() => caches.match(url.pathname).then((kept) => kept || Response.error())));
});
