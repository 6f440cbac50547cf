"""The base of all sockets: whom it lets in, what it accepts from browsers, when it pushes and how it ends."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Sequence

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection
from pytest_django import Settings

from games.engine.errors import IllegalAction
from games.messaging.rate_limit import RateLimiter
from games.web.sockets import connection_limits, push_socket
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import (
    LARGEST_MESSAGE,
    MESSAGE_LIMIT,
    MOST_REFUSED,
    PING_LIMIT,
    SEND_WITHIN_SECONDS,
    CloseCode,
    PushSocket,
    in_thread,
)
from tests.games.web.sockets.support.served import EVE, RecordedFeed, Served, person
from tests.games.web.sockets.support.stepped import settle


class Gate(RateLimiter):
    """Accepts every message, or none."""

    __slots__ = ("_accepts",)

    def __init__(self, *, accepts: bool) -> None:
        super().__init__(MESSAGE_LIMIT)
        self._accepts = accepts

    def allow(self, now: float | None = None) -> bool:
        return self._accepts


class Notebook(PushSocket):
    """A page that pushes what tests write, and shows what is asked and refused."""

    def __init__(self, *, opens: bool = True) -> None:
        super().__init__()
        self.opens = opens
        self.written: list[str] = []
        self.asked: list[dict[str, object]] = []
        self.refusals: list[tuple[str, object]] = []
        self.pauses = 0
        self.ended: list[str] = []

    async def may_open(self) -> bool:
        return self.opens and await super().may_open()

    async def start_watching(self, feed: Feed) -> None:
        self.ended.append("began")
        self.run_task(self.waits())

    async def waits(self) -> None:
        """Goes on until the socket ends."""
        try:
            await asyncio.Event().wait()
        finally:
            self.ended.append("cancelled")

    async def stop_watching(self, feed: Feed) -> None:
        self.ended.append("stopped")

    async def changed_html(self) -> str:
        written, self.written = self.written, []
        return "".join(written)

    async def pause(self) -> None:
        self.pauses += 1
        await asyncio.sleep(1.0)

    async def handle_ask(self, body: dict[str, object]) -> None:
        if body.get("do") == "refuse":
            raise IllegalAction("too_low", least=7)
        self.asked.append(body)

    async def refuse(
        self, code: str, detail: dict[str, int | str] | None = None, *, ask: dict[str, object] | None = None
    ) -> None:
        self.refusals.append((code, detail))

    async def write(self, text: str) -> None:
        """Writes something to push."""
        self.written.append(text)
        self.push_due.set()
        await settle()


@pytest.fixture(autouse=True)
def _limited(settings: Settings) -> None:
    settings.RATE_LIMITS, settings.SOCKETS_PER_ACCOUNT, settings.SOCKETS_PER_ADDRESS = True, 1, 2
    assert not len(connection_limits.OPEN_SOCKETS)


async def test_a_socket_is_accepted_watches_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket, person(), cookies={"language": "cs"}, client=("1.2.3.4", 5)) as page:
        assert page.take_sent() == ["accepted", "[strip 5 cs]"]
        assert (page.feed.take_calls(), socket.ended) == ([("add", EVE)], ["began"])
        assert len(connection_limits.OPEN_SOCKETS) == 2
        assert len(socket.tasks) == 2
    assert (page.feed.take_calls(), socket.ended) == ([("remove", EVE)], ["began", "cancelled", "stopped"])
    assert (page.take_sent(), len(connection_limits.OPEN_SOCKETS)) == ([], 0)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_task_that_is_done_is_forgotten_and_one_that_goes_on_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    socket, done = Notebook(), asyncio.Event()

    async def work() -> None:
        await done.wait()

    async with Served(monkeypatch, socket, person()):
        socket.run_task(work())
        await settle()
        assert len(socket.tasks) == 3
        done.set()
        await settle()
        assert len(socket.tasks) == 2


async def test_work_that_was_cancelled_before_it_began_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    work = socket.waits()
    async with Served(monkeypatch, socket, person()):
        running = set(socket.tasks)
        socket.run_task(work)
        [task] = socket.tasks - running
        task.cancel()
        await settle()
        assert socket.tasks == running
    assert inspect.getcoroutinestate(work) == inspect.CORO_CLOSED


async def test_a_page_that_cannot_be_read_closes_its_socket_so_that_the_browser_connects_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def locked(user: object, language: str, *, own: object) -> str:
        raise OperationalError("the row of a hidden card is locked")

    socket = Notebook()
    async with Served(monkeypatch, socket, person()) as page:
        page.take_sent()
        monkeypatch.setattr(push_socket, "my_strip_fragment", locked)
        socket.seats_changed()
        await page.clock.skip(1.0)
        assert page.take_sent() == [CloseCode.RECONNECT]
        assert "OperationalError < test_push_socket.py" in caplog.text
        assert "hidden card" not in caplog.text


@pytest.mark.parametrize("visitor", [None, AnonymousUser()])
async def test_a_visitor_has_no_strip_and_no_account(monkeypatch: pytest.MonkeyPatch, visitor: object) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket, visitor) as page:
        assert page.take_sent() == ["accepted"]
        assert (socket.player, socket.user) == (0, None)
        await socket.write("news")
        assert page.take_sent() == ["news"]
    assert (page.feed.take_calls(), socket.ended) == ([], ["began", "cancelled", "stopped"])


async def test_a_page_that_may_not_be_opened_is_closed_and_watches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook(opens=False)
    async with Served(monkeypatch, socket, person()) as page:
        assert page.take_sent() == ["accepted", CloseCode.NOTHING_TO_WATCH]
        assert type(page.consumer) is Notebook
        assert len(connection_limits.OPEN_SOCKETS) == 1
    assert (page.feed.take_calls(), socket.ended, len(connection_limits.OPEN_SOCKETS)) == ([], [], 0)


async def test_a_socket_too_many_is_closed_and_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Served(monkeypatch, Notebook(), person()):
        async with Served(monkeypatch, Notebook(), person()) as second:
            assert second.take_sent() == ["accepted", CloseCode.TOO_MANY_SOCKETS]
            assert second.feed.take_calls() == []
        assert len(connection_limits.OPEN_SOCKETS) == 1
    assert not len(connection_limits.OPEN_SOCKETS)


async def test_what_was_written_during_the_pause_is_pushed_together_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket, person()) as page:
        page.take_sent()
        await socket.write("one ")
        await socket.write("two")
        assert page.take_sent() == []
        await page.clock.skip(1.0)
        assert (page.take_sent(), socket.pauses) == (["one two"], 2), "the strip was pushed once"
        await page.clock.skip(1.0)
        await page.clock.skip(1.0)
        assert (page.take_sent(), socket.pauses) == ([], 2)
        await socket.write("")
        assert (page.take_sent(), socket.pauses) == ([], 3), "nothing is no frame"
        socket.seats_changed()
        await page.clock.skip(1.0)
        assert page.take_sent() == ["[strip 5 en]"]
        await page.clock.skip(1.0)
        socket.seats_changed()
        socket.written.append("three ")
        await settle()
        assert page.take_sent() == ["three ", "[strip 5 en]"]
        assert len(socket.tasks) == 2


async def test_what_a_page_shows_does_not_wait_for_its_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    read = asyncio.Event()

    async def slowly(work: Callable[[list[object]], Sequence[str]], wanted: object) -> str:
        await read.wait()
        return work([wanted])[0]

    socket = Notebook()
    async with Served(monkeypatch, socket, person()) as page:
        await page.clock.skip(1.0)
        page.take_sent()
        monkeypatch.setattr(push_socket, "together_after_all", slowly)
        socket.seats_changed()
        await socket.write("picture")
        assert page.take_sent() == ["picture"]
        read.set()
        await settle()
        assert page.take_sent() == ["[strip 5 en]"]


async def test_a_browser_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket) as page:
        page.take_sent()
        page.stuck = True
        await socket.write("news")
        await page.clock.skip(SEND_WITHIN_SECONDS - 0.5)
        assert page.take_sent() == []
        await page.clock.skip(0.5)
        assert page.take_sent() == [CloseCode.POLICY_VIOLATION]


async def test_asks_are_json_objects_and_refusals_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket) as page:
        page.take_sent()
        await page.says({"do": "sit"})
        assert (socket.asked, socket.refusals) == ([{"do": "sit"}], [])
        for malformed in ("[1]", "nothing", "null", "[" * 9_000, "ping", "ping 1234567890"):
            await page.says(malformed)
        assert socket.refusals == [("bad_message", None)] * 6
        socket.refusals.clear()
        await page.says({"do": "refuse"})
        assert socket.refusals == [("too_low", {"least": 7})]
        assert (socket.asked, page.take_sent()) == ([{"do": "sit"}], [])


async def test_a_message_may_have_sixteen_kilobytes_and_not_one_byte_more(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket) as page:
        page.take_sent()
        empty = len('{"x": ""}')
        for letter in ("a", "é"):
            fits = letter * ((LARGEST_MESSAGE - empty) // len(letter.encode()))
            await page.says({"x": fits})
            assert (socket.asked.pop(), page.take_sent()) == ({"x": fits}, [])
            await page.says({"x": fits + letter})
            assert (socket.asked, page.take_sent()) == ([], [CloseCode.MESSAGE_TOO_BIG])
        await page.receive({"type": "websocket.receive", "bytes": b"{}"})
        assert page.take_sent() == [CloseCode.MESSAGE_TOO_BIG]
        assert socket.refusals == []


async def test_pings_are_answered_and_those_beyond_the_limit_are_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket) as page:
        page.take_sent()
        for number in range(PING_LIMIT.times + 1):
            await page.says(f"ping {number}")
        assert page.take_sent() == [f"pong {number}" for number in range(PING_LIMIT.times)]
        assert socket.refusals == [("bad_message", None)]


async def test_a_flood_is_refused_and_then_closed_and_accepted_messages_make_up_for_refused_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    socket = Notebook()
    async with Served(monkeypatch, socket) as page:

        async def flood(count: int, *, accepted: bool) -> None:
            socket.rate_limiter = Gate(accepts=accepted)
            for _ in range(count):
                await page.says({"do": "sit"})

        page.take_sent()
        await flood(3, accepted=True)
        assert len(socket.asked) == 3
        await flood(MOST_REFUSED, accepted=False)
        assert (len(socket.asked), socket.refusals) == (3, [("slow_down", None)] * MOST_REFUSED)
        await flood(2, accepted=True)
        assert page.take_sent() == []
        socket.refusals.clear()
        await flood(2, accepted=False)
        assert (socket.refusals, page.take_sent()) == ([("slow_down", None)] * 2, [])
        await flood(1, accepted=False)
        assert (len(socket.refusals), page.take_sent()) == (2, [CloseCode.POLICY_VIOLATION])


async def test_the_account_losing_access_closes_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    for banned, code in ((True, CloseCode.BANNED), (False, CloseCode.ACCESS_ENDED)):
        socket = Notebook()
        monkeypatch.setattr(push_socket, "is_banned", lambda user, banned=banned: (user == EVE) is banned)
        async with Served(monkeypatch, socket, person()) as page:
            page.take_sent()
            socket.access_ended()
            await settle()
            assert page.take_sent() == [code]


async def test_a_page_whose_session_still_stands_connects_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_socket, "is_banned", lambda user: False)
    for stands, code in ((True, CloseCode.RECONNECT), (False, CloseCode.ACCESS_ENDED)):
        socket = Notebook()
        monkeypatch.setattr(push_socket, "has_session", lambda scope, stands=stands: stands)
        async with Served(monkeypatch, socket, person()) as page:
            page.take_sent()
            socket.access_changed()
            await settle()
            assert page.take_sent() == [code]


async def test_F8_a_socket_of_a_stranger_closes_with_the_ban_of_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[tuple[str, str]] = []

    async def add(self: RecordedFeed, address: str, socket: object) -> None:
        joined.append(("add", address))

    async def remove(self: RecordedFeed, address: str, socket: object) -> None:
        joined.append(("remove", address))

    monkeypatch.setattr(RecordedFeed, "add_address", add)
    monkeypatch.setattr(RecordedFeed, "remove_address", remove)
    socket = Notebook()
    async with Served(monkeypatch, socket, None, client=("192.0.2.7", 5000)) as page:
        page.take_sent()
        assert joined == [("add", "192.0.2.7")]
        socket.address_banned()
        await settle()
        assert page.take_sent() == [CloseCode.BANNED]
    assert joined[1:] == [("remove", "192.0.2.7")]


async def test_pages_that_take_no_asks_refuse_them_silently(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Served(monkeypatch, PushSocket(), person()) as page:
        page.take_sent()
        await page.says({"do": "fold"})
        page.consumer.push_due.set()
        await page.clock.skip(1.0)
        assert page.take_sent() == []
        with pytest.raises(IllegalAction, match="bad_message"):
            await page.consumer.handle_ask({})


@pytest.mark.django_db(transaction=True)
async def test_work_in_a_thread_has_a_thread_and_connections_of_its_own() -> None:
    def work(number: int) -> tuple[int, int, object]:
        connection.ensure_connection()
        return number, threading.get_ident(), connection

    shared = await sync_to_async(threading.get_ident)()
    number, thread, used = await in_thread(work, 3)
    assert number == 3
    assert thread not in (shared, threading.get_ident())
    assert used.connection is None, "the connection is closed at the end"  # type: ignore[attr-defined]
