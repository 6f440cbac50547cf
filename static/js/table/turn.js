// My turn begins: my other pages hear of it and a phone shakes.
"use strict";
(() => {
  let turn = "";

  const note = () => {
    const { turn: number, hand, title } = document.getElementById("controls").dataset;
    const mine = number ? `${hand}.${number}` : "";
    pokerroom.otherTables.noteTurn(mine, title, Number(document.querySelector("#controls .turnbar")?.dataset.until));
    if (mine && mine !== turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    turn = mine;
  };

  pokerroom.turn = { note };
})();
