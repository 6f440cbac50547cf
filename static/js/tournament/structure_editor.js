// The structure editor: adds and removes levels; the server works out the rest.
"use strict";
(() => {
  const body = document.querySelector(".a-levels tbody");
  const addButton = document.querySelector("[data-adds]");
  const levels = () => [...body.querySelectorAll("tr:not(.a-wrong)")];
  const renumber = () => {
    const rows = levels();
    for (const [at, row] of rows.entries()) {
      row.querySelector(".number").textContent = at + 1;
      row.querySelector("[data-removes]").hidden = rows.length < 2;
    }
  };
  const double = (field) => { if (/^\d+$/.test(field.value)) field.value = String(Number(field.value) * 2); };
  addButton.hidden = false;
  addButton.addEventListener("click", () => {
    const row = levels().at(-1).cloneNode(true);
    for (const field of row.querySelectorAll("[name=small], [name=big], [name=ante], [name=bring_in]")) double(field);
    row.querySelector("[name=rest]").value = "";
    for (const error of row.querySelectorAll(".explained")) error.textContent = "";
    body.append(row);
    renumber();
    row.querySelector("input").focus();
  });
  body.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-removes]")) return;
    const row = target.closest("tr");
    if (row.nextElementSibling?.matches(".a-wrong")) row.nextElementSibling.remove();
    row.remove();
    renumber();
  });
  renumber();
})();
