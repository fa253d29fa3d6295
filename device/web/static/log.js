/* The confirmed hands, newest first. */
(function () {
  "use strict";
  const { DATA, $, t, el, call, tileLine } = window.taicam;

  function row(hand) {
    const when = hand.time ? el("time", { class: "soft", datetime: hand.time, text: new Date(hand.time).toLocaleString(DATA.lang) }) : el("span");
    const winner = hand.game && hand.setup.winner !== null ? hand.game.names[hand.setup.winner] : "";
    return el("li", { class: "card" },
      el("p", { class: "log-head" }, el("a", { href: "/r/" + hand.id, text: t("log_number", { number: hand.logged }) }), when,
        winner ? el("span", { class: "who", text: winner }) : null, el("b", { text: hand.total + " " + hand.unit })),
      tileLine(hand.hand), el("p", { class: "soft", text: hand.items.map((item) => item.name + " " + item.value).join("、") }));
  }

  call("GET", "/api/log").then((told) => {
    $("log").append(told.hands.length ? el("ol", { class: "log" }, ...told.hands.map(row)) : el("p", { class: "soft", text: t("log_empty") }));
  }).catch((refusal) => { $("log").append(el("p", { class: "error", text: refusal.message })); });
})();
