// The floor's panel: rows come, go and change places as the server orders, and a new call is heard and stands in the title.
"use strict";
(() => {
  const list = document.getElementById("f-rows");
  const title = document.title;
  const calls = () => document.getElementById("f-calls");
  let newest = Number(calls().dataset.newest);

  const inOrder = () => document.getElementById("f-order").dataset.order.split(" ").filter(Boolean);
  const showTitle = () => {
    const waiting = calls().querySelectorAll(".f-call:not(.taken)").length;
    document.title = waiting ? `(${waiting}) ${title}` : title;
  };
  const arrange = () => {
    const wanted = inOrder();
    for (const row of [...list.children]) if (!wanted.includes(row.id)) row.remove();
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    wanted.forEach((id, place) => {
      const row = document.getElementById(id);
      if (row && list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
    });
    if (focused?.isConnected) focused.focus({ preventScroll: true });
  };

  document.addEventListener("push:before", ({ detail }) => {
    // A row that is new has no place here yet; the order that comes with it gives it one.
    for (const fragment of [...detail.fragments.children]) {
      if (fragment.matches(".f-row") && !document.getElementById(fragment.id)) list.append(fragment);
    }
  });
  document.addEventListener("push:after", () => {
    arrange();
    showTitle();
    const last = Number(calls().dataset.newest);
    if (last > newest) pokerroom.sounds.play("bell");
    newest = Math.max(newest, last);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const links = [...list.querySelectorAll("a")];
    links[links.indexOf(document.activeElement) + step]?.focus();
    event.preventDefault();
  });
  document.getElementById("f-show").addEventListener("change", ({ target }) => target.form.requestSubmit());
  showTitle();
})();
