/* The camera over the table: its picture, the game as it is seen, and how the table is set up. */
(function () {
  "use strict";
  const { DATA, $, t, el, svg, empty, toast, call } = window.taicam;
  const box = $("view");
  const organiser = DATA.role === "organiser";
  const scorer = organiser || DATA.role === "scorer";
  let told = null, aiming = false, corners = null, drawn = "";

  const picture = el("img", { class: "camera-picture", alt: t("camera_picture"), width: "1280", height: "960" });
  const overlay = svg("svg", { class: "camera-corners", preserveAspectRatio: "none" });
  const frame = el("div", { class: "camera-frame" }, picture, overlay);
  const state = el("p", { class: "soft", role: "status", id: "camera-state" });
  const advice = el("ul", { class: "advice", id: "camera-advice" });
  const tools = el("div", { class: "actions", id: "camera-tools" });
  const game = el("section", { id: "camera-game", "aria-live": "polite" });
  empty(box).append(frame, state, advice, tools, game);

  picture.addEventListener("load", () => setTimeout(look, 900));
  picture.addEventListener("error", () => setTimeout(look, 2000));
  function look() { if (!document.hidden) picture.src = "/api/camera/picture.jpg?longest=1280&at=" + Date.now(); else setTimeout(look, 1000); }

  // --- setting up -------------------------------------------------------------------------------

  function size() { return told && told.size ? told.size : [1280, 960]; }

  function usual() {
    const [w, h] = size(), m = 0.12;
    return [[w * m, h * (1 - m)], [w * (1 - m), h * (1 - m)], [w * (1 - m), h * m], [w * m, h * m]];
  }

  function paintCorners() {
    const [w, h] = size();
    empty(overlay);
    overlay.setAttribute("viewBox", "0 0 " + w + " " + h);
    const shown = aiming ? corners : told && told.setup ? told.setup.corners : null;
    overlay.style.display = shown ? "" : "none";
    if (!shown) return;
    const r = Math.max(w, h) / 45;
    overlay.append(svg("polygon", { points: shown.map((p) => p.join(",")).join(" "), class: "outline" }),
      svg("line", { x1: shown[0][0], y1: shown[0][1], x2: shown[1][0], y2: shown[1][1], class: "first" }));
    if (!aiming) return;
    shown.forEach((point, number) => {
      const grip = svg("circle", { cx: point[0], cy: point[1], r, class: "grip", tabindex: "0", role: "slider",
        "aria-label": t("corner_" + number), "aria-valuetext": point.map(Math.round).join(", "), "data-corner": number });
      grip.addEventListener("pointerdown", (event) => { grip.setPointerCapture(event.pointerId); event.preventDefault(); });
      grip.addEventListener("pointermove", (event) => { if (grip.hasPointerCapture(event.pointerId)) move(number, at(event)); });
      grip.addEventListener("keydown", (event) => {
        const step = (event.shiftKey ? 20 : 3) * Math.max(w, h) / 1280;
        const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
        if (by) { event.preventDefault(); move(number, [corners[number][0] + by[0], corners[number][1] + by[1]]); }
      });
      overlay.append(grip);
    });
  }

  function at(event) {
    const [w, h] = size(), place = overlay.getBoundingClientRect();
    return [(event.clientX - place.left) / place.width * w, (event.clientY - place.top) / place.height * h];
  }

  function move(number, point) {
    corners[number] = point.map((n) => Math.round(n * 10) / 10);
    const focused = document.activeElement && document.activeElement.getAttribute("data-corner");
    const grip = overlay.querySelectorAll(".grip")[number];
    grip.setAttribute("cx", corners[number][0]);
    grip.setAttribute("cy", corners[number][1]);
    grip.setAttribute("aria-valuetext", corners[number].map(Math.round).join(", "));
    overlay.querySelector(".outline").setAttribute("points", corners.map((p) => p.join(",")).join(" "));
    const first = overlay.querySelector(".first");
    [["x1", 0, 0], ["y1", 0, 1], ["x2", 1, 0], ["y2", 1, 1]].forEach(([name, i, k]) => first.setAttribute(name, corners[i][k]));
    if (focused !== null && focused !== undefined) grip.focus();
  }

  function paintTools() {
    empty(tools);
    if (!organiser || !told) return;
    if (!aiming) {
      tools.append(el("button", { type: "button", id: "aim", text: t(told.setup ? "aim_again" : "aim_table"), onclick: begin }));
      return;
    }
    tools.append(
      el("p", { class: "soft", text: t("aim_help") }),
      el("label", {}, el("span", { text: t("table_side") }), el("input", { id: "side", type: "number", min: "60", max: "130", step: "0.5", value: told.setup ? told.setup.side : 90 })),
      el("button", { type: "button", id: "find", text: t("aim_find"), onclick: find }),
      el("button", { type: "button", id: "turn", text: t("aim_turn"), onclick: () => { corners = [...corners.slice(1), corners[0]]; paintCorners(); } }),
      el("button", { type: "button", id: "save", class: "main", text: t("aim_save"), onclick: save }),
      el("button", { type: "button", id: "cancel", text: t("cancel"), onclick: () => { aiming = false; paintTools(); paintCorners(); } }));
  }

  function begin() {
    aiming = true;
    corners = (told.setup ? told.setup.corners : usual()).map((p) => [...p]);
    paintTools();
    paintCorners();
  }

  async function find() {
    try { corners = (await call("POST", "/api/camera/find", { side: Number($("side").value) })).corners; paintCorners(); } catch (refusal) { toast(refusal.message); }
  }

  async function save() {
    try {
      told = await call("PUT", "/api/camera/table", { corners, side: Number($("side").value) });
      aiming = false;
      toast(t("aim_saved"));
      paint();
    } catch (refusal) { toast(refusal.message); }
  }

  // --- the game ---------------------------------------------------------------------------------

  function paint() {
    state.textContent = told.text;
    state.className = told.state === "online" ? "soft" : "error";
    empty(advice).append(...told.advice.map((one) => el("li", { text: one.text })));
    if (told.status) advice.append(...told.status.advice.map((text) => el("li", { class: "error", text })));
    if (!aiming) { paintTools(); paintCorners(); }
    const now = JSON.stringify(told.status);
    if (now !== drawn) { drawn = now; paintGame(told.status); }
  }

  function paintGame(status) {
    empty(game);
    if (!status) { game.append(el("p", { class: "soft", text: t("camera_not_set_up") })); return; }
    game.append(el("h2", { text: status.stage_text + (status.hand ? "　" + t("hand_number", { number: status.hand }) : "") }),
      el("p", { class: "soft", text: t("tiles_seen", { count: status.tiles }) }));
    for (const one of status.questions) game.append(question(one));
    if (status.result) game.append(result(status.result));
    const list = el("ol", { class: "events", id: "camera-events", reversed: true });
    for (const one of status.events.slice(-40).reverse()) list.append(el("li", { class: one.confidence < 0.8 ? "unsure" : "", text: one.text + (one.confidence < 0.8 ? "？" : "") }));
    if (status.events.length) game.append(list);
  }

  function question(one) {
    return el("div", { class: "card ask" }, el("p", {}, el("strong", { text: one.text })),
      el("div", { class: "actions" }, ...one.choices.map((choice) => el("button", { type: "button", text: choice.text, disabled: !scorer,
        onclick: () => send("/api/camera/answer", { number: one.number, choice: choice.value }) }))));
  }

  function result(one) {
    const card = el("div", { class: "card result-seen", id: "seen" });
    if (one.drawn) card.append(el("p", {}, el("strong", { text: t("drawn_hand") })));
    for (const win of one.wins) {
      card.append(el("p", { class: "total" }, el("strong", { text: win.winner }), " ", el("b", { class: "big", text: win.score.total }), " " + win.score.unit,
        el("span", { class: "soft", text: "　" + (win.source ? t("from_discard", { name: win.source }) : t("by_self_draw")) })));
      card.append(el("ul", { class: "items" }, ...win.score.items.map((item) => el("li", {}, el("span", { text: item.name }), " ", el("b", { text: item.value }), el("span", { class: "soft", text: " " + item.why })))));
    }
    if (one.error) card.append(el("p", { class: "error", text: one.error }));
    if (one.payments.length) card.append(el("ul", { class: "pays" }, ...one.payments.map((paid) => el("li", { text: paid.from + " → " + paid.to + "　" + paid.amount + "　" + paid.why }))));
    if (one.assumed.length) card.append(el("p", { class: "soft", text: t("taken_for_granted") + " " + one.assumed.join("、") }));
    const links = el("p", {});
    if (one.picture) links.append(el("a", { href: "/api/camera/hands/" + one.id + "/picture.jpg", target: "_blank", rel: "noopener", text: t("camera_picture") }), " ");
    if (one.clip) links.append(el("a", { href: "/api/camera/hands/" + one.id + "/film.webp", target: "_blank", rel: "noopener", text: t("camera_film") }));
    card.append(links);
    if (one.written) card.append(el("p", { class: "done", text: "✓ " + t("in_the_book") }));
    else if (scorer) {
      card.append(el("div", { class: "actions" },
        el("button", { type: "button", class: "main", id: "confirm-seen", text: t("confirm"), disabled: !!one.error, onclick: () => send("/api/camera/confirm", { id: one.id }) }),
        el("button", { type: "button", id: "dismiss-seen", text: t("not_a_hand"), onclick: () => send("/api/camera/dismiss", { id: one.id }) })));
    }
    return card;
  }

  async function send(path, body) {
    try { told = await call("POST", path, body); paint(); } catch (refusal) { toast(refusal.message); }
  }

  // --- keeping up -------------------------------------------------------------------------------

  async function load() {
    if (!document.hidden) {
      try {
        told = await call("GET", "/api/camera");
        box.setAttribute("data-state", "ready");
        paint();
      } catch (refusal) {
        state.textContent = refusal.message;
        state.className = "error";
        box.setAttribute("data-state", refusal.status === 404 ? "none" : "ready");
        if (refusal.status === 404) { frame.hidden = true; return; }
      }
    }
    setTimeout(load, 1000);
  }
  load();
  look();
})();
