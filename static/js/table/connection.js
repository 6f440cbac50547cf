// Says that the connection to the table is lost, and sends nothing meanwhile.
"use strict";
(() => {
  const TOO_MANY_SOCKETS = 4429;
  const status = document.getElementById("connection-status");
  const showLost = (text) => {
    status.textContent = text;
    status.hidden = false;
  };
  document.addEventListener("socket:open", () => { status.hidden = true; });
  document.addEventListener("socket:closed", (event) => {
    const { code, final } = event.detail;
    showLost(code === TOO_MANY_SOCKETS ? status.dataset.full : final ? status.dataset.gone : status.dataset.lost);
    // The player closes some pages and loads this one again.
    if (code === TOO_MANY_SOCKETS) event.preventDefault();
  });
  document.addEventListener("ask:before", (event) => {
    if (!pokerroom.transport.isOpen()) showLost(status.dataset.lost);
    // One ask at a time from the action bar: a second press in the same turn sends nothing.
    if (!pokerroom.transport.isOpen() || event.target.closest("#controls.sent")) event.preventDefault();
  });
})();
