"""A room that is silent without closing the connection: what the pages say, and what becomes of an action."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.games.web.scenes.tables import not_my_turn
from tests.journeys.people import Person
from tests.journeys.still_tables import HOST, serve


class Line:
    """The wire between a page and the room: it can be cut while the page's socket stays open."""

    def __init__(self, page: Page, path: str) -> None:
        self.is_cut = False
        self.asks: list[dict[str, object]] = []
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(re.escape(path)), self._connect)

    def drop(self) -> None:
        """Closes the page's socket as a lost connection does; the page connects again."""
        self.sockets[-1].close(code=1012)

    def _connect(self, socket: WebSocketRoute) -> None:
        room = socket.connect_to_server()
        self.sockets.append(socket)

        def to_room(message: str | bytes) -> None:
            text = str(message)
            if text.startswith("{"):
                self.asks.append(json.loads(text))
            if not self.is_cut:
                room.send(message)

        def to_page(message: str | bytes) -> None:
            if not self.is_cut:
                socket.send(message)

        socket.on_message(to_room)
        room.on_message(to_page)


def pass_time(page: Page, seconds: int) -> None:
    """Moves the page's clock on, second by second."""
    for _ in range(seconds):
        page.clock.run_for(1000)


def seat(somebody: Callable[..., Person], *, phone: bool) -> tuple[Person, Line]:
    """Seats a guest among bots over a wire that can be cut; at the first turn the page's clock stops."""
    player = somebody("silenced", phone=phone)
    line = Line(player.page, "/ws/table/")
    player.page.clock.install()
    player.play_now()
    player.sit("Brno")
    player.wait_turn()
    player.page.clock.pause_at(player.page.evaluate("Date.now()") / 1000 + 1)
    return player, line


def test_an_action_into_silence_is_announced_and_sent_again(somebody: Callable[..., Person]) -> None:
    player, line = seat(somebody, phone=False)
    status = player.page.locator("#connection-status")
    line.is_cut = True
    player.page.keyboard.press("c")
    pass_time(player.page, 5)
    expect(status).to_contain_text("The room does not answer.")
    expect(status).to_contain_text("Your action is sent as soon as the connection is back.")
    player.picture("silent")
    # A second press sends nothing: one action is on its way.
    player.page.keyboard.press("c")
    [ask] = line.asks
    line.is_cut = False
    line.drop()
    pass_time(player.page, 2)
    expect(status).to_have_text("Connected again. Your action was sent once more.")
    player.page.wait_for_function(
        "turn => document.getElementById('controls').dataset.turn !== turn", arg=str(ask["turn"])
    )
    assert line.asks[:2] == [ask, ask]


def test_on_a_phone_an_action_without_a_connection_waits_for_it_and_chat_is_said_to_be_unsent(
    somebody: Callable[..., Person],
) -> None:
    player, line = seat(somebody, phone=True)
    status = player.page.locator("#connection-status")
    line.drop()
    expect(status).to_have_text("Reconnecting…")
    player.page.evaluate("document.querySelector('.chat-form [name=text]').value = 'hello'")
    player.page.evaluate("document.querySelector('.chat-form').requestSubmit()")
    expect(status).to_contain_text("Not sent")
    player.page.locator("#controls [data-key=c]").click()
    expect(status).to_contain_text("Your action is sent as soon as the connection is back.")
    player.picture("waits")
    assert line.asks == []
    pass_time(player.page, 2)
    expect(status).to_have_text("Connected again. Your action was sent once more.")
    assert [ask["do"] for ask in line.asks] == ["act"]


def test_a_silent_lobby_says_so_and_a_page_that_wakes_up_connects_at_once(somebody: Callable[..., Person]) -> None:
    player = somebody("visitor")
    line = Line(player.page, "/ws/lobby/")
    player.page.clock.install()
    player.go("/")
    status = player.page.locator("#connection-status")
    player.page.wait_for_function("() => pokerroom.transport.isOpen()")
    line.is_cut = True
    pass_time(player.page, 14)
    expect(status).to_have_text("The room does not answer. Still trying…")
    player.picture("silent-lobby")
    line.is_cut = False
    pass_time(player.page, 10)
    expect(status).to_be_hidden()
    # A phone that slept has lost its socket without a word; the browser warns of connections that the page gives up.
    player.ignores_errors = True
    line.is_cut = True
    player.page.evaluate("document.addEventListener('socket:open', () => { window.opened_again = true; })")
    player.page.clock.fast_forward(600_000)
    pass_time(player.page, 6)
    line.is_cut = False
    pass_time(player.page, 2)
    player.page.wait_for_function("() => window.opened_again")
    expect(status).to_be_hidden()
    player.context.set_offline(True)
    expect(status).to_have_text("You are offline.")
    player.context.set_offline(False)
    expect(status).to_be_hidden()


@pytest.mark.parametrize(
    ("answer", "news"),
    [
        (lambda route: route.abort(), "Not sent: there is no connection. Try again when it is back."),
        (lambda route: route.fulfill(status=503), "That did not work. Load the page again, then try once more."),
    ],
)
def test_a_dialog_that_does_not_come_says_why(browser: Browser, answer: Callable[[Route], None], news: str) -> None:
    page = browser.new_page()
    serve(page, not_my_turn())
    page.route("**/table/1/player/*/", answer)
    page.goto(f"{HOST}/table/1/")
    page.locator("#table-surface:not(.unknown)").wait_for()
    page.locator(".seat .plate").first.click()
    expect(page.locator("#connection-status")).to_have_text(news)
    page.close()
