// Nothing changes under a pressed button: what the lines to the room bring meanwhile comes right after the click, which
// a browser gives to nobody when the element was exchanged between press and release.
"use strict";
(() => {
  const LONGEST_MS = 3000;
  const CLICK_MS = 20;
  const kept = [];
  let pressed = false;
  let limit = 0;
  const release = () => {
    pressed = false;
    clearTimeout(limit);
    for (const deliver of kept.splice(0)) deliver();
  };
  addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("a, button, summary, label")) return;
    clearTimeout(limit);
    pressed = true;
    limit = setTimeout(release, LONGEST_MS);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release, CLICK_MS), true);
  window.WebSocket = class extends WebSocket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", (event) => {
        if (!pressed) return;
        event.stopImmediatePropagation();
        kept.push(() => this.dispatchEvent(new MessageEvent("message", { data: event.data })));
      });
    }
  };
  window.whenReleased = (change) => (pressed ? kept.push(change) : change());
})();
