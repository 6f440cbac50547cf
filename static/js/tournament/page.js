// The page of one tournament: it goes to the player's table when it opens.
"use strict";
(() => {
  const seatIn = (root) => root.querySelector("#t-own [data-table-id]");
  // A player who has just entered goes to a seat that is there already.
  const seat = seatIn(document);
  if (seat && new URLSearchParams(location.search).has("entered")) location.replace(seat.href);

  document.addEventListener("push:before", (event) => {
    const opened = seatIn(event.detail.fragments);
    if (opened && document.getElementById("t-own") && !seatIn(document)) {
      event.preventDefault();
      pokerroom.leavePage(() => location.assign(opened.href));
    }
  });
})();
