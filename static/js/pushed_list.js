// A list whose rows are pushed: new ones get to their place, those that are gone are removed, and the focus stays. On a
// phone the filters above it fold away behind one button.
"use strict";
(() => {
  // `marker` is the id of the row that tells which rows there are, in their order; the ids of rows begin with `row`.
  pokerroom.pushedList = ({ marker, row, body, hasOwnOrder = () => false }) => {
    const list = document.querySelector(body);
    const arrange = () => {
      const ids = document.getElementById(marker).dataset.rows.split(" ").map((number) => `${row}${number}`);
      const known = new Set(ids);
      for (const shown of list.querySelectorAll(`tr[id^="${row}"]`)) if (!known.has(shown.id)) shown.remove();
      // An order of the viewer's has new rows at its end.
      if (hasOwnOrder()) return;
      let before = null;
      for (const shown of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
        const inPlace = before ? before.nextElementSibling === shown : list.firstElementChild === shown;
        if (!inPlace && before) before.after(shown);
        else if (!inPlace) list.prepend(shown);
        before = shown;
      }
    };

    let changed = false;
    document.addEventListener("push:before", ({ detail }) => {
      for (const { id } of detail.fragments.children) {
        if (id === marker) changed = true;
        if (!id.startsWith(row) || document.getElementById(id)) continue;
        const place = document.createElement("tr");
        place.id = id;
        list.append(place);
        changed = true;
      }
    });
    document.addEventListener("push:after", () => {
      if (changed) arrange();
      changed = false;
    });
    document.addEventListener("fragment:before", ({ detail: { old, fragment } }) => {
      const at = [...old.querySelectorAll("a, button")].indexOf(document.activeElement);
      if (!old.id.startsWith(row) || at < 0) return;
      document.addEventListener(
        "fragment:after",
        () => fragment.querySelectorAll("a, button")[at]?.focus({ preventScroll: true }),
        { once: true },
      );
    });
  };
})();
