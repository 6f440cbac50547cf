// The keys a player chose: what a pressed key means here, and what the buttons say of it.
"use strict";
(() => {
  const BAR = { fold: "f", call: "c", raise: "r" };
  const pairs = (document.body.dataset.keys ?? "").split(" ").filter(Boolean).map((pair) => pair.split(":"));
  const acts = new Map(pairs.map(([act, key]) => [key, act]));
  const keys = new Map(pairs.map(([act, key]) => [BAR[act], key]));

  // The bar's own letter, the name of another act, the key as it is, or nothing for a letter that means nothing.
  const meaning = (pressed) => {
    const act = acts.get(pressed.toLowerCase());
    if (act) return BAR[act] ?? act;
    return /^\p{L}$/u.test(pressed) ? "" : pressed;
  };
  const show = () => {
    for (const hint of document.querySelectorAll("#controls [data-key] > kbd")) {
      const key = keys.get(hint.parentElement.dataset.key);
      hint.textContent = key?.toUpperCase() ?? "";
      hint.hidden = !key;
    }
  };

  const size = (name) => document.querySelector(`#controls .presets [data-size="${name}"]`)?.click();
  const tab = (name) => document.getElementById(`tab-${name}`)?.click();
  // Acts that are no part of the bar; whether there was one.
  const act = (name, event) => {
    const does = {
      half: () => size("half"),
      pot: () => size("pot"),
      max: () => size("max"),
      log: () => tab("hand"),
      chat: () => {
        tab("chat");
        document.querySelector(".say input[name=text]")?.focus();
      },
      table: () => room.tables?.next(),
    }[name];
    if (!does) return false;
    event.preventDefault();
    does();
    return true;
  };

  room.keys = { meaning, show, act };
})();
