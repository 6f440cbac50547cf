// The schedule: filters work at once; the list is fetched again when something has changed and somebody looks at it.
"use strict";
(() => {
  const LIST = "t-schedule";
  const filters = document.querySelector(".t-filters");
  const list = () => document.getElementById(LIST);
  let stale = false;

  document.body.classList.add("scripted");
  filters?.addEventListener("change", () => filters.requestSubmit());

  const refresh = async () => {
    stale = true;
    if (document.hidden || list().contains(document.activeElement)) return;
    stale = false;
    const page = await pokerroom.refresh(location.href, [LIST]);
    if (page) pokerroom.tournamentClocks.setServerTime(page.body.dataset.now);
  };
  const refreshIfStale = () => setTimeout(() => { if (stale) refresh(); });
  document.addEventListener("visibilitychange", refreshIfStale);
  document.addEventListener("focusout", refreshIfStale);

  // The socket only says that something has changed; the page knows its own filters.
  document.addEventListener("push:before", ({ detail }) => {
    if (detail.fragments.getElementById("t-server-time")) refresh();
  });
  document.addEventListener("socket:open", ({ detail }) => { if (detail.again) refresh(); });
})();
