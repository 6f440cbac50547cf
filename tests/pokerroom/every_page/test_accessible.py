"""Axe finds nothing on any page of the room, in the colours and sizes of its sheets."""

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route, sync_playwright

from tests.journeys.pages.test_accessibility import faults
from tests.journeys.people import CHROMIUM, DESKTOP, FLAGS
from tests.pokerroom.every_page.full_room import FullRoom, ShownPage, shown_pages

HOST = "http://room.example"
MOST_MS = 120_000
"""For a page, as the machine may be busy with other tests."""
PART = """<!doctype html><html lang="en"><head><title>Part</title>{head}</head>
<body><main><h1>Part</h1>{part}</main></body></html>"""
"""A page around what scripts put into one; `head` has the sheets."""


def richest_of_each_kind(pages: list[ShownPage]) -> list[ShownPage]:
    """One page of each route: the longest that anybody saw."""
    return list({page.route: page for page in sorted(pages, key=lambda page: len(page.html))}.values())


def serve(browser_page: Page, pages: dict[str, str]) -> None:
    """Answers the browser's requests with these pages and the sheets, without scripts: what they add has journeys."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST)
        file = path.partition("?")[0]
        if path in pages:
            route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
        elif file.startswith("/static/") and not file.endswith(".js"):
            route.fulfill(path=str(finders.find(file.removeprefix("/static/"))))
        else:
            route.abort()

    browser_page.route("**/*", answer)


def test_axe_finds_no_fault_on_any_page(full_room: FullRoom) -> None:
    pages = richest_of_each_kind(shown_pages(full_room, samples=1))
    whole = next(page.html for page in pages if page.is_whole)
    head = "".join(line for line in whole.splitlines() if 'rel="stylesheet"' in line)
    shown = {one.path: one.html if one.is_whole else PART.format(head=head, part=one.html) for one in pages}
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_context(viewport=DESKTOP, base_url=HOST).new_page()
        page.set_default_timeout(MOST_MS)
        serve(page, shown)
        for path in shown:
            page.goto(path)
            found += faults(page)
        browser.close()
    assert "\n".join(found) == ""
