// Keys: fold, call and raise by the letters the player chose, arrows, digits (amounts, or cards to exchange), Enter.
"use strict";
(() => {
  const press = (key) => document.querySelector(`#controls [data-key="${key}"]`)?.click();
  const isTyping = (element) => element.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]");

  const pressInAmount = (key, event) => {
    if (key === "Enter") {
      event.preventDefault();
      press("r");
    } else if (key === "Escape") event.target.blur();
    else if (/^[fcr]$/.test(key)) {
      event.preventDefault();
      if (key !== "r") press(key);
    }
  };
  const pressOnTable = (key, event) => {
    const sizer = pokerroom.betting.raise();
    const field = sizer?.field;
    if (pokerroom.keyBindings.act(key, event)) return;
    if (/^[fc]$/.test(key)) press(key);
    else if (key === "r") {
      event.preventDefault();
      if (field) field.select();
      else press("r");
    } else if (sizer && /^Arrow(Up|Right)$/.test(key)) sizer.step(1);
    else if (sizer && /^Arrow(Down|Left)$/.test(key)) sizer.step(-1);
    else if (field && /^\d$/.test(key)) field.select();
    else if (/^[1-9]$/.test(key)) pokerroom.cardExchange.toggle(key);
    else if (key === "Enter" && sizer?.touched && !event.target.closest?.("button, a, summary")) press("r");
    else return;
    if (key.startsWith("Arrow")) event.preventDefault();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && !event.key.startsWith("Arrow")) return;
    if (document.querySelector("dialog[open]")) return;
    const key = pokerroom.keyBindings.meaning(event.key);
    if (event.target.id === "amount") pressInAmount(key, event);
    else if (!isTyping(event.target)) pressOnTable(key, event);
  });
})();
