"""Axe finds nothing on any page of the room, in the colours and sizes of its sheets."""

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route, sync_playwright

from tests.journeys.pages.test_accessibility import AXE, RUN
from tests.journeys.people import CHROMIUM, DESKTOP, FLAGS
from tests.pokerroom.every_page.crawl import ShownPage, shown_pages
from tests.pokerroom.every_page.full_room import FullRoom

HOST = "http://room.example"
MOST_MS = 120_000
"""For a page, as the machine may be busy with other tests."""
PART = """<!doctype html><html lang="en"><head><title>Part</title>{head}</head>
<body><main><h1>Part</h1>{part}</main></body></html>"""
"""A page around what scripts put into one; `head` has the sheets."""


def richest_of_each_kind(pages: list[ShownPage]) -> list[ShownPage]:
    """One page of each kind: the longest that anybody saw."""
    return list({page.kind: page for page in sorted(pages, key=lambda page: len(page.html))}.values())


def serve_sheets(browser_page: Page) -> None:
    """Answers the browser's requests with an empty page and the sheets, without scripts: what they add has journeys."""

    def answer(route: Route) -> None:
        file = route.request.url.removeprefix(HOST).partition("?")[0]
        if file == "/":
            route.fulfill(body="<!doctype html>", content_type="text/html")
        elif file.startswith("/static/") and not file.endswith(".js"):
            route.fulfill(path=str(finders.find(file.removeprefix("/static/"))))
        else:
            route.abort()

    browser_page.route("**/*", answer)


def test_axe_finds_no_fault_on_any_page(full_room: FullRoom) -> None:
    pages = richest_of_each_kind(shown_pages(full_room, samples=1))
    # Parts are opened at a table, nearly all of them.
    whole = next(page.html for page in pages if page.kind == "table/<id:table_id>/")
    head = "".join(line for line in whole.splitlines() if 'rel="stylesheet"' in line)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_context(viewport=DESKTOP, base_url=HOST).new_page()
        page.set_default_timeout(MOST_MS)
        serve_sheets(page)
        # Pages are written into one document, which keeps axe and the sheets: opening each takes three times as long.
        page.goto("/")
        page.evaluate(AXE)
        for one in pages:
            page.set_content(one.html if one.is_whole else PART.format(head=head, part=one.html))
            found += [f"{one.viewer} {one.path} {fault}" for fault in page.evaluate(RUN)]
        browser.close()
    assert "\n".join(found) == ""
