// Puts new fragments of HTML in the place of those with the same id. Nothing changes under a pressed button.
"use strict";
// Everything that one script offers to the others.
window.pokerroom = {};
(() => {
  const LONGEST_PRESS_MS = 3000;
  const CLICK_MS = 20;
  const held = [];
  let pressed = false;
  let limit = 0;

  // A browser sends no click when the element is replaced between press and release, so changes wait until after it.
  const release = () => {
    pressed = false;
    clearTimeout(limit);
    for (const change of held.splice(0)) change();
  };
  addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("a, button, summary, label")) return;
    clearTimeout(limit);
    pressed = true;
    limit = setTimeout(release, LONGEST_PRESS_MS);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release, CLICK_MS), true);
  const whenReleased = (change) => (pressed ? held.push(change) : change());

  const parse = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  };

  // Whether no listener has cancelled the event.
  const dispatch = (name, detail = {}, target = document) => target.dispatchEvent(
    new CustomEvent(name, { bubbles: true, cancelable: true, detail }),
  );

  const append = (lines, list) => {
    const newLines = [...lines.children];
    list?.append(...newLines);
    for (const line of newLines) window.htmx?.process(line);
  };
  const replace = (old, fragment) => {
    if (!dispatch("fragment:before", { old, fragment })) return;
    old.replaceWith(fragment);
    window.htmx?.process(fragment);
    dispatch("fragment:after", { old, fragment });
  };

  // Swaps every top-level element, or appends its lines to the list it names; returns the ids that are not on the page.
  const swap = (fragments) => {
    const missing = [];
    for (const fragment of [...fragments.children]) {
      if (fragment.dataset.appendTo) append(fragment, document.getElementById(fragment.dataset.appendTo));
      else {
        const old = document.getElementById(fragment.id);
        if (old) replace(old, fragment);
        else missing.push(fragment.id);
      }
    }
    return missing;
  };

  Object.assign(pokerroom, { dispatch, parse, swap, whenReleased });
})();
