// The page of one tournament: it goes to the player's table when it opens.
"use strict";
(() => {
  const seatIn = (root) => root.querySelector("#t-own [data-table-id]");
  const stageIn = (root) => root.getElementById("t-head")?.dataset.stage;
  // A player who has just entered goes to a seat that is there already.
  const seat = seatIn(document);
  if (seat && new URLSearchParams(location.search).has("entered")) location.replace(seat.href);

  document.addEventListener("push:before", (event) => {
    const { fragments } = event.detail;
    const opened = seatIn(fragments);
    const stage = stageIn(fragments);
    if (opened && document.getElementById("t-own") && !seatIn(document)) {
      event.preventDefault();
      pokerroom.leavePage(() => location.assign(opened.href));
    } else if (document.querySelector(".d-acts") && stage && stage !== stageIn(document)) {
      // The director has other forms before, during and after the tournament.
      event.preventDefault();
      pokerroom.leavePage(() => location.reload());
    }
  });
})();
