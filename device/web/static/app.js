/* The page: photo or typed hand -> correction -> circumstances -> total -> log or share.
   Plain script for browsers of 2020 and later; no library, no build step. */
(function () {
  "use strict";

  const {
    DATA, $, t, el, svg, empty, tilePicture, toast, signed, signClass, Refusal, call, openDialog, closeDialog, radios, difference, writer,
  } = window.taicam;
  const MAY_EDIT = window.taicam.mayEdit;
  const ORDER = Object.keys(DATA.tiles);

  function prefetchTiles() {
    for (const face of ORDER) new Image().src = "/tiles/" + face + ".svg?v=" + DATA.art;
    prefetchTiles = function () {};
  }

  // --- what is shown ------------------------------------------------------------------------------

  const HOME = "home", PROGRESS = "progress", RESULT = "result";
  let view = HOME;
  function show(name) {
    view = name;
    for (const one of [HOME, PROGRESS, RESULT]) $("view-" + one).hidden = one !== name;
    $("sum").hidden = name !== RESULT;
    if (name !== RESULT) closeDialog();
  }

  function remembered() {
    try { return JSON.parse(localStorage.getItem("taicam.setup")) || {}; } catch (problem) { return {}; }
  }

  function remember(setup) {
    const kept = {};
    for (const name of ["rules", "round", "seat", "dealer", "streak", "base", "tai"]) {
      if (setup[name] !== null && setup[name] !== undefined) kept[name] = setup[name];
    }
    try { localStorage.setItem("taicam.setup", JSON.stringify(kept)); } catch (problem) { /* private mode */ }
  }

  function firstSetup() {
    const kept = remembered();
    const known = DATA.rules.some((rules) => rules.name === kept.rules);
    const setup = { rules: known ? kept.rules : DATA.rules[0].name };
    for (const name of ["round", "seat", "dealer", "streak", "base", "tai"]) {
      if (kept[name] !== undefined) setup[name] = kept[name];
    }
    return setup;
  }

  let state = null; // the hand on the page; null on the first page
  let serial = 0;

  function marked(tiles) { for (const tile of tiles) if (!tile.k) tile.k = ++serial; return tiles; }

  function newState(told) {
    return {
      id: told ? told.id : null, version: told ? told.version : 0, typed: !told || !told.photo,
      hand: { concealed: [], melds: [], flowers: [], win: null, left: [] },
      setup: firstSetup(), told: null, history: [],
      edits: 0, sent: 0, busy: false, touched: null, failed: null, target: "hand",
    };
  }

  function adopt(told, keepHand) {
    state.id = told.id;
    state.version = told.version;
    state.told = told;
    state.failed = null;
    if (!keepHand) {
      const hand = told.hand || {};
      state.hand = {
        concealed: marked(hand.concealed || []),
        melds: (hand.melds || []).map((meld) => ({ type: meld.type, tiles: marked(meld.tiles) })),
        flowers: marked(hand.flowers || []),
        win: hand.win ? marked([hand.win])[0] : null,
        left: marked(hand.left || []),
      };
      sortHand();
    }
    state.setup = Object.assign({}, told.setup);
  }

  function copyHand() {
    return JSON.parse(JSON.stringify({ hand: state.hand, setup: state.setup }));
  }

  /* The game at the table, whose hand this may be; null for none. */
  function gameNow() { return state.told ? state.told.game : DATA.game || null; }
  function ofGame() { const game = gameNow(); return game && !game.over && !state.setup.apart ? game : null; }

  function locked() { return !MAY_EDIT || !state || (state.told && state.told.logged); }

  // --- a photo on its way ---------------------------------------------------------------------------

  let flight = null;

  async function sendPhoto(file) {
    if (!file) return;
    if (flight) flight.stop();
    prefetchTiles();
    const own = flight = { stopped: false, stop: () => { own.stopped = true; } };
    show(PROGRESS);
    progress(t("sending"), 0);
    $("progress-error").hidden = true;
    performance.mark("photo-chosen");
    try {
      const body = await asSendable(file);
      if (body.size > DATA.limits.bytes) {
        throw new Refusal(413, { key: "", text: t("too_large", { limit: Math.floor(DATA.limits.bytes / 1e6) }) });
      }
      let told = null;
      for (let tries = 0; told === null && !own.stopped; tries++) {
        try {
          told = await upload(body, file.name || "", own);
        } catch (refusal) {
          if (refusal.status !== 429 || tries >= 30) throw refusal;
          progress(t("busy_retry"), null);
          await new Promise((done) => setTimeout(done, 1000 * (refusal.after || 2)));
        }
      }
      if (own.stopped) return;
      const done = await follow(told, own);
      if (own.stopped) return;
      state = newState(done.result);
      adopt(done.result);
      history.pushState({}, "", "/r/" + state.id);
      showResult();
      performance.mark("total-shown");
    } catch (refusal) {
      if (own.stopped) return;
      progress("", null);
      $("progress-error").textContent = refusal.message || t("no_connection");
      $("progress-error").hidden = false;
      $("progress-bar").hidden = true;
      $("progress-cancel").textContent = t("home");
    }
  }

  function progress(what, share) {
    $("progress-what").textContent = what;
    const bar = $("progress-bar");
    bar.hidden = false;
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
    $("progress-cancel").textContent = t("cancel");
  }

  async function asSendable(file) {
    // Safari can decode HEIC itself: then the machine need not.
    const heic = /heic|heif/i.test(file.type) || /\.(heic|heif)$/i.test(file.name || "");
    if (!heic || !window.createImageBitmap) return file;
    try {
      const picture = await createImageBitmap(file);
      const canvas = el("canvas", { width: picture.width, height: picture.height });
      canvas.getContext("2d").drawImage(picture, 0, 0);
      const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
      return blob || file;
    } catch (problem) {
      return file;
    }
  }

  function upload(body, name, own) {
    return new Promise((done, fail) => {
      const request = new XMLHttpRequest();
      const query = "?setup=" + encodeURIComponent(JSON.stringify(firstSetup())) +
        "&name=" + encodeURIComponent(name.slice(-60));
      request.open("POST", "/api/photos" + query);
      request.setRequestHeader("content-type", body.type && /^image\//.test(body.type) ? body.type : "application/octet-stream");
      request.responseType = "json";
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) progress(t("sending"), 90 * event.loaded / event.total);
      };
      request.onload = () => {
        const told = request.response || {};
        if (request.status === 202) { done(told); return; }
        if (request.status === 401) location.assign("/join");
        const refusal = new Refusal(request.status, told.error || { key: "", text: t("no_connection") });
        refusal.after = Number(request.getResponseHeader("retry-after")) || 0;
        fail(refusal);
      };
      request.onerror = () => fail(new Refusal(0, { key: "offline", text: t("no_connection") }));
      own.stop = () => { own.stopped = true; request.abort(); };
      request.send(body);
    });
  }

  function follow(told, own) {
    return new Promise((done, fail) => {
      const source = new EventSource(told.events);
      let misses = 0;
      own.stop = () => { own.stopped = true; source.close(); };
      const read = (event) => { misses = 0; return JSON.parse(event.data); };
      source.addEventListener("waiting", (event) => {
        const job = read(event);
        progress(job.ahead > 0 ? t("queued", { count: job.ahead }) : t("reading"), null);
      });
      source.addEventListener("reading", () => progress(t("reading"), null));
      source.addEventListener("done", (event) => { source.close(); done(read(event)); });
      source.addEventListener("failed", (event) => {
        source.close();
        fail(new Refusal(422, read(event).error));
      });
      source.onerror = () => {
        if (++misses > 5 || source.readyState === 2) {
          source.close();
          fail(new Refusal(0, { key: "offline", text: t("no_connection") }));
        }
      };
    });
  }

  // --- editing ----------------------------------------------------------------------------------------

  function rank(tile) { return ORDER.indexOf(tile.f); }
  function sortTiles(tiles) { tiles.sort((a, b) => rank(a) - rank(b)); }
  function sortHand() {
    sortTiles(state.hand.concealed);
    sortTiles(state.hand.flowers);
    for (const meld of state.hand.melds) sortTiles(meld.tiles);
  }

  function isFlower(face) { return /^f[1-8]$/.test(face); }

  function rulesNow() { return DATA.rules.find((one) => one.name === state.setup.rules) || DATA.rules[0]; }

  function kindOf(tiles, was) {
    const faces = tiles.map((tile) => tile.f);
    const alike = faces.every((face) => face === faces[0]);
    if (alike && faces.length === 4) return was === "ckong" ? "ckong" : "kong";
    if (alike && faces.length === 3) return "pung";
    if (faces.length === 3) {
      const inRow = faces.every((face, i) => /^[1-9][mps]$/.test(face) && face[1] === faces[0][1] && Number(face[0]) === Number(faces[0][0]) + i);
      if (inRow || !rulesNow().indicator) return "chow"; // with jokers, what people said
    }
    return was || "pung";
  }

  /* Change the hand with `change`, then count again. The old total goes at once. */
  function edit(change, touched) {
    if (locked()) return;
    state.history.push(copyHand());
    if (state.history.length > 60) state.history.shift();
    change(state.hand, state.setup);
    tidy();
    state.touched = touched || null;
    state.edits++;
    showHand();
    showSetup();
    showTotal();
    countAgain();
  }

  function tidy() {
    const hand = state.hand;
    for (const meld of hand.melds) meld.type = kindOf(meld.tiles, meld.type);
    hand.melds = hand.melds.filter((meld) => meld.tiles.length > 0);
    sortHand();
  }

  function undo() {
    if (locked() || !state.history.length) return;
    const before = state.history.pop();
    state.hand = before.hand;
    state.setup = before.setup;
    state.touched = null;
    state.edits++;
    showHand(); showSetup(); showQuestions(); showTotal();
    countAgain();
  }

  function bare(tile) { return tile.at === undefined || tile.at === null ? { f: tile.f } : { f: tile.f, at: tile.at }; }

  function handToSend() {
    const hand = state.hand;
    return {
      concealed: hand.concealed.map(bare),
      melds: hand.melds.map((meld) => ({ type: meld.type, tiles: meld.tiles.map(bare) })),
      flowers: hand.flowers.map(bare),
      win: hand.win ? bare(hand.win) : null,
      left: hand.left.map(bare),
    };
  }

  async function countAgain() {
    const own = state;
    if (own.busy) return; // the answer under way sees that there is more to send
    own.busy = true;
    while (own === state && own.sent < own.edits) {
      const sending = own.edits;
      const body = { hand: handToSend(), setup: own.setup };
      try {
        let told;
        if (own.id === null) {
          told = await call("POST", "/api/results", body);
          if (own === state) history.replaceState({}, "", "/r/" + told.id);
        } else {
          Object.assign(body, { version: own.version, touched: own.touched });
          told = await call("PUT", "/api/results/" + own.id, body);
        }
        if (own !== state) break;
        own.sent = sending;
        own.id = told.id;
        own.version = told.version;
        if (own.edits === sending) {
          adopt(told, true);
          remember(own.setup);
        }
      } catch (refusal) {
        if (own !== state) break;
        if (refusal.status === 409) {
          await reload(own);
          toast(t("changed_elsewhere"));
        } else {
          own.failed = refusal.message;
          break;
        }
      }
    }
    own.busy = false;
    if (own !== state) return;
    showSetup();
    showQuestions();
    showTotal();
    showActions();
  }

  async function reload(own) {
    const told = await call("GET", "/api/results/" + own.id);
    if (own !== state) return;
    own.sent = own.edits;
    own.history = [];
    adopt(told);
    showHand();
    showSetup();
  }

  function stale() { return state.sent < state.edits; }

  // --- finding and moving tiles -------------------------------------------------------------------------

  function groups() {
    const hand = state.hand;
    const all = [{ id: "hand", name: t("hand"), tiles: hand.concealed }];
    hand.melds.forEach((meld, i) => all.push({ id: "meld-" + i, name: t(meld.type), tiles: meld.tiles, meld }));
    all.push({ id: "flowers", name: t("flowers"), tiles: hand.flowers });
    all.push({ id: "win", name: t("winning"), tiles: hand.win ? [hand.win] : [] });
    all.push({ id: "left", name: t("left"), tiles: hand.left });
    return all;
  }

  function whereIs(key) {
    for (const group of groups()) {
      const tile = group.tiles.find((one) => one.k === key);
      if (tile) return { group, tile };
    }
    return null;
  }

  function takeOut(hand, key) {
    const without = (tiles) => tiles.filter((tile) => tile.k !== key);
    hand.concealed = without(hand.concealed);
    hand.flowers = without(hand.flowers);
    hand.left = without(hand.left);
    for (const meld of hand.melds) meld.tiles = without(meld.tiles);
    if (hand.win && hand.win.k === key) hand.win = null;
  }

  function putInto(hand, tile, target) {
    if (target === "win") {
      if (hand.win) hand.concealed.push(hand.win);
      hand.win = tile;
    } else if (target === "left") {
      if (tile.at !== undefined && tile.at !== null) hand.left.push(tile); // a typed one just goes
    } else if (target === "flowers" || (isFlower(tile.f) && target === "hand")) {
      hand.flowers.push(tile);
    } else if (target === "new") {
      hand.melds.push({ type: "pung", tiles: [tile] });
    } else if (target.slice(0, 5) === "meld-" && hand.melds[Number(target.slice(5))]) {
      const meld = hand.melds[Number(target.slice(5))];
      if (meld.tiles.length < 4) meld.tiles.push(tile);
      else hand.concealed.push(tile);
    } else {
      hand.concealed.push(tile);
    }
  }

  function move(key, target) {
    const found = whereIs(key);
    if (!found || found.group.id === target) return;
    edit((hand) => {
      takeOut(hand, key); // empty sets stay until tidy(), so that numbers of sets stay right
      putInto(hand, found.tile, target);
    });
  }

  function rename(key, face) {
    edit((hand) => {
      const found = whereIs(key);
      found.tile.f = face;
      found.tile.sure = true;
      if (found.group.id === "hand" && isFlower(face)) move_(hand, found.tile, "flowers");
      if (found.group.id === "flowers" && !isFlower(face)) move_(hand, found.tile, "hand");
    });
  }

  function move_(hand, tile, target) { takeOut(hand, tile.k); putInto(hand, tile, target); }

  /* Sets that a tile of the hand could form with its neighbours there. */
  function setsWith(tile) {
    const hand = state.hand.concealed;
    const same = hand.filter((one) => one.f === tile.f);
    const found = [];
    if (same.length >= 3) found.push({ type: "pung", tiles: same.slice(0, 3) });
    if (same.length >= 4) {
      found.push({ type: "kong", tiles: same.slice(0, 4) }, { type: "ckong", tiles: same.slice(0, 4) });
    }
    if (/^[1-9][mps]$/.test(tile.f)) {
      const number = Number(tile.f[0]), suit = tile.f[1];
      for (let first = Math.max(1, number - 2); first <= Math.min(7, number); first++) {
        const tiles = [0, 1, 2].map((step) => {
          const face = first + step + suit;
          return face === tile.f ? tile : hand.find((one) => one.f === face);
        });
        if (tiles.every(Boolean)) found.push({ type: "chow", tiles });
      }
    }
    return found;
  }

  function makeSet(set) {
    edit((hand) => {
      for (const tile of set.tiles) takeOut(hand, tile.k);
      hand.melds.push({ type: set.type, tiles: set.tiles });
    });
  }

  // --- the picture -----------------------------------------------------------------------------------------

  const zoom = { scale: 1, x: 0, y: 0 };

  function showPicture() {
    const told = state.told;
    $("picture").hidden = !told || !told.photo;
    const stage = empty($("stage"));
    if (!told || !told.photo) return;
    const [width, height] = told.reading.size;
    const drawing = svg("svg", { viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": t("picture") });
    const photo = svg("image", { width, height });
    photo.setAttribute("href", told.photo);
    photo.setAttributeNS("http://www.w3.org/1999/xlink", "href", told.photo);
    drawing.append(photo, svg("g", { id: "marks" }));
    stage.append(drawing);
    stage.setAttribute("data-shape", height > width ? "tall" : "wide");
    resetZoom();
    showMarks();
  }

  function shortName(face) {
    const name = DATA.tiles[face] || "";
    return face === "back" ? "" : DATA.lang === "en" ? face : /^[1-9]/.test(face) ? name : name.slice(0, 1) === "紅" || name.slice(0, 1) === "红" ? "中" : name.slice(0, 1);
  }

  function showMarks() {
    const told = state.told, marks = $("marks");
    if (!marks || !told || !told.reading) return;
    empty(marks);
    for (const group of groups()) {
      for (const tile of group.tiles) {
        if (tile.at === undefined || tile.at === null) continue;
        const seen = told.reading.tiles[tile.at];
        if (!seen) continue;
        const quad = seen.quad;
        const kind = group.meld ? group.meld.type : group.id;
        const unsure = seen.doubtful && !tile.sure && tile.f === seen.face;
        const shape = svg("polygon", {
          points: quad.map((point) => point.join(",")).join(" "),
          class: "mark mark-" + kind + (unsure ? " mark-unsure" : ""), "data-tile": tile.k,
        });
        marks.append(shape);
        if (group.id === "left") continue;
        const wide = Math.hypot(quad[1][0] - quad[0][0], quad[1][1] - quad[0][1]);
        const name = shortName(tile.f) + (unsure ? "?" : "");
        const size = Math.min(wide * 0.5, wide * 1.15 / Math.max(1, name.length));
        const x = (quad[2][0] + quad[3][0]) / 2, y = (quad[2][1] + quad[3][1]) / 2;
        const dx = x - (quad[0][0] + quad[1][0]) / 2, dy = y - (quad[0][1] + quad[1][1]) / 2;
        const tall = Math.hypot(dx, dy) || 1;
        const label = svg("text", {
          x: x + dx / tall * size * 0.75, y: y + dy / tall * size * 0.75 + size * 0.35, "font-size": size,
          class: "mark-name" + (unsure ? " mark-unsure" : "") + (kind === "win" ? " mark-win" : ""),
        });
        label.textContent = name;
        marks.append(label);
      }
    }
  }

  function light(key, on) {
    const mark = document.querySelector('polygon[data-tile="' + key + '"]');
    if (mark) mark.classList.toggle("mark-lit", on);
  }

  function resetZoom() { zoom.scale = 1; zoom.x = 0; zoom.y = 0; applyZoom(); }

  function applyZoom() {
    const stage = $("stage"), drawing = stage.firstElementChild;
    if (!drawing) return;
    const width = stage.clientWidth, height = stage.clientHeight;
    zoom.scale = Math.max(1, Math.min(8, zoom.scale));
    zoom.x = Math.min(0, Math.max(width - width * zoom.scale, zoom.x));
    zoom.y = Math.min(0, Math.max(height - height * zoom.scale, zoom.y));
    drawing.style.transform = "translate(" + zoom.x + "px," + zoom.y + "px) scale(" + zoom.scale + ")";
    stage.classList.toggle("zoomed", zoom.scale > 1.01);
    stage.setAttribute("data-scale", zoom.scale.toFixed(2));
  }

  function zoomAt(x, y, factor) {
    const before = zoom.scale;
    zoom.scale = Math.max(1, Math.min(8, before * factor));
    zoom.x = x - (x - zoom.x) * zoom.scale / before;
    zoom.y = y - (y - zoom.y) * zoom.scale / before;
    applyZoom();
  }

  function setUpZoom() {
    const stage = $("stage");
    const fingers = new Map();
    let moved = false, lastTap = 0;
    const at = (event) => {
      const box = stage.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      const point = at(event);
      zoomAt(point.x, point.y, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0025)));
    }, { passive: false });
    stage.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, at(event));
      if (fingers.size === 1) moved = false;
    });
    stage.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = at(event);
      const others = Array.from(fingers.entries()).filter(([id]) => id !== event.pointerId).map((entry) => entry[1]);
      if (others.length === 1) {
        const other = others[0];
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(now.x - other.x, now.y - other.y);
        moved = true;
        if (was > 5) zoomAt((now.x + other.x) / 2, (now.y + other.y) / 2, is / was);
      } else if (others.length === 0 && zoom.scale > 1.01) {
        if (Math.hypot(now.x - before.x, now.y - before.y) > 3) moved = true;
        if (moved) {
          zoom.x += now.x - before.x;
          zoom.y += now.y - before.y;
          applyZoom();
        }
      }
      if (moved || others.length) fingers.set(event.pointerId, now);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      stage.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    stage.addEventListener("click", (event) => {
      if (moved) { moved = false; return; }
      const key = event.target.getAttribute && event.target.getAttribute("data-tile");
      if (key && !locked()) { openTile(Number(key)); return; }
      if (event.timeStamp - lastTap < 350) {
        const point = at(event);
        if (zoom.scale > 1.01) resetZoom();
        else zoomAt(point.x, point.y, 2.5);
        lastTap = 0;
      } else {
        lastTap = event.timeStamp;
      }
    });
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        const kind = button.getAttribute("data-zoom");
        if (kind === "fit") resetZoom();
        else zoomAt(stage.clientWidth / 2, stage.clientHeight / 2, kind === "in" ? 1.6 : 1 / 1.6);
      });
    }
    window.addEventListener("resize", applyZoom);
  }

  // --- the hand ------------------------------------------------------------------------------------------------

  function unsureTile(tile) {
    const reading = state.told && state.told.reading;
    const seen = reading && tile.at !== undefined && tile.at !== null ? reading.tiles[tile.at] : null;
    return Boolean(seen && seen.doubtful && !tile.sure && tile.f === seen.face);
  }

  function tileButton(tile, group) {
    const unsure = unsureTile(tile);
    const name = DATA.tiles[tile.f] + (group.id === "win" ? "，" + t("winning") : "") + (unsure ? "，" + t("unsure") : "");
    const node = el("button", {
      type: "button", class: "tile" + (unsure ? " unsure" : "") + (group.id === "win" ? " won" : ""),
      "aria-label": name, title: name, "data-key": tile.k, "data-face": tile.f, disabled: locked(),
    }, tilePicture(tile.f));
    node.addEventListener("click", () => { if (!drag.justDropped) openTile(tile.k); });
    node.addEventListener("pointerenter", () => light(tile.k, true));
    node.addEventListener("pointerleave", () => light(tile.k, false));
    node.addEventListener("focus", () => light(tile.k, true));
    node.addEventListener("blur", () => light(tile.k, false));
    setUpDrag(node, tile);
    return node;
  }

  function showHand() {
    const box = empty($("hand"));
    const called = state.told && state.told.logged && !state.hand.concealed.length;
    $("hand-card").hidden = Boolean(called); // a total without tiles
    const all = groups();
    const line = (group, extra) => {
      const row = el("div", { class: "tiles", role: "group", "aria-label": group.name });
      for (const tile of group.tiles) row.append(tileButton(tile, group));
      if (!group.tiles.length) row.append(el("span", { class: "soft", text: t("empty") }));
      const node = el("div", { class: "group group-" + (group.meld ? "meld" : group.id), "data-group": group.id }, el("h3", { text: group.name }), row);
      if (extra) node.append(extra);
      return node;
    };
    const of = (id) => all.find((group) => group.id === id);
    box.append(line(of("hand")));
    const melds = all.filter((group) => group.meld);
    if (melds.length || !locked()) {
      const row = el("div", { class: "melds" });
      for (const group of melds) row.append(line(group));
      if (!locked()) row.append(el("div", { class: "newset", "data-group": "new", text: t("drop_set") }));
      box.append(row);
    }
    const pair = el("div", { class: "melds" });
    if (of("flowers").tiles.length || !locked()) pair.append(line(of("flowers")));
    pair.append(line(of("win")));
    box.append(pair);
    if (of("left").tiles.length || state.told && state.told.photo && !locked()) box.append(line(of("left")));
    const hand = state.hand;
    const size = hand.concealed.length + 3 * hand.melds.length + (hand.win ? 1 : 0);
    $("count").textContent = t("tiles_count", { count: size }) + (hand.flowers.length ? " + " + hand.flowers.length : "");
    $("undo").disabled = !state.history.length;
    for (const node of document.querySelectorAll(".edit")) node.hidden = Boolean(locked());
    showMarks();
    showKeyCounts();
  }

  // Dragging: at once with a mouse, after holding for a moment with a finger, so that a finger can
  // still scroll the page.
  const drag = { key: null, ghost: null, over: null, timer: 0, justDropped: false };

  function setUpDrag(node, tile) {
    let start = null;
    const begin = (event) => {
      drag.key = tile.k;
      drag.ghost = el("div", { class: "ghost" }, tilePicture(tile.f));
      document.body.append(drag.ghost);
      node.classList.add("dragged");
      document.body.classList.add("dragging");
      follow_(event);
    };
    const follow_ = (event) => {
      drag.ghost.style.left = event.clientX + "px";
      drag.ghost.style.top = event.clientY + "px";
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const over = under && under.closest ? under.closest("[data-group]") : null;
      if (over !== drag.over) {
        if (drag.over) drag.over.classList.remove("over");
        if (over) over.classList.add("over");
        drag.over = over;
      }
    };
    const end = (dropped) => {
      clearTimeout(drag.timer);
      start = null;
      if (drag.key === null) return;
      const target = drag.over && drag.over.getAttribute("data-group");
      const key = drag.key;
      drag.ghost.remove();
      if (drag.over) drag.over.classList.remove("over");
      node.classList.remove("dragged");
      document.body.classList.remove("dragging");
      drag.key = null;
      drag.ghost = drag.over = null;
      drag.justDropped = true;
      setTimeout(() => { drag.justDropped = false; }, 50);
      if (dropped && target) move(key, target);
    };
    node.addEventListener("pointerdown", (event) => {
      if (locked() || event.button > 0) return;
      start = { x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse", last: event };
      if (start.touch) {
        drag.timer = setTimeout(() => {
          if (!start) return;
          try { node.setPointerCapture(event.pointerId); } catch (problem) { /* gone already */ }
          begin(start.last);
        }, 260);
      }
    });
    node.addEventListener("pointermove", (event) => {
      if (!start) return;
      start.last = event;
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (drag.key !== null) { follow_(event); return; }
      if (start.touch) { if (far > 10) { clearTimeout(drag.timer); start = null; } return; }
      if (far > 6) {
        node.setPointerCapture(event.pointerId);
        begin(event);
      }
    });
    node.addEventListener("pointerup", () => end(true));
    node.addEventListener("pointercancel", () => end(false));
    node.addEventListener("touchmove", (event) => { if (drag.key !== null) event.preventDefault(); }, { passive: false });
    node.addEventListener("contextmenu", (event) => { if (drag.key !== null || (start && start.touch)) event.preventDefault(); });
  }

  // --- the dialog of one tile --------------------------------------------------------------------------------------

  function likelyFaces(tile) {
    const reading = state.told && state.told.reading;
    const seen = reading && tile.at !== undefined && tile.at !== null ? reading.tiles[tile.at] : null;
    const faces = seen ? [seen.face].concat(seen.likely) : [];
    if (!seen && /^[1-9][mps]$/.test(tile.f)) {
      for (const suit of "mps") faces.push(tile.f[0] + suit);
    }
    return faces.filter((face, i) => face !== tile.f && faces.indexOf(face) === i).slice(0, 4);
  }

  function faceButton(face, chosen, press) {
    return el("button", {
      type: "button", class: "key" + (chosen ? " chosen" : ""), "aria-label": DATA.tiles[face], title: DATA.tiles[face],
      "data-face": face, "aria-pressed": chosen ? "true" : "false", onclick: press,
    }, tilePicture(face));
  }

  function faceRows(press, chosen, faces) {
    const box = el("div", { class: "keys" });
    for (const suit of ["m", "p", "s"]) {
      const row = el("div", { class: "keyrow" });
      for (let number = 1; number <= 9; number++) row.append(faceButton(number + suit, chosen === number + suit, () => press(number + suit)));
      box.append(row);
    }
    const honours = el("div", { class: "keyrow" });
    for (const face of ["E", "S", "W", "N", "C", "F", "P"].concat(faces)) honours.append(faceButton(face, chosen === face, () => press(face)));
    const flowers = el("div", { class: "keyrow" });
    for (let number = 1; number <= 8; number++) flowers.append(faceButton("f" + number, chosen === "f" + number, () => press("f" + number)));
    box.append(honours, flowers);
    return box;
  }

  function openTile(key) {
    const found = whereIs(key);
    if (!found || locked()) return;
    const tile = found.tile, group = found.group;
    const act = (run) => () => { run(); closeDialog(); };
    openDialog(t("what_is_it") + " " + DATA.tiles[tile.f], (sheet) => {
      const crop = cropOf(tile);
      if (crop) sheet.append(crop);
      const likely = likelyFaces(tile);
      const sure = unsureTile(tile);
      if (likely.length) {
        const row = el("div", { class: "keyrow likely" });
        if (sure) row.append(faceButton(tile.f, true, act(() => rename(key, tile.f))));
        for (const face of likely) row.append(faceButton(face, false, act(() => rename(key, face))));
        sheet.append(el("h3", { text: t("likely") }), row);
      }
      const actions = el("div", { class: "choices" });
      const button = (text, run, kind) => actions.append(el("button", { type: "button", class: kind || "", text, onclick: act(run) }));
      if (group.id === "win") button(t("not_won"), () => move(key, "hand"), "wide");
      else if (group.id === "hand") button(t("this_won"), () => move(key, "win"), "wide gold");
      button(t("remove"), () => { if (group.id === "left") edit((hand) => takeOut(hand, key)); else move(key, "left"); });
      if (group.meld) {
        button(t("take_back"), () => edit((hand) => {
          hand.concealed.push(...group.meld.tiles);
          group.meld.tiles = [];
        }));
        if (group.meld.tiles.length === 3 && rulesNow().indicator) {
          const other = group.meld.type === "chow" ? "pung" : "chow";
          button(t("as_" + other), () => edit(() => { group.meld.type = other; }));
        }
        if (group.meld.tiles.length === 4) {
          const hidden = group.meld.type === "ckong";
          button(t(hidden ? "make_open" : "make_concealed"), () => edit(() => { group.meld.type = hidden ? "kong" : "ckong"; }));
        }
      }
      sheet.append(actions);
      const sets = group.id === "hand" ? setsWith(tile) : [];
      if (sets.length) {
        const row = el("div", { class: "choices" });
        for (const set of sets) {
          const name = t(set.type) + " " + set.tiles.map((one) => DATA.tiles[one.f]).join("");
          row.append(el("button", { type: "button", class: "setkey", "aria-label": name, onclick: act(() => makeSet(set)) },
            el("span", { text: t(set.type) }), ...set.tiles.map((one) => tilePicture(one.f))));
        }
        sheet.append(el("h3", { text: t("make_set") }), row);
      }
      sheet.append(el("h3", { text: t("all_tiles") }), faceRows((face) => { rename(key, face); closeDialog(); }, tile.f, ["back"]));
      const targets = el("div", { class: "choices" });
      for (const other of groups()) {
        if (other.id === group.id || other.id === "left") continue;
        if (other.id === "hand" && isFlower(tile.f)) continue;
        if (other.id === "flowers" && !isFlower(tile.f)) continue;
        const shown = other.meld ? other.name + " " + other.tiles.map((one) => shortName(one.f)).join("") : other.name;
        targets.append(el("button", { type: "button", text: shown, onclick: act(() => move(key, other.id)) }));
      }
      if (!isFlower(tile.f)) targets.append(el("button", { type: "button", text: t("new_set"), onclick: act(() => move(key, "new")) }));
      sheet.append(el("h3", { text: t("move_to") }), targets);
    }, document.querySelector('button[data-key="' + key + '"]'));
  }

  function cropOf(tile) {
    const told = state.told;
    if (!told || !told.photo || tile.at === undefined || tile.at === null) return null;
    const seen = told.reading.tiles[tile.at];
    if (!seen) return null;
    const xs = seen.quad.map((point) => point[0]), ys = seen.quad.map((point) => point[1]);
    const margin = 0.25 * (Math.max(...xs) - Math.min(...xs));
    return cropBox([Math.min(...xs) - margin, Math.min(...ys) - margin,
      Math.max(...xs) - Math.min(...xs) + 2 * margin, Math.max(...ys) - Math.min(...ys) + 2 * margin]);
  }

  function cropBox(box) {
    const told = state.told, [width, height] = told.reading.size;
    const photo = svg("image", { width, height });
    photo.setAttribute("href", told.photo);
    return svg("svg", { viewBox: box.join(" "), class: "crop", role: "img", "aria-label": t("photo"), preserveAspectRatio: "xMidYMid slice" }, photo);
  }

  // --- the tile keyboard ------------------------------------------------------------------------------------------------

  const TARGETS = ["hand", "win", "chow", "pung", "kong", "ckong"];

  function showKeyboard(open) {
    const box = $("keyboard");
    box.hidden = !open;
    $("keyboard-open").setAttribute("aria-expanded", open ? "true" : "false");
    $("keyboard-open").hidden = state && state.typed && open;
    if (!open) return;
    empty(box);
    const targets = el("div", { class: "segments", role: "radiogroup", "aria-label": t("keys_to") });
    const paint = () => {
      for (const node of targets.children) node.setAttribute("aria-checked", node.getAttribute("data-target") === state.target ? "true" : "false");
    };
    for (const target of TARGETS) {
      targets.append(el("button", {
        type: "button", role: "radio", "data-target": target, text: target === "win" ? t("winning") : t(target),
        onclick: () => { state.target = target; paint(); },
      }));
    }
    paint();
    box.append(targets, faceRows(press, null, []));
    const foot = el("div", { class: "choices" });
    foot.append(el("button", { type: "button", text: t("clear_all"), onclick: () => edit((hand) => {
      hand.left.push(...hand.concealed.concat(hand.flowers, hand.win || [], ...hand.melds.map((meld) => meld.tiles)).filter((tile) => tile.at !== undefined && tile.at !== null));
      Object.assign(hand, { concealed: [], melds: [], flowers: [], win: null });
    }) }));
    box.append(foot);
    showKeyCounts();
  }

  function press(face) {
    const target = state.target;
    edit((hand) => {
      const made = (f) => ({ f, k: ++serial, sure: true });
      if (isFlower(face)) { hand.flowers.push(made(face)); return; }
      if (target === "hand") hand.concealed.push(made(face));
      else if (target === "win") putInto(hand, made(face), "win");
      else if (target === "chow") {
        if (!/^[1-9][mps]$/.test(face)) { hand.concealed.push(made(face)); return; }
        const first = Math.min(7, Number(face[0]));
        hand.melds.push({ type: "chow", tiles: [0, 1, 2].map((step) => made(first + step + face[1])) });
      } else {
        const count = target === "pung" ? 3 : 4;
        hand.melds.push({ type: target, tiles: Array.from({ length: count }, () => made(face)) });
      }
    });
    if (target === "win") { state.target = "hand"; showKeyboard(true); }
  }

  /* A face of which four are used (one for flowers) is greyed. */
  function showKeyCounts() {
    if (!state || $("keyboard").hidden) return;
    const counts = {};
    for (const group of groups()) {
      if (group.id === "left") continue;
      for (const tile of group.tiles) counts[tile.f] = (counts[tile.f] || 0) + 1;
    }
    for (const node of $("keyboard").querySelectorAll(".key")) {
      const face = node.getAttribute("data-face");
      node.disabled = (counts[face] || 0) >= (isFlower(face) ? 1 : 4);
    }
  }

  // --- questions --------------------------------------------------------------------------------------------------------

  function showQuestions() {
    const box = empty($("questions"));
    const told = state.told;
    if (!told || locked()) return;
    for (const question of told.questions || []) {
      const choices = el("div", { class: "choices" });
      for (const choice of question.choices) {
        choices.append(el("button", { type: "button", class: "setkey", "aria-label": choice.label, onclick: () => answerQuestion(question, choice) },
          choice.face ? tilePicture(choice.face) : null, el("span", { text: choice.label })));
      }
      const group = el("section", { class: "card question", "aria-label": t("please_confirm") },
        el("h2", { text: question.text }), el("div", { class: "asked" }, cropBox(question.box), choices));
      box.append(group);
    }
  }

  async function answerQuestion(question, choice) {
    const own = state;
    if (locked() || stale() || own.busy) return;
    own.history.push(copyHand());
    own.busy = true;
    own.edits++;
    showTotal();
    try {
      const told = await call("POST", "/api/results/" + own.id + "/answer", { version: own.version, number: question.number, choice: choice.value });
      if (own !== state) return;
      own.sent = own.edits;
      adopt(told);
    } catch (refusal) {
      if (own !== state) return;
      if (refusal.status === 409) { await reload(own); toast(t("changed_elsewhere")); }
      else own.failed = refusal.message;
    }
    own.busy = false;
    showHand(); showSetup(); showQuestions(); showTotal(); showActions();
    $("total-card").scrollIntoView({ block: "nearest" });
  }

  // --- circumstances ------------------------------------------------------------------------------------------------------

  function showSetup() {
    const box = $("setup");
    if (locked()) { empty(box); return; }
    const focused = box.contains(document.activeElement) ? document.activeElement.getAttribute("data-id") : null;
    empty(box);
    const setup = state.setup;
    const rules = rulesNow();
    const on = (name) => (setup.flags || []).indexOf(name) >= 0;
    const set = (change, touched) => edit((hand, own) => Object.assign(own, change), touched);
    const flag = (name, value) => {
      const flags = (setup.flags || []).filter((one) => one !== name);
      if (value) flags.push(name);
      return flags;
    };
    const row = (title, options, chosen, choose, assumed) => {
      const name = el("span", { class: "setname", text: title });
      const buttons = radios(title, options, chosen, (value) => choose(value, value === chosen && !assumed));
      if (assumed) {
        name.append(el("small", { text: "（" + t("assumed_mark") + "）" }));
        const guess = buttons.querySelector('[aria-checked="true"]');
        if (guess) guess.classList.add("guessed");
      }
      return el("div", { class: "setrow" }, name, buttons);
    };
    const game = ofGame();
    if (gameNow() && !gameNow().over) box.append(whoWon(gameNow(), set));
    const drawn = on("self_draw");
    box.append(el("div", { class: "segments big-segments", role: "radiogroup", "aria-label": t("how") },
      ...[[true, t("self_draw")], [false, t("by_discard")]].map(([value, text]) => el("button", {
        type: "button", role: "radio", "aria-checked": drawn === value ? "true" : "false", "data-id": "how" + value, text,
        onclick: () => set({ flags: flag("self_draw", value), source: value ? null : setup.source }, "self_draw"),
      }))));
    const name = (seat) => game && setup.winner !== null && setup.winner !== undefined ? game.names[(setup.winner + seat) % 4] : t("rel_" + seat);
    const others = [1, 2, 3].map((seat) => [seat, name(seat)]);
    const known = !game || setup.winner !== null && setup.winner !== undefined;
    if (!drawn && known) box.append(row(t("who_gave"), others, setup.source, (value, was) => set({ source: was ? null : value })));
    const winds = ["E", "S", "W", "N"].map((wind) => [wind, t("wind_" + wind)]);
    if (!game || known && !game.winds[setup.winner]) {
      box.append(row(t("seat"), winds, setup.seat || "E", (value) => set({ seat: value }, "seat"), !setup.seat));
    }
    if (!game) {
      box.append(row(t("round"), winds, setup.round || "E", (value) => set({ round: value }, "round"), !setup.round));
      box.append(row(t("dealer"), [[0, t("rel_0")]].concat(others), setup.dealer, (value, was) => set({ dealer: was ? null : value }, "dealer")));
      box.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("streak") }),
        el("div", { class: "stepper" },
          el("button", { type: "button", "aria-label": t("streak") + " " + t("less"), "data-id": "less", text: "−", disabled: !setup.streak, onclick: () => set({ streak: Math.max(0, (setup.streak || 0) - 1) }) }),
          el("output", { text: String(setup.streak || 0) }),
          el("button", { type: "button", "aria-label": t("streak") + " " + t("more"), "data-id": "more", text: "+", onclick: () => set({ streak: Math.min(99, (setup.streak || 0) + 1) }) }))));
    } else {
      const wind = known && game.winds[setup.winner];
      box.append(el("p", { class: "soft from-game", text: [
        t("wind_" + game.round) + t("round_short"), t("deals", { name: game.names[game.dealer] }),
        game.streak ? t("streak") + " " + game.streak : "", wind ? t("seat") + " " + t("wind_" + wind) : "",
      ].filter(Boolean).join("・") }));
    }
    if (rules.flags.length) {
      const chips = el("div", { class: "chips", role: "group", "aria-label": t("special") });
      const shown = rules.flags.filter((name, i) => i < 5 || on(name) || state.allFlags);
      for (const name of shown) {
        chips.append(el("button", {
          type: "button", "aria-pressed": on(name) ? "true" : "false", "data-id": name, "data-flag": name, text: t(name),
          onclick: () => set({ flags: flag(name, !on(name)) }, name),
        }));
      }
      if (shown.length < rules.flags.length) {
        chips.append(el("button", { type: "button", class: "quiet", "data-id": "all-flags", text: t("more_flags"), onclick: () => { state.allFlags = true; showSetup(); } }));
      }
      box.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("special") }), chips));
    }
    if (rules.indicator) {
      box.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("indicator") }),
        el("button", { type: "button", class: "setkey", "data-id": "indicator", "aria-label": t("indicator") + " " + (setup.indicator ? DATA.tiles[setup.indicator] : t("empty")), onclick: pickIndicator },
          setup.indicator ? tilePicture(setup.indicator) : el("span", { text: "?" }))));
    }
    const choose = el("select", {
      id: "rules", "data-id": "rules", onchange: () => set({ rules: choose.value, indicator: null, flags: on("self_draw") ? ["self_draw"] : [] }),
    });
    for (const one of DATA.rules) choose.append(el("option", { value: one.name, text: one.title, selected: one.name === setup.rules }));
    if (!game) box.append(el("div", { class: "setrow" }, el("label", { class: "setname", for: "rules", text: t("rules") }), choose));
    const money = (name, word) => {
      const input = el("input", {
        type: "number", inputmode: "numeric", min: "0", max: "1000000", step: "1", id: "money-" + name, "data-id": "money-" + name,
        value: setup[name] ? String(setup[name]) : "", placeholder: String(rules.stakes[name]),
        onchange: () => set({ [name]: Math.max(0, Math.min(1000000, Math.round(Number(input.value)) || 0)) }),
      });
      return el("span", { class: "money" }, el("label", { for: "money-" + name, text: word }), input);
    };
    if (rules.stakes && !game) box.append(el("div", { class: "setrow" }, el("span", { class: "setname", text: t("money") }),
      el("div", { class: "stepper" }, money("base", t("base")), money("tai", t("per_tai")))));
    const again = focused && Array.from(box.querySelectorAll("[data-id]")).find((node) => node.getAttribute("data-id") === focused);
    if (again) again.focus({ preventScroll: true });
  }

  /* Whose hand of the game at the table it is: four names, or none of that game. */
  function whoWon(game, set) {
    const winner = state.setup.apart ? "apart" : state.setup.winner;
    const choices = game.names.map((name, seat) => [seat, name]).concat([["apart", t("not_this_game")]]);
    return el("div", { class: "setrow who-won" }, el("span", { class: "setname", text: t("who_won") }),
      radios(t("who_won"), choices, winner, (value) => set(value === "apart" ? { apart: true, winner: null } : { apart: false, winner: value, source: null }, "winner"), "big-segments names"));
  }

  function pickIndicator() {
    openDialog(t("indicator"), (sheet) => sheet.append(faceRows((face) => {
      edit((hand, setup) => { setup.indicator = face; }, "indicator");
      closeDialog();
    }, state.setup.indicator, [])));
  }

  // --- the total -------------------------------------------------------------------------------------------------------------

  function showTotal() {
    const total = empty($("total")), items = empty($("items")), pays = empty($("payments")), sum = empty($("sum"));
    const told = state.told;
    const card = $("total-card");
    if (state.failed) {
      card.setAttribute("data-state", "failed");
      total.append(el("p", { class: "error", role: "alert", text: state.failed }),
        el("button", { type: "button", text: t("try_again"), onclick: () => { state.failed = null; showTotal(); countAgain(); } }));
      sum.append(el("span", { class: "sum-none", text: t("no_total") }));
      return;
    }
    if (stale()) {
      card.setAttribute("data-state", "counting");
      total.append(el("p", { class: "counting", text: t("counting") + "…" }));
      sum.append(el("span", { class: "sum-none", text: "…" }));
      showActions();
      return;
    }
    if (!told) {
      card.setAttribute("data-state", "none");
      total.append(el("p", { class: "soft", text: t("no_total") }));
      return;
    }
    if (told.total === null) {
      card.setAttribute("data-state", "none");
      const more = told.error ? told.error.missing : 0;
      if (more) total.append(el("p", { class: "no-total", text: t("still", { count: more }) }));
      else total.append(el("p", { class: "no-total" }, el("strong", { text: t("no_total") }), el("br"), told.error ? told.error.text : ""));
      sum.append(el("span", { class: "sum-none", text: t("no_total") }));
      const choices = told.choices && told.choices.length ? told.choices : [];
      if (choices.length && !locked()) total.append(pickWin(choices, t("which_won"), false));
      else if (told.waits.length && !locked() && !state.hand.win) total.append(pickWin(told.waits, t("win_with"), true));
      showActions();
      return;
    }
    card.setAttribute("data-state", "counted");
    card.setAttribute("data-total", told.total);
    card.setAttribute("data-version", told.version);
    total.append(el("p", { class: "huge" }, el("b", { text: String(told.total) }), " ", el("span", { text: told.unit })));
    total.append(el("p", { class: "soft rules-name", text: told.rules.title + (told.limit ? "・" + t("limit") : "") }));
    sum.append(el("a", { href: "#total-card", class: "sum-total" }, el("b", { text: String(told.total) }), " " + told.unit),
      el("span", { class: "sum-items", text: told.items.map((item) => item.name).join("、") }));
    if (!told.items.length && told.logged && !told.hand.concealed.length) {
      items.append(el("p", { class: "soft", text: t("called_only") }));
    } else if (told.items.length) {
      const list = el("table", { class: "items" }, el("caption", { class: "hidden", text: t("items") }));
      const body = el("tbody");
      for (const item of told.items) {
        const why = item.why + (item.payer && item.payer !== "all" ? "（" + t("payer_" + item.payer) + "）" : "");
        body.append(el("tr", { "data-item": item.id, title: item.clause || item.rule }, el("th", { scope: "row" }, el("span", { text: item.name }), el("small", { class: "why", text: why })), el("td", { text: String(item.value) })));
      }
      list.append(body);
      items.append(list);
    } else {
      items.append(el("p", { text: t("no_items") }));
    }
    const notes = el("dl", { class: "notes" });
    if (told.waits.length) {
      notes.append(el("dt", { text: t("waits") }), el("dd", { class: "tiny" }, ...told.waits.map((face) => {
        const picture = tilePicture(face);
        picture.alt = DATA.tiles[face];
        return picture;
      })));
    }
    if (told.assumed.length) notes.append(el("dt", { text: t("assumed") }), el("dd", { text: told.assumed.join("；") }));
    items.append(notes);
    if (told.near && told.near.length) {
      const near = el("details", { class: "near" }, el("summary", { text: t("near") + "（" + told.near.length + "）" }));
      const list = el("ul");
      for (const one of told.near) list.append(el("li", { text: one.name + " " + one.value + "：" + one.why }));
      near.append(list);
      items.append(near);
    }
    showPayments(pays, told);
    showActions();
  }

  function pickWin(faces, title, add) {
    const row = el("div", { class: "keyrow likely" });
    for (const face of faces.slice(0, 13)) {
      row.append(faceButton(face, false, () => edit((hand) => {
        const own = hand.concealed.filter((tile) => tile.f === face).pop();
        if (add || !own) putInto(hand, { f: face, k: ++serial, sure: true }, "win");
        else move_(hand, own, "win");
      })));
    }
    return el("div", { class: "pickwin" }, el("h3", { text: title }), row);
  }

  function showPayments(box, told) {
    const paid = told.payments;
    box.append(el("h3", { text: t("pays") }));
    if (!paid) { box.append(el("p", { class: "soft", text: t("pays_unknown") })); return; }
    if (paid.need.length) {
      box.append(el("p", { class: "soft need", text: paid.need.map((what) => t("need_" + what)).join(" ") }));
      return;
    }
    const sums = el("ul", { class: "balance" });
    const name = (seat) => paid.names ? paid.names[seat] : seat > 3 ? t("pot") : t("rel_" + seat);
    paid.balance.forEach((amount, seat) => {
      if (seat > 3 && !amount) return;
      sums.append(el("li", { class: signClass(amount) }, el("span", { text: name(seat) }), el("b", { text: signed(amount) })));
    });
    box.append(sums);
    const lines = el("ul", { class: "transfers" });
    for (const one of paid.transfers) {
      lines.append(el("li", {}, el("b", { text: name(one.from) + " → " + name(one.to) + "　" + one.amount }), one.why ? "　" + one.why : ""));
    }
    box.append(lines);
  }

  // --- confirm, share, throw away ------------------------------------------------------------------------------------------------

  /* What proves a hand of the book, and what was changed since. */
  function showEvidence() {
    const box = empty($("evidence")), told = state.told;
    const proof = told && told.evidence;
    box.hidden = !proof;
    if (!proof) return;
    const list = el("dl", { class: "proof" });
    const line = (word, ...what) => list.append(el("dt", { text: word }), el("dd", {}, ...what));
    line(t("written_by"), new Date(proof.at).toLocaleString(DATA.lang) + "　" + writer(proof.by));
    if (proof.how) line(t("how_told"), t("told_" + proof.how));
    if (proof.corrections.length) line(t("corrections"), proof.corrections.map((one) => (DATA.tiles[one.read] || "?") + " → " + (DATA.tiles[one.taken] || "?")).join("、"));
    if (proof.rules.hash) line(t("rules_hash"), proof.rules.name + " ", el("span", { class: "hash", text: proof.rules.hash.slice(0, 16) }));
    const models = Object.keys(proof.models).map((name) => name + " " + proof.models[name].slice(0, 8)).join("、");
    if (proof.program) line(t("program"), [proof.program, models].filter(Boolean).join("　"));
    for (const one of proof.changes) line("#" + one.seq + " " + one.name, one.reason + "　" + one.at.slice(0, 16).replace("T", " ") + "　" + writer(one.by));
    const row = el("div", { class: "choices" });
    if (proof.game) row.append(el("a", { class: "big", href: "/game/" + proof.game, text: t("in_the_game") }));
    if (MAY_EDIT && told.hand.concealed.length) row.append(el("button", { type: "button", class: "wide", id: "correct", text: t("correct_tiles"), onclick: () => beginCorrection(told.id) }));
    box.append(el("h2", { text: t("evidence") + "　" + t("entry_number", { number: proof.seq }) }), list, row);
  }

  async function beginCorrection(id) {
    try {
      const told = await call("POST", "/api/results/" + id + "/edit");
      state = newState(told);
      adopt(told);
      history.pushState({}, "", "/r/" + told.id);
      showResult();
    } catch (refusal) { toast(refusal.message); }
  }

  /* Before a correction is written: what it changes, and why it is made. */
  async function confirmCorrection() {
    const own = state;
    let found;
    try { found = await call("POST", "/api/results/" + own.id + "/confirm", { version: own.version, preview: true }); } catch (refusal) { toast(refusal.message); return; }
    openDialog(t("what_changes"), (sheet) => {
      const problem = el("p", { class: "error", role: "alert" });
      const reason = el("input", { id: "reason", maxlength: "200", autocomplete: "off", oninput: () => { button.disabled = !reason.value.trim(); } });
      const button = el("button", { type: "button", class: "big primary enter", text: t("do_correct"), disabled: true, onclick: async () => {
        button.disabled = true;
        try {
          const done = await call("POST", "/api/results/" + own.id + "/confirm", { version: own.version, reason: reason.value });
          const now = done.corrects || done.id;
          closeDialog();
          history.replaceState({}, "", "/r/" + now);
          openResult(now);
        } catch (refusal) {
          problem.textContent = refusal.message;
          button.disabled = false;
          if (refusal.status === 409) await reload(own);
        }
      } });
      sheet.append(difference(found.change), el("div", { class: "setrow" }, el("label", { class: "setname", for: "reason", text: t("reason") }), reason), problem, button);
    }, $("confirm"));
  }

  function showActions() {
    const box = empty($("actions"));
    const told = state.told;
    showEvidence();
    if (!told) return;
    const needs = ofGame() && told.payments ? told.payments.need : [];
    const counted = told.total !== null && !stale() && !state.failed;
    if (told.corrects && !told.logged) box.append(el("p", { class: "soft", role: "status", text: t("correcting") }));
    if (told.logged) box.append(el("p", { class: "logged", role: "status", text: "✓ " + t("confirmed", { number: told.logged }) }));
    else if (MAY_EDIT) box.append(el("button", { type: "button", class: "big primary", id: "confirm", text: t(told.corrects ? "do_correct" : ofGame() ? "confirm_win" : "confirm"), disabled: !counted || needs.length > 0, onclick: told.corrects ? confirmCorrection : confirmHand }));
    box.append(el("button", { type: "button", class: "big", id: "share", text: t("share"), disabled: !counted, onclick: shareHand }));
    if (MAY_EDIT) {
      box.append(el("label", { class: "big", for: "camera", text: t("next_photo") }));
      if (!told.logged) box.append(el("button", { type: "button", class: "quiet", id: "throw", text: t("throw_away"), onclick: throwAway }));
    }
  }

  async function confirmHand() {
    const own = state;
    $("confirm").disabled = true;
    try {
      const told = await call("POST", "/api/results/" + own.id + "/confirm", { version: own.version });
      if (own !== state) return;
      adopt(told);
      showResult(true);
      toast(t("confirmed", { number: told.logged }));
    } catch (refusal) {
      toast(refusal.message);
      if (refusal.status === 409) await reload(own);
      showTotal();
    }
  }

  async function throwAway() {
    try {
      await call("DELETE", "/api/results/" + state.id);
      toast(t("thrown"));
      goHome(true);
    } catch (refusal) { toast(refusal.message); }
  }

  function summary(told) {
    const items = told.items.map((item) => item.name + " " + item.value).join("、");
    return told.total + " " + told.unit + (items ? "：" + items : "") + "（" + told.rules.title + "）";
  }

  async function shareHand() {
    const told = state.told, text = summary(told), link = location.origin + "/r/" + told.id;
    let file = null;
    if (told.photo && !told.logged_only) {
      try {
        const answer = await fetch("/api/results/" + told.id + "/picture.jpg", { credentials: "same-origin" });
        if (answer.ok && window.File) file = new File([await answer.blob()], "taicam-" + told.id + ".jpg", { type: "image/jpeg" });
      } catch (problem) { /* share the words alone */ }
    }
    if (navigator.share) {
      const whole = { text: text + "\n" + link };
      if (file && navigator.canShare && navigator.canShare({ files: [file] })) whole.files = [file];
      try { await navigator.share(whole); return; } catch (problem) { if (problem.name === "AbortError") return; }
    }
    openDialog(t("share"), (sheet) => {
      sheet.append(el("p", { class: "share-text", text: text }));
      const row = el("div", { class: "choices" });
      row.append(el("button", { type: "button", text: t("copy_text"), onclick: () => copy(text + "\n" + link) }));
      row.append(el("button", { type: "button", text: t("copy_link"), onclick: () => copy(link) }));
      sheet.append(row);
      if (file) {
        const url = URL.createObjectURL(file);
        sheet.append(el("img", { class: "share-picture", src: url, alt: text }),
          el("a", { class: "big", id: "download", href: url, download: file.name, text: t("download") }));
      }
    });
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text); // only on https and on this machine itself
    } catch (problem) {
      const area = el("textarea", { "aria-hidden": "true", class: "hidden" });
      area.value = text;
      $("dialog").firstElementChild.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    toast(t("copied"));
  }

  // --- where we are ------------------------------------------------------------------------------------------------------------------

  function showResult(keepPlace) {
    show(RESULT);
    if (!keepPlace || !$("stage").firstElementChild) showPicture();
    showHand();
    showQuestions();
    showSetup();
    showTotal();
    showActions();
    showKeyboard(!locked() && state.typed);
    if (!keepPlace) window.scrollTo(0, 0);
    document.title = (state.told && state.told.total !== null ? state.told.total + " " + state.told.unit + " — " : "") + "台Cam";
  }

  function startTyped() {
    state = newState(null);
    prefetchTiles();
    showResult();
  }

  async function openResult(id) {
    try {
      const told = await call("GET", "/api/results/" + encodeURIComponent(id));
      state = newState(told);
      adopt(told);
      prefetchTiles();
      showResult();
      if (location.search === "?edit" && told.logged && MAY_EDIT) beginCorrection(id);
    } catch (refusal) {
      show(PROGRESS);
      progress("", null);
      $("progress-bar").hidden = true;
      $("progress-error").textContent = refusal.message;
      $("progress-error").hidden = false;
      $("progress-cancel").textContent = t("home");
    }
  }

  function goHome(push) {
    if (flight) flight.stop();
    flight = state = null;
    if (push) history.pushState({}, "", "/");
    show(HOME);
    document.title = "台Cam — " + t("about");
  }

  function route() {
    const path = location.pathname;
    if (path === "/hand") startTyped();
    else if (path.slice(0, 3) === "/r/") openResult(path.slice(3));
    else goHome(false);
  }

  // --- live: others may change the same hand; who only looks on follows the last one ----------------------------------------------------

  function setUpLive() {
    const source = new EventSource("/api/live");
    let told = 0;
    source.addEventListener("result", async (event) => {
      const news = JSON.parse(event.data);
      const number = ++told;
      const mine = state && state.id === news.id;
      if (mine && (news.version > state.version || (news.logged && state.told && !state.told.logged)) && !state.busy && !stale()) {
        try { await reload(state); showResult(true); } catch (refusal) { /* the next event tells */ }
      } else if (!MAY_EDIT && !mine && location.pathname === "/" && number === told) {
        try {
          const answer = await call("GET", "/api/results/" + news.id);
          if (number !== told) return;
          state = newState(answer);
          adopt(answer);
          showResult();
        } catch (refusal) { /* gone already */ }
      }
    });
  }

  // --- start ----------------------------------------------------------------------------------------------------------------------------------

  function setUp() {
    for (const id of ["camera", "gallery"]) {
      const input = $(id);
      if (!input) continue;
      input.addEventListener("change", () => {
        const file = input.files[0];
        sendPhoto(file);
        input.value = ""; // the same photo may be chosen again
      });
    }
    const drop = $("drop");
    if (drop) {
      document.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
      document.addEventListener("dragleave", () => drop.classList.remove("over"));
      document.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        if (event.dataTransfer && event.dataTransfer.files[0]) sendPhoto(event.dataTransfer.files[0]);
      });
      document.addEventListener("paste", (event) => {
        const file = event.clipboardData && event.clipboardData.files[0];
        if (file) sendPhoto(file);
      });
      $("to-typed").addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState({}, "", "/hand");
        startTyped();
      });
    }
    $("progress-cancel").addEventListener("click", () => goHome(location.pathname !== "/"));
    $("undo").addEventListener("click", undo);
    $("keyboard-open").addEventListener("click", () => showKeyboard($("keyboard").hidden));
    document.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "z" && state && view === RESULT && $("dialog").hidden && event.target.tagName !== "INPUT") {
        event.preventDefault();
        undo();
      }
    });
    window.addEventListener("popstate", route);
    setUpZoom();
    route();
    window.addEventListener("load", () => {
      setTimeout(setUpLive, 300);
      if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
    });
  }

  setUp();
})();
