"""A table's consumer, one message after another: what it commits, sends, sets timers for, repairs and refuses."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.exceptions import StopConsumer

from games import api
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.hand.actions import Call, Fold
from games.engine.table import commands as cm
from games.engine.table.decide import Decision, decide
from games.live import table as live_table
from games.live.bots.runner import BotsRunner
from games.live.hosting.table_messages import Wake
from games.live.must_move_runner import MustMoveRunner
from games.live.table import MOST_ATTEMPTS, MOST_REPAIRS, SWEEP_SECONDS, TOO_EARLY_SECONDS, is_frozen
from games.live.waiting_list_runner import WaitingListRunner
from games.messaging.messages import (
    LOBBY,
    Answer,
    Ask,
    ChatPosted,
    Hint,
    OwnViewUpdate,
    ReadInbox,
    ViewUpdate,
    Watch,
    reports_group,
    views_group,
)
from games.models import Order, Table
from games.store import table_log
from pokerroom.models import User
from tests.games.support.live_hosts import decision_numbers, open_table
from tests.games.support.stepped_consumers import RecordingSlot, SteppedTable
from tests.games.support.tables import SteppedHost, person
from tests.games.support.tournament_tables import TOURNAMENT, open_tournament_table

pytestmark = pytest.mark.django_db(transaction=True)
Breaks = Callable[[Any, Any], bool]
Make = Callable[..., SteppedTable]


@pytest.fixture
def stepped() -> Iterator[Make]:
    """Makes consumers, and stops their threads after the test."""
    made: list[SteppedTable] = []

    def make(table: Table, slot: RecordingSlot | None = None) -> SteppedTable:
        made.append(SteppedTable(table.pk, slot))
        return made[-1]

    yield make
    for consumer in made:
        consumer.threads.stop()
        consumer.context.worker.stop()


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Breaks], list[object]]:
    """Lets the engine fail at some commands; returns the list of those that failed."""

    def install(breaks: Breaks) -> list[object]:
        failed: list[object] = []

        def broken(table: Any, command: Any, **more: Any) -> Decision:
            if breaks(table, command):
                failed.append(command)
                raise BrokenInvariant("two of As on the board")
            return decide(table, command, **more)

        monkeypatch.setattr(live_table, "decide", broken)
        return failed

    return install


async def opened(consumer: SteppedTable, *, at_turn: bool = True) -> SteppedTable:
    """The consumer after it has loaded its table and, usually, dealt a hand."""
    await consumer.open()
    if at_turn:
        await consumer.until("turn")
    consumer.box.take()
    return consumer


def versions(consumer: SteppedTable) -> list[int]:
    return [update.version for update in consumer.messages(ViewUpdate) if isinstance(update, ViewUpdate)]


async def test_a_table_publishes_what_it_loaded_and_every_decision(
    heads_up: Table, alice: User, bob: User, stepped: Make
) -> None:
    consumer = stepped(heads_up)
    loaded = (await sync_to_async(decision_numbers)(heads_up))[-1:] or [0]
    await consumer.open()
    numbers = await sync_to_async(decision_numbers)(heads_up)
    assert versions(consumer) == [*loaded, *(number for number in numbers if number > loaded[0])]
    assert {seat.player for seat in consumer.table.seats if seat} == {alice.pk, bob.pk}
    assert await sync_to_async(Order.objects.unanswered().count)() == 0
    assert all(sent.newest is True for sent in consumer.box.sent if isinstance(sent.message, ViewUpdate))
    assert consumer.set_timers(Wake.SWEEP) == [SWEEP_SECONDS]
    [wait] = consumer.set_timers()
    due = consumer.table.next_tick_at()
    assert due
    assert wait == (due - consumer.time.now() + 1) / 1000


async def test_x2_a_running_turn_gets_a_fresh_clock_from_a_new_host(heads_up: Table, stepped: Make) -> None:
    first = await opened(stepped(heads_up))
    second = stepped(heads_up)
    second.time.time = first.time.time + 5_000
    await second.open()
    assert second.table.wait.deadline == first.table.wait.deadline + 5_000
    assert versions(second) == [first.number, first.number + 1]


async def test_a_tick_waits_for_the_due_time_and_a_quarter_of_a_second_when_it_came_too_early(
    heads_up: Table, stepped: Make
) -> None:
    consumer = await opened(stepped(heads_up))
    due = consumer.table.next_tick_at()
    assert due
    consumer.time.time = due - 1
    await consumer.handle(Wake.TICK)
    assert consumer.set_timers() == [TOO_EARLY_SECONDS]
    assert versions(consumer) == []
    consumer.time.time = due - 4_000
    await consumer.handle(Wake.TICK)
    assert consumer.set_timers() == [4.001]
    consumer.time.time = due + 5_000
    await consumer.handle(Wake.EQUITY_FOUND)
    assert versions(consumer) == [consumer.number]
    await consumer.handle(Wake.TICK)
    assert versions(consumer) == [consumer.number - 1, consumer.number]


async def test_after_a_decision_what_is_due_already_is_done_at_once(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    due = consumer.table.next_tick_at()
    assert due
    consumer.time.time = due + 60_000
    absent = next(seat.player for seat in consumer.table.seats if seat)
    await consumer.do(cm.SetAutoActions(absent, auto_muck=False, auto_post=False))
    assert consumer.set_timers() == [0.0]


async def test_a_table_that_waits_for_players_has_no_timer(stepped: Make, db: None) -> None:
    consumer = stepped(await sync_to_async(open_table)())
    await consumer.open()
    assert consumer.table.next_tick_at() is None
    assert consumer.set_timers() == []
    await consumer.handle(Wake.TICK)
    assert consumer.set_timers() == []


async def test_asks_are_answered_to_the_process_that_sent_them(heads_up: Table, alice: User, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    player, body = consumer.ask_body("call")
    await consumer.handle(Ask(heads_up.pk, player, body, "a1", "web"))
    assert consumer.box.take()[-1][:2] == ("web", Answer(heads_up.pk, player, "a1", ok=True))
    await consumer.handle(Ask(heads_up.pk, player, body, "a2", "web"))
    [refused] = consumer.messages(Answer)
    assert refused == Answer(heads_up.pk, player, "a2", ok=False, code="stale_turn")
    consumer.box.take()
    await consumer.handle(Ask(heads_up.pk, player, {"do": "sit_out"}))
    assert consumer.messages(Answer) == []
    assert consumer.table.seat(consumer.table.player_seat(player) or 0).sits_out_next


async def test_a_new_watcher_gets_the_complete_views(heads_up: Table, alice: User, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.handle(Watch(heads_up.pk, alice.pk, "web"))
    own, public = consumer.box.take()
    assert own == ("web", OwnViewUpdate(heads_up.pk, alice.pk, consumer.number, consumer.views.own(alice.pk)), own[2])
    assert public[:2] == (
        "web",
        ViewUpdate(heads_up.pk, consumer.number, "here", consumer.views.public, consumer.time.now()),
    )
    await consumer.handle(Watch(heads_up.pk, 0, "web"))
    assert [type(sent.message) for sent in consumer.box.take()] == [ViewUpdate]


async def test_b15_only_people_whom_nobody_watches_for_are_disconnected_until_they_watch_again(
    heads_up: Table, alice: User, bob: User, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[bool] = []
    monkeypatch.setattr(BotsRunner, "keep_number", lambda self, view, *, watched: kept.append(watched))
    robot = await sync_to_async(person)("Robot", bot=True)
    await sync_to_async(api.take_seat)(user=robot, table_id=heads_up.pk, seat=3, amount=200_00)
    consumer = await opened(stepped(heads_up))

    def connected() -> dict[int, bool]:
        return {seat.player: seat.connected for seat in consumer.views.public.seats if seat.player}

    await consumer.handle(Wake.SWEEP)
    assert connected() == dict.fromkeys((alice.pk, bob.pk, robot.pk), True)
    consumer.time.time += 20_000
    await consumer.handle(Watch(heads_up.pk, alice.pk, "web"))
    await consumer.handle(Wake.SWEEP)
    assert connected() == {alice.pk: True, bob.pk: False, robot.pk: True}
    number = consumer.number
    await consumer.handle(Wake.SWEEP)
    await consumer.handle(Watch(heads_up.pk, alice.pk, "web"))
    assert consumer.number == number
    await consumer.handle(Watch(heads_up.pk, bob.pk, "other"))
    assert (connected()[bob.pk], consumer.number) == (True, number + 1)
    consumer.time.time += 30_001
    await consumer.handle(Wake.SWEEP)
    assert consumer.views.watchers.players() == []
    assert kept == [False, True, True, False]
    assert consumer.set_timers(Wake.SWEEP) == [SWEEP_SECONDS] * 5


async def test_an_order_that_crashes_the_table_is_tried_three_times_and_then_refused(
    heads_up: Table, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer = stepped(heads_up)
    bad = await sync_to_async(Order.objects.order_by("pk").first)()
    assert bad
    commit, tries = table_log.commit, list[int]()

    def poisoned(*args: Any, order: int | None = None, **more: Any) -> None:
        if order == bad.pk:
            tries.append(order)
            raise ValueError("cannot be written")
        commit(*args, order=order, **more)

    monkeypatch.setattr(table_log, "commit", poisoned)
    for _ in range(MOST_ATTEMPTS):
        with pytest.raises(ValueError, match="cannot be written"):
            await consumer.open()
    await consumer.open()
    assert len(tries) == MOST_ATTEMPTS == 3
    await sync_to_async(bad.refresh_from_db)()
    assert (bad.refused, await sync_to_async(Order.objects.unanswered().count)()) == ("table_busy", 0)
    assert consumer.slot.attempts == {}


async def test_an_order_that_changes_nothing_is_completed(heads_up: Table, alice: User, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    for _ in range(2):
        await sync_to_async(refill)(alice, heads_up)
        await consumer.handle(ReadInbox(heads_up.pk))
    first, second = await sync_to_async(lambda: list(Order.objects.order_by("-pk")[:2]))()
    assert (first.refused, second.refused) == ("", "")
    assert None not in (first.applied_at, second.applied_at)
    assert consumer.number == (await sync_to_async(decision_numbers)(heads_up))[-1]
    assert (second.decision, first.decision) == (consumer.number, None)


def refill(user: User, table: Table) -> None:
    """Orders automatic top-ups."""
    api.set_refill(user=user, table_id=table.pk, to=200_00, below=200_00, rebuy=True)


@pytest.fixture
def fills(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was tried to fill the table's seats."""
    found: list[str] = []

    async def serve(self: WaitingListRunner) -> None:
        found.append("waiting list")

    async def send_on(self: MustMoveRunner, table: object) -> None:
        found.append("must move")

    monkeypatch.setattr(WaitingListRunner, "serve", serve)
    monkeypatch.setattr(MustMoveRunner, "send_on", send_on)
    return found


