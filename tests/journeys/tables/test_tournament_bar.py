"""The bar over a tournament's table: its clock is the table's, and what it has said it says once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.games.web.scenes.tables import now
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES
from tests.journeys.tables.test_table_details import open_with_socket
from tests.tournaments.web.support.sample_pages import BARS
from tournaments.web.pages.drawing import draw

LATE_MS = 15_000
SHOWN_AND_LEFT = """() => {
  const clock = document.querySelector(".tb-clock");
  return [clock.textContent.trim(), pokerroom.formatTimeLeft(Number(clock.dataset.ends) - pokerroom.clock.now())];
}"""
# This page is not secure, so it may not notify.
RECORD = """
window.notified = [];
window.away = false;
Object.defineProperty(document, "hidden", { get: () => window.away });
window.Notification = class extends EventTarget {
  static permission = "granted";
  constructor(title, options) { super(); notified.push({ title, ...options }); }
  close() {}
};
"""
IN_SECONDS = "([text]) => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0)"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page without movement."""
    page = browser.new_page()
    page.emulate_media(reduced_motion="reduce")
    yield page
    page.close()


def bar(name: str, *, number: int = 0) -> str:
    """The bar as the socket pushes it; with another number it is another push of the same bar."""
    return draw("bar", BARS[name](), "en").replace("data-me=", f'data-push="{number}" data-me=')


def open_bar(page: Page, name: str) -> WebSocketRoute:
    """Opens a table of a tournament with this bar and returns its socket."""
    socket = open_with_socket(page, TOURNAMENT_SCENES["tournament-turn"]())
    push(page, socket, bar(name, number=1), 1)
    return socket


def push(page: Page, socket: WebSocketRoute, html: str, number: int) -> None:
    """Pushes a bar and waits until the page shows it."""
    socket.send(html)
    page.locator(f'#tournament-bar[data-push="{number}"]').wait_for()


def test_T19_the_clock_of_the_bar_is_not_put_back_by_news_that_come_late(page: Page) -> None:
    socket = open_bar(page, "bar-playing")
    late = f'<i id="t-server-time" data-now="{now() - LATE_MS}" hidden></i>'
    push(page, socket, late + bar("bar-playing", number=2), 2)
    shown, left = (page.evaluate(IN_SECONDS, [text]) for text in page.evaluate(SHOWN_AND_LEFT))
    assert abs(shown - left) <= 1, (shown, left)


def test_an_order_of_the_bar_is_said_once_however_often_the_bar_is_drawn(page: Page) -> None:
    socket = open_bar(page, "bar-moved")
    alert = page.locator("#tournament-bar [role=alert]")
    expect(alert).to_contain_text("out of balance")
    expect(alert).not_to_have_attribute("aria-live", "off")
    push(page, socket, bar("bar-moved", number=2), 2)
    expect(alert).to_have_attribute("aria-live", "off")
    push(page, socket, bar("bar-moved", number=3).replace("out of balance", "broken up"), 3)
    expect(alert).to_contain_text("broken up")
    expect(alert).not_to_have_attribute("aria-live", "off")


def test_news_that_ring_the_bell_notify_a_player_who_looks_elsewhere(page: Page) -> None:
    page.add_init_script(RECORD)
    socket = open_bar(page, "bar-playing")
    page.evaluate("document.body.setAttribute('data-notify', '')")
    for number, text in enumerate(["The tournament is paused.", "The tournament goes on."], 2):
        page.evaluate("(away) => { window.away = away; }", number == 3)
        level = '<p class="tb-message" data-news="level"'
        news = f'<p class="tb-message is-urgent" data-news="state" hidden>{text}</p>'
        push(page, socket, bar("bar-playing", number=number).replace(level, news + level), number)
        expect(page.locator("#announcements")).to_have_text(text)
    (only,) = page.evaluate("notified")
    assert (only["body"], only["tag"]) == ("The tournament goes on.", "news-1")
