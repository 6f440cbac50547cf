// Fetches fragments of the page again, where a push only says that they have changed.
"use strict";
(() => {
  const loading = new Map();
  // What is pushed while a page is being fetched, by id: it is newer than the page, or is followed by a push that is.
  const pushed = new Map();
  document.addEventListener("push:before", ({ detail }) => {
    if (!loading.size) return;
    for (const fragment of detail.fragments.children) if (fragment.id) pushed.set(fragment.id, fragment.outerHTML);
  });
  const swapAgain = (ids) => {
    const parts = ids.map((id) => document.getElementById(id));
    for (const [id, html] of pushed) {
      const shown = document.getElementById(id);
      if (shown && parts.some((part) => part?.contains(shown))) pokerroom.swap(pokerroom.parse(html));
    }
  };

  const load = async (address, ids) => {
    const answer = await fetch(address, { headers: { "X-Fragment": "1", ...pokerroom.transport.pageLanguage() } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fragments = document.createDocumentFragment();
    fragments.append(...ids.map((id) => page.getElementById(id)).filter(Boolean));
    await new Promise((swapped) => {
      pokerroom.whenReleased(() => {
        pokerroom.swap(fragments);
        swapAgain(ids);
        swapped();
      });
    });
    return page;
  };

  // Returns the fetched page, or null where it could not be had or is being loaded already: then it is loaded once more.
  pokerroom.refresh = async (address, ids) => {
    if (loading.has(address)) {
      loading.set(address, true);
      return null;
    }
    if (!loading.size) pushed.clear();
    loading.set(address, false);
    let page = null;
    try {
      page = await load(address, ids);
    } catch {
      // Without a connection the fragments stay as they are.
    }
    const again = loading.get(address);
    loading.delete(address);
    return again ? pokerroom.refresh(address, ids) : page;
  };
})();
