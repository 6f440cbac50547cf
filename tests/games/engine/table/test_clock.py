"""Rule B14 of the rulebook: call time and the end of a turn.

Player 1 has the button and acts first, players 2 and 3 have the blinds of 50 and 100.
"""

import pytest

from games.engine import events as ev
from games.engine.hand.actions import Discard
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.views.visibility import public_view
from tests.games.engine.support.builders import Room

THREE = (10_000,) * 3
CLOCK = Clock()
BOARD = "2c3d7h8c9d"


def dealt_room(*chips: int, holes: tuple[str, ...] = (), **table: object) -> Room:
    """Deals a hand."""
    room = Room(*(chips or THREE), **{"first_button": "first_player", **table})
    return room.deal(holes, BOARD if holes else "")


def start_bank(room: Room) -> Room:
    """Uses up the time of the turn, so that the time bank runs."""
    room.tick()
    assert room.wait_kind == "bank"
    return room


def stand_pat(room: Room, *players: int) -> None:
    """Lets the players stand pat in turn."""
    for player in players:
        room.send(cm.Act(player, room.table.hand_number, room.table.turn, 0, Discard(())))


def test_B14_call_time_ends_the_bank_and_starts_the_countdown() -> None:
    room = start_bank(dealt_room())
    room.now += 7_000
    room.send(cm.CallTime(2))
    assert room.last_events(ev.TimeCalled) == [ev.TimeCalled(1, 0, room.now + CLOCK.call_time, room.now)]
    # The unused rest of the bank is kept.
    assert room.seat(1).bank == CLOCK.bank - 7_000
    assert room.table.next_tick_at() == room.now + CLOCK.call_time
    turn = public_view(room.table, table_id=1, version=1).turn
    assert turn is not None
    assert (turn.seat, turn.deadline, turn.total) == (0, room.now + CLOCK.call_time, CLOCK.call_time)


