// Applies a changed preference to the table at once; the form itself saves it with the account.
"use strict";
(() => {
  const page = document.body;
  const form = document.querySelector(".preferences");
  const setClass = (name, on) => page.classList.toggle(name, Boolean(on));
  form?.addEventListener("change", () => {
    const chosen = new FormData(form);
    for (const name of ["felt", "back", "volume"]) page.dataset[name] = chosen.get(name);
    page.dataset.sounds = Number(chosen.get("volume")) ? chosen.getAll("sounds").join(" ") : "";
    page.toggleAttribute("data-notify", chosen.has("notifications"));
    setClass("two-colour", chosen.get("deck") === "two");
    setClass("still", !chosen.has("animations"));
    setClass("mute", !page.dataset.sounds);
    pokerroom.sounds.play("chips");
  });
})();
