"""Rule B15 of the rulebook: all-in protection of a disconnected player.

Player 1 has the button and acts first, players 2 and 3 have the blinds of 50 and 100.
"""

import pytest

from games.engine import events as ev
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.table.state import Table
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, deal
from tests.games.engine.table.test_clock import BOARD, dealt_room

DAY = 86_400_000
HOLES = ("KsKh", "AsAh", "QsQh")
"""The hands of players 2, 3 and 1; on this board player 3 wins."""


def room_with_disconnected(player: int, *chips: int, **table: object) -> Room:
    """Deals a hand at a table with all-in protection, and disconnects the player."""
    room = dealt_room(*chips, **{"disconnect": "all_in_protection", **table})
    room.send(cm.SetConnected(player, False))
    return room


def run_out_of_time(room: Room) -> Room:
    """Advances the clock until a player times out."""
    while not room.last_events(ev.TimedOut):
        room.tick()
    return room


def test_B15_a_protected_player_is_all_in_for_the_chips_put_in_and_others_play_a_side_pot() -> None:
    room = room_with_disconnected(3, holes=HOLES).play("400 call")
    run_out_of_time(room)
    assert room.last_events(ev.Protected) == [ev.Protected(2, room.now)]
    lines = [line for line in public_view(room.table, table_id=1, version=1).log if line.code == "protected"]
    assert [(line.name, line.amount) for line in lines] == [(room.table.names[2], 1)]
    hand = room.table.hand
    assert hand is not None
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(300, (1, 2, 0)), (600, (1, 0))]
    room.play("check 500 call check check check check").finish()
    # Aces win the main pot; kings the side pot of 600 and two bets of 500.
    assert (room.seat(3).stack, room.seat(2).stack, room.seat(1).stack) == (10_200, 10_700, 9_100)


def test_B15_the_rest_of_a_protected_stack_is_restored_after_the_hand() -> None:
    room = run_out_of_time(room_with_disconnected(3, holes=("AsAh", "KsKh", "QsQh")).play("400 call"))
    assert room.table.chips()[3] == 10_000
    room.play("check check check check check check").finish()
    assert room.seat(3).stack == 9_900


def test_B15_a_player_with_no_chips_in_the_pot_folds_instead() -> None:
    room = run_out_of_time(room_with_disconnected(1))
    assert (room.last_events(ev.Protected), room.last_events(ev.Folded)) == ([], [ev.Folded(0)])
    # No protection was used up.
    assert room.seat(1).protections == 0


def test_B15_an_ante_in_the_pot_is_enough_for_protection() -> None:
    room = run_out_of_time(room_with_disconnected(1, ante=20).play(""))
    assert room.last_events(ev.Protected) == [ev.Protected(0, room.now)]


def test_B15_P1_a_dead_small_blind_alone_in_the_pot_is_contested_for_what_matches_it() -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "dead", 50)]
    table = deal([10_000] * 3, posts=posts, holes=HOLES, board=BOARD)
    assert table.hand.protect(2, 0) == [ev.Protected(2, 0)]
    table.play("call check")
    assert [(pot.amount, pot.seats) for pot in table.hand.pots] == [(150, (0, 1, 2)), (100, (0, 1))]
    table.play("check check check check check check muck")
    assert table.net_won == {0: -100, 1: 150, 2: -50}


def test_B15_P1_dead_money_beside_a_live_blind_is_in_the_main_pot() -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "post", 100), (2, "dead", 50)]
    table = deal([10_000] * 3, "check 400 fold", posts=posts)
    table.hand.protect(2, 0)
    assert [(pot.amount, pot.seats) for pot in table.hand.pots] == [(350, (0, 2))]


def test_B15_a_disconnected_player_with_nothing_to_call_checks() -> None:
    room = run_out_of_time(room_with_disconnected(3).play("call call"))
    assert (room.last_events(ev.Checked), room.last_events(ev.Protected)) == ([ev.Checked(2)], [])


@pytest.mark.parametrize("timeout_action", ["check_or_fold", "fold"])
def test_B15_check_or_fold_protects_nobody(timeout_action: str) -> None:
    room = run_out_of_time(
        room_with_disconnected(3, disconnect="check_or_fold", timeout_action=timeout_action).play("400 call")
    )
    assert room.last_events(ev.Folded) == [ev.Folded(2)]
    room = run_out_of_time(
        room_with_disconnected(3, disconnect="check_or_fold", timeout_action=timeout_action).play("call call")
    )
    # `timeout_action: fold` applies to connected players only (B14).
    assert room.last_events(ev.Checked) == [ev.Checked(2)]


def test_B15_only_a_disconnected_player_is_protected() -> None:
    room = dealt_room(disconnect="all_in_protection").play("400 call")
    run_out_of_time(room)
    assert (room.last_events(ev.Protected), room.last_events(ev.Folded)) == ([], [ev.Folded(2)])


