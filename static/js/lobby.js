// The lobby: keeps the filters in the address, and loads the list again when tables come or go.
"use strict";
(() => {
  const filters = document.querySelector(".filters");
  const page = document.querySelector(".page");
  const noteWhenNothingFits = () => {
    const rows = [...document.querySelectorAll("#tables tbody tr[id]")];
    page.classList.toggle("nothing-fits", rows.length > 0 && !rows.some((row) => row.offsetParent));
  };
  filters.addEventListener("change", () => {
    const query = new URLSearchParams(new FormData(filters)).toString();
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
    noteWhenNothingFits();
  });
  document.addEventListener("htmx:wsAfterMessage", () => {
    const wanted = document.getElementById("lobby-summary").dataset.tables;
    const shown = [...document.querySelectorAll("#tables tbody tr[id]")].map((row) => row.id.slice(6)).join(" ");
    if (wanted !== shown) htmx.ajax("GET", location.href, { target: "#tables", select: "#tables", swap: "outerHTML" });
    noteWhenNothingFits();
  });
  noteWhenNothingFits();
})();
