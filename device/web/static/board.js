/* The large screen: the last result, huge, followed live. */
(function () {
  "use strict";
  const { $, t, el, empty, tilePicture, signed, signClass, call } = window.taicam;
  const box = $("board"), line = $("board-state");

  /* The game at the table: where it stands, and who has what. */
  function showTable(table) {
    box.append(el("p", { class: "board-rules", text: table.state }), el("p", { class: "board-pays" }, ...table.seats.map((seat) =>
      el("span", { class: signClass(seat.amount), text: (seat.deals ? "● " : "") + seat.name + " " + signed(seat.amount) }))));
  }

  function paint(told, table) {
    empty(box);
    if (table && (!told || told.total === null || told.logged && told.game === null)) {
      showTable(table);
      box.setAttribute("data-version", "table");
      return;
    }
    if (!told || told.total === null) { box.append(el("p", { class: "board-wait", text: t("board_waiting") })); return; }
    const top = el("div", { class: "board-top" });
    const total = el("p", { class: "board-total" });
    total.append(el("b", { text: String(told.total) }), el("span", { text: told.unit }));
    const list = el("ul", { class: "board-items" });
    const items = told.items.slice().sort((a, b) => b.value - a.value);
    for (const item of items.slice(0, 8)) {
      const row = el("li");
      row.append(el("span", { text: item.name }), el("b", { text: String(item.value) }));
      list.append(row);
    }
    if (items.length > 8) list.append(el("li", { class: "soft", text: "+" + (items.length - 8) }));
    top.append(total, list);
    const tiles = el("div", { class: "board-tiles" });
    const group = (faces, won) => {
      if (!faces.length) return;
      const part = el("span", { class: "board-group" });
      for (const face of faces) {
        const picture = tilePicture(face, true);
        if (won) picture.className = "won";
        part.append(picture);
      }
      tiles.append(part);
    };
    group((told.hand.concealed || []).map((tile) => tile.f));
    for (const meld of told.hand.melds || []) group(meld.tiles.map((tile) => tile.f));
    if (told.hand.win) group([told.hand.win.f], true);
    group((told.hand.flowers || []).map((tile) => tile.f));
    box.append(top, tiles, el("p", { class: "board-rules", text: told.rules.title }));
    if (told.payments) {
      const pays = el("p", { class: "board-pays" });
      const names = told.payments.names || [0, 1, 2, 3].map((seat) => t("rel_" + seat));
      told.payments.balance.slice(0, 4).forEach((amount, seat) => {
        pays.append(el("span", { class: signClass(amount), text: names[seat] + " " + signed(amount) }));
      });
      box.append(pays);
    }
    if (table && table.seats.length) showTable(table);
    box.setAttribute("data-version", told.id + ":" + told.version);
  }

  let asked = 0;
  async function refresh() {
    const number = ++asked;
    try {
      const told = await call("GET", "/api/now");
      if (number === asked) paint(told.result, told.table);
    } catch (problem) { line.textContent = t("offline"); }
  }

  const source = new EventSource("/api/live");
  source.addEventListener("hello", () => { line.textContent = ""; refresh(); });
  source.addEventListener("result", refresh);
  source.addEventListener("book", refresh);
  source.onerror = () => { line.textContent = t("offline"); };
})();
