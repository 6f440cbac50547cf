// In the same turn the buttons, a question and the amount stay as they are: a time bank that begins or a call of time
// changes only what stands around them.
"use strict";
(() => {
  const AROUND = ".strength, .offers, .turnbar";
  // The actions as the room drew them; the page's scripts change them afterwards.
  let drawn = "";

  const actionsOf = (bar) => [...bar.children].filter((part) => !part.matches(AROUND)).map((part) => part.outerHTML).join("");
  const replaceAround = (bar, fragment) => {
    for (const part of bar.querySelectorAll(`:scope > :is(${AROUND})`)) part.remove();
    let next = bar.firstElementChild;
    for (const part of [...fragment.children]) {
      if (part.matches(AROUND)) bar.insertBefore(part, next);
      else next = next.nextElementSibling;
    }
  };
  document.addEventListener("fragment:before", (event) => {
    const { old, fragment } = event.detail;
    if (fragment.id !== "controls") return;
    const actions = fragment.dataset.turn ? actionsOf(fragment) : "";
    // A bar that waits for an answer gets new buttons with it.
    const stays = actions !== "" && actions === drawn && !old.matches(".sent");
    drawn = actions;
    if (!stays) return;
    event.preventDefault();
    replaceAround(old, fragment);
  });
})();