def test_B15_a_player_back_before_the_turn_keeps_the_hand() -> None:
    room = room_with_disconnected(3)
    room.play("400")
    room.send(cm.SetConnected(3, True))
    room.play("call call")
    assert room.table.hand is not None
    assert room.table.hand.pot == 1_200
    assert room.seat(3).protections == 0


def test_B15_a_protected_player_who_returns_sees_the_hand_and_plays_the_next() -> None:
    room = run_out_of_time(room_with_disconnected(3, holes=HOLES).play("400 call"))
    room.send(cm.SetConnected(3, True))
    view = own_view(room.table, 3, table_id=1, version=1)
    assert view is not None
    assert (view.choices, len(view.cards), view.sits_out_next) == (None, 2, False)
    assert room.refuses(room.act_command("fold", player=3)) == "not_your_turn"
    room.play("check check check check check check").finish()
    assert not room.seat(3).sitting_out
    room.deal()
    assert room.table.in_hand(2)


def test_B15_a_protected_player_who_does_not_return_sits_out() -> None:
    room = run_out_of_time(room_with_disconnected(3, holes=HOLES).play("400 call"))
    room.play("check check check check check check").finish()
    assert room.seat(3).sitting_out


def test_B14_a_connected_player_who_times_out_sits_out_even_after_reconnecting() -> None:
    room = run_out_of_time(dealt_room())
    room.send(cm.SetConnected(1, False))
    room.send(cm.SetConnected(1, True))
    assert room.seat(1).sits_out_next


def protected_again(room: Room, player: int) -> bool:
    """Disconnects the player facing a raise on the big blind in another hand; returns whether they are protected."""
    while True:
        room.finish()
        for other in (1, 2, 3):
            room.send(cm.SitIn(other))
            room.send(cm.EnterNow(other, True))
        room.deal()
        number = room.table.player_seat(player)
        if room.table.positions.big == number:
            break
        room.all_fold()
    room.send(cm.SetConnected(player, False))
    room.play("400 call")
    run_out_of_time(room)
    used = bool(room.last_events(ev.Protected))
    room.send(cm.SetConnected(player, True))
    return used


def test_B15_protection_is_limited_per_day() -> None:
    room = dealt_room(disconnect="all_in_protection", protections_a_day=2)
    assert [protected_again(room, 3) for _ in range(3)] == [True, True, False]
    room.finish()
    room.now = (room.now // DAY + 1) * DAY
    assert protected_again(room, 3)
    assert room.seat(3).protections == 1


def test_B15_standing_up_gives_no_new_protections() -> None:
    room = dealt_room(disconnect="all_in_protection", protections_a_day=1)
    assert protected_again(room, 3)
    room.finish()
    room.send(cm.Leave(3))
    room.sit(3)
    assert not protected_again(room, 3)


def test_B15_the_number_of_protections_survives_a_restart() -> None:
    room = dealt_room(disconnect="all_in_protection", protections_a_day=1)
    protected_again(room, 3)
    room.finish()
    again = Table.restore(room.table.snapshot())
    assert again.seat(2).protections == 1
    room.send(cm.Leave(3))
    assert Table.restore(room.table.snapshot()).departed[3].protections == 1


def test_B15_protection_uses_up_the_bank_like_any_turn_that_ran_out() -> None:
    room = run_out_of_time(room_with_disconnected(3, clock=Clock(grace=1_000)).play("400 call"))
    assert room.last_events(ev.Protected)
    assert room.seat(3).bank == 0


def test_B15_the_board_runs_out_for_a_protected_player_and_one_opponent() -> None:
    room = run_out_of_time(room_with_disconnected(3, holes=HOLES).play("400 fold"))
    # Player 1 gets back 300 that nobody matched (B11).
    assert room.last_events(ev.UncalledReturned) == [ev.UncalledReturned(0, 300)]
    assert room.wait_kind == "deal"
    room.finish()
    assert (room.seat(1).stack, room.seat(2).stack, room.seat(3).stack) == (9_900, 9_950, 10_150)


def test_B15_B13_a_protected_player_has_no_more_turns_and_stays_in_the_hand() -> None:
    room = run_out_of_time(room_with_disconnected(3, holes=HOLES).play("400 call"))
    room.play("check check check check check check")
    hand = room.table.hand
    assert hand is not None
    assert 2 not in hand.folded
    view = public_view(room.table, table_id=1, version=1)
    assert view.seats[2].won == 300


def test_B15_a_disconnected_player_who_must_bring_in_does_so() -> None:
    room = dealt_room(game="stud", structure="fl", ante=20, bring_in=50, disconnect="all_in_protection")
    room.send(cm.SetConnected(room.player_to_act, False))
    run_out_of_time(room)
    assert len(room.last_events(ev.BroughtIn)) == 1
