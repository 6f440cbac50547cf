"""B10: a fold, a check/fold and the call of any bet are always played; a check and the call of an amount are not."""

import pytest

from games.engine import events as ev
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room, dealt_room
from tests.games.engine.table.seats.test_seats import THREE


def waiting_for_player_3(kind: str) -> Room:
    """Player 2, who is done before the flop, chooses a pre-action while player 3 decides about a raise."""
    room = dealt_room(*THREE)
    room.play("300 call")
    room.pre_action(2, kind, room.table.hand.price(1))
    return room


@pytest.mark.parametrize("kind", ["check", "call"])
def test_B10_a_check_and_the_call_of_an_amount_end_with_their_street(kind: str) -> None:
    room = waiting_for_player_3(kind)
    room.play("call")
    assert len(room.table.hand.board) == 3
    assert (room.seat(2).pre_action, room.player_to_act) == ("", 2)
    assert not room.last_events(ev.Checked)


@pytest.mark.parametrize(
    ("kind", "played"), [("check_fold", ev.Checked), ("call_any", ev.Checked), ("fold", ev.Folded)]
)
def test_B10_pre_actions_that_are_always_played_outlive_their_street(kind: str, played: type[ev.TableEvent]) -> None:
    room = waiting_for_player_3(kind)
    room.play("call")
    assert [event.seat for event in room.last_events(played)] == [1]
    assert (room.seat(2).pre_action, room.player_to_act) == ("", 3)


@pytest.mark.parametrize(("kind", "played"), [("check_fold", ev.Folded), ("call_any", ev.Called)])
def test_B10_they_meet_the_bet_of_the_next_street(kind: str, played: type[ev.TableEvent]) -> None:
    room = dealt_room(*THREE)
    room.play("300 call")
    room.pre_action(1, kind)
    room.play("call 900")
    assert room.player_to_act == 3
    assert own_view(room.table, 1, table_id=1, version=1).pre_action == kind
    room.play("call")
    assert 0 in [event.seat for event in room.last_events(played)]


def test_B10_an_outlived_pre_action_can_be_taken_back_at_every_price() -> None:
    room = dealt_room(*THREE)
    room.play("300 call")
    room.pre_action(1, "check_fold")
    for line in ("call", "900"):
        room.play(line)
        view = own_view(room.table, 1, table_id=1, version=1)
        assert view.pre_action == "check_fold"
        assert "check_fold" in view.pre_actions
    room.pre_action(1, "")
    assert own_view(room.table, 1, table_id=1, version=1).pre_actions == ("fold", "call", "call_any")
    room.play("call")
    assert room.player_to_act == 1


def test_B10_in_a_draw_game_it_can_be_taken_back_while_cards_are_exchanged() -> None:
    room = dealt_room(*THREE, game="draw", structure="fl", ante=20)
    room.play("check check")
    room.pre_action(2, "check_fold")
    room.pre_action(3, "call_any")
    room.play("check")
    assert room.table.hand.to_draw
    assert own_view(room.table, 3, table_id=1, version=1).pre_actions == ("call_any",)
    room.pre_action(3, "")
    assert own_view(room.table, 3, table_id=1, version=1).pre_actions == ()


def test_B10_a_pre_action_still_in_force_on_this_street_is_played() -> None:
    room = dealt_room(*THREE)
    room.pre_action(2, "call_any")
    room.play("300")
    assert [event.seat for event in room.last_events(ev.Called)] == [1]
