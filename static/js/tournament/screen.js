// The big screen keeps the projector's computer awake while it is shown.
"use strict";
(() => {
  // Not every browser can, and one may refuse on a low battery: the clock goes on all the same.
  const stayAwake = () => {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
