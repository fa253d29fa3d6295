/* Who plays in the club, and what one of them won, how and against whom. */
(function () {
  "use strict";
  const { DATA, $, t, el, empty, toast, signed, signClass, call, openDialog, closeDialog, drawing, mayEdit } = window.taicam;
  const box = $("view");
  const asked = {};
  let told = null;

  const percent = (part) => Math.round(1000 * part) / 10 + "%";

  function query() {
    const parts = [];
    for (const name in asked) if (asked[name] !== undefined && asked[name] !== null) parts.push(name + "=" + encodeURIComponent(asked[name]));
    return parts.length ? "?" + parts.join("&") : "";
  }

  function select(id, label, options, value, choose) {
    const list = el("select", { id, onchange: () => choose(list.value) });
    for (const [key, text] of options) list.append(el("option", { value: key, text, selected: key === value }));
    return el("div", {}, el("label", { class: "setname", for: id, text: label }), list);
  }

  function filters(one) {
    const node = el("div", { class: "filters" });
    const set = (name, value) => { if (value === "*" || value === "") delete asked[name]; else asked[name] = value; load(); };
    const seasons = [["*", t("all_seasons")]].concat(told.seasons.map((name) => ["=" + name, name || t("no_season")]));
    if (told.seasons.length > 1) {
      node.append(select("season", t("season"), seasons, asked.season === undefined ? "*" : "=" + asked.season, (value) => {
        if (value === "*") delete asked.season; else asked.season = value.slice(1);
        load();
      }));
    }
    for (const [name, word] of [["first", "from_day"], ["last", "to_day"]]) {
      const input = el("input", { id: name, type: "date", value: asked[name] || "", onchange: () => set(name, input.value) });
      node.append(el("div", {}, el("label", { class: "setname", for: name, text: t(word) }), input));
    }
    if (one) {
      const others = [["*", t("everybody")]].concat((told.known || []).map((other) => [other.id, other.name]));
      node.append(select("opponent", t("against"), others, asked.opponent || "*", (value) => set("opponent", value)));
      const winds = [["*", t("all_winds")]].concat(["E", "S", "W", "N"].map((wind) => [wind, t("wind_" + wind)]));
      node.append(select("wind", t("by_wind"), winds, asked.wind || "*", (value) => set("wind", value)));
    }
    return el("details", { class: "card near", open: Object.keys(asked).length > 0 }, el("summary", { text: t("filter") }), node);
  }

  function table(head, rows, id) {
    return el("div", { class: "scroll" }, el("table", { class: "sheet-table", id },
      el("thead", {}, el("tr", {}, ...head.map((text) => el(text ? "th" : "td", text ? { scope: "col", text } : {})))), el("tbody", {}, ...rows)));
  }

  const td = (text, kind) => el("td", { class: kind || "", text: String(text) });
  const means = (tally) => tally.units.filter((one) => one.won).map((one) => one.mean + " " + one.unit).join(" / ") || "—";

  function paintAll() {
    empty(box).setAttribute("data-state", "ready");
    box.append(filters(false));
    const rows = told.players.map((one) => el("tr", {}, el("th", { scope: "row" }, el("a", { href: "/player/" + one.id, text: one.name })),
      td(signed(one.amount), signClass(one.amount)), td(one.hands), td(one.won), td(percent(one.win_rate)), td(one.self_draw), td(one.dealt_in), td(means(one))));
    const head = ["", t("money_won"), t("hands"), t("wins"), t("win_rate"), t("drawn"), t("dealt_in"), t("mean_of", { unit: "" }).trim()];
    box.append(el("section", { class: "card" }, rows.length ? table(head, rows, "players") : el("p", { class: "soft", text: t("nothing_yet") })));
    const played = told.players.map((one) => one.id);
    const others = told.people.filter((one) => played.indexOf(one.id) < 0);
    if (others.length) box.append(el("p", { class: "soft", text: others.map((one) => one.name).join("、") }));
    if (mayEdit) box.append(adding());
  }

  function adding() {
    const name = el("input", { id: "new-name", maxlength: "40", autocomplete: "off" });
    const problem = el("p", { class: "error", role: "alert" });
    return el("form", { class: "card", onsubmit: async (event) => {
      event.preventDefault();
      problem.textContent = "";
      try { await call("POST", "/api/club/people", { name: name.value }); load(); } catch (refusal) { problem.textContent = refusal.message; }
    } }, el("label", { class: "setname", for: "new-name", text: t("new_player") }),
    el("div", { class: "inline" }, name, el("button", { text: t("add_player") })), problem);
  }

  function figure(word, value, kind) { return el("li", { class: kind || "" }, el("span", { text: word }), el("b", { text: String(value) })); }

  function paintOne() {
    empty(box).setAttribute("data-state", "ready");
    document.querySelector("h1").textContent = told.name;
    document.title = told.name + " — 台Cam";
    const sums = told.tally;
    box.append(filters(true));
    const figures = el("ul", { class: "figures" }, figure(t("money_won"), signed(sums.amount), signClass(sums.amount)), figure(t("hands"), sums.hands),
      figure(t("wins"), sums.won + "（" + percent(sums.win_rate) + "）"), figure(t("drawn"), sums.self_draw),
      figure(t("dealt_in"), sums.dealt_in + "（" + percent(sums.deal_in_rate) + "）"));
    for (const one of sums.units) if (one.won) figures.append(figure(t("mean_of", { unit: one.unit }), one.mean));
    box.append(figures);
    for (const one of told.best) {
      box.append(el("section", { class: "card" }, el("h2", { text: t("best_hand") }),
        el("p", {}, el("a", { href: "/r/" + one.event, text: one.total + " " + one.unit }), " ", el("span", { class: "soft", text: one.day })),
        one.picture ? el("a", { href: "/r/" + one.event }, el("img", { class: "share-picture", src: "/api/results/" + one.event + "/photo.jpg", alt: t("best_hand") + " " + one.total + " " + one.unit, loading: "lazy" })) : null));
    }
    box.append(el("div", { class: "charts" }, ...told.charts.map((chart) => el("section", { class: "card" }, drawing(chart)))));
    if (told.against.length) {
      box.append(el("section", { class: "card" }, el("h2", { text: t("against") }), table(["", t("hands"), t("won_from"), t("lost_to"), t("money_won")],
        told.against.map((one) => el("tr", {}, el("th", { scope: "row" }, el("a", { href: "/player/" + one.id, text: one.name })), td(one.hands), td(one.won_from), td(one.lost_to), td(signed(one.amount), signClass(one.amount)))), "against")));
    }
    const winds = Object.keys(told.winds);
    if (winds.length) {
      box.append(el("section", { class: "card" }, el("h2", { text: t("by_wind") }), table(["", t("hands"), t("wins"), t("dealt_in"), t("money_won")],
        winds.map((wind) => { const one = told.winds[wind]; return el("tr", {}, el("th", { scope: "row", text: wind ? t("wind_" + wind) : t("unknown_wind") }), td(one.hands), td(one.won), td(one.dealt_in), td(signed(one.amount), signClass(one.amount))); }), "winds")));
    }
    if (told.evenings.length) {
      box.append(el("section", { class: "card" }, el("h2", { text: t("evenings") }), table(["", t("money_won"), t("everything")],
        told.evenings.map((one) => el("tr", {}, el("th", { scope: "row" }, el("a", { href: "/evening/" + one.id, text: [one.day, one.title].filter(Boolean).join(" ") })), td(signed(one.change), signClass(one.change)), td(signed(one.balance), signClass(one.balance)))))));
    }
    if (DATA.role === "organiser") box.append(el("button", { type: "button", id: "rename", class: "quiet", text: t("rename_player"), onclick: rename }));
  }

  function rename() {
    openDialog(t("rename_player"), (sheet) => {
      const name = el("input", { id: "name", maxlength: "40", value: told.name });
      const problem = el("p", { class: "error", role: "alert" });
      sheet.append(el("form", { onsubmit: async (event) => {
        event.preventDefault();
        try { await call("PUT", "/api/club/players/" + DATA.key, { name: name.value }); closeDialog(); load(); } catch (refusal) { problem.textContent = refusal.message; }
      } }, el("label", { class: "setname", for: "name", text: t("new_player") }), el("div", { class: "inline" }, name, el("button", { class: "primary", text: t("save") })), problem));
    });
  }

  let number = 0;
  async function load() {
    const mine = ++number;
    try {
      const answer = await call("GET", (DATA.key ? "/api/club/players/" + DATA.key : "/api/club/players") + query());
      if (mine !== number) return;
      const known = told && told.known || answer.against;
      told = answer;
      told.known = known;
      if (DATA.key) paintOne(); else paintAll();
    } catch (refusal) {
      if (!told) empty(box).append(el("p", { class: "error", role: "alert", text: refusal.message }));
      else toast(refusal.message);
      box.setAttribute("data-state", "ready");
    }
  }
  load();
})();
