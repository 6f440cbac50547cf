"""Sockets against a real host: what a browser is shown, what it may say, and what happens to hostile ones."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import dropwhile
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from games.engine.cards import card_text
from games.live.host import Host
from games.messaging import messages
from games.messaging.messages import Hint
from games.models import Decision, Table
from games.web.sockets import push_socket
from games.web.sockets.feed import Feed
from games.web.sockets.lobby_consumer import LOBBY_EVERY_SECONDS
from games.web.sockets.routing import socket_routes
from games.web.sockets.scope import Scope, language_of
from pokerroom.models import User
from tests.games.support.live_hosts import ViewListener, hosting, until
from tests.sockets import Line

pytestmark = pytest.mark.django_db(transaction=True)
FIRST_HAND = 'data-hand="1"'
application = URLRouter(socket_routes())


class Browser:
    """One socket: everything it was sent and when, and the newest of each fragment."""

    def __init__(self, path: str, user: Any, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        self.line = Line(application, path, headers=list(headers))
        self.line.scope["user"] = user
        self.frames: list[str] = []
        self.times: list[float] = []
        self.fragments: dict[str, str] = {}
        self.closed: int | None = None

    async def read(self) -> None:
        """Takes in frames until the socket closes."""
        while self.closed is None:
            message = await self.line.receive_output()
            if message["type"] == "websocket.close":
                self.closed = message.get("code", 1000)
                return
            self.frames.append(message["text"])
            self.times.append(time.monotonic())
            for fragment in re.split(r'(?=<\w+ id=")', message["text"]):
                if found := re.match(r'<\w+ id="([^"]+)"', fragment):
                    self.fragments[found[1]] = fragment

    async def say(self, body: Any) -> None:
        """Sends a message as the page would."""
        text = body if isinstance(body, str) else json.dumps(body)
        await self.line.send_input({"type": "websocket.receive", "text": text})

    def heard(self, words: str) -> float:
        """When the first frame with these words came, by the monotonic clock."""
        return next(at for frame, at in zip(self.frames, self.times, strict=True) if words in frame)

    @property
    def turn(self) -> dict[str, int] | None:
        """What the controls say about the player's turn."""
        found = re.search(r'data-hand="(\d+)" data-turn="(\d+)" data-price="(\d+)"', self.fragments.get("controls", ""))
        return dict(zip(("hand", "turn", "price"), map(int, found.groups()), strict=True)) if found else None

    async def shows(self, fragment: str, words: str) -> None:
        """Waits until a fragment of the screen, which may not be there yet, has these words."""
        await until(lambda: words in self.fragments.get(fragment, ""))

    async def is_alerted(self, words: str) -> None:
        """Waits for an alert with this text."""
        await self.shows("alert", words)


@asynccontextmanager
async def browsing(table: Table | None, *users: Any, **more: Any) -> AsyncIterator[list[Browser]]:
    """Sockets on a table, or the lobby, one for each user."""
    path = f"/ws/table/{table.pk}/" if table else "/ws/lobby/"
    browsers = [Browser(path, user, **more) for user in users]
    readers = []
    for browser in browsers:
        assert (await browser.line.connect())[0]
        readers.append(asyncio.create_task(browser.read()))
    try:
        yield browsers
    finally:
        for browser, reader in zip(browsers, readers, strict=True):
            reader.cancel()
            await browser.line.disconnect()
        await Feed.current().close()


def actor(browsers: list[Browser]) -> Browser | None:
    return next((browser for browser in browsers if browser.turn), None)


async def count(table: Table) -> int:
    return await Decision.objects.filter(table=table).acount()


async def test_a_watcher_is_shown_the_table_and_then_only_what_changes(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, rail):
        await until(lambda: {"seat-0", "seat-5", "board", "pots", "status", "log", "controls"} <= rail.fragments.keys())
        mover = await until(lambda: actor([one, two]))
        await until(lambda: "seat-0" in rail.fragments)
        frames = len(rail.frames)
        await mover.say({"do": "act", **mover.turn, "action": "fold"})
        await until(lambda: len(rail.frames) > frames)
        assert 'id="seat-5"' not in "".join(rail.frames[frames:])
        assert len(rail.frames[frames].encode()) < 6_000


