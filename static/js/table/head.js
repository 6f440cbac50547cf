// The table's name, stakes and unit of amounts, which the house may change while the page is open.
"use strict";
(() => {
  const page = document.body;
  document.addEventListener("fragment:after", ({ detail: { fragment } }) => {
    if (fragment.id !== "table-head") return;
    const { about, ...shown } = fragment.dataset;
    // The seats change at an empty table only; a page for another number of them has to be drawn anew.
    if (shown.seats !== page.dataset.seats) return location.reload();
    for (const [name, value] of Object.entries(shown)) {
      if (value) page.dataset[name] = value;
      else delete page.dataset[name];
    }
    document.querySelector("#main > h1").textContent = shown.name;
    document.getElementById("table-surface").setAttribute("aria-label", about);
    pokerroom.otherTables.showTitle();
  });
})();
