// The operator's form of a table: after each change the server says what depends on it, and only that is shown anew.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const BUY_INS = ["min_buy_in", "max_buy_in"];
  const TEXT_FIELD = "input[type=text], input[type=number], textarea";
  const form = document.querySelector("form[data-help]");
  if (!form) return;
  // An answer to what has changed since is no answer: it would take back what was typed meanwhile.
  let newest = 0;
  // A text field with the focus stays on the page: a new one would lose the selection that Tab made in it.
  const keepFocused = (fragments) => {
    const field = document.activeElement;
    const fresh = field.matches(TEXT_FIELD) && field.id ? fragments.querySelector(`#${CSS.escape(field.id)}`) : null;
    const row = fresh?.closest(".office-row");
    if (!row || row.hidden) return;
    if (field.value !== fresh.value) {
      const isSelected = field.selectionStart === 0 && field.selectionEnd === field.value.length;
      field.value = fresh.value;
      if (isSelected) field.select();
    }
    row.replaceWith(...row.querySelectorAll(".office-hint[id]"));
  };
  const ask = async (changed, back) => {
    newest += 1;
    const number = newest;
    const body = new FormData(form);
    if (back) body.set("back_to_preset", back);
    const headers = { "X-Fragment": "1", "X-Changed": changed, ...pokerroom.transport.pageLanguage() };
    try {
      const answer = await fetch(location.href, { method: "POST", body, headers });
      const html = answer.ok ? await answer.text() : "";
      pokerroom.whenReleased(() => {
        if (number !== newest) return;
        const fragments = pokerroom.parse(html);
        keepFocused(fragments);
        const focused = document.activeElement?.id;
        pokerroom.swap(fragments);
        if (focused) document.getElementById(focused)?.focus();
      });
    } catch {
      // Without a connection the form works as it does without scripts.
    }
  };
  form.addEventListener("input", ({ target }) => {
    newest += 1;
    // What was typed is meant, so it follows the stakes no longer, also where the form had shown the same.
    const usual = form.elements.namedItem("usual_for");
    if (usual && BUY_INS.includes(target.name)) usual.value = "";
  });
  form.addEventListener("change", ({ target }) => ask(target.name, ""));
  form.addEventListener("submit", () => { newest += 1; });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=back_to_preset]");
    if (!button) return;
    event.preventDefault();
    ask("", button.value);
  });
});
