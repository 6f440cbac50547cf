// How a tournament's fragments take the place of older ones: what a person types, has chosen or opened stays.
"use strict";
(() => {
  const isTypedIn = (fragment) => {
    const at = document.activeElement;
    return fragment.contains(at) && at.matches("input:not([type=hidden]), textarea, select");
  };
  const hasOpenDetails = (fragment) => fragment.querySelector("details[open]") !== null;

  const BAR = "tournament-bar";
  const atTable = document.getElementById(BAR) !== null;

  document.addEventListener("fragment:before", (event) => {
    const { old, fragment } = event.detail;
    // The other fragments of a table page belong to the table.
    if (atTable && fragment.id !== BAR) return undefined;
    // A fragment that is being typed in waits for its next change.
    if (isTypedIn(old)) return event.preventDefault();
    // A chosen option stays chosen while it is there.
    if (fragment.matches("select")) fragment.value = old.value;
    if (hasOpenDetails(old)) for (const details of fragment.querySelectorAll("details")) details.open = true;
    const focused = old.contains(document.activeElement) && document.activeElement.value;
    if (!focused) return undefined;
    const refocus = () => fragment.querySelector(`[value="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    return document.addEventListener("fragment:after", refocus, { once: true });
  });
})();
