/* What every page of TaiCam shares: words, elements, requests, dialogs, the preferences.
   Plain script for browsers of 2020 and later; no library, no build step. */
window.taicam = (function () {
  "use strict";

  const DATA = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);

  function t(key, values) {
    let text = DATA.words[key] === undefined ? key : DATA.words[key];
    for (const name in values || {}) text = text.split("{" + name + "}").join(String(values[name]));
    return text;
  }

  function el(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const name in attributes || {}) {
      const value = attributes[name];
      if (value === null || value === undefined || value === false) continue;
      if (name.slice(0, 2) === "on") node.addEventListener(name.slice(2), value);
      else if (name === "text") node.textContent = value;
      else node.setAttribute(name, value === true ? "" : value);
    }
    for (const child of children) {
      if (child !== null && child !== undefined && child !== false) node.append(child);
    }
    return node;
  }

  const SVG = "http://www.w3.org/2000/svg";
  function svg(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const name in attributes || {}) node.setAttribute(name, attributes[name]);
    node.append(...children);
    return node;
  }

  function empty(node) { while (node.firstChild) node.removeChild(node.firstChild); return node; }

  function tilePicture(face, named) {
    return el("img", {
      src: "/tiles/" + face + ".svg?v=" + DATA.art, alt: "", draggable: "false", width: "60", height: "80",
      ...(named ? { alt: DATA.tiles[face], title: DATA.tiles[face] } : {}),
    });
  }

  /* A hand as a line of small tiles, its parts a little apart. */
  function tileLine(hand) {
    const line = el("p", { class: "tiny" });
    const add = (tiles, won) => {
      if (!tiles || !tiles.length) return;
      if (line.firstChild) line.append(" ");
      for (const tile of tiles) {
        const picture = tilePicture(tile.f, true);
        if (won) picture.className = "won";
        line.append(picture);
      }
    };
    add(hand.concealed);
    for (const meld of hand.melds || []) add(meld.tiles);
    add(hand.win ? [hand.win] : [], true);
    add(hand.flowers);
    return line;
  }

  let toastTimer = 0;
  function toast(text) {
    const box = $("toast");
    box.textContent = text;
    box.classList.add("shown");
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => box.classList.remove("shown"), 3500);
  }

  /* An amount of money with its sign, as it stands in a sum. */
  function signed(amount) { return (amount > 0 ? "+" : amount < 0 ? "−" : "") + Math.abs(amount); }
  function signClass(amount) { return amount > 0 ? "gets" : amount < 0 ? "gives" : ""; }

  // --- talking to the machine ---------------------------------------------------------------------

  class Refusal extends Error {
    constructor(status, error) { super(error.text); this.status = status; this.key = error.key; }
  }

  async function call(method, path, body) {
    const options = { method, headers: { accept: "application/json" }, credentials: "same-origin" };
    if (body !== undefined) {
      options.headers["content-type"] = "application/json";
      options.body = JSON.stringify(body);
    }
    let answer;
    try {
      answer = await fetch(path, options);
    } catch (problem) {
      throw new Refusal(0, { key: "offline", text: t("no_connection") });
    }
    let told = {};
    try { told = await answer.json(); } catch (problem) { /* told below */ }
    if (answer.status === 401 && path !== "/api/join") location.assign("/join");
    if (!answer.ok) throw new Refusal(answer.status, told.error || { key: "", text: t("no_connection") });
    return told;
  }

  // --- dialogs --------------------------------------------------------------------------------------

  let opener = null;

  function openDialog(title, fill, from) {
    const box = $("dialog"), sheet = empty(box.firstElementChild);
    opener = from || opener || document.activeElement;
    sheet.append(el("div", { class: "sheet-head" }, el("h2", { id: "dialog-title", text: title, tabindex: "-1" }),
      el("button", { type: "button", class: "small", "aria-label": t("close"), text: "✕", onclick: closeDialog })));
    fill(sheet);
    box.hidden = false;
    document.body.classList.add("modal");
    $("dialog-title").focus();
  }

  function closeDialog() {
    const box = $("dialog");
    if (!box || box.hidden) return;
    box.hidden = true;
    document.body.classList.remove("modal");
    const key = opener && opener.getAttribute && (opener.getAttribute("data-key") || opener.id);
    const again = key && (document.querySelector('[data-key="' + key + '"]') || $(key));
    const back = again || opener;
    opener = null;
    if (back && back.focus && document.contains(back)) back.focus();
    else $("main").focus({ preventScroll: true });
  }

  function keepInside(event) {
    const box = $("dialog");
    if (!box || box.hidden) return;
    if (event.key === "Escape") { closeDialog(); return; }
    if (event.key !== "Tab") return;
    const all = Array.from(box.querySelectorAll("button:not([disabled]), input:not([disabled]), select, a[href]"));
    const first = all[0], last = all[all.length - 1];
    if (event.shiftKey && (document.activeElement === first || document.activeElement.id === "dialog-title")) {
      event.preventDefault(); last.focus();
    } else if (!event.shiftKey && document.activeElement === last) {
      event.preventDefault(); first.focus();
    }
  }

  /* A row of buttons of which one is chosen; options are [value, text]. */
  function radios(title, options, chosen, choose, extra) {
    const row = el("div", { class: "segments" + (extra ? " " + extra : ""), role: "radiogroup", "aria-label": title });
    for (const [value, text] of options) {
      row.append(el("button", {
        type: "button", role: "radio", "aria-checked": value === chosen ? "true" : "false", "data-id": title + value,
        text, onclick: () => choose(value),
      }));
    }
    return row;
  }

  /* What a change would do: to people, to where the game stands, to other entries. */
  function difference(change) {
    const none = () => el("p", { class: "soft", text: t("nothing_changes") });
    if (!change) return none();
    const people = change.people.filter((one) => one.before !== one.after);
    if (!people.length && change.before === change.after) return none();
    const node = el("div", { class: "difference" });
    if (people.length) {
      node.append(el("table", { class: "sheet-table" }, el("tbody", {}, ...people.map((one) => el("tr", {},
        el("th", { scope: "row", text: one.name }), el("td", { text: signed(one.before) }), el("td", { text: "→" }), el("td", { class: signClass(one.after), text: signed(one.after) }))))));
    }
    if (change.before !== change.after) node.append(el("p", { text: change.before + " → " + change.after }));
    if (change.entries.length > 1) {
      node.append(el("p", { class: "soft", text: t("entries_change") }), el("ul", { class: "soft" }, ...change.entries.slice(0, 8).map((one) => el("li", { text: "#" + one.seq + " " + one.text + (one.after ? "" : "（" + t("entry_gone") + "）") }))));
    }
    return node;
  }

  /* A drawing that came as text. */
  function drawing(text) {
    return el("div", { class: "chart" }, document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true));
  }

  /* The pages sign with the role; other programs with a name. */
  function writer(by) { return DATA.words["role_" + by] || by; }

  // --- preferences --------------------------------------------------------------------------------------

  function setCookie(name, value) {
    document.cookie = name + "=" + value + "; path=/; max-age=31536000; samesite=strict";
  }

  if ($("lang")) {
    $("lang").addEventListener("change", () => { setCookie("lang", $("lang").value); location.reload(); });
    $("theme").addEventListener("change", () => {
      const value = $("theme").value;
      setCookie("theme", value);
      if (value === "auto") document.documentElement.removeAttribute("data-theme");
      else document.documentElement.setAttribute("data-theme", value);
    });
  }
  if ($("dialog")) {
    $("dialog").addEventListener("click", (event) => { if (event.target === $("dialog")) closeDialog(); });
    document.addEventListener("keydown", keepInside);
  }

  return {
    DATA, $, t, el, svg, empty, tilePicture, tileLine, toast, signed, signClass, Refusal, call,
    openDialog, closeDialog, radios, difference, drawing, writer,
    mayEdit: DATA.role === "scorer" || DATA.role === "organiser",
  };
})();
