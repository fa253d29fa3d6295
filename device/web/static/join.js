/* Joining with a code, and showing others how to join. */
(function () {
  "use strict";
  const { DATA, $, t, call } = window.taicam;

  const form = $("join");
  if (form) {
    const send = async () => {
      $("join-error").textContent = "";
      try {
        await call("POST", "/api/join", { code: $("code").value });
        location.replace("/");
      } catch (problem) {
        $("join-error").textContent = problem.message || t("no_connection");
        $("code").focus();
      }
    };
    form.addEventListener("submit", (event) => { event.preventDefault(); send(); });
    if (DATA.code) { $("code").value = DATA.code; send(); }
    else $("code").focus();
  }

  const box = $("codes");
  if (box) {
    if (DATA.code) location.replace("/");
    const node = (tag, text, attributes) => window.taicam.el(tag, Object.assign(text ? { text } : {}, attributes));
    const show = async () => {
      const told = await call("GET", "/api/codes");
      while (box.firstChild) box.removeChild(box.firstChild);
      if (!told.addresses.length) { box.append(node("p", t("only_here"), { class: "soft" })); }
      else {
        box.append(node("p", told.addresses.join("  "), { class: "address" }));
        for (const role of Object.keys(told.codes)) {
          const card = node("section", "", { class: "card code" });
          card.append(node("h2", t("role_" + role)));
          card.append(node("img", "", { src: "/api/codes/" + role + ".svg?" + told.codes[role].slice(0, 2), alt: t("scan_to_join") + " " + told.addresses[0] + "/J/" + told.codes[role], width: "220", height: "220" }));
          card.append(node("p", told.codes[role], { class: "code-text" }));
          if (role === "organiser") { // not to be shown to a whole room by accident
            const more = node("details");
            more.append(node("summary", t("role_organiser")), card);
            box.append(more);
          } else box.append(card);
        }
      }
      if (DATA.role === "organiser" && DATA.lan) {
        const renew = node("button", t("renew_codes"), { type: "button", id: "renew" });
        renew.addEventListener("click", async () => { await call("POST", "/api/codes", {}); show(); });
        box.append(renew);
      }
      if (DATA.lan) {
        const leave = node("button", t("leave"), { type: "button", id: "leave", class: "quiet" });
        leave.addEventListener("click", async () => { await call("POST", "/api/leave", {}); location.replace("/join"); });
        box.append(leave);
      }
    };
    show();
  }
})();
