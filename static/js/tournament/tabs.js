// The tabs of a tournament's lobby; the address names the one that is open.
"use strict";
(() => {
  const tabs = [...document.querySelectorAll(".t-tabs [role=tab]")];
  if (!tabs.length) return;
  const hashOf = (tab) => `#${tab.id.slice("tab-".length)}`;
  const select = (chosen) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
  };

  document.querySelector(".t-page").classList.add("tabbed");
  select(tabs.find((tab) => hashOf(tab) === location.hash) ?? tabs[0]);
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => {
      select(tab);
      history.replaceState(null, "", hashOf(tab));
    });
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const other = tabs[(at + step + tabs.length) % tabs.length];
      other.focus();
      other.click();
    });
  }
})();
