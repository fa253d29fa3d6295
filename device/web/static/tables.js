/* All tables of the club, followed live. */
(function () {
  "use strict";
  const { DATA, $, t, el, empty, signed, signClass, call } = window.taicam;
  const box = $("view");

  function paint(told) {
    empty(box).setAttribute("data-state", "ready");
    if (!told.tables.length) { box.append(el("p", { class: "soft", text: t("no_tables") })); return; }
    const list = el("ul", { class: "cards", id: "tables" });
    for (const one of told.tables) {
      list.append(el("li", { class: "card", "data-table": one.id }, el("p", { class: "log-head" }, el("strong", { text: one.name + (one.own && told.common ? "（" + t("this_table") + "）" : "") }),
        el("span", { class: "soft table-state", text: one.state || t("table_free") }), one.seats.length ? el("span", { text: t("hand_number", { number: one.hands + 1 }) }) : null),
      one.seats.length ? el("ul", { class: "balance" }, ...one.seats.map((seat) => el("li", { class: signClass(seat.amount) }, el("span", { text: seat.name + (seat.deals ? " ●" : "") }), el("b", { text: signed(seat.amount) })))) : null,
      one.text ? el("p", { class: "soft", text: one.text + "　" + new Date(one.at).toLocaleTimeString(DATA.lang, { hour: "2-digit", minute: "2-digit" }) }) : null));
    }
    box.append(list);
  }

  let asking = false, again = false;
  async function load() {
    if (asking) { again = true; return; }
    asking = true;
    try { paint(await call("GET", "/api/club/tables")); } catch (refusal) {
      empty(box).append(el("p", { class: "error", role: "alert", text: refusal.message }));
      box.setAttribute("data-state", "ready");
    }
    asking = false;
    if (again) { again = false; load(); }
  }
  load();
  window.addEventListener("load", () => {
    const source = new EventSource("/api/live");
    source.addEventListener("book", load);
    source.addEventListener("tables", load);
    source.addEventListener("hello", load);
  });
})();