async def test_seats_are_filled_after_the_inbox_and_when_one_may_be_free(
    heads_up: Table, alice: User, stepped: Make, fills: list[str]
) -> None:
    consumer = await opened(stepped(heads_up))
    assert fills == ["waiting list", "must move"]
    fills.clear()
    await consumer.handle(ReadInbox(heads_up.pk))
    assert fills == ["waiting list", "must move"]
    consumer.queue.queued.clear()
    player, body = consumer.ask_body("call")
    await consumer.handle(Ask(heads_up.pk, player, body))
    assert consumer.queue.queued == []
    player, _ = consumer.ask_body("fold")
    await consumer.handle(Ask(heads_up.pk, player, {"do": "leave"}))
    assert consumer.queue.queued == [Wake.FILL_SEATS]
    fills.clear()
    await consumer.handle(Wake.FILL_SEATS)
    assert fills == ["waiting list", "must move"]


async def test_the_lobby_is_notified_of_what_it_shows_and_not_of_actions(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.do(consumer.next_act(Call()))
    assert [sent.address for sent in consumer.box.take()] == [views_group(heads_up.pk)]
    player, _ = consumer.ask_body("fold")
    await consumer.handle(Ask(heads_up.pk, player, {"do": "leave"}))
    assert (LOBBY, Hint(LOBBY), True) in consumer.box.take()


async def test_a_tournament_table_notifies_its_director_alone(stepped: Make, fills: list[str], alice: User) -> None:
    def set_up() -> Table:
        host = open_tournament_table()
        for seat, name in enumerate(("Carl", "Cora")):
            player = person(name, grant=0).pk
            api.order_seat(table_id=host.id, player=player, seat=seat, chips=1_500, key=f"seat {seat}")
        return Table.objects.get(pk=host.id)

    table = await sync_to_async(set_up)()
    consumer = stepped(table)
    await consumer.open()
    director = (reports_group(TOURNAMENT), Hint(reports_group(TOURNAMENT)), True)
    assert director in consumer.box.sent
    assert (LOBBY, Hint(LOBBY), True) not in consumer.box.sent
    await consumer.until("turn")
    consumer.box.take()
    await consumer.do(consumer.next_act(Call()))
    assert [sent.address for sent in consumer.box.take()] == [views_group(table.pk)]
    await sync_to_async(api.order_take_away)(table_id=table.pk, player=alice.pk, key="not here")
    await consumer.handle(ReadInbox(table.pk))
    assert consumer.box.take() == [director]
    await consumer.handle(Wake.FILL_SEATS)
    assert fills == []
    assert Wake.FILL_SEATS not in consumer.queue.queued


# Faults


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


async def frozen(consumer: SteppedTable, breaking: Callable[[Breaks], list[object]]) -> SteppedTable:
    """The table after a fault between two hands, which nothing can repair."""
    await opened(consumer, at_turn=False)
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


# Moves


async def test_k8_a_move_that_is_refused_is_given_up_even_when_the_house_ordered_it(
    heads_up: Table, alice: User, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer = await opened(stepped(heads_up), at_turn=False)
    brno = await sync_to_async(open_table)("Brno")
    await consumer.do(cm.SetTableMove(alice.pk, brno.pk, "Brno", must=True))
    assert cm.MoveToTable(alice.pk) in consumer.queue.queued
    given_up: list[dict[str, object]] = []
    commit = table_log.commit

    def full(table: int, number: int, decision: Decision, **more: Any) -> None:
        if any(type(event).__name__ == "MovedToTable" for event in decision.events):
            raise IllegalAction("no_seat")
        commit(table, number, decision, **more)

    monkeypatch.setattr(table_log, "commit", full)
    monkeypatch.setattr(api, "record_failed_move", lambda **what: given_up.append(what))
    await consumer.handle(cm.MoveToTable(alice.pk))
    assert given_up == [{"player": alice.pk, "table_id": heads_up.pk, "to": brno.pk, "why": "no_seat"}]
    seat = consumer.table.seat(consumer.table.player_seat(alice.pk) or 0)
    assert (seat.target_table, seat.must_move) == (0, False)
    await consumer.handle(cm.MoveToTable(12_345))
    assert len(given_up) == 1


# Chat


async def test_f6_a_line_about_cards_waits_for_the_end_of_the_hand(heads_up: Table, alice: User, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.handle(Ask(heads_up.pk, alice.pk, {"do": "chat", "text": "I have a queen"}, "a1", "web"))
    [answer] = consumer.messages(Answer)
    assert answer == Answer(heads_up.pk, alice.pk, "a1", ok=False, code="held_back")
    await consumer.do(consumer.next_act(Call()))
    assert consumer.messages(ChatPosted) == []
    await consumer.do(consumer.next_act(Fold()))
    [posted] = consumer.messages(ChatPosted)
    assert isinstance(posted, ChatPosted)
    assert (posted.entry.text, posted.entry.name, posted.entry.watching) == ("I have a queen", "Alice", False)
    await consumer.until("turn")
    await consumer.do(consumer.next_act(Fold()))
    assert len(consumer.messages(ChatPosted)) == 1


async def test_f6_a_new_host_posts_the_lines_that_waited_when_no_hand_is_running(alice: User, stepped: Make) -> None:
    def set_up() -> Table:
        made = open_table()
        table_log.hold_chat_line(made.pk, alice.pk, "I had a queen")
        return made

    consumer = stepped(await sync_to_async(set_up)())
    await consumer.open()
    [posted] = consumer.messages(ChatPosted)
    assert isinstance(posted, ChatPosted)
    assert posted.entry.text == "I had a queen"


# The end


async def test_a_consumer_that_ends_cancels_everything_it_planned(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    closed: list[str] = []
    for name in ("waiting_list", "equity", "bots"):
        getattr(consumer, name).cancel = lambda name=name: closed.append(name)
    assert len(consumer.set_timers()) == len(consumer.set_timers(Wake.SWEEP)) == 1
    consumer.close()
    assert consumer.set_timers() == consumer.set_timers(Wake.SWEEP) == []
    assert closed == ["waiting_list", "equity", "bots"]
    unopened = stepped(heads_up)
    unopened.close()


async def test_x1_a_host_that_lost_the_table_stops_without_showing_its_decision(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    rival = await sync_to_async(SteppedHost)(heads_up.pk, now=consumer.time.now())
    await sync_to_async(rival.act)(Call())
    with pytest.raises(StopConsumer):
        await consumer.do(consumer.next_act(Fold()))
    assert consumer.box.take() == []
