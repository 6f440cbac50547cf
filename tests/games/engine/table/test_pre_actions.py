"""B10: a pre-action holds only for the cards and the price that the player saw."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from tests.games.engine.support.builders import dealt_room
from tests.games.engine.table.test_seats import THREE


@pytest.mark.parametrize("kind", ["check_fold", "check", "call_any"])
def test_B10_a_pre_action_is_dropped_when_a_new_street_begins(kind: str) -> None:
    room = dealt_room(*THREE)
    room.play("300 call")
    # While player 3 decides about the 300, player 2, who is done with this street, chooses a pre-action.
    room.pre_action(2, kind)
    room.play("call")
    assert room.table.hand is not None
    assert len(room.table.hand.board) == 3
    assert room.seat(2).pre_action == ""
    assert room.player_to_act == 2
    assert not [event for event in room.events if isinstance(event, ev.Checked | ev.Folded) and event.seat == 1]


def test_B10_a_pre_action_to_fold_is_kept_on_the_next_street() -> None:
    room = dealt_room(*THREE)
    room.play("300 call")
    room.pre_action(2, "fold")
    room.play("call")
    assert [event.seat for event in room.last_events(ev.Folded)] == [1]


def test_B10_a_call_of_any_bet_ends_with_the_street() -> None:
    room = dealt_room(*THREE)
    room.play("300 call")
    room.pre_action(1, "call_any")
    room.play("call")
    room.play("900")
    room.play("call")
    assert room.player_to_act == 1
    assert room.refuses(cm.SetPreAction(1, 1, "call_any", 0)) == "your_turn_now"


def test_B10_a_pre_action_still_in_force_on_this_street_is_played() -> None:
    room = dealt_room(*THREE)
    room.pre_action(2, "call_any")
    room.play("300")
    assert [event.seat for event in room.last_events(ev.Called)] == [1]
