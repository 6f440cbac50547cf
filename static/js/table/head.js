// The table's name, stakes and unit of amounts, which the house may change while the page is open.
"use strict";
(() => {
  const page = document.body;
  document.addEventListener("fragment:after", ({ detail: { fragment } }) => {
    if (fragment.id !== "table-head") return;
    const { about, ...shown } = fragment.dataset;
    for (const [name, value] of Object.entries(shown)) {
      if (value) page.dataset[name] = value;
      else delete page.dataset[name];
    }
    document.querySelector("#main > h1").textContent = shown.name;
    document.getElementById("table-surface").setAttribute("aria-label", about);
    pokerroom.otherTables.showTitle();
  });
})();
