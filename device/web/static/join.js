/* Joining with a code, and showing others how to join. */
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

  async function post(path, body) {
    const answer = await fetch(path, {
      method: "POST", credentials: "same-origin",
      headers: { "content-type": "application/json" }, body: JSON.stringify(body || {}),
    });
    const told = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(told.error ? told.error.text : t("no_connection"));
    return told;
  }

  const form = $("join");
  if (form) {
    const send = async () => {
      $("join-error").textContent = "";
      try {
        await post("/api/join", { code: $("code").value });
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
    const node = (tag, text, attributes) => {
      const made = document.createElement(tag);
      if (text) made.textContent = text;
      for (const name in attributes || {}) made.setAttribute(name, attributes[name]);
      return made;
    };
    const show = async () => {
      const told = await (await fetch("/api/codes", { credentials: "same-origin" })).json();
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
        renew.addEventListener("click", async () => { await post("/api/codes"); show(); });
        box.append(renew);
      }
      if (DATA.lan) {
        const leave = node("button", t("leave"), { type: "button", id: "leave", class: "quiet" });
        leave.addEventListener("click", async () => { await post("/api/leave"); location.replace("/join"); });
        box.append(leave);
      }
    };
    show();
  }
})();
