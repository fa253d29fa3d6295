/* The large screen: the last result, huge, followed live. */
(function () {
  "use strict";
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const t = (key) => DATA.words[key] || key;
  const box = document.getElementById("board");
  const line = document.getElementById("board-state");
  const node = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const picture = (face, won) => {
    const image = document.createElement("img");
    image.src = "/tiles/" + face + ".svg?v=" + DATA.art;
    image.alt = DATA.tiles[face];
    if (won) image.className = "won";
    return image;
  };

  function paint(told) {
    while (box.firstChild) box.removeChild(box.firstChild);
    if (!told || told.total === null) { box.append(node("p", "board-wait", t("board_waiting"))); return; }
    const top = node("div", "board-top");
    const total = node("p", "board-total");
    total.append(node("b", "", String(told.total)), node("span", "", told.unit));
    const list = node("ul", "board-items");
    const items = told.items.slice().sort((a, b) => b.value - a.value);
    for (const item of items.slice(0, 8)) {
      const row = node("li");
      row.append(node("span", "", item.name), node("b", "", String(item.value)));
      list.append(row);
    }
    if (items.length > 8) list.append(node("li", "soft", "+" + (items.length - 8)));
    top.append(total, list);
    const tiles = node("div", "board-tiles");
    const group = (faces, won) => {
      if (!faces.length) return;
      const part = node("span", "board-group");
      for (const face of faces) part.append(picture(face, won));
      tiles.append(part);
    };
    group((told.hand.concealed || []).map((tile) => tile.f));
    for (const meld of told.hand.melds || []) group(meld.tiles.map((tile) => tile.f));
    if (told.hand.win) group([told.hand.win.f], true);
    group((told.hand.flowers || []).map((tile) => tile.f));
    box.append(top, tiles, node("p", "board-rules", told.rules.title));
    if (told.payments) {
      const pays = node("p", "board-pays");
      told.payments.balance.slice(0, 4).forEach((amount, seat) => {
        pays.append(node("span", amount > 0 ? "gets" : "gives", t("rel_" + seat) + " " + (amount > 0 ? "+" : "") + amount));
      });
      box.append(pays);
    }
    box.setAttribute("data-version", told.id + ":" + told.version);
  }

  let asked = 0;
  async function refresh() {
    const number = ++asked;
    try {
      const answer = await fetch("/api/now", { credentials: "same-origin" });
      if (answer.status === 401) { location.assign("/join"); return; }
      const told = await answer.json();
      if (number === asked) paint(told.result);
    } catch (problem) { line.textContent = t("offline"); }
  }

  const source = new EventSource("/api/live");
  source.addEventListener("hello", () => { line.textContent = ""; refresh(); });
  source.addEventListener("result", refresh);
  source.onerror = () => { line.textContent = t("offline"); };
})();
