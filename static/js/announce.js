// The structure editor: levels added and taken away; what they come to is worked out by the server.
"use strict";
(() => {
  const body = document.querySelector(".a-levels tbody");
  const add = document.querySelector("[data-adds]");
  const number = () => {
    for (const [at, row] of [...body.rows].entries()) {
      row.querySelector(".number").textContent = at + 1;
      row.querySelector("[data-removes]").hidden = body.rows.length < 2;
    }
  };
  const double = (field) => { if (/^\d+$/.test(field.value)) field.value = String(Number(field.value) * 2); };
  add.hidden = false;
  add.addEventListener("click", () => {
    const row = body.rows[body.rows.length - 1].cloneNode(true);
    for (const field of row.querySelectorAll("[name=small], [name=big], [name=ante], [name=bring_in]")) double(field);
    row.querySelector("[name=rest]").value = "";
    for (const told of row.querySelectorAll(".told")) told.textContent = "";
    body.append(row);
    number();
    row.querySelector("input").focus();
  });
  body.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-removes]")) return;
    target.closest("tr").remove();
    number();
  });
  number();
})();
