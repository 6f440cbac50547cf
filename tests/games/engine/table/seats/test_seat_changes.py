"""Rule D8 of the rulebook: changing seats at the table; the example tables are in `entry_tables`."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import (
    BIG_BLIND,
    DEAD_SMALL_BLIND,
    NO_POSTS,
    entry_posts,
    entry_room,
    forced_total,
    is_in_hand,
    next_hand,
    offered_price,
)


def change_seat(room: Room, seat: int, to: int) -> Room:
    """Changes the seat of the player in `seat` between hands."""
    room.all_fold()
    room.send(cm.ChangeSeat(room.table.seat(seat).player, to))
    return room


def test_D8_a_player_who_moves_nearer_to_the_big_blind_plays_at_once() -> None:
    # The big blind was on 4; from 2 to 1 is one seat nearer.
    room = change_seat(entry_room(entry="post"), 2, 1)
    assert room.last_events(ev.SeatChanged) == [ev.SeatChanged(2, 1, False, "player 3")]
    room.deal()
    assert (is_in_hand(room, 1), entry_posts(room, 1)) == (True, NO_POSTS)


def test_D8_a_player_who_moves_further_from_the_big_blind_waits_or_posts() -> None:
    room = change_seat(entry_room(missed_blinds="both"), 0, 1)
    assert room.last_events(ev.SeatChanged) == [ev.SeatChanged(0, 1, True, "player 1")]
    assert offered_price(room, 1) == 100
    room.send(cm.EnterNow(1, True))
    room.deal()
    assert entry_posts(room, 1) == BIG_BLIND


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_D7_D8_a_seat_change_at_the_same_table_costs_one_big_blind_with_either_button(button: str) -> None:
    room = change_seat(entry_room(missed_blinds="big_blind", button=button), 0, 1)
    assert offered_price(room, 1) == 100
    room.send(cm.Leave(1))
    room.sit(1, seat=1)
    assert offered_price(room, 1) == 100
    room.send(cm.EnterNow(1, True))
    assert entry_posts(room.deal(), 1) == BIG_BLIND


def test_D8_a_player_who_moved_further_waits_until_the_old_position_comes_round() -> None:
    room = entry_room(0, 2, 4, 5, 6, 7)
    # The big blind is on 4. Seat 5 is the next, 1 has 5, 6, 7 and 0 before it.
    change_seat(room, 6, 1)
    room.deal()
    assert (room.table.positions.big, is_in_hand(room, 1)) == (5, False)
    next_hand(room)
    assert (room.table.positions.big, is_in_hand(room, 1)) == (7, False)
    next_hand(room)
    # Seat 6 was the second behind the big blind on 4, as 1 is behind that on 7.
    assert (room.table.positions.big, is_in_hand(room, 1), entry_posts(room, 1)) == (0, True, NO_POSTS)
    next_hand(room)
    assert (room.table.positions.big, forced_total(room, 1)) == (1, 100)


def test_D8_a_second_move_further_away_changes_nothing_about_the_old_position() -> None:
    # The big blind is on 4, and seat 5 would have it next.
    room = change_seat(entry_room(0, 2, 4, 5, 6), 5, 7)
    room.send(cm.ChangeSeat(6, 1))
    dealt = [(room.deal().table.positions.big, is_in_hand(room, 1))]
    dealt += [(next_hand(room).table.positions.big, is_in_hand(room, 1)) for _ in range(2)]
    assert dealt == [(6, False), (0, False), (1, True)]


def test_D8_a_move_between_the_blinds_does_not_avoid_the_small_blind() -> None:
    room = change_seat(entry_room(missed_blinds="both", entry="free"), 4, 3)
    room.deal()
    assert room.table.positions == (2, 4, 6)
    assert (is_in_hand(room, 3), entry_posts(room, 3)) == (True, DEAD_SMALL_BLIND)


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_D3_D8_heads_up_nobody_has_the_big_blind_twice_running_for_changing_seats(button: str) -> None:
    room = entry_room(0, 2, button=button)
    assert room.table.positions == (0, 0, 2)
    # Seat 3 is the next after the big blind on 2, and the same player sits there.
    change_seat(room, 2, 3).deal()
    assert room.table.positions == (3, 3, 0)
    assert [forced_total(room, seat) for seat in (3, 0)] == [50, 100]
    assert next_hand(room).table.positions == (0, 0, 3)


@pytest.mark.parametrize("button", ["dead", "moving"])
def test_D3_D8_nor_when_play_becomes_heads_up_after_the_change(button: str) -> None:
    room = change_seat(entry_room(0, 2, 4, button=button), 4, 5)
    room.send(cm.Leave(1))
    room.deal()
    assert room.table.positions == (5, 5, 2)
    assert [forced_total(room, seat) for seat in (5, 2)] == [50, 100]


@pytest.mark.parametrize("button", ["dead", "moving"])
@pytest.mark.parametrize("waits", [True, False], ids=["heads-up before", "heads-up now"])
def test_D3_D7_nor_for_standing_up_and_sitting_down_in_another_seat(button: str, *, waits: bool) -> None:
    room = entry_room(0, 2, button=button) if waits else entry_room(0, 2, 4, button=button)
    big = room.table.positions.big
    room.all_fold()
    room.send(cm.Leave(big + 1))
    if not waits:
        room.send(cm.Leave(3))
    room.sit(big + 1, seat=big + 1, enter_now=True)
    room.deal()
    assert room.table.positions == (big + 1, big + 1, 0)


@pytest.mark.parametrize("stands_up", [True, False])
def test_D3_F5_a_void_hand_leaves_the_big_blind_with_its_player_of_before(*, stands_up: bool) -> None:
    room = entry_room(0, 2).all_fold()
    room.deal()
    assert room.table.positions == (2, 2, 0)
    room.all_fold()
    if stands_up:
        room.send(cm.Leave(1))
        room.sit(1, seat=3, enter_now=True)
    else:
        room.send(cm.ChangeSeat(1, 3))
    room.send(cm.VoidHand(room.table.hand_number, "look", last=True))
    room.deal()
    assert room.table.positions == (2, 2, 3)


def test_D8_moving_there_and_back_costs_nothing() -> None:
    room = change_seat(entry_room(), 0, 1)
    room.send(cm.ChangeSeat(1, 0))
    room.deal()
    assert (is_in_hand(room, 0), entry_posts(room, 0)) == (True, NO_POSTS)


def test_D8_a_seat_change_asked_for_during_a_hand_waits_and_can_be_cancelled() -> None:
    room = entry_room()
    assert room.send(cm.ChangeSeat(1, 1)) == (ev.SeatChangeAsked(0, 1),)
    assert room.ignores(cm.ChangeSeat(1, 1))
    assert room.send(cm.ChangeSeat(1, -1)) == (ev.SeatChangeAsked(0, -1),)
    room.send(cm.ChangeSeat(1, 1))
    room.all_fold()
    assert room.table.player_seat(1) == 1
    assert room.table.seats[0] is None


def test_D8_a_seat_change_to_a_seat_taken_meanwhile_is_dropped() -> None:
    room = entry_room()
    room.send(cm.ChangeSeat(1, 1))
    room.sit(9, seat=1)
    room.all_fold()
    assert (room.table.player_seat(1), room.table.player_seat(9)) == (0, 1)
    assert room.table.seat(0).wanted_seat == -1


def test_D8_impossible_seat_changes_are_refused() -> None:
    room = entry_room()
    assert room.refuses(cm.ChangeSeat(1, 8)) == "no_such_seat"
    assert room.refuses(cm.ChangeSeat(1, 2)) == "seat_taken"
    room.all_fold()
    assert room.refuses(cm.ChangeSeat(1, 2)) == "seat_taken"
    assert room.refuses(cm.ChangeSeat(1, 8)) == "no_such_seat"
    assert room.ignores(cm.ChangeSeat(1, 0))
    assert room.refuses(cm.ChangeSeat(99, 1)) == "not_seated"


def test_D8_a_seat_change_keeps_everything_but_the_seat() -> None:
    room = entry_room()
    room.send(cm.SetAutoActions(1, False, False))
    room.send(cm.AddChips(1, 700))
    change_seat(room, 0, 1)
    seat = room.seat(1)
    assert (seat.stack, seat.auto_muck, seat.auto_post) == (10_700, False, False)


@pytest.mark.parametrize("rule", ["both", "owed", "big_blind"])
def test_D7_D8_going_round_the_table_pays_no_less_than_staying(rule: str) -> None:
    """A player who changes seats before every hand pays at least one big blind an orbit."""
    for step in (1, -1, 3, -3):
        room = entry_room(missed_blinds=rule, entry="free", enter_between="pay_both")
        paid = played = 0
        for _ in range(16):
            room.all_fold()
            number = room.table.player_seat(7)
            assert number is not None
            to = (number + step) % 8
            if room.table.seats[to] is None:
                room.send(cm.ChangeSeat(7, to))
                number = to
            room.deal()
            played += is_in_hand(room, number)
            paid += forced_total(room, number)
        # Four players: a fair share is 150 for every four hands.
        assert paid >= 100 * (played // 4)
