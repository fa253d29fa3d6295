/* The evenings, and one of them: standings, the fewest payments, chips, debts, chart, sheet. */
(function () {
  "use strict";
  const { DATA, $, t, el, empty, toast, signed, signClass, call, radios, openDialog, closeDialog, drawing, mayEdit } = window.taicam;
  const box = $("view");
  let told = null;
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => (n % 36).toString(36)).join("");

  function standings(account) {
    const chips = account.lines.some((line) => line.chips), paid = account.lines.some((line) => line.paid);
    const head = ["", "money_won"].concat(chips ? ["chips"] : [], paid ? ["paid_debts"] : [], chips || paid ? ["due"] : []);
    const cell = (amount) => el("td", { class: signClass(amount), text: signed(amount) });
    return el("div", { class: "scroll" }, el("table", { class: "sheet-table", id: "standings" },
      el("thead", {}, el("tr", {}, ...head.map((word) => el(word ? "th" : "td", word ? { scope: "col", text: t(word) } : {})))),
      el("tbody", {}, ...account.lines.map((line) => el("tr", {},
        el("th", { scope: "row" }, line.person ? el("a", { href: "/player/" + line.id, text: line.name }) : line.name),
        cell(line.results), chips ? cell(line.chips) : null, paid ? cell(line.paid) : null, chips || paid ? cell(line.due) : null)))));
  }

  function owed(account, evening) {
    if (!account.transfers.length) return el("p", { class: "logged", text: "✓ " + t("all_settled") });
    return el("ul", { class: "owed" }, ...account.transfers.map((one) => el("li", {},
      el("span", { text: t("pays_to", { payer: one.names[0], payee: one.names[1] }) }), el("b", { text: String(one.amount) }),
      mayEdit && one.people ? el("button", {
        type: "button", class: "small", text: t("mark_paid"), "aria-label": t("mark_paid") + " " + t("pays_to", { payer: one.names[0], payee: one.names[1] }),
        onclick: (event) => { event.target.disabled = true; enter({ kind: "paid", payer: one.payer, payee: one.payee, amount: one.amount, evening }); },
      }) : null)));
  }

  async function enter(body) {
    try {
      const now = await call("GET", "/api/club/now");
      await call("POST", "/api/club/enter", { body, last: now.last, id: newId() });
      closeDialog();
      toast(t("entered"));
    } catch (refusal) { toast(refusal.message); }
    load();
  }

  function buyChips() {
    const one = { player: null, amount: 0, back: false };
    openDialog(t("buy_chips"), (sheet) => {
      const amount = el("input", { id: "chips-amount", type: "number", inputmode: "numeric", min: "1", max: "1000000", step: "1", oninput: () => { one.amount = Math.round(Number(amount.value)) || 0; ready(); } });
      const button = el("button", { type: "button", class: "big primary enter", text: t("enter"), disabled: true, onclick: () => {
        button.disabled = true;
        enter({ kind: "chips", evening: told.id, player: one.player, amount: one.back ? -one.amount : one.amount });
      } });
      const ready = () => { button.disabled = !(one.player && one.amount > 0); };
      const who = el("div"), way = el("div");
      const draw = () => {
        empty(way).append(radios(t("chips"), [[false, t("buy_chips")], [true, t("give_back_chips")]], one.back, (back) => { one.back = back; draw(); }));
        empty(who).append(radios(t("who"), told.people.map((person) => [person.id, person.name]), one.player, (player) => { one.player = player; draw(); }, "names"));
        ready();
      };
      sheet.append(way, el("h3", { text: t("who") }), who, el("div", { class: "setrow" }, el("label", { class: "setname", for: "chips-amount", text: t("amount") }), amount), button);
      draw();
    });
  }

  function closeIt() {
    openDialog(t("close_evening"), (sheet) => sheet.append(el("p", { text: t("close_ask") }),
      el("button", { type: "button", class: "big primary enter", text: t("close_evening"), onclick: (event) => { event.target.disabled = true; enter({ kind: "evening_closed", evening: told.id }); } })));
  }

  function paintOne() {
    empty(box).setAttribute("data-state", "ready");
    document.querySelector("h1").textContent = [told.day, told.title].filter(Boolean).join(" ");
    const going = told.games.find((one) => !one.ended);
    box.append(el("p", { class: "soft", text: [told.season, t("games_hands", { games: told.games.length, hands: told.games.reduce((sum, one) => sum + one.hands, 0) }), told.closed ? t("evening_closed") : ""].filter(Boolean).join("・") }));
    box.append(el("section", { class: "card" }, el("h2", { text: t("standings") }), standings(told.account)));
    box.append(el("section", { class: "card" }, el("h2", { text: t("transfers") }), owed(told.account, told.id)));
    box.append(el("section", { class: "card" }, drawing(told.chart),
      el("a", { href: "/api/club/evenings/" + told.id + "/chart.svg", download: "taicam-" + told.day + ".svg", text: t("download") })));
    const games = el("ul", { class: "cards" });
    for (const one of told.games) {
      games.append(el("li", {}, el("a", { href: "/game/" + one.id }, el("strong", { text: one.people.join("、") }), el("br"),
        el("span", { class: "soft", text: [one.rules, t("hands_count", { count: one.hands }), one.ended ? t("evening_closed") : ""].filter(Boolean).join("・") }))));
    }
    if (told.games.length) box.append(el("section", { class: "card" }, el("h2", { text: t("games") }), games));
    const actions = el("div", { class: "actions" });
    if (going && told.own) actions.append(el("a", { class: "big", href: "/table", text: t("to_table") }));
    if (mayEdit && told.own && !told.closed) {
      actions.append(el("button", { type: "button", class: "big", id: "chips", text: t("buy_chips") + "／" + t("give_back_chips"), onclick: buyChips }));
      if (!going) actions.append(el("button", { type: "button", class: "big", id: "close-evening", text: t("close_evening"), onclick: closeIt }));
    }
    actions.append(el("a", { class: "big", id: "sheet", href: "/evening/" + told.id + "/sheet", text: t("sheet") }));
    actions.append(el("a", { class: "big", href: "/evenings", text: t("evenings") }));
    box.append(actions);
  }

  function paintAll(more) {
    if (!more) {
      empty(box).setAttribute("data-state", "ready");
      if (told.account && told.account.lines.length) {
        box.append(el("section", { class: "card" }, el("h2", { text: t("everything") }), standings(told.account),
          el("details", { class: "near" }, el("summary", { text: t("transfers") }), owed(told.account, null))));
      }
      box.append(el("a", { class: "big", href: "/tables", text: t("tables_all") }), el("ul", { class: "cards", id: "evenings" }));
      if (!told.evenings.length) box.append(el("p", { class: "soft", text: t("nothing_yet") }));
    }
    for (const one of told.evenings) {
      $("evenings").append(el("li", {}, el("a", { class: "card", href: "/evening/" + one.id },
        el("strong", { text: [one.day, one.title].filter(Boolean).join(" ") }), el("br"),
        el("span", { class: "soft", text: [one.season, t("games_hands", { games: one.games, hands: one.hands }), one.closed ? t("evening_closed") : ""].filter(Boolean).join("・") }))));
    }
    const old = $("more");
    if (old) old.remove();
    if (told.more) box.append(el("button", { type: "button", id: "more", class: "quiet", text: t("older"), onclick: () => load($("evenings").children.length) }));
  }

  async function load(skip) {
    try {
      told = await call("GET", DATA.key ? "/api/club/evenings/" + DATA.key : "/api/club/evenings?skip=" + (skip || 0));
      if (DATA.key) paintOne(); else paintAll(Boolean(skip));
    } catch (refusal) {
      if (!told) empty(box).append(el("p", { class: "error", role: "alert", text: refusal.message }));
      else toast(refusal.message);
      box.setAttribute("data-state", "ready");
    }
  }

  load();
  if (DATA.key) {
    window.addEventListener("load", () => {
      const source = new EventSource("/api/live");
      source.addEventListener("book", () => { if ($("dialog").hidden) load(); });
    });
  }
})();
