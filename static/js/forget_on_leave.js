// A page with hidden cards leaves nothing behind in the browser's memory: going back to it asks for the reason again.
"use strict";
addEventListener("pagehide", () => {
  for (const part of document.querySelectorAll("[data-forget], template[data-step]")) part.remove();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.replace(location.pathname);
});
