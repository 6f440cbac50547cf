"""Hosts that die, crash or lose their connections, on real PostgreSQL and Redis: the state is kept and play goes on."""

import asyncio
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import sync_to_async
from channels.exceptions import StopConsumer
from django.db import connection
from redis.asyncio import Redis

from cashier import api
from games.engine.errors import BrokenInvariant
from games.engine.table.commands import Act
from games.engine.table.decide import Decision, decide
from games.engine.views.types import TableView
from games.live import table
from games.live.host import Host
from games.live.table import TableConsumer
from games.messaging.messages import ViewUpdate
from games.models import Hand, Order, Table
from games.models.floor_decisions import FloorDecision
from games.store import leases, table_log
from games.web.sockets.feed import Feed
from pokerroom.models import User
from tests.games.support.live_hosts import (
    ViewListener,
    decision_numbers,
    hosting,
    open_table,
    sit,
    until,
    until_stored,
    watch_as,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_leases")]

BEHIND = {"stale_turn", "not_your_turn", "nothing_to_call", "hand_over", "not_seated"}
"""How a host refuses an action when another host has written what it does not know: a turn, a hand or a seat."""


async def test_x1_exactly_one_of_two_mistaken_owners_writes(
    heads_up: Table, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "renew", lambda *which: [heads_up.pk])
    lost: list[int] = []
    commit = TableConsumer._commit

    async def counted(self: TableConsumer, decision: Decision, order: int | None, now: int) -> None:
        try:
            await commit(self, decision, order, now)
        except StopConsumer:
            lost.append(self.number + 1)
            raise

    monkeypatch.setattr(TableConsumer, "_commit", counted)
    shown: dict[int, set[str]] = {}

    def noted(table: int, version: int, host: str, view: TableView, *, at: int) -> ViewUpdate:
        shown.setdefault(version, set()).add(repr(view))
        return ViewUpdate(table, version, host, view, at)

    monkeypatch.setattr("games.live.table_views.ViewUpdate", noted)
    hosts = Host(), Host()
    async with hosting(*hosts):
        # Either may begin so late that the other has played all of it alone.
        await until(lambda: all(host.tables for host in hosts))
        both = await watch_as(heads_up, alice, bob)
        for _ in range(6):
            await until(lambda: both[0].my_turn or both[1].my_turn)
            one = next(listener for listener in both if listener.my_turn)
            answer = await Feed.current().ask(heads_up.pk, one.player, one.body("call"))
            assert answer is None or answer.ok or answer.code in BEHIND
            if answer and not answer.ok and one.my_turn:
                # The host that loses the table may lose this answer, too.
                await Feed.current().ask(heads_up.pk, one.player, one.body("check"))
    assert lost
    # No uncommitted state is shown: each version has one view, whichever host sends it.
    assert {len(views) for views in shown.values()} == {1}
    rows = await sync_to_async(decision_numbers)(heads_up)
    assert rows == list(range(1, len(rows) + 1))


async def test_x1_x2_another_host_continues_a_dead_hosts_hand_with_the_same_cards(
    heads_up: Table, alice: User, bob: User
) -> None:
    first, second = Host(), Host()
    async with hosting(first) as tasks:
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].own and both[0].own.cards and both[1].own and both[1].own.cards)
        one = await until(lambda: next((listener for listener in both if listener.my_turn), None))
        assert (await one.act("call")).ok
        await until(lambda: any(listener.my_turn for listener in both) and not one.my_turn)
        cards = [listener.own and listener.own.cards for listener in both]
        pot, deadline = one.view and one.view.pot, one.view and one.view.turn and one.view.turn.deadline
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
        async with hosting(second):
            await until(lambda: one.watched.host == second.id)
            await until(lambda: one.view and one.view.turn and one.view.turn.deadline > (deadline or 0))
            assert [listener.own and listener.own.cards for listener in both] == cards
            assert one.view
            assert one.view.pot == pot
            other = next(listener for listener in both if listener is not one)
            assert (await other.act("check")).ok


async def test_a_crash_restarts_one_table_and_affects_no_other(
    heads_up: Table, alice: User, bob: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = await sync_to_async(open_table)("Calm")
    opened: list[int] = []
    real = table.TableConsumer.open

    async def noted(self: table.TableConsumer) -> None:
        opened.append(self.id)
        await real(self)

    def breaks_once(*args: Any, **kwargs: Any) -> Any:
        if isinstance(args[1], Act) and not broken:
            broken.append(True)
            raise RuntimeError("the river would be As Kd")
        return decide(*args, **kwargs)

    broken: list[bool] = []
    monkeypatch.setattr(table.TableConsumer, "open", noted)
    monkeypatch.setattr("games.live.table.decide", breaks_once)
    async with hosting(Host()):
        await watch_as(calm, alice)
        await until(lambda: calm.pk in opened)
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].my_turn or both[1].my_turn)
        one = next(listener for listener in both if listener.my_turn)
        cards = one.own and one.own.cards
        asked = asyncio.create_task(one.feed.ask(heads_up.pk, one.player, one.body("call")))
        await until(lambda: opened.count(heads_up.pk) == 2)
        asked.cancel()
        assert (await one.act("call")).ok
        assert one.own
        assert one.own.cards == cards
        assert opened.count(calm.pk) == 1
    assert "starts afresh after RuntimeError" in caplog.text
    assert "As Kd" not in caplog.text


