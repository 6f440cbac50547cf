// My turn begins: my other pages hear of it and a phone shakes.
"use strict";
(() => {
  let turn = "";

  const note = () => {
    const { turn: number, hand, title } = document.getElementById("controls").dataset;
    const ownTurn = number ? `${hand}.${number}` : "";
    pokerroom.otherTables.noteTurn(ownTurn, title, Number(document.querySelector("#controls .turnbar")?.dataset.until));
    if (ownTurn && ownTurn !== turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    turn = ownTurn;
  };

  pokerroom.turn = { note };
})();
