"""T14 at cash tables: warnings, and penalties that are sat out for hands, rounds or minutes."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.floor_commands import LONGEST_PENALTY, MINUTE
from games.engine.views.kinds import LineCode, PenaltyKind
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, dealt_room

FOUR = (10_000,) * 4


def dealt(room: Room) -> tuple[int, ...]:
    """The seats that were dealt the running or last hand."""
    assert room.table.hand is not None
    return tuple(sorted(room.table.hand.order))


def next_hand(room: Room) -> tuple[int, ...]:
    """Ends the running hand and deals another; the seats in it."""
    room.all_fold()
    room.deal()
    return dealt(room)


def test_T14_a_penalised_player_finishes_the_hand_and_sits_out_the_next_ones() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 2, reason="phone"))
    assert dealt(room) == (0, 1, 2, 3), "the running hand is played to its end"
    assert [next_hand(room) for _ in range(3)] == [(0, 2, 3), (0, 2, 3), (0, 1, 2, 3)]


def test_T14_a_round_is_a_hand_for_every_player_at_the_table_when_the_penalty_is_given() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 0, rounds=2, reason="phone"))
    assert room.last_events(ev.Penalised)[0].length == 8


def test_T14_a_penalty_in_minutes_ends_by_itself_and_the_game_goes_on() -> None:
    room = dealt_room(10_000, 10_000)
    room.send(cm.Penalise(2, 0, minutes=5, reason="phone"))
    room.all_fold()
    assert room.table.ready() == [0]
    until = room.table.seat(1).penalty_until
    assert room.table.next_tick_at() == until
    room.now = until - 1
    room.ignores(cm.Tick())
    room.now = until
    room.tick()
    assert room.last_events(ev.PenaltyServed)[0].left == 0
    assert room.table.ready() == [0, 1]
    assert room.table.next_tick_at() is not None


def test_T14_while_too_few_are_left_to_play_a_minute_counts_as_a_hand_of_a_penalty() -> None:
    room = dealt_room(10_000, 10_000)
    room.all_fold()
    room.send(cm.Penalise(2, 2, reason="phone"))
    given = room.now
    while room.table.seat(1).penalty == 2:
        room.tick()
    assert (room.now, room.table.seat(1).penalty) == (given + MINUTE, 1)
    room.tick()
    assert (room.now, room.table.seat(1).penalised) == (given + 2 * MINUTE, False)
    assert dealt(room.deal()) == (0, 1)


def test_T14_a_hand_that_can_be_dealt_alone_counts() -> None:
    room = dealt_room(10_000, 10_000, 10_000)
    room.all_fold()
    room.send(cm.Penalise(2, 2, reason="phone"))
    room.send(cm.Pause())
    room.now += 5 * MINUTE
    assert room.ignores(cm.Tick())
    room.send(cm.Resume())
    room.deal()
    assert (dealt(room), room.table.seat(1).penalty) == ((0, 2), 2)


def test_T14_no_minute_counts_as_a_hand_while_the_table_is_paused() -> None:
    room = dealt_room(10_000, 10_000)
    room.all_fold()
    room.send(cm.Penalise(2, 2, reason="phone"))
    room.tick()
    room.send(cm.Pause())
    assert room.table.next_tick_at() is None
    room.now += 5 * MINUTE
    assert room.ignores(cm.Tick())


def test_T14_nobody_serves_a_penalty_by_being_away_from_the_table() -> None:
    room = dealt_room(10_000, 10_000)
    room.all_fold()
    room.send(cm.Penalise(2, 2, reason="phone"))
    room.send(cm.Leave(2))
    room.now += 5 * MINUTE
    room.sit(2)
    back = room.now
    room.tick()
    assert (room.seat(2).penalty, room.table.next_tick_at()) == (2, back + MINUTE)


def test_F5_T14_a_minute_without_a_hand_is_not_taken_back_with_the_void_hand_before_it() -> None:
    room = dealt_room(10_000, 10_000)
    room.send(cm.Penalise(2, 3, reason="phone"))
    room.all_fold()
    while room.table.seat(1).penalty == 3:
        room.tick()
    room.send(cm.VoidHand(1, "two aces", last=True))
    assert room.table.seat(1).penalty == 2


def test_T14_missed_blinds_are_owed_after_a_penalty() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(3, 4, reason="phone"))
    owed = set()
    for _ in range(4):
        next_hand(room)
        owed.add(room.table.seat(2).owes_big)
    assert owed == {False, True}


def test_T14_the_seat_is_kept_during_a_penalty_and_then_has_the_whole_time_again() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.SitOut(2))
    room.all_fold()
    assert room.table.stands_up_at(room.table.seat(1))
    room.send(cm.Penalise(2, 0, minutes=1_000, reason="phone"))
    assert not room.table.stands_up_at(room.table.seat(1))
    room.send(cm.Pause())
    room.now += 1_000 * MINUTE
    room.tick()
    seat = room.table.seat(1)
    assert not seat.penalised
    assert room.table.stands_up_at(seat) == room.now + room.table.rules.clock.sit_out


def test_T14_nobody_avoids_a_penalty_by_leaving_and_coming_back() -> None:
    room = dealt_room(*FOUR)
    room.all_fold()
    room.send(cm.Penalise(2, 3, reason="phone"))
    room.send(cm.Leave(2))
    room.sit(2, seat=1)
    assert room.table.seat(1).penalty == 3
    room.deal()
    assert 1 not in dealt(room)


def test_T14_a_void_hand_does_not_count() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 1, reason="phone"))
    next_hand(room)
    room.send(cm.VoidHand(2, "two aces"))
    assert room.table.seat(1).penalty == 1


@pytest.mark.parametrize("hands", [1, 3])
def test_F5_T14_a_hand_that_is_void_after_its_end_does_not_count(hands: int) -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, hands, reason="phone"))
    next_hand(room)
    room.all_fold()
    assert room.table.seat(1).penalty == hands - 1
    room.send(cm.VoidHand(2, "two aces", last=True))
    assert room.table.seat(1).penalty == hands
    assert [next_hand(room) for _ in range(hands)] == [(0, 2, 3)] * hands
    room.all_fold()
    assert not room.table.seat(1).penalised


def test_F5_T14_a_penalty_given_or_lifted_since_the_void_hand_ended_stays_as_it_is() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 3, reason="phone"))
    room.send(cm.Penalise(3, 3, reason="phone"))
    next_hand(room)
    room.all_fold()
    room.send(cm.Penalise(2, 0, reason="a mistake"))
    room.send(cm.Penalise(3, 5, reason="again"))
    room.send(cm.VoidHand(2, "two aces", last=True))
    assert (room.table.seat(1).penalty, room.table.seat(2).penalty) == (0, 5)


def test_F5_T14_only_the_void_hand_is_taken_back() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 1, reason="phone"))
    assert [next_hand(room), next_hand(room)] == [(0, 2, 3), (0, 1, 2, 3)]
    room.all_fold()
    room.send(cm.VoidHand(3, "two aces", last=True))
    assert room.table.seat(1).penalty == 0


@pytest.mark.parametrize("returns", ["before", "after"])
def test_F5_T14_the_hand_is_taken_back_from_who_has_left_since(returns: str) -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 2, reason="phone"))
    next_hand(room)
    room.all_fold()
    room.send(cm.Leave(2))
    if returns == "before":
        room.sit(2, seat=1)
    room.send(cm.VoidHand(2, "two aces", last=True))
    if returns == "after":
        room.sit(2, seat=1)
    assert room.table.seat(1).penalty == 2


def test_F5_T14_a_penalty_given_in_a_void_hand_is_kept_for_who_left_after_it() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 2, reason="phone"))
    room.all_fold()
    room.send(cm.Leave(2))
    room.send(cm.VoidHand(1, "two aces", last=True))
    room.sit(2, seat=1)
    assert room.table.seat(1).penalty == 2


def test_T14_a_lifted_penalty_is_told_with_its_reason_and_the_player_is_dealt_in() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 5, reason="phone"))
    room.send(cm.Penalise(2, 0, reason="a mistake"))
    assert room.ignores(cm.Penalise(2, 0, reason="again"))
    lines = [line for line in public_view(room.table, table_id=1, version=1).log if line.code == LineCode.PENALTY]
    assert [(line.kind, line.amount, line.other) for line in lines] == [
        (PenaltyKind.HANDS, 5, "phone"),
        (PenaltyKind.OVER, 0, "a mistake"),
    ]
    assert next_hand(room) == (0, 1, 2, 3)


def test_T14_everybody_sees_the_counter_at_the_seat() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Penalise(2, 3, reason="phone"))
    next_hand(room)
    room.all_fold()
    assert [seat.penalty_hands for seat in public_view(room.table, table_id=1, version=1).seats[:4]] == [0, 2, 0, 0]
    own = own_view(room.table, 2, table_id=1, version=1)
    assert own is not None
    assert own.penalty_hands == 2


@pytest.mark.parametrize(
    "lengths", [{"hands": -1}, {"hands": LONGEST_PENALTY + 1}, {"hands": 1, "rounds": 1}, {"hands": 0, "minutes": -5}]
)
def test_T14_lengths_that_make_no_sense_are_refused(lengths: dict[str, int]) -> None:
    hands = lengths.pop("hands")
    assert dealt_room(*FOUR).refuses(cm.Penalise(2, hands, **lengths)) == "bad_message"


def test_T14_a_warning_is_told_to_everybody_and_changes_nothing() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Warn(2, "phone"))
    log = public_view(room.table, table_id=1, version=1).log
    assert [(line.name, line.other) for line in log if line.code == LineCode.WARNED] == [
        (room.table.seat(1).name, "phone")
    ]
    assert next_hand(room) == (0, 1, 2, 3)


def test_F1_the_floor_has_a_player_sit_out_and_play_again() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.SeatOut(2, True, "away"))
    assert room.ignores(cm.SeatOut(2, True, "away"))
    assert not room.table.seat(1).timed_out
    assert not room.table.seat(1).sitting_out, "not before the next hand"
    assert next_hand(room) == (0, 2, 3)
    room.send(cm.SeatOut(2, False, "back"))
    assert room.ignores(cm.SeatOut(2, False, "back"))
    assert 1 in room.table.ready()


def test_F1_a_sit_out_that_has_not_begun_is_taken_back() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.SeatOut(2, True, "away"))
    room.send(cm.SeatOut(2, False, "back"))
    assert next_hand(room) == (0, 1, 2, 3)


def test_F1_the_floor_takes_back_a_sit_out_for_a_missed_turn() -> None:
    room = dealt_room(*FOUR)
    while not (missed := room.last_events(ev.TimedOut)):
        room.tick()
    seat = missed[0].seat
    room.send(cm.SeatOut(room.table.seat(seat).player, False, "a dead telephone"))
    assert not room.table.seat(seat).timed_out
    assert not room.table.seat(seat).sits_out_next


def test_F1_a_player_who_is_unseated_may_finish_the_hand_and_leaves_with_all_chips() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.RemovePlayer(4, "rude", finishes=True))
    assert room.table.hand is not None
    assert 3 not in room.table.hand.folded
    assert room.refuses(cm.SetStopPlan(4, room.table.seat(0).plan)) == "leaving"
    room.all_fold()
    assert room.table.player_seat(4) is None


def test_F1_a_player_who_keeps_the_seat_after_all_plays_on_and_is_asked_nothing() -> None:
    room = dealt_room(*FOUR)
    assert room.refuses(cm.KeepSeat(4, "a mistake")) == "nothing_changes"
    room.send(cm.RemovePlayer(4, "rude", finishes=True))
    room.send(cm.KeepSeat(4, "a mistake"))
    room.all_fold()
    assert room.table.player_seat(4) is not None
    assert 3 in next_hand(room)
    room.send(cm.RemovePlayer(3, "rude"))
    assert room.refuses(cm.KeepSeat(3, "a mistake")) == "leaving", "the cards are folded already"


def test_F1_a_closing_is_called_off_before_the_hand_is_over() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Close("fire"))
    room.send(cm.KeepOpen("false alarm"))
    assert room.ignores(cm.KeepOpen("again"))
    assert next_hand(room) == (0, 1, 2, 3)


def test_F1_a_closed_table_is_not_opened_again() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Close("fire"))
    room.all_fold()
    assert room.table.closed
    assert room.refuses(cm.KeepOpen("false alarm")) == "table_closed"
