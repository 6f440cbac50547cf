// The operator's form: what the chosen preset says stands beside "as the preset"; a new preset fills every rule.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const preset = document.getElementById("id_preset");
  const fields = [...document.querySelectorAll("[data-presets]")];
  const tell = () => {
    for (const field of fields) {
      const says = JSON.parse(field.dataset.presets)[preset.value];
      const label = field.dataset.as.replace("{value}", says);
      if (field.options) field.options[0].textContent = label;
      else field.placeholder = label;
    }
  };
  if (!preset) return;
  preset.addEventListener("change", () => {
    for (const field of fields) field.value = "";
    tell();
  });
  tell();
});
