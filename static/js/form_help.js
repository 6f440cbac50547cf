// The operator's form of a table: after each change the server says what depends on it, and only that is shown anew.
"use strict";
addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form[data-help]");
  if (!form) return;
  // An answer to what has changed since is no answer: it would take back what was typed meanwhile.
  let newest = 0;
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
        const focused = document.activeElement?.id;
        pokerroom.swap(pokerroom.parse(html));
        if (focused) document.getElementById(focused)?.focus();
      });
    } catch {
      // Without a connection the form works as it does without scripts.
    }
  };
  form.addEventListener("input", () => { newest += 1; });
  form.addEventListener("change", ({ target }) => ask(target.name, ""));
  form.addEventListener("submit", () => { newest += 1; });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name=back_to_preset]");
    if (!button) return;
    event.preventDefault();
    ask("", button.value);
  });
});
