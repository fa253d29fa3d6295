/* Four people sit down: who, where, under which rules and stakes, and who deals first. */
(function () {
  "use strict";
  const { $, t, el, empty, toast, call, radios, openDialog, closeDialog, mayEdit } = window.taicam;
  const box = $("view");
  const chosen = { players: [null, null, null, null], rules: "taiwan", dice: [], dealer: 0, bank: "", goesOn: true, said: {} };
  let told = null;

  function remembered() {
    try { return JSON.parse(localStorage.getItem("taicam.start")) || {}; } catch (problem) { return {}; }
  }
  function remember() {
    try { localStorage.setItem("taicam.start", JSON.stringify({ rules: chosen.rules, said: chosen.said })); } catch (problem) { /* private mode */ }
  }

  const rules = () => told.rules.find((one) => one.name === chosen.rules) || told.rules[0];
  const nameOf = (id) => { const one = told.people.find((person) => person.id === id); return one ? one.name : ""; };

  function pick(seat) {
    openDialog(t("seat_" + seat), (sheet) => {
      const add = el("input", { id: "new-name", maxlength: "40", autocomplete: "off" });
      const problem = el("p", { class: "error", role: "alert" });
      sheet.append(el("form", {
        class: "setrow", onsubmit: async (event) => {
          event.preventDefault();
          problem.textContent = "";
          try {
            const made = await call("POST", "/api/club/people", { name: add.value });
            told.people.push(made);
            sit(seat, made.id);
          } catch (refusal) { problem.textContent = refusal.message; }
        },
      }, el("label", { class: "setname", for: "new-name", text: t("new_player") }),
      el("div", { class: "inline" }, add, el("button", { class: "primary", text: t("add_player") })), problem));
      const list = el("div", { class: "choices people" });
      for (const one of told.people) {
        const at = chosen.players.indexOf(one.id);
        list.append(el("button", {
          type: "button", text: one.name + (at >= 0 && at !== seat ? "（" + t("seat_" + at) + "）" : ""),
          "aria-pressed": at === seat ? "true" : "false", onclick: () => sit(seat, one.id),
        }));
      }
      sheet.append(list);
    }, $("seat-" + seat));
  }

  function sit(seat, id) {
    const before = chosen.players.indexOf(id);
    if (before >= 0) chosen.players[before] = chosen.players[seat];
    chosen.players[seat] = id;
    paint();
    closeDialog();
  }

  function dice(count, values, change) {
    const rows = el("div", { class: "dice" });
    for (let die = 0; die < count; die++) {
      const title = t("die", { number: die + 1 });
      rows.append(radios(title, [1, 2, 3, 4, 5, 6].map((n) => [n, String(n)]), values[die], (n) => {
        values[die] = values[die] === n ? undefined : n;
        change();
      }));
    }
    return rows;
  }

  function paint() {
    const focused = document.activeElement && document.activeElement.getAttribute("data-id");
    empty(box).setAttribute("data-state", "ready");
    if (told.game) {
      box.append(el("p", { class: "card", role: "status" }, t("game_on") + " ", el("a", { href: "/table", text: t("to_table") })));
      return;
    }
    if (!mayEdit) { box.append(el("p", { class: "soft", text: t("no_game") })); return; }
    const seats = el("div", { class: "seat-picks" });
    chosen.players.forEach((id, seat) => seats.append(el("button", {
      type: "button", id: "seat-" + seat, class: "seat-pick" + (id ? " filled" : ""), onclick: () => pick(seat),
    }, el("small", { text: t("seat_" + seat) }), el("b", { text: id ? nameOf(id) : t("pick_player") }))));
    box.append(el("section", { class: "card" }, el("h2", { text: t("who_sits") }), el("p", { class: "soft", text: t("seat_order") }), seats));

    const list = el("select", { id: "rules", onchange: () => { chosen.rules = list.value; chosen.dice = []; paint(); } });
    for (const one of told.rules) list.append(el("option", { value: one.name, text: one.title + (one.error ? " ✗" : ""), selected: one.name === rules().name, disabled: Boolean(one.error) }));
    const card = el("section", { class: "card" }, el("h2", { text: t("rules") }), el("label", { class: "hidden", for: "rules", text: t("rules") }), list);
    const stakes = rules().stakes || {};
    const names = Object.keys(stakes);
    if (names.length) {
      const row = el("div", { class: "stepper" });
      names.forEach((name, i) => {
        const key = i ? "tai" : "base";
        const input = el("input", {
          id: "stake-" + key, type: "number", inputmode: "numeric", min: "0", max: "1000000", step: "1", placeholder: String(stakes[name]),
          value: chosen.said[key] === undefined ? "" : String(chosen.said[key]),
          oninput: () => { if (input.value === "") delete chosen.said[key]; else chosen.said[key] = Math.max(0, Math.min(1000000, Math.round(Number(input.value)) || 0)); },
        });
        row.append(el("span", { class: "money" }, el("label", { for: "stake-" + key, text: t("stake_" + name) }), input));
      });
      card.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("stakes") }), row));
    }
    if (rules().name.indexOf("wu-") === 0) {
      card.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("bank_system") }),
        radios(t("bank_system"), [["", t("none")], ["A", "A"], ["B", "B"]], chosen.bank, (value) => { chosen.bank = value; paint(); })));
    }
    box.append(card);

    const who = chosen.players.map((id, seat) => [seat, id ? nameOf(id) : t("seat_" + seat)]);
    const thrown = chosen.dice.filter(Boolean).length === rules().dice;
    const dealer = thrown ? (chosen.dice.reduce((a, b) => a + b, 0) - 1) % 4 : chosen.dealer;
    box.append(el("section", { class: "card" }, el("h2", { text: t("first_dealer") }),
      el("p", { class: "setname", text: t("dice_dealer") }), dice(rules().dice, chosen.dice, paint),
      el("p", { class: "setname", text: t("or_pick") }),
      radios(t("first_dealer"), who, dealer, (seat) => { chosen.dealer = seat; chosen.dice = []; paint(); })));

    const when = el("section", { class: "card" }, el("h2", { text: t("evening") }));
    if (told.evening) {
      when.append(radios(t("evening"), [[true, t("goes_on") + " " + [told.evening.day, told.evening.title].join(" ")], [false, t("new_evening")]],
        chosen.goesOn, (value) => { chosen.goesOn = value; paint(); }));
    }
    if (!told.evening || !chosen.goesOn) {
      const field = (key, word, type) => {
        const input = el("input", { id: "evening-" + key, type, maxlength: "200", value: chosen[key] || "", oninput: () => { chosen[key] = input.value; } });
        return el("div", { class: "setrow" }, el("label", { class: "setname", for: "evening-" + key, text: t(word) }), input);
      };
      if (!chosen.day) chosen.day = told.today;
      when.append(field("day", "day", "date"), field("title", "evening_title", "text"), field("season", "season_optional", "text"));
    }
    box.append(when);
    const ready = chosen.players.every(Boolean);
    box.append(el("button", { type: "button", class: "big primary", id: "start", text: t("start_go"), disabled: !ready, onclick: start }));
    const again = focused && box.querySelector('[data-id="' + CSS.escape(focused) + '"]');
    if (again) again.focus({ preventScroll: true });
  }

  async function start() {
    const thrown = chosen.dice.filter(Boolean).length === rules().dice;
    const body = { players: chosen.players, rules: rules().name, dealer: chosen.dealer, dice: thrown ? chosen.dice : [], bank: rules().name.indexOf("wu-") === 0 ? chosen.bank : "" };
    Object.assign(body, chosen.said);
    if (told.evening && chosen.goesOn) body.evening = told.evening.id;
    else for (const key of ["day", "title", "season"]) if (chosen[key]) body[key] = chosen[key];
    $("start").disabled = true;
    try {
      await call("POST", "/api/club/start", body);
      remember();
      location.assign("/table");
    } catch (refusal) {
      toast(refusal.message);
      $("start").disabled = false;
    }
  }

  call("GET", "/api/club/start").then((answer) => {
    told = answer;
    const before = remembered();
    if (told.rules.some((one) => one.name === before.rules)) Object.assign(chosen, { rules: before.rules, said: before.said || {} });
    paint();
  }).catch((refusal) => box.append(el("p", { class: "error", text: refusal.message })));
})();
