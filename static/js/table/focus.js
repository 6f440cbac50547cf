// Focus survives a push that replaces the element which had it; after a refused action it comes back to its button.
"use strict";
(() => {
  const ANSWER_MS = 3500;
  const main = document.getElementById("main");
  const controls = () => document.getElementById("controls");
  let focused = null;
  let asked = null;

  const read = () => {
    const at = document.activeElement;
    if (!at || at === document.body || !main.contains(at)) return null;
    const typed = at.matches(".amount") ? at.value : null;
    return { at, id: at.id, key: at.dataset.key, within: at.closest("[id]")?.id, text: at.textContent.trim(), typed };
  };
  // A button without an id or key, such as a switch of my seat, is the one that says the same in the same place.
  const namesake = ({ at, within, text }) => [...document.querySelectorAll(`#${CSS.escape(within)} ${at.tagName}`)]
    .find((element) => text && element.textContent.trim() === text);
  const remember = () => { focused = read(); };
  const restore = () => {
    // While an action was on its way its buttons were inert; if it was refused, focus and amount come back.
    const refused = asked && asked.turn === controls().dataset.turn ? asked : null;
    const was = refused ?? focused;
    if (!was || was.at.isConnected) return;
    asked = null;
    const again = (was.id && document.getElementById(was.id))
      || (was.key && document.querySelector(`[data-key="${was.key}"]`))
      || (was.within && namesake(was));
    (again || controls()).focus({ preventScroll: true });
    if (refused?.typed && again?.matches(".amount")) {
      again.value = refused.typed;
      again.dispatchEvent(new Event("input", { bubbles: true }));
      again.select();
    }
  };

  // One ask at a time from the action bar: a second press in the same turn sends nothing.
  document.addEventListener("ask:before", (event) => {
    if (event.target.closest("#controls.sent")) event.preventDefault();
  });
  // The bar waits for the answer to what was sent from it.
  document.addEventListener("ask:sent", ({ target }) => {
    const bar = target.closest("#controls");
    if (!bar) return;
    remember();
    asked = focused && bar.dataset.turn ? { turn: bar.dataset.turn, ...focused } : null;
    const parts = [...bar.querySelectorAll(".acts, .sizer")];
    const setWaiting = (on) => {
      bar.classList.toggle("sent", on);
      for (const part of parts) part.inert = on;
    };
    // Inert elements lose the focus; the bar holds it until its buttons work again.
    if (bar.contains(document.activeElement)) bar.focus({ preventScroll: true });
    const stopWaiting = () => (pokerroom.asks.isWaiting() ? setTimeout(stopWaiting, ANSWER_MS) : setWaiting(false));
    setWaiting(true);
    setTimeout(stopWaiting, ANSWER_MS);
  });
  // A closed dialog gives the focus back to an element that a push may have replaced.
  document.addEventListener("close", () => {
    if (document.activeElement === document.body) controls().focus({ preventScroll: true });
  }, true);

  pokerroom.focus = { remember, restore };
})();
