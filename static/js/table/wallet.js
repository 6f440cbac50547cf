// The sum in the bar is fetched again when chips go between wallet and table.
"use strict";
(() => {
  const main = document.getElementById("main");
  let shown = null;

  const refresh = () => {
    if (document.getElementById("wallet")) pokerroom.refresh(main.dataset.walletAmount, ["wallet"]);
  };
  const refreshIfChipsMoved = () => {
    const seated = document.querySelector("#my-hand.seated") !== null;
    const queued = document.querySelector("#my-seat [data-queued]")?.dataset.queued ?? "";
    const state = `${seated} ${queued}`;
    if (shown !== null && shown !== state) refresh();
    shown = state;
  };
  // The server says so after a form in the dialog.
  document.addEventListener("done", refresh);

  pokerroom.wallet = { refreshIfChipsMoved };
})();
