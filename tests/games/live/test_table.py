"""A table's consumer, one message after another: what it commits, sends, sets timers for, repairs and refuses."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from pytest_django import Settings

from games import api
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Call, Fold
from games.engine.table import commands as cm
from games.engine.table.decide import Decision
from games.live.bots.runner import BotsRunner
from games.live.hosting.table_messages import Wake
from games.live.table import ASKS, MOST_ATTEMPTS, SWEEP_SECONDS, TOO_EARLY_SECONDS
from games.messaging.messages import (
    FIGURES,
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
from tests.games.live.conftest import Make
from tests.games.support.live_hosts import decision_numbers, open_table
from tests.games.support.stepped_consumers import opened, refill, versions
from tests.games.support.tables import person
from tests.games.support.tournament_tables import TOURNAMENT, open_tournament_table, send_order

pytestmark = pytest.mark.django_db(transaction=True)


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


async def test_a_player_asks_only_so_much_over_all_sockets_together_and_acts_in_turn_all_the_same(
    heads_up: Table, alice: User, bob: User, stepped: Make, settings: Settings
) -> None:
    settings.RATE_LIMITS = True
    consumer = await opened(stepped(heads_up))
    to_act, turn = consumer.ask_body("call")
    (other,) = {alice.pk, bob.pk} - {to_act}

    async def answer_to(player: int, body: dict[str, Any]) -> str:
        await consumer.handle(Ask(heads_up.pk, player, body, "a", f"web {len(consumer.box.sent)}"))
        return consumer.messages(Answer)[-1].code

    async def toggle(player: int, times: int) -> list[str]:
        habits = [{"do": "habits", "auto_muck": number % 2 == 0, "auto_post": True} for number in range(times)]
        return [await answer_to(player, habit) for habit in habits]

    before = consumer.number
    assert await toggle(to_act, ASKS.times + 20) == [""] * ASKS.times + ["slow_down"] * 20
    assert consumer.number <= before + ASKS.times
    assert await toggle(other, 1) == [""], "a limit of one's own"
    assert await answer_to(to_act, turn) == ""
    consumer.time.time += ASKS.seconds * 1000
    assert await toggle(to_act, 1) == [""]


async def test_whoever_sits_is_heard_before_onlookers(heads_up: Table, alice: User, bob: User, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    assert consumer.slot.seated == {alice.pk, bob.pk}
    consumer.time.time += 60_000
    await consumer.do(cm.Leave(alice.pk))
    while consumer.table.running:
        await consumer.do(cm.Tick())
        consumer.time.time += 60_000
    assert consumer.slot.seated == {bob.pk}


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


async def test_the_lobby_is_notified_of_what_it_shows_and_not_of_actions(
    heads_up: Table, alice: User, stepped: Make
) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.do(consumer.next_act(Call()))
    assert [sent.address for sent in consumer.box.take()] == [views_group(heads_up.pk)]
    await consumer.do(consumer.next_act(Fold()))
    over = consumer.box.take()
    assert [(group, Hint(group), True) in over for group in (FIGURES, LOBBY)] == [True, False]
    await consumer.handle(Ask(heads_up.pk, alice.pk, {"do": "leave"}))
    left = consumer.box.take()
    assert [(group, Hint(group), True) in left for group in (FIGURES, LOBBY)] == [False, True]


async def test_a_tournament_table_notifies_its_director_alone(stepped: Make, fills: list[str], alice: User) -> None:
    def set_up() -> Table:
        host = open_tournament_table()
        for seat, name in enumerate(("Carl", "Cora")):
            player = person(name, grant=0).pk
            send_order(api.order_seat(table_id=host.id, player=player, seat=seat, chips=1_500, key=f"seat {seat}"))
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
    await sync_to_async(send_order)(api.order_take_away(table_id=table.pk, player=alice.pk, key="not here"))
    await consumer.handle(ReadInbox(table.pk))
    assert consumer.box.take() == [director]
    await consumer.handle(Wake.FILL_SEATS)
    assert fills == []
    assert Wake.FILL_SEATS not in consumer.queue.queued


# Moves


async def test_k8_a_move_that_is_refused_is_given_up_even_when_the_house_ordered_it(
    heads_up: Table, alice: User, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer = await opened(stepped(heads_up), at_turn=False)
    brno = await sync_to_async(open_table)("Brno")
    await consumer.do(cm.SetTableMove(alice.pk, brno.pk, "Brno", must=True))
    assert cm.MoveToTable(alice.pk) in consumer.queue.queued
    later = stepped(heads_up)
    await later.open()
    assert later.queue.queued == [cm.MoveToTable(alice.pk)]
    consumer = later
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
