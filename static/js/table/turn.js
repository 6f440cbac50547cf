// My turn begins: my other pages hear of it, a phone shakes, and a page out of sight notifies me.
"use strict";
(() => {
  const page = document.body;
  const { notifications } = pokerroom;
  const tag = `turn-${page.dataset.table}`;
  let turn = "";

  const notify = (text) => {
    if (!("notify" in page.dataset)) return;
    notifications.call(tag, page.dataset.name, { body: text, silent: pokerroom.sounds.canPlay("turn") });
  };
  const note = () => {
    const { turn: number, hand, title, announcement } = document.getElementById("controls").dataset;
    const ownTurn = number ? `${hand}.${number}` : "";
    pokerroom.otherTables.noteTurn(ownTurn, title, Number(document.querySelector("#controls .turnbar")?.dataset.until));
    if (ownTurn !== turn) {
      notifications.end(tag);
      if (ownTurn) {
        if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
        notify(announcement);
      }
    }
    turn = ownTurn;
  };

  pokerroom.turn = { note };
})();
