// How the table looks and sounds follows what is chosen beside it at once; the account keeps it.
"use strict";
(() => {
  const page = document.body;
  const form = document.querySelector(".taste");
  const off = (name, on) => page.classList.toggle(name, !on);
  form?.addEventListener("change", () => {
    const chosen = new FormData(form);
    for (const name of ["felt", "back", "volume"]) page.dataset[name] = chosen.get(name);
    page.dataset.sounds = Number(chosen.get("volume")) ? chosen.getAll("sounds").join(" ") : "";
    off("two-colour", chosen.get("deck") !== "two");
    off("still", chosen.has("animations"));
    off("mute", page.dataset.sounds);
    room.sound.play("chips");
  });
})();