async def test_no_frame_contains_another_players_card(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as browsers:
        one, two, rail = browsers
        ears = [await ViewListener(heads_up, person.pk).begin() for person in (alice, bob)]
        await until(lambda: all(ear.own and ear.own.cards for ear in ears))
        await until(lambda: all("data-c" in player.fragments.get("my-hand", "") for player in (one, two)))
        await rail.shows("log", FIRST_HAND)
        assert ears[0].own
        assert ears[1].own
        hers, his, public = map(since_the_deal, browsers)
        assert any(tells(hers, card) for card in ears[0].own.cards)
        for card in ears[1].own.cards:
            assert not tells(hers + public, card)
        for card in ears[0].own.cards:
            assert not tells(his + public, card)


def since_the_deal(browser: Browser) -> list[str]:
    """What it was sent since the first hand began: before it, cards are drawn for the button in the open."""
    return list(dropwhile(lambda frame: FIRST_HAND not in frame, browser.frames))


def tells(frames: list[str], card: int) -> bool:
    """Whether a frame names the card; "Add" names no ace."""
    return re.search(rf"\b{card_text(card)}\b", "".join(frames)) is not None


async def test_b10_repeated_and_stale_asks_are_refused_with_a_reason(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: actor(browsers))
        ask = {"do": "act", **mover.turn, "action": "call"}
        before = await count(heads_up)
        await mover.say(ask)
        await mover.say(ask)
        await mover.is_alerted("Too late")
        assert await count(heads_up) == before + 1
        other = await until(lambda: actor([browser for browser in browsers if browser is not mover]))
        await other.say({"do": "act", **other.turn, "price": 900, "action": "check"})
        await other.is_alerted("The price has changed")
        assert await count(heads_up) == before + 1


@pytest.mark.parametrize(
    "hostile",
    [
        "not json",
        "[1, 2]",
        '{"do": "act"}',
        '{"do": "act", "hand": -1, "turn": 0, "price": 0, "action": "call"}',
        '{"do": "raise_the_roof"}',
        '{"do": "chat", "text": ""}',
        "[" * 8_000,
        '{"do": {"do": "fold"}}',
    ],
)
async def test_malformed_messages_are_refused_and_the_socket_stays_open(
    heads_up: Table, alice: User, bob: User, hostile: str
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: actor(browsers))
        await mover.say(hostile)
        await mover.is_alerted("understand")
        before = await count(heads_up)
        await mover.say({"do": "act", **mover.turn, "action": "call"})
        await until(lambda: mover.turn is None)
        assert await count(heads_up) == before + 1
        assert mover.closed is None


async def test_an_oversized_message_closes_the_socket_and_nothing_else(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: actor([one, two]))
        await one.say(json.dumps({"do": "chat", "text": "x" * push_socket.LARGEST_MESSAGE}))
        await until(lambda: one.closed == push_socket.CloseCode.MESSAGE_TOO_BIG)
        assert two.closed is None


async def test_a_flood_is_slowed_down_and_then_closed(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: actor([one, two]))
        for _ in range(push_socket.MESSAGE_LIMIT.times + push_socket.MOST_REFUSED // 2):
            await one.say({"do": "sit_in"})
        await one.is_alerted("Slow down")
        assert one.closed is None
        for _ in range(push_socket.MOST_REFUSED * 2):
            await one.say({"do": "sit_in"})
        await until(lambda: one.closed == push_socket.CloseCode.POLICY_VIOLATION)
        assert two.closed is None


async def test_watchers_may_not_act(heads_up: Table, alice: User, bob: User, charlie: User) -> None:
    async with hosting(Host()), browsing(heads_up, AnonymousUser(), charlie) as (nobody, railbird):
        await until(lambda: "controls" in nobody.fragments and "controls" in railbird.fragments)
        await until(lambda: "data-until" in nobody.fragments.get("seat-0", "") + nobody.fragments.get("seat-1", ""))
        before = await count(heads_up)
        await nobody.say({"do": "act", "hand": 1, "turn": 1, "price": 0, "action": "fold"})
        await nobody.is_alerted("Sign in")
        await railbird.say({"do": "act", "hand": 1, "turn": 1, "price": 0, "action": "fold"})
        await railbird.is_alerted("at this table")
        assert await count(heads_up) == before


async def test_a_socket_to_an_unknown_table_is_closed(db: None) -> None:
    async with browsing(Table(pk=987_654), AnonymousUser()) as (lost,):
        await until(lambda: lost.closed == push_socket.CloseCode.NOTHING_TO_WATCH)


async def test_a_table_without_a_host_says_that_it_does_not_answer(heads_up: Table, alice: User) -> None:
    async with browsing(heads_up, alice) as (one,):
        await one.is_alerted("respond")
        await one.say({"do": "sit_out"})
        async with hosting(Host()):
            await until(lambda: "seat-0" in one.fragments)


async def test_x3_a_stopped_table_that_no_host_runs_says_why(heads_up: Table, alice: User) -> None:
    await Table.objects.filter(pk=heads_up.pk).aupdate(frozen=True)
    async with browsing(heads_up, alice) as (one,):
        await one.is_alerted("stopped until the floor has checked")


async def test_reload_shows_the_same_state(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: actor(browsers))
        user = alice if mover is browsers[0] else bob
        again = Browser(f"/ws/table/{heads_up.pk}/", user)
        assert (await again.line.connect())[0]
        reader = asyncio.create_task(again.read())
        await until(lambda: again.turn)
        names = ("seat-0", "seat-1", "board", "pots", "my-hand", "controls")
        assert {name: again.fragments[name] for name in names} == {name: mover.fragments[name] for name in names}
        reader.cancel()
        await again.line.disconnect()


async def test_the_sockets_of_a_user_without_access_close_and_others_stay_open(
    heads_up: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: actor([one, two]))
        await sync_to_async(messages.notify_close_sockets)(alice.pk)
        await until(lambda: one.closed == push_socket.CloseCode.ACCESS_ENDED)
        assert two.closed is None


async def test_chat_is_shown_to_all_and_escaped(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: actor([one, two]))
        await one.say({"do": "chat", "text": "<script>hello</script>"})
        await until(lambda: any("&lt;script&gt;hello" in frame for frame in two.frames))
        assert "<script>" not in "".join(two.frames)


async def test_each_socket_speaks_its_own_language(heads_up: Table, alice: User, bob: User) -> None:
    scope: Scope = {"headers": [(b"accept-language", b"xx, cs;q=0.8")], "user": AnonymousUser(), "cookies": {}}
    assert language_of(scope) == "cs"
    assert language_of({**scope, "cookies": {"language": "sk"}}) == "sk"
    alice.language = "en"
    assert language_of({**scope, "user": alice}) == "en"
    assert language_of({}) == "en"


async def test_the_lobby_is_pushed_at_most_once_a_second(heads_up: Table, alice: User, bob: User) -> None:
    layer: Any = get_channel_layer()
    async with browsing(None, AnonymousUser()) as (rail,):
        await until(lambda: rail.frames)
        began = time.monotonic()
        table = await Table.objects.aget(pk=heads_up.pk)
        for number in range(20):
            table.name = f"Renamed {number}"
            await table.asave(update_fields=["name"])
            await layer.group_send(messages.LOBBY, messages.pack(Hint(messages.LOBBY)))
            await asyncio.sleep(0.02)
        await until(lambda: "Renamed 19" in "".join(rail.frames))
        # What was there at first, and one more in each second that has begun since.
        assert len(rail.frames) <= 3 + (time.monotonic() - began) / LOBBY_EVERY_SECONDS
        assert len(rail.frames) < 20
