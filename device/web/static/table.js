/* The game at the table: where it stands, what happens, and what happened, to be put right. */
(function () {
  "use strict";
  const { DATA, $, t, el, empty, toast, signed, signClass, call, radios, openDialog, closeDialog, difference, writer, mayEdit } = window.taicam;
  const box = $("view");
  let told = null, dice = [];
  const POT = 4;

  const game = () => told.game;
  const names = () => game().seats.map((one) => one.name);
  const seatOptions = () => names().map((name, seat) => [seat, name]);
  const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => (n % 36).toString(36)).join("");

  // --- asking and entering ---------------------------------------------------------------------------

  async function load() {
    try {
      told = await call("GET", DATA.key ? "/api/club/games/" + DATA.key : "/api/club/now");
      paint();
    } catch (refusal) {
      if (!told) empty(box).append(el("p", { class: "error", role: "alert", text: refusal.message }));
    }
  }

  /* Enter a body; `id` is made once for a form, so that a second press writes nothing. */
  async function enter(body, id) {
    told = await call("POST", "/api/club/enter", { body: Object.assign({ game: game().id }, body), last: told.last, id });
    dice = [];
    closeDialog();
    paint();
    toast(t("entered"));
  }

  async function trying(run, problem) {
    problem.textContent = "";
    try { await run(); } catch (refusal) {
      problem.textContent = refusal.message;
      if (refusal.status === 409) await load();
      return false;
    }
    return true;
  }

  /* What a body would do, in words, kept up to date while a form is filled in. */
  function previewer(read) {
    const node = el("div", { class: "preview", "aria-live": "polite" });
    const button = el("button", { type: "button", class: "big primary enter", text: t("enter"), disabled: true });
    const problem = el("p", { class: "error", role: "alert" });
    const id = newId();
    let asked = 0, body = null;
    const update = async () => {
      const number = ++asked;
      button.disabled = true;
      problem.textContent = "";
      body = read();
      if (!body) { empty(node); return; }
      try {
        const found = await call("POST", "/api/club/enter", { body: Object.assign({ game: game().id }, body), last: told.last, preview: true });
        if (number !== asked) return;
        empty(node);
        if (found.entry) node.append(money(found.entry));
        if (found.after && found.after !== found.before) node.append(el("p", { class: "soft", text: t("then", { state: found.after }) }));
        button.disabled = false;
      } catch (refusal) {
        if (number !== asked) return;
        empty(node);
        problem.textContent = refusal.message;
      }
    };
    button.addEventListener("click", () => {
      button.disabled = true;
      trying(() => enter(body, id), problem).then((done) => {
        if (done) return;
        toast(problem.textContent);
        update(); // what the book says by now
      });
    });
    return { node: el("div", {}, node, problem, button), update, wait: () => { asked++; button.disabled = true; empty(node); } };
  }

  function money(entry) {
    if (!entry.payments.length) return el("p", { class: "soft", text: t("nothing_to_pay") });
    return el("div", {}, sums(entry.seats, entry.sums), el("ul", { class: "transfers" }, ...entry.payments.map((one) =>
      el("li", {}, el("b", { text: one.from + " → " + one.to + "　" + one.amount }), one.why ? "　" + one.why : ""))));
  }

  function sums(people, amounts) {
    return el("ul", { class: "balance" }, ...people.map((name, seat) => el("li", { class: signClass(amounts[seat]) },
      el("span", { text: name }), el("b", { text: signed(amounts[seat]) }))));
  }

  // --- forms -----------------------------------------------------------------------------------------------

  /* A dialog whose parts are drawn anew whenever something is chosen. */
  function form(title, fill, read) {
    openDialog(title, (sheet) => {
      const fields = el("div"), preview = previewer(read);
      const draw = () => {
        const focused = fields.contains(document.activeElement) ? document.activeElement.getAttribute("data-id") : null;
        empty(fields);
        fill(fields, draw);
        const again = focused && Array.from(fields.querySelectorAll("[data-id]")).find((node) => node.getAttribute("data-id") === focused);
        if (again) again.focus({ preventScroll: true });
        preview.update();
      };
      // While somebody types, only what follows is looked up again: a field that is drawn anew under a
      // finger loses the tap.
      let timer = 0;
      draw.typed = () => { preview.wait(); clearTimeout(timer); timer = setTimeout(preview.update, 250); };
      sheet.append(fields, preview.node);
      draw();
    });
  }

  function row(title, options, chosen, choose) {
    return el("div", { class: "setrow" }, el("span", { class: "setname", text: title }), radios(title, options, chosen, choose, "names"));
  }

  function number(title, id, value, change, most) {
    const input = el("input", {
      id, type: "number", inputmode: "numeric", min: "0", max: String(most || 1000000), step: "1", value: String(value), "data-id": id,
      oninput: () => change(Math.max(0, Math.min(most || 1000000, Math.round(Number(input.value)) || 0))),
    });
    return el("div", { class: "setrow" }, el("label", { class: "setname", for: id, text: title }), input);
  }

  function words(title, id, value, change) {
    const input = el("input", { id, maxlength: "200", value, "data-id": id, autocomplete: "off", oninput: () => change(input.value.trim()) });
    return el("div", { class: "setrow" }, el("label", { class: "setname", for: id, text: title }), input);
  }

  function toggles(title, options, chosen, change) {
    const chips = el("div", { class: "chips", role: "group", "aria-label": title });
    for (const [value, text] of options) {
      const on = chosen.indexOf(value) >= 0;
      chips.append(el("button", {
        type: "button", "aria-pressed": on ? "true" : "false", "data-id": title + value, text,
        onclick: () => change(on ? chosen.filter((one) => one !== value) : chosen.concat([value])),
      }));
    }
    return el("div", { class: "setrow" }, el("span", { class: "setname", text: title }), chips);
  }

  function win() {
    openDialog(t("act_win"), (sheet) => sheet.append(el("div", { class: "start" },
      el("a", { class: "big primary", href: "/", text: t("win_photo") }),
      el("a", { class: "big", href: "/hand", text: t("win_typed") }),
      el("button", { type: "button", class: "big", id: "called", text: t("win_called"), onclick: () => called(null, null) }))));
  }

  /* A called total; also the form by which an earlier one is corrected. */
  function winFields(wins, set, people) {
    const options = people.map((name, seat) => [seat, name]);
    return (fields, draw) => {
      const change = (run) => (value) => { run(value); set.sync(); draw(); };
      fields.append(el("div", { class: "setrow" }, radios(t("how"), [[true, t("self_draw")], [false, t("by_discard")]], set.drawn(), change((value) => set.draw(value)), "big-segments")));
      wins.forEach((one, i) => {
        fields.append(row(t("who_won") + (wins.length > 1 ? " " + (i + 1) : ""), options.filter(([seat]) => wins.every((other) => other === one || other.winner !== seat)), one.winner, change((seat) => { one.winner = seat; })));
        fields.append(number(game().unit + (wins.length > 1 ? " " + (i + 1) : ""), "total-" + i, one.total, (value) => { one.total = value; draw.typed(); }, 999));
      });
      if (!set.drawn()) {
        fields.append(row(t("source"), options.filter(([seat]) => wins.every((one) => one.winner !== seat)), set.source(), change((seat) => set.give(seat))));
        if (wins.length < 3 && wins.every((one) => one.winner !== null) && set.may) {
          fields.append(el("button", { type: "button", class: "quiet", text: t("another_winner"), onclick: () => { wins.push({ winner: null, total: 0 }); draw(); } }));
        }
      }
    };
  }

  function winState(wins, source, drawn) {
    const state = { source, drawn };
    return {
      may: true,
      drawn: () => state.drawn, source: () => state.source,
      draw: (value) => { state.drawn = value; if (value) wins.splice(1); },
      give: (seat) => { state.source = seat; },
      sync: () => { if (wins.some((one) => one.winner === state.source)) state.source = null; },
      body: (base) => {
        if (wins.some((one) => one.winner === null) || !state.drawn && state.source === null) return null;
        return {
          kind: "win", ...base,
          wins: wins.map((one) => Object.assign({}, one.was || {}, {
            winner: one.winner, total: one.total, unit: one.was ? one.was.unit : game().unit, source: state.drawn ? null : state.source,
          })),
        };
      },
    };
  }

  function called() {
    const wins = [{ winner: null, total: 0 }], state = winState(wins, null, false);
    form(t("win_called"), winFields(wins, state, names()), () => state.body({}));
  }

  function draw() {
    let taker = null;
    form(t("act_draw"), (fields, again) => {
      fields.append(el("p", { text: t("draw_ask") }));
      if (game().last_taker) fields.append(row(t("last_taker"), seatOptions(), taker, (seat) => { taker = seat; again(); }));
    }, () => game().last_taker && taker === null ? null : { kind: "draw", last_taker: taker });
  }

  const FOUL_FLAGS = ["heavy", "second", "unnoticed", "late", "won_on", "by_left"];
  const foulFlags = (kind) => ({
    dead_hand: ["second"], looking: ["second"], pung_not_made: ["by_left"], wrong_pung: ["unnoticed"],
    exposed_discard: ["unnoticed", "won_on"], wrong_concealed_kong: ["heavy"], wrong_added_kong: ["unnoticed", "heavy"],
    wrong_kong: ["unnoticed", "heavy", "by_left"],
  }[kind] || []);
  const TO = ["pung_not_made", "exposed_discard", "wrong_kong"];

  function foul() {
    const one = { seat: null, foul: game().fouls.some((known) => known.value === "false_win") ? "false_win" : game().fouls[0].value, face: 0, to: [], flags: [] };
    const taiwan = () => game().rules.indexOf("taiwan") === 0;
    form(t("act_foul"), (fields, again) => {
      const set = (change) => { Object.assign(one, change); again(); };
      fields.append(row(t("who"), seatOptions(), one.seat, (seat) => set({ seat, to: [] })));
      const list = el("select", { id: "foul", "data-id": "foul", onchange: () => set({ foul: list.value, flags: [], to: [] }) });
      for (const known of game().fouls) list.append(el("option", { value: known.value, text: known.name, selected: known.value === one.foul }));
      fields.append(el("div", { class: "setrow" }, el("label", { class: "setname", for: "foul", text: t("what_foul") }), list));
      if (taiwan() && ["false_win", "pays_all", "lost_win", "wrong_concealed_kong", "wrong_added_kong", "wrong_kong", "dead_hand", "looking"].indexOf(one.foul) >= 0) {
        fields.append(number(t("face"), "face", one.face, (face) => { one.face = face; again.typed(); }, 999));
      }
      if (taiwan() && TO.indexOf(one.foul) >= 0 && one.seat !== null) {
        fields.append(toggles(t("paid_to"), seatOptions().filter(([seat]) => seat !== one.seat), one.to, (to) => set({ to })));
      }
      const flags = taiwan() ? foulFlags(one.foul) : ["late"];
      if (flags.length) fields.append(toggles(t("special"), flags.map((flag) => [flag, t("foul_" + flag)]), one.flags, (chosen) => set({ flags: chosen })));
    }, () => {
      if (one.seat === null) return null;
      const on = (flag) => one.flags.indexOf(flag) >= 0;
      const body = { kind: "foul", foul: one.foul, seat: one.seat, face: one.face, to: one.to };
      for (const flag of FOUL_FLAGS) {
        if (!on(flag)) continue;
        if (flag === "unnoticed") body.noticed = false;
        else if (flag === "late") body.in_time = false;
        else body[flag] = true;
      }
      return body;
    });
  }

  function bets() {
    const was = game().bets || {};
    const one = { inner: (was.inner || [0, 0, 0, 0]).slice(), outer: (was.outer || []).map((bet) => Object.assign({ base: 0, tai: 0, fixed: 0 }, bet)) };
    const seated = game().seats.map((seat) => seat.id);
    call("GET", "/api/club/people").then(({ people }) => {
      const others = people.filter((person) => seated.indexOf(person.id) < 0);
      form(t("act_bets"), (fields, again) => {
        const inner = el("div", { class: "grid-two" });
        names().forEach((name, seat) => inner.append(number(name, "inner-" + seat, one.inner[seat], (value) => { one.inner[seat] = value; again.typed(); }, 100)));
        fields.append(el("h3", { text: t("inner_bets") }), inner, el("h3", { text: t("outer_bets") }));
        one.outer.forEach((bet, i) => {
          const who = el("select", { id: "bettor-" + i, "data-id": "bettor-" + i, onchange: () => { bet.bettor = who.value; again(); } });
          for (const person of others) who.append(el("option", { value: person.id, text: person.name, selected: person.id === bet.bettor }));
          fields.append(el("div", { class: "card" },
            el("div", { class: "setrow" }, el("label", { class: "setname", for: "bettor-" + i, text: t("bettor") }), who),
            row(t("bet_on") + " " + (i + 1), seatOptions(), bet.on, (seat) => { bet.on = seat; again(); }),
            el("div", { class: "grid-two" }, number(t("base"), "bet-base-" + i, bet.base, (value) => { bet.base = value; again.typed(); }),
              number(t("per_tai"), "bet-tai-" + i, bet.tai, (value) => { bet.tai = value; again.typed(); })),
            el("button", { type: "button", class: "quiet", text: t("remove"), onclick: () => { one.outer.splice(i, 1); again(); } })));
        });
        if (others.length) fields.append(el("button", { type: "button", text: t("add_bet"), onclick: () => { one.outer.push({ bettor: others[0].id, on: 0, base: 0, tai: 0, fixed: 0 }); again(); } }));
        if (game().bets) fields.append(el("button", { type: "button", class: "quiet", text: t("end_bets"), onclick: () => { one.inner = [0, 0, 0, 0]; one.outer = []; again(); } }));
      }, () => ({ kind: "bets", inner: one.inner, outer: one.outer }));
    }).catch((refusal) => toast(refusal.message));
  }

  function payment() {
    const one = { payer: null, payee: null, amount: 0, why: "" };
    form(t("act_pay"), (fields, again) => {
      const all = seatOptions().concat([[POT, t("pot")]]);
      const set = (change) => { Object.assign(one, change); again(); };
      fields.append(row(t("payer"), all, one.payer, (payer) => set({ payer, payee: one.payee === payer ? null : one.payee })));
      fields.append(row(t("payee"), all.filter(([seat]) => seat !== one.payer), one.payee, (payee) => set({ payee })));
      fields.append(number(t("amount"), "amount", one.amount, (amount) => { one.amount = amount; again.typed(); }));
      fields.append(words(t("why_paid"), "why", one.why, (why) => { one.why = why; again.typed(); }));
    }, () => one.payer === null || one.payee === null || !one.amount || !one.why ? null
      : { kind: "payment", payments: [{ payer: one.payer, payee: one.payee, amount: one.amount }], why: one.why });
  }

  function position() {
    const one = { dealer: game().dealer, streak: game().streak, round: "ESWN".indexOf(game().round), why: "" };
    form(t("act_position"), (fields, again) => {
      const set = (change) => { Object.assign(one, change); again(); };
      fields.append(row(t("dealer"), seatOptions(), one.dealer, (dealer) => set({ dealer })));
      fields.append(row(t("round"), ["E", "S", "W", "N"].map((wind, i) => [i, t("wind_" + wind)]), one.round, (round) => set({ round })));
      fields.append(number(t("streak"), "streak", one.streak, (streak) => { one.streak = streak; again.typed(); }, 99));
      fields.append(words(t("reason"), "why", one.why, (why) => { one.why = why; again.typed(); }));
    }, () => one.why ? { kind: "position", dealer: one.dealer, streak: one.streak, round: one.round, why: one.why } : null);
  }

  function nextGame() {
    const ids = game().seats.map((one) => one.id);
    const one = { seats: null, dealer: null };
    form(t("act_next"), (fields, again) => {
      fields.append(el("div", { class: "setrow" }, radios(t("who_sits"), [[false, t("same_seats")], [true, t("new_seats")]], one.seats !== null,
        (value) => { one.seats = value ? ids.slice() : null; one.dealer = value ? 0 : null; again(); })));
      if (!one.seats) return;
      for (let seat = 0; seat < 4; seat++) {
        const list = el("select", { id: "next-" + seat, "data-id": "next-" + seat, onchange: () => {
          const other = one.seats.indexOf(list.value);
          one.seats[other] = one.seats[seat];
          one.seats[seat] = list.value;
          again();
        } });
        game().seats.forEach((person) => list.append(el("option", { value: person.id, text: person.name, selected: person.id === one.seats[seat] })));
        fields.append(el("div", { class: "setrow" }, el("label", { class: "setname", for: "next-" + seat, text: t("seat_" + seat) }), list));
      }
      const who = one.seats.map((id, seat) => [seat, game().seats.find((person) => person.id === id).name]);
      fields.append(row(t("first_dealer"), who, one.dealer, (dealer) => { one.dealer = dealer; again(); }));
    }, () => one.seats ? { kind: "next", players: one.seats, dealer: one.dealer } : { kind: "next" });
  }

  function end() {
    form(t("act_end"), (fields) => fields.append(el("p", { text: t("end_ask") })), () => ({ kind: "game_ended" }));
  }

  // --- one entry: details, undo, correct -------------------------------------------------------------------

  function details(entry) {
    openDialog(t("entry_number", { number: entry.seq }), (sheet) => {
      sheet.append(el("p", {}, el("strong", { text: entry.text })), money(entry),
        el("p", { class: "soft", text: new Date(entry.at).toLocaleString(DATA.lang) + "　" + writer(entry.by) + (entry.corrected ? "　" + t("corrected_mark") : "") }));
      const actions = el("div", { class: "choices" });
      if (entry.kind === "win") actions.append(el("a", { class: "big", href: "/r/" + entry.id, text: t("evidence") }));
      if (mayEdit) {
        if (entry.kind === "win" && Object.keys(entry.body.wins[0].hand || {}).length) {
          actions.append(el("a", { class: "big", href: "/r/" + entry.id + "?edit", text: t("correct_tiles") }));
        }
        if (entry.kind === "win") actions.append(el("button", { type: "button", class: "wide", text: t("correct_who"), onclick: () => correctWin(entry) }));
        actions.append(el("button", { type: "button", class: "wide", text: t("undo_line"), onclick: () => change(entry.id, () => null, t("undo_line"), t("do_undo")) }));
      }
      sheet.append(actions);
    }, document.querySelector('[data-key="' + entry.id + '"]'));
  }

  /* Undo or correct: first what would change, then the reason, then it is done. */
  function change(id, read, title, word, fill) {
    openDialog(title, (sheet) => {
      const fields = el("div"), foreseen = el("div", { "aria-live": "polite" }), problem = el("p", { class: "error", role: "alert" });
      const reason = el("input", { id: "reason", maxlength: "200", oninput: () => ready() });
      const button = el("button", { type: "button", class: "big primary enter", text: word, disabled: true });
      let body, known = false, asked = 0;
      const ready = () => { button.disabled = !known || !reason.value.trim(); };
      const look = async () => {
        const number = ++asked;
        body = read();
        known = false;
        ready();
        problem.textContent = "";
        if (body === undefined) { empty(foreseen); return; }
        try {
          const found = await call("POST", "/api/club/change", { event: id, last: told.last, body, preview: true });
          if (number !== asked) return;
          empty(foreseen).append(difference(found.change));
          known = true;
          ready();
        } catch (refusal) { empty(foreseen); problem.textContent = refusal.message; }
      };
      const draw = () => { empty(fields); if (fill) fill(fields, draw); look(); };
      let timer = 0;
      draw.typed = () => { known = false; ready(); clearTimeout(timer); timer = setTimeout(look, 250); };
      button.addEventListener("click", () => trying(async () => {
        const answer = await call("POST", "/api/club/change", { event: id, last: told.last, body, reason: reason.value });
        closeDialog();
        if (DATA.key) await load();
        else { told = answer; paint(); }
        toast(t("entered"));
      }, problem));
      sheet.append(fields, el("h3", { text: t("what_changes") }), foreseen,
        el("div", { class: "setrow" }, el("label", { class: "setname", for: "reason", text: t("reason") }), reason), problem, button);
      draw();
    });
  }

  function correctWin(entry) {
    const was = entry.body;
    const wins = was.wins.map((one) => ({ winner: one.winner, total: one.total, was: one }));
    const first = was.wins[0], giver = first.source === undefined ? null : first.source;
    const state = winState(wins, giver, giver === null);
    state.may = false;
    const rest = Object.assign({}, was);
    delete rest.wins;
    change(entry.id, () => { const body = state.body(rest); return body === null ? undefined : body; }, t("correct_who"), t("do_correct"), winFields(wins, state, entry.seats));
  }

  // --- every line of the book --------------------------------------------------------------------------------

  function showHistory() {
    openDialog(t("all_entries"), (sheet) => {
      const list = el("ol", { class: "history" });
      const more = el("button", { type: "button", class: "quiet", text: t("older") });
      let before = null;
      const load = async () => {
        try {
          const found = await call("GET", "/api/club/history?count=40" + (before ? "&before=" + before : ""));
          for (const one of found.lines) {
            before = one.seq;
            const node = el("li", { class: one.undone ? "undone" : "" }, el("span", { class: "seq", text: "#" + one.seq }),
              el("span", { class: "what" }, el("b", { text: one.name }), " " + one.text, one.undone ? el("small", { text: "（" + t("undone_mark") + "）" }) : null,
                el("small", { class: "soft", text: " " + one.at.slice(5, 16).replace("T", " ") + " " + writer(one.by) })));
            if (mayEdit && !one.undone && one.kind === "undo") {
              node.append(el("button", { type: "button", class: "small", text: t("restore_line"), onclick: () => change(one.id, () => null, t("restore_line"), t("restore_line")) }));
            } else if (mayEdit && !one.undone) {
              node.append(el("button", { type: "button", class: "small", text: t("undo_short"), "aria-label": t("undo_line") + " #" + one.seq, onclick: () => change(one.id, () => null, t("undo_line"), t("do_undo")) }));
            }
            list.append(node);
          }
          more.hidden = !found.more;
        } catch (refusal) { toast(refusal.message); }
      };
      more.addEventListener("click", load);
      sheet.append(list, more);
      load();
    }, $("history"));
  }

  // --- the page --------------------------------------------------------------------------------------------------

  function wall() {
    const count = game().dice;
    const card = el("section", { class: "card wall" }, el("h2", { text: t("wall_first") }), el("p", { class: "soft", text: t("deals", { name: names()[game().dealer] }) }));
    const rows = el("div", { class: "dice" });
    for (let die = 0; die < count; die++) {
      rows.append(radios(t("die", { number: die + 1 }), [1, 2, 3, 4, 5, 6].map((n) => [n, String(n)]), dice[die], (n) => { dice[die] = n; paint(); }));
    }
    const full = dice.filter(Boolean).length === count;
    const problem = el("p", { class: "error", role: "alert" });
    card.append(rows, problem, el("button", {
      type: "button", id: "open-wall", class: "big" + (full ? " primary" : ""), text: t("wall_set"), disabled: !full,
      onclick: () => trying(() => enter({ kind: "wall", dice }, newId()), problem),
    }));
    return card;
  }

  function betsText(found) {
    const parts = [];
    (found.inner || []).forEach((bases, seat) => { if (bases) parts.push(names()[seat] + " " + t("bases", { count: bases })); });
    for (const bet of found.outer || []) parts.push(t("outer_bets") + " → " + names()[bet.on]);
    return parts.join("、");
  }

  function paint() {
    const focused = box.contains(document.activeElement) ? document.activeElement.getAttribute("data-id") || document.activeElement.id : null;
    empty(box).setAttribute("data-state", "ready");
    box.setAttribute("data-last", told.last);
    const evening = told.evening;
    const now = game();
    if (!now) {
      box.append(el("div", { class: "card empty-table" }, el("p", { text: t("no_game") }),
        mayEdit ? el("a", { class: "big primary", id: "to-start", href: "/start", text: t("start_title") }) : null,
        evening ? el("a", { class: "big", href: "/evening/" + evening.id, text: t("evening") + " " + [evening.day, evening.title].join(" ") }) : null));
      return;
    }
    const state = el("section", { class: "card state" }, el("p", { class: "state-line" },
      el("b", { text: t("wind_" + now.round) + t("round_short") }), el("span", { text: t("deals", { name: names()[now.dealer] }) }),
      now.streak ? el("span", { class: "streak", text: t("streak_short", { count: now.streak }) }) : null,
      now.ended ? el("span", { class: "over", text: t("evening_closed") }) : now.over ? el("span", { class: "over", text: t("rounds_over") }) : null,
      now.wall !== null ? el("span", { text: t("wall_of", { name: names()[now.wall] }) }) : null));
    state.append(el("p", { class: "soft", text: [now.title, now.number > 1 ? t("game_number", { number: now.number }) : "", t("hand_number", { number: now.hand }),
      Object.keys(now.stakes).map((name) => t("stake_" + name) + " " + now.stakes[name]).join(" ")].filter(Boolean).join("・") }));
    const seats = el("ul", { class: "seats" });
    now.seats.forEach((one, seat) => seats.append(el("li", { class: signClass(one.amount) + (seat === now.dealer ? " deals" : "") },
      el("span", { class: "wind", text: one.wind ? t("wind_" + one.wind) : "—" }),
      el("span", { class: "name", title: one.name, text: one.name }), seat === now.dealer ? el("span", { class: "mark", text: DATA.lang === "en" ? "D" : t("dealer").slice(0, 1) }) : null,
      el("b", { text: signed(one.amount) }), now.bank ? el("small", { class: "soft", text: t("chips_left") + " " + now.bank[seat] }) : null)));
    state.append(seats);
    for (const one of now.others) state.append(el("p", { class: "soft", text: one.name + " " + signed(one.amount) }));
    const betting = now.bets && betsText(now.bets);
    if (betting) state.append(el("p", { class: "soft", text: t("bets_now", { text: betting }) }));
    box.append(state);
    if (mayEdit && !now.ended && !DATA.key) {
      const live = !now.over;
      if (live && now.needs_wall) box.append(wall());
      const actions = el("div", { class: "table-actions" });
      const act = (id, word, run, kind) => actions.append(el("button", { type: "button", id, class: kind || "", text: t(word), onclick: run }));
      if (live) {
        act("act-win", "act_win", win, "big primary");
        act("act-draw", "act_draw", draw, "big");
        act("act-foul", "act_foul", foul);
        act("act-bets", "act_bets", bets);
      }
      act("act-pay", "act_pay", payment);
      if (now.over) act("act-next", "act_next", nextGame, "big primary");
      act("act-position", "act_position", position);
      act("act-end", "act_end", end);
      box.append(actions);
    }
    const list = el("ol", { class: "entries" });
    for (const entry of now.entries) {
      list.append(el("li", {}, el("button", { type: "button", class: "entry", "data-key": entry.id, "data-kind": entry.kind, onclick: () => details(entry) },
        el("span", { class: "entry-text", text: entry.text + (entry.corrected ? " ✎" : "") + (entry.picture ? " 📷" : "") }),
        el("span", { class: "entry-sums" }, ...entry.sums.map((amount, seat) => el("span", { class: signClass(amount) }, el("small", { text: entry.seats[seat] }), " " + signed(amount)))))));
    }
    box.append(el("section", { class: "card" }, el("h2", { text: t("last_hands") }), now.entries.length ? list : el("p", { class: "soft", text: t("nothing_yet") }),
      el("button", { type: "button", class: "quiet", id: "history", text: t("all_entries"), onclick: showHistory })));
    if (evening) box.append(el("a", { class: "big", id: "to-evening", href: "/evening/" + evening.id, text: t("evening") + "：" + t("standings") }));
    const again = focused && (Array.from(box.querySelectorAll("[data-id]")).find((node) => node.getAttribute("data-id") === focused) || $(focused));
    if (again) again.focus({ preventScroll: true });
  }

  load();
  window.addEventListener("load", () => {
    const source = new EventSource("/api/live");
    const news = (event) => { if (told && JSON.parse(event.data).last > told.last && $("dialog").hidden) load(); };
    source.addEventListener("book", news);
    source.addEventListener("hello", () => { if (told && $("dialog").hidden) load(); });
  });
})();
