// H opens the last hands of this table.
"use strict";
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "h" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.matches?.("input:not([type=checkbox]), textarea, select") || document.querySelector("dialog[open]")) return;
  document.getElementById("last-hands").click();
});
