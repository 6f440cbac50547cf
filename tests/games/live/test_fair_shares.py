"""A host that is added takes its share of the tables from those that run, and nobody at them notices."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.exceptions import StopConsumer

from games.live import table_runner
from games.live.host import Host
from games.live.hosting.table_messages import Wake
from games.live.table_runner import TableRunner
from games.messaging.messages import Ask, ReadInbox, TablesReleased, TablesTaken, Watch
from games.models import Table
from games.store import leases
from games.store.leases import Load
from pokerroom.models import User
from tests.games.live.conftest import Make
from tests.games.support.live_hosts import (
    decision_numbers,
    hosting,
    open_table,
    seat_those_who_wait,
    sit,
    until,
    watch_as,
)
from tests.games.support.stepped_consumers import START_MS, RecordingOutbox, RecordingSlot, opened, stepped_context

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_leases")]


async def _unchanged() -> None:
    """Nobody needs to know."""


async def test_a_host_that_begins_takes_half_of_the_tables_that_sleep() -> None:
    for number in range(6):
        await sync_to_async(open_table)(f"Table {number}")
    first, second = Host(), Host()
    async with hosting(first):
        await until(lambda: len(first.tables) == 6)
        async with hosting(second):
            await until(lambda: len(second.tables) == 3 and len(first.tables) == 3)
            owners = Table.objects.values_list("owner", flat=True)
            assert sorted([owner async for owner in owners]) == sorted([first.id] * 3 + [second.id] * 3)


async def test_players_play_on_while_their_tables_move_to_a_host_that_begins(alice: User, bob: User) -> None:
    def two_tables() -> list[Table]:
        tables = [open_table("Brno"), open_table("Zlin")]
        for table in tables:
            sit(alice, table, seat=0)
            sit(bob, table, seat=1)
        seat_those_who_wait(*tables)
        return tables

    tables = await sync_to_async(two_tables)()
    first, second, done = Host(), Host(), asyncio.Event()

    async def play(table: Table) -> int:
        """Both fold in turn until the tables have moved; returns how many asks were answered."""
        both, answered = await watch_as(table, alice, bob), 0
        while not done.is_set():
            one = await until(lambda: next((player for player in both if player.my_turn), None))
            answer = await one.ask(one.body("fold"))
            # A process that shows the turn of the hand before is refused, and is shown the next view.
            assert answer.ok or answer.code in ("not_your_turn", "too_late", "stale"), answer
            answered += 1
            await until(lambda player=one: not player.my_turn)
        return answered

    async with hosting(first):
        await until(lambda: len(first.tables) == 2)
        games = [asyncio.create_task(play(table)) for table in tables]
        await asyncio.sleep(0.5)
        async with hosting(second):
            await until(lambda: len(first.tables) == len(second.tables) == 1)
            moved = await Table.objects.aget(owner=second.id)
            numbers = await sync_to_async(decision_numbers)(moved)
            await until(lambda: any(game.done() for game in games) or second.tables == [moved.pk])
            await asyncio.sleep(1.0)
            later = await sync_to_async(decision_numbers)(moved)
            done.set()
            assert all(count > 1 for count in await asyncio.gather(*games))
            assert len(later) > len(numbers), "the new host plays on"
            assert later == list(range(1, len(later) + 1))
            assert await Table.objects.filter(owner=second.id).acount() == 1


async def test_X2_a_table_leaves_between_two_decisions_and_its_hand_and_clock_go_on(
    stepped: Make, heads_up: Table
) -> None:
    first = stepped(heads_up)
    await sync_to_async(seat_those_who_wait)(heads_up)
    await opened(first)
    with pytest.raises(StopConsumer):
        await first.handle(Wake.LEAVE)
    slot = RecordingSlot(heads_up.pk)
    slot.handed_over = True
    second = stepped(heads_up, slot)
    second.time.time = first.time.time + 3_000
    await second.open()
    assert second.table.running
    assert (second.number, second.table.wait) == (first.number, first.table.wait), "nobody is given a fresh clock"
    [left] = second.set_timers()
    assert left * 1000 == pytest.approx(first.table.wait.deadline - second.time.time, abs=2)
    assert not slot.handed_over, "a consumer that starts afresh after a fault recovers"
    third = stepped(heads_up, slot)
    third.time.time = second.time.time
    await third.open()
    assert third.table.wait.deadline > first.table.wait.deadline


async def test_what_a_host_was_given_is_handed_over_and_what_it_takes_from_a_dead_one_is_not() -> None:
    given, taken = [await sync_to_async(open_table)(name) for name in ("Brno", "Zlin")]
    runner = TableRunner(stepped_context(), _unchanged)
    await sync_to_async(Table.objects.filter(pk=given.pk).update)(owner=runner.context.host, asleep=False)
    await sync_to_async(Table.objects.filter(pk=taken.pk).update)(owner="dead", asleep=False, lease_until=0)
    await runner._renew()
    assert {pk: slot.handed_over for pk, slot in runner.slots.items()} == {given.pk: True, taken.pk: False}
    await runner.cancel()
    await asyncio.to_thread(runner.context.threads.stop)


async def test_after_a_renewal_that_failed_nothing_counts_as_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await sync_to_async(open_table)()
    await sync_to_async(Table.objects.update)(owner="dead", asleep=False, lease_until=0)
    runner = TableRunner(stepped_context(), _unchanged)

    def fails(now: int) -> dict[str, Load]:
        raise RuntimeError("no database")

    with monkeypatch.context() as patch:
        patch.setattr(leases, "loads", fails)
        with pytest.raises(RuntimeError):
            await runner._renew()
    assert (await Table.objects.aget()).owner == runner.context.host, "it was leased all the same"
    await runner._renew()
    assert not runner.slots[table.pk].handed_over
    await runner.cancel()
    await asyncio.to_thread(runner.context.threads.stop)


async def test_a_host_that_has_not_taken_what_it_was_given_is_given_no_more() -> None:
    tables = [await sync_to_async(open_table)(f"Table {number}") for number in range(4)]
    runner = TableRunner(stepped_context(), _unchanged)
    clock, here = runner.context.clock, runner.context.host
    await sync_to_async(Table.objects.update)(owner=here, asleep=False)
    await sync_to_async(leases.renew_host)("there", await sync_to_async(leases.database_now)(), 60.0, most=9)
    for _ in range(2):
        # However long a renewal takes here, the table has been on its way for no longer than a host may need.
        runner._moving[99] = table_runner.Moving(clock.now() + 60_000, [])
        await runner._renew()
    assert (len(runner.slots), runner._leaving) == (len(tables), {})
    runner.deliver(TablesTaken((99,)))
    await runner._renew()
    assert set(runner._leaving.values()) == {"there"}
    assert len(runner._leaving) == len(tables) // 2
    await runner.cancel()
    await asyncio.to_thread(runner.context.threads.stop)


async def test_a_host_that_begins_has_the_others_share_at_once() -> None:
    runner = TableRunner(stepped_context(), _unchanged)
    box = runner.context.outbox
    assert isinstance(box, RecordingOutbox)
    await runner._renew()
    assert [(sent.address, sent.message) for sent in box.take()] == [("hosts", TablesReleased())]
    await runner._renew()
    assert not box.take()
    await asyncio.to_thread(runner.context.threads.stop)


async def test_messages_are_kept_for_a_table_on_its_way_and_sent_on_once_its_new_host_listens() -> None:
    table = await sync_to_async(open_table)()
    await sync_to_async(Table.objects.update)(owner="here")
    runner = TableRunner(stepped_context(), _unchanged)
    box = runner.context.outbox
    assert isinstance(box, RecordingOutbox)
    runner.asleep.add(table.pk)
    await runner._give([table.pk], "there")
    assert (await Table.objects.aget()).owner == "there"
    assert runner.groups == {f"host.{table.pk}"}, "it still listens"
    box.take()
    messages = [Watch(table.pk, 0, "web"), Ask(table.pk, 1, {"do": "sit_out"}, "a1", "web"), ReadInbox(table.pk)]
    for message in messages:
        runner.deliver(message)
    assert not box.sent
    runner.deliver(TablesTaken((table.pk,)))
    assert [(sent.address, sent.message) for sent in box.take()] == [("hosts", message) for message in messages]
    assert not runner.groups
    await asyncio.to_thread(runner.context.threads.stop)


async def test_what_waits_in_the_queue_of_a_table_that_leaves_is_sent_on_and_nothing_of_its_own() -> None:
    table = await sync_to_async(open_table)()
    await sync_to_async(Table.objects.update)(owner="here", asleep=False)
    runner = TableRunner(stepped_context(), _unchanged)
    box = runner.context.outbox
    assert isinstance(box, RecordingOutbox)
    await runner._renew()
    slot = runner.slots[table.pk]
    await runner.cancel()
    slot.take_all()
    runner._leaving[table.pk] = "there"
    messages = [Ask(table.pk, 1, {"do": "sit_out"}, "a1", "web"), ReadInbox(table.pk)]
    for item in (messages[0], Wake.SWEEP, messages[1]):
        assert slot.put(item)
    await runner.ended(slot)
    assert (await Table.objects.aget()).owner == "there"
    box.take()
    runner.deliver(TablesTaken((table.pk,)))
    assert [(sent.address, sent.message) for sent in box.take()] == [("hosts", message) for message in messages]
    await asyncio.to_thread(runner.context.threads.stop)


async def test_messages_are_sent_on_after_a_while_if_the_new_host_says_nothing() -> None:
    runner = TableRunner(stepped_context(), _unchanged)
    box, clock = runner.context.outbox, runner.context.clock
    assert isinstance(box, RecordingOutbox)
    runner._moving[4] = table_runner.Moving(clock.now() - table_runner.KEEP_MS, [ReadInbox(4)])
    await runner._share()
    assert not box.sent
    runner._moving[4] = table_runner.Moving(clock.now() - table_runner.KEEP_MS - 1, [ReadInbox(4)])
    await runner._share()
    assert [sent.message for sent in box.sent] == [ReadInbox(4)]
    await asyncio.to_thread(runner.context.threads.stop)


async def test_an_ask_that_both_hosts_heard_is_carried_out_once() -> None:
    table = await sync_to_async(open_table)()
    await sync_to_async(Table.objects.update)(owner="here", asleep=False)
    runner = TableRunner(stepped_context(), _unchanged)
    await runner._renew()
    slot = runner.slots[table.pk]
    await runner.cancel()
    slot.take_all()
    ask = Ask(table.pk, 1, {"do": "sit_out"}, "a1", "web")
    for message in (ask, ask, ask.__class__(table.pk, 1, {"do": "sit_in"}, "a2", "web"), Ask(table.pk, 1, {})):
        runner.deliver(message)
    assert [message.id for message in slot.take_all() if isinstance(message, Ask)] == ["a1", "a2", ""]
    await asyncio.to_thread(runner.context.threads.stop)


async def test_tables_that_could_not_be_given_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await sync_to_async(open_table)()
    runner = TableRunner(stepped_context(), _unchanged)
    await runner._renew()
    assert runner.asleep == {table.pk}

    def fails(*of: object) -> list[int]:
        raise RuntimeError("no database")

    with monkeypatch.context() as patch:
        patch.setattr(leases, "give", fails)
        await runner._give([table.pk], "there")
    await runner._renew()
    assert (runner.asleep, runner._moving) == ({table.pk}, {})
    await asyncio.to_thread(runner.context.threads.stop)


def test_the_tables_of_each_host_that_lives_are_counted_and_given_only_by_whom_they_belong_to() -> None:
    mine, other, asleep = open_table("Prague"), open_table("Brno"), open_table("Zlin")
    Table.objects.exclude(pk=asleep.pk).update(asleep=False)
    Table.objects.exclude(pk=other.pk).update(owner="a")
    leases.renew_host("a", START_MS, 6.0, most=9)
    assert leases.loads(START_MS) == {"a": Load("a", 0, 0, 9)}, "one host alone need not count"
    leases.renew_host("b", START_MS, 6.0, most=8)
    assert leases.loads(START_MS) == {"a": Load("a", 1, 1, 9), "b": Load("b", 0, 0, 8)}
    assert leases.give([mine.pk, other.pk], "a", "b") == [mine.pk]
    assert leases.loads(START_MS) == {"a": Load("a", 0, 1, 9), "b": Load("b", 1, 0, 8)}
    assert leases.loads(START_MS + 6_001) == {}
