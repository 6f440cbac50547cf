// Leaves the page once: another navigation would break off the first, and at a busy table each push would start one.
"use strict";
(() => {
  let leaving = false;
  pokerroom.leavePage = (navigate) => {
    if (!leaving) navigate();
    leaving = true;
  };
  // The browser's way back may bring the page back as it was.
  addEventListener("pageshow", () => { leaving = false; });
})();
