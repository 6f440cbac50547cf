"""Table and lobby sockets against a real host: what they show, which asks they accept, and hostile messages."""

import asyncio
import json
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser

from games.live.host import Host
from games.messaging import messages
from games.messaging.messages import Hint
from games.models import Decision, Table
from games.web.sockets import push_socket
from games.web.sockets.lists.watched_lobby import WatchedLobby
from games.web.sockets.scope import Scope, language_of
from pokerroom.models import User
from tests.faults.card_forms import cards_in
from tests.games.support.browsers import FIRST_HAND, browsing, one_more_tab, player_to_act
from tests.games.support.live_hosts import ViewListener, hosting, until

pytestmark = pytest.mark.django_db(transaction=True)


async def decision_count(table: Table) -> int:
    return await Decision.objects.filter(table=table).acount()


async def test_a_watcher_gets_the_whole_table_and_then_changes(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as (one, two, watcher):
        await until(
            lambda: {"seat-0", "seat-5", "board", "pots", "status", "log", "controls"} <= watcher.fragments.keys()
        )
        mover = await until(lambda: player_to_act([one, two]))
        await until(lambda: "seat-0" in watcher.fragments)
        frames = len(watcher.frames)
        await mover.act("fold")
        await until(lambda: len(watcher.frames) > frames)
        assert 'id="seat-5"' not in "".join(watcher.frames[frames:])
        assert len(watcher.frames[frames].encode()) < 6_000


async def test_no_frame_contains_another_players_hidden_card(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob, AnonymousUser()) as browsers:
        one, two, watcher = browsers
        listeners = [await ViewListener(heads_up, person.pk).begin() for person in (alice, bob)]
        await until(lambda: all(listener.own and listener.own.cards for listener in listeners))
        await until(lambda: all("data-c" in player.fragments.get("my-hand", "") for player in (one, two)))
        await watcher.shows("log", FIRST_HAND)
        alices_cards, bobs_cards = (listener.own.cards for listener in listeners)
        alices, bobs, public = (browser.frames_since_the_deal for browser in browsers)
        assert any(names_card(alices, card) for card in alices_cards)
        assert not any(names_card(alices + public, card) for card in bobs_cards)
        assert not any(names_card(bobs + public, card) for card in alices_cards)


def names_card(frames: list[str], card: int) -> bool:
    """Whether a frame names the card."""
    return card in cards_in("".join(frames))


async def test_b10_repeated_and_stale_asks_are_refused_with_a_reason(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: player_to_act(browsers))
        ask = {"do": "act", **mover.turn, "action": "call"}
        before = await decision_count(heads_up)
        await mover.send(ask)
        await mover.send(ask)
        await mover.is_alerted("Too late")
        assert await decision_count(heads_up) == before + 1
        other = await until(lambda: player_to_act([browser for browser in browsers if browser is not mover]))
        await other.send({"do": "act", **other.turn, "price": 900, "action": "check"})
        await other.is_alerted("The price has changed")
        assert await decision_count(heads_up) == before + 1


@pytest.mark.parametrize(
    "message",
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
    heads_up: Table, alice: User, bob: User, message: str
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: player_to_act(browsers))
        await mover.send(message)
        await mover.is_alerted("understand")
        before = await decision_count(heads_up)
        await mover.act("call")
        await until(lambda: mover.turn is None)
        assert await decision_count(heads_up) == before + 1
        assert mover.closed is None


async def test_an_oversized_message_closes_the_socket_and_nothing_else(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: player_to_act([one, two]))
        await one.send(json.dumps({"do": "chat", "text": "x" * push_socket.LARGEST_MESSAGE}))
        await until(lambda: one.closed == push_socket.CloseCode.MESSAGE_TOO_BIG)
        assert two.closed is None


async def test_a_flood_is_slowed_down_and_then_closed(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: player_to_act([one, two]))
        for _ in range(push_socket.MESSAGE_LIMIT.times + push_socket.MOST_REFUSED // 2):
            await one.send({"do": "sit_in"})
        await one.is_alerted("Slow down")
        assert one.closed is None
        for _ in range(push_socket.MOST_REFUSED * 2):
            await one.send({"do": "sit_in"})
        await until(lambda: one.closed == push_socket.CloseCode.POLICY_VIOLATION)
        assert two.closed is None


@pytest.mark.parametrize("page", ["table", "lobby"])
async def test_a_ping_is_answered_by_its_number_and_too_many_count_as_messages(heads_up: Table, page: str) -> None:
    async with browsing(heads_up if page == "table" else None, AnonymousUser()) as (browser,):
        await browser.send("ping 17")
        await until(lambda: "pong 17" in browser.frames)
        for malformed in ("ping -1", "ping 1234567890", "ping", "ping ١"):
            await browser.send(malformed)
        flood = push_socket.PING_LIMIT.times + push_socket.MESSAGE_LIMIT.times + push_socket.MOST_REFUSED
        for number in range(flood):
            await browser.send(f"ping {number}")
        await until(lambda: browser.closed == push_socket.CloseCode.POLICY_VIOLATION)
        assert sum(frame.startswith("pong") for frame in browser.frames) == push_socket.PING_LIMIT.times


async def test_watchers_can_not_act(heads_up: Table, alice: User, bob: User, charlie: User) -> None:
    async with hosting(Host()), browsing(heads_up, AnonymousUser(), charlie) as (visitor, railbird):
        await until(lambda: "controls" in visitor.fragments and "controls" in railbird.fragments)
        await until(lambda: "data-until" in visitor.fragments.get("seat-0", "") + visitor.fragments.get("seat-1", ""))
        before = await decision_count(heads_up)
        await visitor.send({"do": "act", "hand": 1, "turn": 1, "price": 0, "action": "fold"})
        await visitor.is_alerted("Sign in")
        await railbird.send({"do": "act", "hand": 1, "turn": 1, "price": 0, "action": "fold"})
        await railbird.is_alerted("at this table")
        assert await decision_count(heads_up) == before


async def test_a_socket_to_an_unknown_table_is_closed(db: None) -> None:
    async with browsing(Table(pk=987_654), AnonymousUser()) as (browser,):
        await until(lambda: browser.closed == push_socket.CloseCode.NOTHING_TO_WATCH)


async def test_a_table_without_a_host_says_that_it_does_not_answer(heads_up: Table, alice: User) -> None:
    async with browsing(heads_up, alice) as (one,):
        await one.is_alerted("respond")
        await one.send({"do": "sit_out"})
        async with hosting(Host()):
            await until(lambda: "seat-0" in one.fragments)


async def test_x3_a_stopped_table_that_no_host_runs_says_why(heads_up: Table, alice: User) -> None:
    await Table.objects.filter(pk=heads_up.pk).aupdate(frozen=True)
    async with browsing(heads_up, alice) as (one,):
        await one.is_alerted("stopped until the floor has checked")


async def test_a_reloaded_page_shows_the_same_state(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as browsers:
        mover = await until(lambda: player_to_act(browsers))
        user = alice if mover is browsers[0] else bob
        async with one_more_tab(heads_up, user) as reloaded:
            await until(lambda: reloaded.turn)
            names = ("seat-0", "seat-1", "board", "pots", "my-hand", "controls")
            assert {name: reloaded.fragments[name] for name in names} == {name: mover.fragments[name] for name in names}


async def test_the_sockets_of_a_user_without_access_close_and_others_stay_open(
    heads_up: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: player_to_act([one, two]))
        await sync_to_async(messages.notify_close_sockets)(alice.pk)
        await until(lambda: one.closed == push_socket.CloseCode.ACCESS_ENDED)
        assert two.closed is None


async def test_chat_is_shown_to_all_and_escaped(heads_up: Table, alice: User, bob: User) -> None:
    async with hosting(Host()), browsing(heads_up, alice, bob) as (one, two):
        await until(lambda: player_to_act([one, two]))
        await one.send({"do": "chat", "text": "<script>hello</script>"})
        await until(lambda: any("&lt;script&gt;hello" in frame for frame in two.frames))
        assert "<script>" not in "".join(two.frames)


def test_each_socket_has_the_language_of_its_page_else_of_the_cookie_user_or_browser(alice: User) -> None:
    scope: Scope = {"headers": [(b"accept-language", b"xx, cs;q=0.8")], "user": AnonymousUser(), "cookies": {}}
    assert language_of(scope) == "cs"
    assert language_of({**scope, "cookies": {"language": "sk"}}) == "sk"
    alice.language = "en"
    assert language_of({**scope, "user": alice}) == "en"
    assert language_of({**scope, "user": alice, "cookies": {"language": "sk"}}) == "sk", "pages speak the cookie's"
    page: Scope = {**scope, "user": alice, "cookies": {"language": "cs"}, "query_string": b"seen=1&language=sk"}
    assert language_of(page) == "sk", "another tab may have chosen another language since"
    assert language_of({**page, "query_string": b"language=xx"}) == "cs"
    assert language_of({}) == "en"


async def test_the_lobby_is_pushed_at_most_once_a_second(heads_up: Table, alice: User, bob: User) -> None:
    layer: Any = get_channel_layer()
    async with browsing(None, AnonymousUser()) as (watcher,):
        await until(lambda: watcher.frames)
        began = time.monotonic()
        table = await Table.objects.aget(pk=heads_up.pk)
        for number in range(20):
            table.name = f"Renamed {number}"
            await table.asave(update_fields=["name"])
            await layer.group_send(messages.LOBBY, messages.pack(Hint(messages.LOBBY)))
            await asyncio.sleep(0.02)
        await until(lambda: "Renamed 19" in "".join(watcher.frames))
        # The first pushes, and one more in each second that has begun since.
        assert len(watcher.frames) <= 3 + (time.monotonic() - began) / WatchedLobby.every_seconds
        assert len(watcher.frames) < 20
