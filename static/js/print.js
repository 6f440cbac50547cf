// A button that prints its page.
"use strict";
document.querySelector("[data-prints]")?.addEventListener("click", () => window.print());
