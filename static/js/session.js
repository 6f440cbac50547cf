// The session in the bar: fetched again every minute while the player sits at a table and looks at the page.
"use strict";
(() => {
  const EVERY_MS = 60_000;
  const { address } = document.currentScript.dataset;
  // A tile is part of a page with a bar of its own.
  if (document.body.classList.contains("tile")) return;
  const refresh = () => {
    const session = document.getElementById("session");
    if (session?.dataset.since && !document.hidden) pokerroom.refresh(address, ["session"]);
  };
  setInterval(refresh, EVERY_MS);
  document.addEventListener("visibilitychange", refresh);
})();
