// The keys a player chose: the action of a pressed key, and the letters on the buttons.
"use strict";
(() => {
  const BAR = { fold: "f", call: "c", raise: "r" };
  const pairs = (document.body.dataset.keys ?? "").split(" ").filter(Boolean).map((pair) => pair.split(":"));
  const actions = new Map(pairs.map(([action, key]) => [key, action]));
  const keys = new Map(pairs.map(([action, key]) => [BAR[action] ?? action, key]));

  // The action bar's own letter, the name of another action, nothing for an unused letter, or else the key as it is.
  const meaning = (pressed) => {
    const action = actions.get(pressed.toLowerCase());
    if (action) return BAR[action] ?? action;
    return /^\p{L}$/u.test(pressed) ? "" : pressed;
  };
  const show = () => {
    for (const hint of document.querySelectorAll("#controls [data-key] > kbd, #last-hands > kbd")) {
      const key = keys.get(hint.parentElement.dataset.key ?? "hands");
      hint.textContent = key?.toUpperCase() ?? "";
      hint.hidden = !key;
    }
  };

  const size = (name) => document.querySelector(`#controls .presets [data-size="${name}"]`)?.click();
  const tab = (name) => document.getElementById(`tab-${name}`)?.click();
  // Performs an action outside the action bar; returns whether there is one of that name.
  const act = (name, event) => {
    const perform = {
      half: () => size("half"),
      pot: () => size("pot"),
      max: () => size("max"),
      log: () => tab("hand"),
      hands: () => document.getElementById("last-hands")?.click(),
      chat: () => {
        tab("chat");
        document.querySelector(".chat-form input[name=text]")?.focus();
      },
      table: () => pokerroom.otherTables?.showNext(),
    }[name];
    if (!perform) return false;
    event.preventDefault();
    perform();
    return true;
  };

  pokerroom.keyBindings = { meaning, show, act };
})();
