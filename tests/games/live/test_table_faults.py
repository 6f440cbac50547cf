"""A table's consumer after faults: what it repairs, when it is frozen, what a frozen table still does (C1), and what
a decision leaves that the database does not take.
"""

import asyncio
from collections.abc import Callable

import pytest
from asgiref.sync import sync_to_async
from channels.exceptions import StopConsumer

from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.hand.actions import Call, Fold
from games.engine.table import commands as cm
from games.engine.table.decide import Decision
from games.engine.views.visibility import public_view
from games.live.hosting.table_messages import Wake
from games.live.table import MOST_REPAIRS, SWEEP_SECONDS, is_frozen
from games.messaging.messages import (
    Answer,
    Ask,
    ChatPosted,
    OwnViewUpdate,
    ReadInbox,
    ViewUpdate,
    Watch,
)
from games.messaging.orders import send
from games.models import Order, Table
from games.store import table_log
from pokerroom.models import User
from tests.games.live.conftest import Breaks, Make
from tests.games.support.live_hosts import open_table
from tests.games.support.stepped_consumers import SteppedTable, opened, refill, versions
from tests.games.support.tables import SteppedHost, person

pytestmark = pytest.mark.django_db(transaction=True)


async def test_c1_a_wrong_deck_is_shuffled_again(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    consumer = await opened(stepped(heads_up), at_turn=False)
    failed = breaking(lambda table, command: isinstance(command, cm.Tick) and not failed)
    await consumer.until("turn")
    assert (len(failed), consumer.table.hand_number, consumer.table.running) == (1, 1, True)
    assert not await sync_to_async(is_frozen)(heads_up.pk)


async def test_c1_a_deck_that_stays_wrong_freezes_the_table(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    calm = await sync_to_async(open_table)("Calm")
    consumer = await opened(stepped(heads_up), at_turn=False)
    consumer.time.time = consumer.table.next_tick_at() or 0
    failed = breaking(lambda table, command: isinstance(command, cm.Tick))
    closed: list[str] = []
    for name in ("waiting_list", "equity", "bots"):
        getattr(consumer, name).cancel = lambda name=name: closed.append(name)
    number = consumer.number
    await consumer.handle(Wake.TICK)
    assert len(failed) == MOST_REPAIRS + 1
    assert closed == ["waiting_list", "equity", "bots"]
    assert (consumer.slot.frozen, consumer.set_timers(), consumer.set_timers(Wake.SWEEP)) == (True, [], [SWEEP_SECONDS])
    assert [await sync_to_async(is_frozen)(table.pk) for table in (heads_up, calm)] == [True, False]
    [frozen] = consumer.messages(ViewUpdate)
    assert isinstance(frozen, ViewUpdate)
    assert (frozen.view.phase, frozen.version) == ("frozen", number)


FAULTS = [AssertionError("nobody sits there"), IllegalAction("no_blind_due")]


@pytest.mark.parametrize("fault", FAULTS)
async def test_x1_a_hand_that_the_clock_cannot_continue_is_void(
    heads_up: Table, stepped: Make, breaking: Callable[..., list[object]], fault: Exception
) -> None:
    consumer = await opened(stepped(heads_up))
    hand, chips = consumer.table.hand_number, sum(consumer.table.chips().values())
    failed: list[object] = breaking(
        lambda table, command: isinstance(command, cm.Tick) and table.running and not failed, fault
    )
    consumer.time.time = consumer.table.next_tick_at() or 0
    await consumer.handle(Wake.TICK)
    assert (len(failed), consumer.table.running, consumer.slot.frozen) == (1, False, False)
    assert sum(consumer.table.chips().values()) == chips
    await consumer.until("turn")
    assert consumer.table.hand_number == hand + 1


@pytest.mark.parametrize("fault", FAULTS)
async def test_x1_a_table_that_the_clock_cannot_continue_between_hands_is_frozen(
    heads_up: Table, stepped: Make, breaking: Callable[..., list[object]], fault: Exception
) -> None:
    consumer = await opened(stepped(heads_up), at_turn=False)
    consumer.time.time = consumer.table.next_tick_at() or 0
    failed = breaking(lambda table, command: isinstance(command, cm.Tick), fault)
    await consumer.handle(Wake.TICK)
    assert (len(failed), consumer.slot.frozen) == (MOST_REPAIRS + 1, True)


async def test_x1_what_a_player_asks_voids_no_hand_however_it_fails(
    heads_up: Table, stepped: Make, breaking: Callable[..., list[object]]
) -> None:
    consumer = await opened(stepped(heads_up))
    hand = consumer.table.hand_number
    breaking(lambda table, command: isinstance(command, cm.Act), FAULTS[0])
    with pytest.raises(AssertionError):
        await consumer.do(consumer.next_act(Call()))
    assert (consumer.table.hand_number, consumer.table.running, consumer.slot.frozen) == (hand, True, False)


async def frozen(consumer: SteppedTable, breaking: Callable[[Breaks], list[object]]) -> SteppedTable:
    """The table after a fault between two hands, which nothing can repair."""
    await opened(consumer, at_turn=False)
    consumer.time.time = consumer.table.next_tick_at() or 0
    failed = breaking(lambda table, command: isinstance(command, cm.SitOut))
    with pytest.raises(IllegalAction, match="table_frozen"):
        await consumer.do(cm.SitOut(next(seat.player for seat in consumer.table.seats if seat)))
    assert len(failed) == 1
    consumer.box.take()
    return consumer


async def test_c1_a_frozen_table_shows_itself_and_talks_and_does_nothing_else(
    heads_up: Table, alice: User, stepped: Make, breaking: Callable[[Breaks], list[object]], fills: list[str]
) -> None:
    consumer = await frozen(stepped(heads_up), breaking)
    await sync_to_async(Table.objects.update)(frozen=False)
    await sync_to_async(refill)(alice, heads_up)
    number = consumer.number
    fills.clear()
    consumer.time.time += 60_000
    for wake in (Wake.TICK, Wake.EQUITY_FOUND, Wake.FILL_SEATS, cm.MoveToTable(alice.pk), ReadInbox(heads_up.pk)):
        await consumer.handle(wake)
    assert (consumer.box.take(), fills, consumer.number) == ([], [], number)
    assert await sync_to_async(Order.objects.unanswered().count)() == 1
    await consumer.handle(Ask(heads_up.pk, alice.pk, {"do": "sit_out"}, "a1", "web"))
    assert consumer.messages(Answer) == [Answer(heads_up.pk, alice.pk, "a1", ok=False, code="table_frozen")]
    await consumer.handle(Ask(heads_up.pk, alice.pk, {"do": "chat", "text": "hello"}, "a2", "web"))
    assert len(consumer.messages(ChatPosted)) == 1
    consumer.views.public = consumer.views.public._replace(
        seats=tuple(seat._replace(connected=False) for seat in consumer.views.public.seats)
    )
    await consumer.handle(Watch(heads_up.pk, alice.pk, "web"))
    [update] = consumer.messages(ViewUpdate)
    assert isinstance(update, ViewUpdate)
    assert (update.view.phase, update.view.turn, consumer.number) == ("frozen", None, number)


async def test_c1_a_frozen_table_stays_frozen_when_its_consumer_starts_afresh(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    crashed = await frozen(stepped(heads_up), breaking)
    afresh = stepped(heads_up, crashed.queue)
    await afresh.open()
    [update] = afresh.messages(ViewUpdate)
    assert isinstance(update, ViewUpdate)
    assert (update.view.phase, update.version) == ("frozen", crashed.number)
    assert (afresh.set_timers(), afresh.set_timers(Wake.SWEEP)) == ([], [SWEEP_SECONDS])


async def test_c1_a_table_that_cannot_be_recovered_is_frozen_and_does_no_more(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    breaking(lambda table, command: isinstance(command, cm.Recover))
    consumer = stepped(heads_up)
    await consumer.open()
    assert consumer.slot.frozen
    assert [update.view.phase for update in consumer.messages(ViewUpdate) if isinstance(update, ViewUpdate)] == [
        "waiting",
        "frozen",
    ]
    assert await sync_to_async(Order.objects.unanswered().count)() == 2
    assert (consumer.set_timers(), consumer.set_timers(Wake.SWEEP)) == ([], [SWEEP_SECONDS])


async def test_c1_orders_behind_one_that_freezes_the_table_wait(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    breaking(lambda table, command: isinstance(command, cm.TakeSeat))
    await stepped(heads_up).open()
    first, second = await sync_to_async(lambda: list(Order.objects.order_by("pk")))()
    assert (first.refused, second.refused, second.applied_at) == ("table_frozen", "", None)


async def test_c1_a_frozen_table_is_loaded_anew_once_the_operator_has_released_it(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    consumer = await frozen(stepped(heads_up), breaking)
    calls: list[bool] = []
    consumer.bots.keep_number = lambda view, *, watched: calls.append(watched)  # type: ignore[method-assign]
    consumer.time.time += 60_000
    await consumer.handle(Wake.SWEEP)
    assert (calls, consumer.box.take(), consumer.set_timers(Wake.SWEEP)) == ([], [], [SWEEP_SECONDS] * 2)
    await sync_to_async(Table.objects.filter(pk=heads_up.pk).update)(frozen=False)
    with pytest.raises(StopConsumer):
        await consumer.handle(Wake.SWEEP)


async def test_f5_a_hand_that_ends_well_makes_room_for_as_many_repairs_again(
    heads_up: Table, stepped: Make, breaking: Callable[[Breaks], list[object]]
) -> None:
    consumer = await opened(stepped(heads_up))
    faulty = True
    breaking(lambda table, command: faulty and isinstance(command, cm.Act) and table.running)

    async def breaks() -> str:
        await consumer.until("turn")
        with pytest.raises(IllegalAction) as refused:
            await consumer.do(consumer.next_act(Call()))
        return refused.value.code

    assert [await breaks() for _ in range(MOST_REPAIRS)] == ["hand_over"] * MOST_REPAIRS
    faulty = False
    await consumer.until("turn")
    await consumer.do(consumer.next_act(Fold()))
    faulty = True
    assert [await breaks() for _ in range(MOST_REPAIRS)] == ["hand_over"] * MOST_REPAIRS
    assert await breaks() == "table_frozen"


async def test_a_table_whose_log_cannot_be_read_is_frozen(
    heads_up: Table, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gap(table: int) -> None:
        raise BrokenInvariant("decision 2 is missing")

    monkeypatch.setattr(table_log, "load", gap)
    with pytest.raises(StopConsumer):
        await stepped(heads_up).open()
    assert await sync_to_async(is_frozen)(heads_up.pk)


# Decisions that are not committed, or not yet

LONG_SECONDS = 5.0


class HeldCommit:
    """Commits nothing until `gate` is set, and then refuses if it was told to."""

    def __init__(self, consumer: SteppedTable, *, refusal: IllegalAction | None = None) -> None:
        self.begun, self.gate, self.cancelled = asyncio.Event(), asyncio.Event(), False
        self._commit, self._refusal = consumer._commit, refusal

    async def __call__(self, decision: Decision, order: int | None, now: int) -> None:
        self.begun.set()
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self._refusal:
            raise self._refusal
        await self._commit(decision, order, now)


async def test_x1_a_decision_is_not_shown_to_anybody_before_it_is_committed(
    heads_up: Table, alice: User, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.handle(Watch(heads_up.pk, alice.pk, "web"))
    consumer.box.take()
    monkeypatch.setattr(consumer, "_commit", held := HeldCommit(consumer))
    number, shown = consumer.number, consumer.views.public
    deciding = asyncio.create_task(consumer.do(consumer.next_act(Call())))
    await held.begun.wait()
    for _ in range(10):
        await asyncio.sleep(0)
    assert (consumer.box.sent, consumer.number, consumer.views.public) == ([], number, shown)
    held.gate.set()
    await deciding
    assert (versions(consumer), consumer.number) == ([number + 1], number + 1)
    assert consumer.messages(OwnViewUpdate)


async def test_a_decision_that_the_database_refuses_leaves_nothing_in_later_views(
    heads_up: Table, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer = await opened(stepped(heads_up))
    with monkeypatch.context() as patch:
        patch.setattr(consumer, "_commit", held := HeldCommit(consumer, refusal=IllegalAction("no_seat")))
        held.gate.set()
        with pytest.raises(IllegalAction, match="no_seat"):
            await consumer.do(consumer.next_act(Call()))
    assert consumer.box.take() == []
    await consumer.do(consumer.next_act(Fold()))
    assert consumer.views.public == public_view(consumer.table, table_id=heads_up.pk, version=consumer.number)


async def test_a_consumer_that_is_cancelled_does_not_wait_for_the_database(
    heads_up: Table, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    for turns in (1, 5):
        consumer = await opened(stepped(heads_up))
        monkeypatch.setattr(consumer, "_commit", held := HeldCommit(consumer))
        deciding = asyncio.create_task(consumer.do(consumer.next_act(Call())))
        for _ in range(turns):
            await asyncio.sleep(0)
        deciding.cancel()
        with pytest.raises(asyncio.CancelledError):
            async with asyncio.timeout(LONG_SECONDS):
                await deciding
        assert held.cancelled or not held.begun.is_set()
        assert consumer.box.take() == []


async def test_x1_a_host_that_lost_the_table_stops_without_showing_its_decision(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    rival = await sync_to_async(SteppedHost)(heads_up.pk, now=consumer.time.now())
    await sync_to_async(rival.act)(Call())
    with pytest.raises(StopConsumer):
        await consumer.do(consumer.next_act(Fold()))
    assert consumer.box.take() == []


async def test_x1_x2_a_host_that_lost_the_table_does_not_freeze_it(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    rival = await sync_to_async(SteppedHost)(heads_up.pk, now=consumer.time.now())
    await sync_to_async(rival.act)(Call())
    with pytest.raises(StopConsumer):
        await consumer._freeze()
    assert not (await Table.objects.aget(pk=heads_up.pk)).frozen
    newest = await opened(stepped(heads_up))
    await newest._freeze()
    assert (await Table.objects.aget(pk=heads_up.pk)).frozen


@pytest.mark.parametrize(("kind", "payload"), [(Order.Kind.RESUME, {"reason": "now"}), (Order.Kind.STAND_UP, {})])
async def test_x1_a_host_that_lost_the_table_answers_no_order(
    heads_up: Table, stepped: Make, kind: Order.Kind, payload: dict[str, object]
) -> None:
    """Its old state would complete the one without effect and refuse the other, though the newest may allow them."""
    consumer = await opened(stepped(heads_up))
    rival = await sync_to_async(SteppedHost)(heads_up.pk, now=consumer.time.now())
    await sync_to_async(rival.act)(Call())
    stranger = await sync_to_async(person)("Stranger")
    player = stranger.pk if kind == Order.Kind.STAND_UP else None
    order = await sync_to_async(send)(heads_up, kind, payload=payload, player=player)
    with pytest.raises(StopConsumer):
        await consumer.read_inbox()
    assert await Order.objects.unanswered().filter(pk=order).aexists()
    await sync_to_async(rival.read_inbox)()
    assert not await Order.objects.unanswered().filter(pk=order).aexists()