async def test_p6_c1_only_the_table_whose_chips_repeatedly_do_not_add_up_is_frozen(
    heads_up: Table, alice: User, bob: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    calm = await sync_to_async(open_table)("Calm")

    def broken(*args: Any, **kwargs: Any) -> Any:
        if isinstance(args[1], Act) and args[0].running:
            raise BrokenInvariant("two of As on the board")
        return decide(*args, **kwargs)

    monkeypatch.setattr("games.live.table.decide", broken)
    chips = await sync_to_async(api.escrow)(table_id=heads_up.pk)
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        for number in range(1, table.MOST_REPAIRS + 1):
            one = await until(partial(to_act_in, both, number))
            assert (await one.act("call")).code == "hand_over"
        one = await until(partial(to_act_in, both, table.MOST_REPAIRS + 1))
        before = await sync_to_async(decision_numbers)(heads_up)
        assert (await one.act("call")).code == "table_frozen"
        await until(lambda: one.view and one.view.phase == "frozen")
        assert (await one.ask({"do": "sit_out"})).code == "table_frozen"
        watcher = await ViewListener(calm).begin()
        await until(lambda: watcher.view)
        assert await sync_to_async(decision_numbers)(heads_up) == before
        assert (await sync_to_async(Table.objects.get)(pk=heads_up.pk)).frozen
        assert await sync_to_async(api.escrow)(table_id=heads_up.pk) == chips
    assert "two of As" not in caplog.text


async def test_c1_f5_a_wrong_card_voids_the_hand_automatically_and_play_goes_on(
    heads_up: Table, alice: User, bob: User, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_once(*args: Any, **kwargs: Any) -> Any:
        if isinstance(args[1], Act) and not broken:
            broken.append(True)
            raise BrokenInvariant("two of As on the board")
        return decide(*args, **kwargs)

    broken: list[bool] = []
    monkeypatch.setattr("games.live.table.decide", breaks_once)
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        await until(lambda: both[0].my_turn or both[1].my_turn)
        one = next(listener for listener in both if listener.my_turn)
        button = one.view and [seat.button for seat in one.view.seats]
        assert (await one.act("call")).code == "hand_over"
        one = await until(partial(to_act_in, both, 2))
        assert one.view
        assert [seat.button for seat in one.view.seats] == button
        await play_on(both, 2)
    assert "hand 1 can't go on after BrokenInvariant" in caplog.text
    assert "two of As" not in caplog.text
    assert not await sync_to_async(Hand.objects.filter(table=heads_up, number=1).exists)()
    act = await sync_to_async(FloorDecision.objects.get)()
    assert (act.hand, act.by_id, act.reason) == (1, None, "fault")


async def test_x1_an_order_that_keeps_crashing_the_table_is_refused(
    heads_up: Table, alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = table_log.commit

    def poisoned(*args: Any, order: int | None = None, **kwargs: Any) -> None:
        if order == bad.pk:
            raise ValueError("cannot be written")
        commit(*args, order=order, **kwargs)

    await sync_to_async(sit)(charlie, heads_up, seat=4)
    bad = await Order.objects.aget(player=charlie)
    monkeypatch.setattr(table_log, "commit", poisoned)
    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)

        await until_stored(lambda: Order.objects.get(pk=bad.pk).refused == "table_busy")
        await until(lambda: both[0].my_turn or both[1].my_turn)


def to_act_in(both: list[ViewListener], hand: int) -> ViewListener | None:
    """Waits until a player is to act in this hand and returns that player."""
    return next(
        (listener for listener in both if listener.my_turn and listener.own and listener.own.hand == hand), None
    )


def moved_on(one: ViewListener, seen: tuple[int, int]) -> bool:
    return not one.my_turn or one.own is None or (one.own.hand, one.own.turn) != seen


async def play_on(both: list[ViewListener], turns: int) -> None:
    """Plays `turns` turns by checking and calling; asks again if a message is lost."""
    while turns:
        await until(lambda: any(listener.my_turn for listener in both))
        one = next(listener for listener in both if listener.my_turn)
        assert one.own
        assert one.own.choices
        seen = (one.own.hand, one.own.turn)
        answer = await one.feed.ask(one.table, one.player, one.body("check" if one.own.choices.can_check else "call"))
        if answer is None:
            await one.feed.request_views(one.table, [one.player])
            continue
        assert answer.ok or answer.code == "stale_turn"
        await until(partial(moved_on, one, seen))
        turns -= 1


async def test_x1_play_goes_on_after_redis_is_emptied_mid_hand(
    heads_up: Table, alice: User, bob: User, redis_url: str
) -> None:
    async with hosting(Host()), Redis.from_url(redis_url) as redis:
        both = await watch_as(heads_up, alice, bob)
        await play_on(both, 1)
        await redis.flushall()
        await play_on(both, 6)


async def test_x1_play_goes_on_after_all_redis_connections_are_cut_mid_hand(
    heads_up: Table, alice: User, bob: User, redis_url: str
) -> None:
    async with hosting(Host()), Redis.from_url(redis_url) as redis:
        both = await watch_as(heads_up, alice, bob)
        await play_on(both, 1)
        # Only this worker's connections, because other tests use the same server at the same time.
        mine = urlsplit(redis_url).path.strip("/")
        for line in await redis.client_list():
            if line["db"] == mine and line["id"] != str(await redis.client_id()):
                await redis.client_kill_filter(_id=line["id"])
        await play_on(both, 6)


async def test_x1_play_goes_on_after_all_postgres_connections_are_cut_mid_hand(
    heads_up: Table, alice: User, bob: User
) -> None:
    def cut() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    async with hosting(Host()):
        both = await watch_as(heads_up, alice, bob)
        await play_on(both, 1)
        cards = [listener.own and listener.own.cards for listener in both]
        await sync_to_async(cut)()
        await play_on(both, 2)
        assert [listener.own and listener.own.cards for listener in both] == cards
        await play_on(both, 4)
    rows = await sync_to_async(decision_numbers)(heads_up)
    assert rows == list(range(1, len(rows) + 1))