def test_B14_after_the_countdown_the_room_acts_without_the_bank() -> None:
    room = start_bank(dealt_room())
    room.send(cm.CallTime(3))
    room.tick()
    assert room.last_events(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.last_events(ev.BankBegan) == []
    assert room.player_to_act == 2


def test_B14_acting_in_the_countdown_keeps_the_rest_of_the_time_bank() -> None:
    room = start_bank(dealt_room())
    room.now += 10_000
    room.send(cm.CallTime(2))
    room.now += 9_000
    room.play("call")
    assert room.seat(1).bank == CLOCK.bank - 10_000


@pytest.mark.parametrize(("timeout_action", "plays"), [("check_or_fold", ev.Checked), ("fold", ev.Folded)])
def test_B14_both_timeout_actions_after_a_call_of_time(timeout_action: str, plays: type) -> None:
    room = start_bank(dealt_room(timeout_action=timeout_action).play("call call"))
    room.send(cm.CallTime(1))
    room.tick()
    assert room.last_events(plays) == [plays(2)]


def test_B14_only_an_opponent_with_cards_calls_time() -> None:
    room = dealt_room(*THREE, 10_000).play("fold")
    start_bank(room)
    room.sit(5)
    assert room.player_to_act == 1
    # Player 4 has folded, 5 has no cards, 1 is to act, and 9 has no seat.
    for player in (4, 5, 1):
        assert room.refuses(cm.CallTime(player)) == "cannot_call_time"
    assert room.refuses(cm.CallTime(9)) == "not_seated"
    assert room.send(cm.CallTime(2))


def test_B14_an_all_in_opponent_has_cards_too() -> None:
    room = start_bank(dealt_room(1_000, 10_000, 10_000).play("1000 call"))
    assert room.send(cm.CallTime(1))


def test_B14_time_is_not_called_before_the_turn_time_is_used_up() -> None:
    room = dealt_room()
    assert room.refuses(cm.CallTime(2)) == "cannot_call_time"
    room.now += CLOCK.turn - 1
    assert room.refuses(cm.CallTime(2)) == "cannot_call_time"


def test_B14_time_is_called_once_a_turn() -> None:
    room = start_bank(dealt_room())
    room.send(cm.CallTime(2))
    due = room.table.next_tick_at()
    room.now += 5_000
    assert room.ignores(cm.CallTime(3))
    assert room.table.next_tick_at() == due


def test_B14_calling_time_is_refused_when_the_rule_is_off() -> None:
    assert start_bank(dealt_room(call_time=False)).refuses(cm.CallTime(2)) == "cannot_call_time"


def test_B14_no_time_is_called_without_a_turn() -> None:
    room = dealt_room().all_fold()
    assert room.refuses(cm.CallTime(2)) == "cannot_call_time"
    room = dealt_room(1_000, 1_000).play("1000 call")
    assert room.wait_kind == "deal"
    assert room.refuses(cm.CallTime(2)) == "cannot_call_time"


def test_B14_time_is_called_on_a_draw_too() -> None:
    room = dealt_room(10_000, 10_000, game="27sd")
    while room.table.hand and not room.table.hand.to_draw:
        room.play("call" if room.table.hand.legal().call else "check")
    start_bank(room)
    other = next(player for player in (1, 2) if room.table.player_seat(player) != room.table.wait.seat)
    room.send(cm.CallTime(other))
    room.tick()
    assert [event.drawn for event in room.last_events(ev.Drew)] == [0]


def test_B14_X2_a_called_turn_starts_again_with_its_full_time_after_a_fault() -> None:
    room = start_bank(dealt_room())
    room.send(cm.CallTime(2))
    room.send(cm.Recover())
    assert (room.wait_kind, room.table.next_tick_at()) == ("turn", room.now + CLOCK.turn)


def test_B14_timeout_action_fold_folds_even_where_checking_is_free() -> None:
    room = start_bank(dealt_room(timeout_action="fold").play("call call"))
    room.tick()
    assert room.last_events(ev.Folded) == [ev.Folded(2)]


@pytest.mark.parametrize("timeout_action", ["check_or_fold", "fold"])
def test_B14_G14_the_room_posts_a_bring_in_like_a_blind(timeout_action: str) -> None:
    room = dealt_room(game="stud", structure="fl", ante=20, bring_in=50, timeout_action=timeout_action)
    room.tick()
    room.tick()
    assert len(room.last_events(ev.BroughtIn)) == 1
    assert room.last_events(ev.Folded) == []


def test_B14_G13_check_or_fold_stands_pat_in_a_draw() -> None:
    room = dealt_room(10_000, 10_000, game="27sd").play("call check")
    start_bank(room).tick()
    assert [event.drawn for event in room.last_events(ev.Drew)] == [0]


def test_B14_G13_timeout_action_fold_makes_the_hand_dead_in_a_draw_too() -> None:
    room = start_bank(dealt_room(game="27sd", timeout_action="fold").play("call call check"))
    room.tick()
    assert (room.last_events(ev.Folded), room.last_events(ev.Drew)) == ([ev.Folded(1)], [])
    stand_pat(room, 3, 1)
    room.play("100 call").finish()
    assert room.seat(2).stack == 9_900
    assert sum(room.table.chips().values()) == 30_000


def test_B3_B14_a_player_who_is_dead_in_a_draw_does_not_start_the_round_after_it() -> None:
    room = dealt_room(game="27sd", structure="fl", raise_cap=2, uncapped_heads_up="round_start", timeout_action="fold")
    start_bank(room.play("call call check")).tick()
    stand_pat(room, 3, 1)
    assert room.play("200 400 600 800").player_to_act == 3


def test_B14_G13_the_last_player_left_in_a_draw_wins() -> None:
    room = start_bank(dealt_room(10_000, 10_000, game="27sd", timeout_action="fold").play("call check"))
    room.tick()
    assert not room.table.running
    assert sorted(room.table.chips().values()) == [9_900, 10_100]


def test_B2_B13_B14_G13_no_hand_is_dead_in_a_draw_once_betting_is_over() -> None:
    room = dealt_room(1_000, 10_000, 10_000, game="27sd", timeout_action="fold").play("1000 call call")
    # Player 2 is first to draw and has a dead hand; then only player 3 has chips, and player 1 is all-in.
    start_bank(room).tick()
    assert room.last_events(ev.Folded) == [ev.Folded(1)]
    for seat in (2, 0):
        start_bank(room).tick()
        assert [event.seat for event in room.last_events(ev.Drew)] == [seat]
    assert room.table.hand is not None
    assert [(pot.amount, pot.seats) for pot in room.table.hand.pots] == [(3_000, (2, 0))]
