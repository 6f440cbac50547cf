// How a tournament's pieces take the place of older ones: what a person types, has chosen or opened stays.
"use strict";
(() => {
  const isTypedIn = (piece) => {
    const at = document.activeElement;
    return piece.contains(at) && at.matches("input:not([type=hidden]), textarea, select");
  };
  const hasOpenDetails = (piece) => piece.querySelector("details[open]") !== null;

  const BAR = "tournament-bar";
  const atTable = document.getElementById(BAR) !== null;

  document.addEventListener("piece:before", (event) => {
    const { old, piece } = event.detail;
    // The other pieces of a table page belong to the table.
    if (atTable && piece.id !== BAR) return undefined;
    // A piece that is being typed in waits for its next change.
    if (isTypedIn(old)) return event.preventDefault();
    // A chosen option stays chosen while it is there.
    if (piece.matches("select")) piece.value = old.value;
    if (hasOpenDetails(old)) for (const details of piece.querySelectorAll("details")) details.open = true;
    const focused = old.contains(document.activeElement) && document.activeElement.value;
    if (!focused) return undefined;
    const refocus = () => piece.querySelector(`[value="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    return document.addEventListener("piece:after", refocus, { once: true });
  });
})();
