// Fetches fragments of the page again, where a push only says that they have changed.
"use strict";
(() => {
  const loading = new Map();

  const load = async (address, ids) => {
    const answer = await fetch(address, { headers: { "X-Fragment": "1", ...pokerroom.transport.pageLanguage() } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fragments = document.createDocumentFragment();
    fragments.append(...ids.map((id) => page.getElementById(id)).filter(Boolean));
    await new Promise((swapped) => {
      pokerroom.whenReleased(() => {
        pokerroom.swap(fragments);
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
