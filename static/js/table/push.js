// What happens around a push of the table's fragments, in this order.
"use strict";
(() => {
  const surface = document.getElementById("table-surface");

  document.addEventListener("push:before", () => {
    pokerroom.focus.remember();
    pokerroom.motion.before();
  });
  document.addEventListener("push:after", ({ detail }) => {
    pokerroom.motion.after();
    if (detail.ids.has("server-time")) surface.classList.remove("unknown");
    pokerroom.clock.start();
    pokerroom.keyBindings.show();
    pokerroom.betting.begin();
    pokerroom.cardExchange.begin();
    pokerroom.sidePanel.update();
    pokerroom.focus.restore();
    pokerroom.turn.note();
    pokerroom.wallet.refreshIfChipsMoved();
    pokerroom.announcer.readNews();
    pokerroom.alert.hideLater();
  });

  pokerroom.clock.start();
  pokerroom.betting.begin();
})();
