"""Takes screenshots of sample pages of tournaments in Chromium, desktop and phone, for a review by eye.

Run as `python -m tests.tournaments.web.support.pictures [page …]`; it needs no server and no database, as it answers
the browser's requests itself, under the room's content security policy. Errors of the browser are printed.
"""

import os
import sys
from pathlib import Path

os.environ.update(DJANGO_SETTINGS_MODULE="pokerroom.settings", DEBUG="1", DATABASE_URL="", REDIS_URL="")

import django

django.setup()

from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route, sync_playwright

from cashier.api import ShownWallet
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES
from tests.journeys import still_tables
from tests.journeys.people import CHROMIUM, FLAGS
from tests.journeys.pictures import SIZES
from tests.journeys.still_tables import HOST, POLICY
from tests.tournaments.web.support.sample_pages import BARS, PAGES
from tournaments.web.pages import fragments
from tournaments.web.pages.drawing import draw

FOLDER = Path(__file__).resolve().parents[4] / "test-artifacts" / "pictures"


def page_of(name: str) -> str:
    """The HTML of a page."""
    with still_tables.without_rows():
        return _rendered(*PAGES[name]())


def _rendered(template: str, context: dict[str, object]) -> str:
    request = RequestFactory().get("/tournaments/7/")
    request.user = get_user_model()(pk=5, username="petr", display_name="Petr")
    context = {
        "user": request.user,
        "wallet": ShownWallet(1842000, "PLAY"),
        "notices": [],
        "tournament_notices": [],
        **context,
    }
    return render_to_string(template, context, request=request)


def serve(page: Page, html: str) -> None:
    """Answers the requests of a browser page."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if found:
            route.fulfill(path=str(found))
        elif path == "/tournaments/7/":
            policy = {"Content-Security-Policy": POLICY}
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers=policy)
        else:
            route.fulfill(status=404, body="")

    page.route("**/*", answer)
    page.route_web_socket("**/ws/**", lambda socket: None)


def bar_of(name: str) -> str:
    """The bar above a table as the table's socket sends it."""
    with still_tables.without_rows():
        html = draw("bar", BARS[name](), "en")
    return html + fragments.time_fragment(0)


def capture_bars(names: list[str]) -> None:
    """Takes screenshots of the bar above a table."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for size in ("desktop", "phone"):
            width, height, scale = SIZES[size]
            context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale)
            for name in names:
                page = context.new_page()
                page.on("pageerror", lambda error: print(f"error: {error}"))
                still_tables.serve(page, TOURNAMENT_SCENES["tournament-turn"](), bar_of(name))
                page.goto(f"{HOST}/table/1/")
                page.wait_for_timeout(900)
                page.screenshot(path=str(FOLDER / f"t-{name}-{size}.png"))
                page.close()
        browser.close()


def capture_pages(names: list[str]) -> None:
    """Takes a full-page screenshot of each page at each size."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for size in ("desktop", "phone"):
            width, height, scale = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch=size == "phone"
            )
            for name in names:
                page = context.new_page()
                page.on("console", lambda message: print(f"console: {message.text}"))
                page.on("pageerror", lambda error: print(f"error: {error}"))
                scene, _, tab = name.partition("#")
                serve(page, page_of(scene))
                page.goto(f"{HOST}/tournaments/7/{'#' + tab if tab else ''}")
                page.wait_for_timeout(500)
                page_width = page.evaluate("document.documentElement.scrollWidth")
                if page_width > width:
                    print(f"{name} {size}: {page_width} px wide")
                page.screenshot(path=str(FOLDER / f"t-{name.replace('#', '-')}-{size}.png"), full_page=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    wanted = sys.argv[1:] or [*PAGES, *BARS]
    capture_pages([name for name in wanted if name not in BARS])
    capture_bars([name for name in wanted if name in BARS])
