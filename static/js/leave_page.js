// Leaves the page once: another navigation would break off the first, and at a busy table each push would start one.
"use strict";
(() => {
  let leaving = false;
  // A frame shows only a table's tile; the page around it, loaded again, shows the player's tables as they are now.
  const leave = (navigate) => (window.top === window ? navigate() : window.top.location.reload());
  pokerroom.leavePage = (navigate) => {
    if (!leaving) leave(navigate);
    leaving = true;
  };
  // The browser's way back may bring the page back as it was.
  addEventListener("pageshow", () => { leaving = false; });
})();
