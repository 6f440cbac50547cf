// The director's page: other forms before, during and after the tournament, and new calls and reports are read out.
"use strict";
(() => {
  const LINKS_AND_FORMS = ["d-ways", "d-forms"];
  const NEWS = { call: "f-calls", report: "t-reports" };
  const stageIn = (root) => root.getElementById("t-head")?.dataset.stage;
  const newestIn = (id) => Number(document.getElementById(id).dataset.newest);
  const newest = Object.fromEntries(Object.entries(NEWS).map(([kind, id]) => [kind, newestIn(id)]));

  // The rest of the page stays, and with it the answer to what the director has just done.
  const showForms = async () => {
    if (document.activeElement.closest("#d-forms")) document.activeElement.blur();
    if (!(await pokerroom.refresh(location.href, LINKS_AND_FORMS))) pokerroom.leavePage(() => location.reload());
  };
  document.addEventListener("push:before", ({ detail }) => {
    const stage = stageIn(detail.fragments);
    if (stage && stage !== stageIn(document)) showForms();
  });
  document.addEventListener("push:after", () => {
    const live = document.getElementById("d-news");
    for (const [kind, id] of Object.entries(NEWS)) {
      if (newestIn(id) > newest[kind]) live.textContent = live.dataset[kind];
      newest[kind] = newestIn(id);
    }
  });
})();
