"""Transfer sizes of pages and updates, and accessibility to screen readers."""

import gzip
import re
import time
from collections.abc import Callable
from itertools import pairwise

from tests.journeys.people import Person

MAX_PAGE_BYTES = 150 * 1024
MAX_UPDATE_BYTES = 3 * 1024
WATCHED_FRAMES, WITHIN_SECONDS = 40, 240
VERSION = re.compile(r'data-version="(\d+)"')
NAMELESS = """() => [...document.querySelectorAll('button, a[href], input:not([type=hidden]), summary, [role=tab]')]
  .filter((one) => one.checkVisibility() && !(one.getAttribute('aria-label') || one.textContent.trim()
    || one.labels?.length || one.title || one.placeholder))
  .map((one) => one.outerHTML)"""
WEIGHT = """() => performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
  .map((one) => [one.name, one.transferSize])"""
MAX_STOPS = 40


def test_the_table_page_and_its_updates_are_small(somebody: Callable[..., Person]) -> None:
    watcher = somebody("watcher")
    # Requested outside the page, so that nothing is cached yet. House bots always play at this table.
    found = re.search(r"/table/\d+/(?=\"><b>Brno)", watcher.context.request.get("/").text())
    assert found
    watcher.go(found[0])
    watcher.wait_until_ready()
    weights = watcher.page.evaluate(WEIGHT)
    first = watcher.frames[0]
    whole = sum(size for _, size in weights) + len(first.encode())
    assert len(weights) > 5
    assert all(size for _, size in weights), weights
    assert whole <= MAX_PAGE_BYTES, sorted(weights, key=lambda row: -row[1])
    end = time.monotonic() + WITHIN_SECONDS
    while len(watcher.frames) < WATCHED_FRAMES:
        assert time.monotonic() < end, f"{len(watcher.frames)} frames of {found[0]}, the last: {watcher.frames[-1]}"
        watcher.page.wait_for_timeout(200)
    pushed = [(int(found[1]), frame) for frame in watcher.frames if (found := VERSION.search(frame))]
    updates = [
        frame for frame in watcher.frames[1:] if frame.count('data-append-to="log"') == 1 and 'id="log"' not in frame
    ]
    sizes = sorted(len(frame.encode()) for frame in updates)
    print(f"page {whole} bytes, {len(sizes)} actions of {sizes} bytes; first frame {len(first)}")
    assert len(sizes) > 5
    for (older, _), (newer, frame) in pairwise(pushed):
        # H5: the equities of open hands follow in a later update, once they are calculated.
        assert newer > older or (newer == older and 'class="equity"' in frame), frame
    assert sizes[-1] <= MAX_UPDATE_BYTES, max(updates, key=len)
    assert len(gzip.compress(first.encode())) < MAX_UPDATE_BYTES


def test_every_control_has_a_name_and_the_tab_order_is_logical(somebody: Callable[..., Person]) -> None:
    player = somebody("listener")
    page = player.page
    player.go("/")
    assert page.evaluate(NAMELESS) == []
    player.play_now()
    player.sit("Brno")
    player.wait_turn()
    for tab in ("Hand", "Chat", "Rules", "Me"):
        player.tab(tab)
        assert page.evaluate(NAMELESS) == []
    assert page.locator("#announcements[aria-live=polite]").count() == 1
    assert page.locator("#alert[role=alert]").count() == 1
    assert page.locator("main").count() == page.locator("h1").count() == 1
    assert page.evaluate("document.querySelectorAll('[tabindex]').values().every((one) => one.tabIndex <= 0)")
    assert (
        page.evaluate(
            "(() => { const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);"
            " return ids.filter((id, place) => ids.indexOf(id) !== place); })()"
        )
        == []
    )
    assert "Your turn" in page.locator("#announcements").inner_text() or player.wait_turn()
    page.locator("a.skip").focus()
    regions: list[str] = []
    for _ in range(MAX_STOPS):
        where = page.evaluate(
            "() => { const at = document.activeElement;"
            " return at.closest('header') ? 'bar' : at.closest('#controls') ? 'controls'"
            " : at.closest('.side') ? 'side' : at.closest('.table-area') ? 'floor' : ''; }"
        )
        if where and (not regions or regions[-1] != where):
            regions.append(where)
        page.keyboard.press("Tab")
    assert regions[:4] == ["bar", "floor", "side", "controls"], regions
    player.leave()
