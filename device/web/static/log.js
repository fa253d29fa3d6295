/* The confirmed hands, newest first. */
(function () {
  "use strict";
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const t = (key, values) => {
    let text = DATA.words[key] || key;
    for (const name in values || {}) text = text.split("{" + name + "}").join(String(values[name]));
    return text;
  };
  const cookie = (name, value) => { document.cookie = name + "=" + value + "; path=/; max-age=31536000; samesite=strict"; };
  $("lang").addEventListener("change", () => { cookie("lang", $("lang").value); location.reload(); });
  $("theme").addEventListener("change", () => { cookie("theme", $("theme").value); location.reload(); });
  const node = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  fetch("/api/log", { credentials: "same-origin" }).then((answer) => answer.json()).then((told) => {
    const box = $("log");
    if (!told.hands.length) { box.append(node("p", "soft", t("log_empty"))); return; }
    const list = node("ol", "log");
    for (const hand of told.hands) {
      const row = node("li", "card");
      const link = node("a", "", t("log_number", { number: hand.logged }));
      link.href = "/r/" + hand.id;
      const head = node("p", "log-head");
      const when = node("time", "soft", hand.time ? new Date(hand.time).toLocaleString(DATA.lang) : "");
      if (hand.time) when.dateTime = hand.time;
      head.append(link, when, node("b", "", hand.total + " " + hand.unit));
      const tiles = node("p", "tiny");
      const add = (tile, won) => {
        const image = document.createElement("img");
        image.src = "/tiles/" + tile.f + ".svg?v=" + DATA.art;
        image.alt = DATA.tiles[tile.f];
        if (won) image.className = "won";
        tiles.append(image);
      };
      (hand.hand.concealed || []).forEach((tile) => add(tile));
      for (const meld of hand.hand.melds || []) { tiles.append(" "); meld.tiles.forEach((tile) => add(tile)); }
      if (hand.hand.win) { tiles.append(" "); add(hand.hand.win, true); }
      if ((hand.hand.flowers || []).length) { tiles.append(" "); hand.hand.flowers.forEach((tile) => add(tile)); }
      row.append(head, tiles, node("p", "soft", hand.items.map((item) => item.name + " " + item.value).join("、")));
      list.append(row);
    }
    box.append(list);
  }).catch(() => { $("log").append(node("p", "error", t("no_connection"))); });
})();
