// The switch for notifications among the preferences. The account keeps the wish, each browser its permission: a browser
// that has not been asked says so, and one that refuses turns off only what was just turned on.
"use strict";
(() => {
  const { notifications } = pokerroom;
  if (!notifications.isPossible()) return;

  const say = (choice, name) => {
    const note = choice.querySelector(".note");
    note.textContent = note.dataset[name] ?? "";
    choice.querySelector("button").hidden = name !== "unasked";
  };
  const showPermission = (choice) => {
    const { permission } = Notification;
    const isOn = choice.querySelector("input").checked;
    say(choice, isOn && { default: "unasked", denied: "refused" }[permission]);
  };
  // An example tells the player that their system shows them, too.
  const allow = async (choice) => {
    const { permission } = Notification;
    if ((permission === "granted" ? permission : await Notification.requestPermission()) !== "granted") return "refused";
    return notifications.show("example", choice.dataset.title, { body: choice.dataset.example }) ? "" : "unable";
  };

  document.addEventListener("change", async (event) => {
    const { target: box } = event;
    const choice = box.closest(".notify-choice");
    if (!choice) return;
    // What this script turns on has been allowed.
    if (!box.checked || !event.isTrusted) return say(choice);
    // Nothing is saved before the browser allows it.
    event.stopPropagation();
    const fault = await allow(choice);
    box.checked = !fault;
    say(choice, fault);
    if (!fault) box.dispatchEvent(new Event("change", { bubbles: true }));
  }, true);
  document.addEventListener("click", async ({ target }) => {
    const choice = target.closest(".notify-choice");
    if (!choice || target !== choice.querySelector("button")) return;
    say(choice, await allow(choice));
    choice.querySelector("input").focus();
  });

  for (const choice of document.querySelectorAll(".notify-choice")) {
    choice.hidden = false;
    showPermission(choice);
  }
})();
