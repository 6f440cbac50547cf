// On a narrow screen parts of a page fold away behind a button; without scripts they are all there.
"use strict";
pokerroom.fold = (box, button, { isOpen = false } = {}) => {
  const show = (open) => {
    box.classList.toggle("open", open);
    button.setAttribute("aria-expanded", open);
  };
  box.classList.add("folds");
  button.hidden = false;
  button.addEventListener("click", () => show(!box.classList.contains("open")));
  show(isOpen);
};
