"""Tables at which nothing goes on sleep: nothing is loaded for them, and the first message wakes them."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games.live import table as live_table
from games.live.host import Host
from games.live.table_runner import TableRunner
from games.messaging import messages
from games.messaging.messages import Hint, ReadInbox, Watch
from games.models import Table
from games.models.hosts import RunningHost
from games.store import leases
from pokerroom.models import User
from tests.games.live.conftest import Make
from tests.games.support.live_hosts import (
    SetClock,
    ViewListener,
    hosting,
    open_table,
    seat_those_who_wait,
    sit,
    until,
    until_stored,
)
from tests.games.support.stepped_consumers import START_MS, opened, stepped_context

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_leases")]


def awake(host: Host) -> set[int]:
    """The tables that have a consumer at this host."""
    runner = host._runners[0]
    return set(runner.slots)


async def is_asleep(table: Table) -> bool:
    return await Table.objects.filter(pk=table.pk, asleep=True).aexists()


async def put_to_sleep(host: Host, clock: SetClock, table: Table) -> None:
    """Lets half minutes pass until the table sleeps: messages that were on their way may have kept it awake."""

    def sleeps() -> bool:
        clock.skipped += live_table.SLEEP_AFTER_MS
        return table.pk not in awake(host)

    await until(sleeps)


async def test_a_new_table_sleeps_until_somebody_watches_and_sleeps_again_when_nobody_does() -> None:
    table, clock = await sync_to_async(open_table)(), SetClock()
    host = Host(clock=clock)
    async with hosting(host):
        await until(lambda: host.tables == [table.pk])
        assert not awake(host)
        watcher = await ViewListener(table).begin()
        await until(lambda: watcher.view is not None)
        assert awake(host) == {table.pk}
        assert not await is_asleep(table)
        await watcher.feed.unwatch(table.pk, watcher)
        await put_to_sleep(host, clock, table)
        assert await is_asleep(table)
        assert host.tables == [table.pk]


async def test_a_table_that_sleeps_wakes_for_an_order_whose_message_is_lost(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, host = await sync_to_async(open_table)(), Host()
    async with hosting(host):
        await until(lambda: host.tables == [table.pk])
        monkeypatch.setattr(messages, "notify_all", lambda *lost: None)
        await sync_to_async(sit)(alice, table)
        await until_stored(lambda: table.taken_seats.exists())
        assert awake(host) == {table.pk}


async def test_a_message_that_comes_while_a_table_falls_asleep_is_answered(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, clock = await sync_to_async(open_table)(), SetClock()
    host, going, gate = Host(clock=clock), threading.Event(), threading.Event()
    fall_asleep = leases.put_to_sleep

    def held(*of: Any) -> bool:
        asleep = fall_asleep(*of)
        going.set()
        gate.wait(30)
        return asleep

    async with hosting(host):
        watcher = await ViewListener(table).begin()
        await until(lambda: watcher.view is not None)
        await watcher.feed.unwatch(table.pk, watcher)
        monkeypatch.setattr(leases, "put_to_sleep", held)

        def falls_asleep() -> bool:
            clock.skipped += live_table.SLEEP_AFTER_MS
            return going.is_set()

        await until(falls_asleep)
        ask = asyncio.create_task(watcher.feed.ask(table.pk, alice.pk, {"do": "sit_out"}))
        await until(lambda: not host._runners[0].slots[table.pk].is_empty)
        gate.set()
        answer = await ask
        assert answer and answer.code == "not_seated"
        assert awake(host) == {table.pk}
        assert not await is_asleep(table)


@pytest.mark.parametrize("what", ["orders", "bots", "another host"])
async def test_a_table_that_is_needed_or_lost_does_not_fall_asleep(what: str, alice: User) -> None:
    def prepare() -> Table:
        table = open_table(bots=2 if what == "bots" else 0)
        Table.objects.update(owner="there" if what == "another host" else "here", asleep=False)
        if what == "orders":
            sit(alice, table)
        return table

    table = await sync_to_async(prepare)()
    assert not await sync_to_async(leases.put_to_sleep)(table.pk, "here")
    assert not await is_asleep(table)


async def test_a_table_where_somebody_sits_does_not_sleep(alice: User, stepped: Make) -> None:
    def prepare() -> Table:
        table = open_table()
        sit(alice, table)
        seat_those_who_wait(table)
        return table

    consumer = stepped(await sync_to_async(prepare)())
    await opened(consumer, at_turn=False)
    consumer.time.time += live_table.SLEEP_AFTER_MS
    assert not consumer._is_idle(consumer.time.time)


async def _unchanged() -> None:
    """Nobody needs to know."""


async def test_a_table_sleeps_after_half_a_minute_without_a_message(stepped: Make) -> None:
    table = await sync_to_async(open_table)()
    consumer, asked = stepped(table), list[int]()

    async def fall_asleep(slot: Any) -> bool:
        asked.append(slot.pk)
        return False

    consumer._fall_asleep = fall_asleep
    await opened(consumer, at_turn=False)
    consumer.time.time += live_table.SLEEP_AFTER_MS - 1
    await consumer.sweep()
    assert asked == []
    consumer.time.time += 1
    await consumer.sweep()
    assert asked == [table.pk]
    await consumer.handle(Watch(table.pk, 0, "web"))
    await consumer.sweep()
    assert asked == [table.pk]


async def test_a_table_that_another_host_has_taken_meanwhile_is_not_woken() -> None:
    table = await sync_to_async(open_table)()
    runner = TableRunner(stepped_context(), _unchanged)
    await sync_to_async(Table.objects.update)(owner="there")
    runner.asleep.add(table.pk)
    runner.deliver(Hint("lobby"))
    runner.deliver(Watch(table.pk + 1, 0, "web"))
    assert not runner.slots
    runner.deliver(ReadInbox(table.pk))
    slot = runner.slots[table.pk]
    await until(lambda: slot.stopping)
    assert await is_asleep(table)
    await runner.cancel()
    await asyncio.to_thread(runner.context.threads.stop)


async def test_a_renewal_leaves_a_table_alone_that_is_woken_while_the_leases_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = await sync_to_async(open_table)()
    runner, renew = TableRunner(stepped_context(), _unchanged), leases.renew
    await runner._renew()
    assert (runner.asleep, runner.slots) == ({table.pk}, {})
    loop, read = asyncio.get_running_loop(), threading.Event()

    def deliver() -> None:
        runner.deliver(Watch(table.pk, 0, "web"))
        read.set()

    def renewed(*of: Any) -> list[int]:
        held = renew(*of)
        loop.call_soon_threadsafe(deliver)
        assert read.wait(30)
        return held

    with monkeypatch.context() as patch:
        patch.setattr(leases, "renew", renewed)
        await runner._renew()
    slot = runner.slots[table.pk]
    await until(lambda: slot.settled is not None)
    await runner._renew()
    assert (runner.asleep, runner.slots, slot.stopping) == (set(), {table.pk: slot}, False)
    await runner.cancel()
    await asyncio.to_thread(runner.context.threads.stop)


def owners() -> list[tuple[str, bool]]:
    return list(Table.objects.order_by("pk").values_list("owner", "asleep"))


def test_x1_the_tables_that_sleep_are_their_hosts_as_long_as_it_lives() -> None:
    first, second = open_table("Prague"), open_table("Brno")
    assert not leases.renew_host("a", START_MS, 6.0, most=9), "it is new"
    assert leases.lease_sleeping("a", START_MS, 9) == [first.pk, second.pk]
    assert leases.wake(second.pk, "a", START_MS, 6.0)
    assert not leases.wake(first.pk, "b", START_MS, 6.0)
    assert owners() == [("a", True), ("a", False)]
    assert leases.renew_host("a", START_MS + 5_000, 6.0, most=9)
    assert not leases.renew_host("b", START_MS + 11_000, 6.0, most=9)
    assert leases.lease(leases.OPEN_TABLES, "b", START_MS + 11_000, 6.0, 9) == [second.pk], (
        "awake ones have leases of their own"
    )
    assert leases.renew_host("b", START_MS + 11_001, 6.0, most=9)
    assert owners() == [("", True), ("b", False)]
    assert leases.lease_sleeping("b", START_MS + 11_001, 9) == [first.pk]
    assert not leases.renew_host("a", START_MS + 11_002, 6.0, most=9), "it may have lost tables"
    assert (leases.sleeping("a"), leases.sleeping("b")) == (set(), {first.pk})


def test_x1_tables_of_a_host_that_nobody_knows_any_more_are_free_when_the_next_host_begins() -> None:
    open_table("Prague")
    Table.objects.update(owner="gone", lease_until=leases.FOREVER)
    leases.renew_host("a", START_MS, 6.0, most=9)
    assert owners() == [("", True)]
    leases.end_host("a")
    assert not RunningHost.objects.exists()


def test_tables_that_are_needed_are_those_with_orders_and_those_that_want_bots(alice: User, settings: Any) -> None:
    with_order, bots, _quiet = open_table("a"), open_table("b", bots=1), open_table("c")
    elsewhere = open_table("d", bots=1)
    Table.objects.exclude(pk=elsewhere.pk).update(owner="here")
    sit(alice, with_order)
    assert leases.needed("here") == {with_order.pk, bots.pk}
    settings.BOTS = False
    assert leases.needed("here") == {with_order.pk}
