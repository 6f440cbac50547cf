"""Turns at a table: one message is one action, and pre-actions (B1, B9, B10)."""

import pytest

from games.engine import events as ev
from games.engine.hand.actions import Check, Fold, Muck, Show
from games.engine.table import commands as cm
from tests.games.engine.support.builders import Room, dealt_room

THREE = (10_000,) * 3


# B9, B10: one message, one action.


def test_B9_a_double_click_is_refused() -> None:
    room = dealt_room(*THREE)
    click = room.act_command("call")
    room.send(click)
    assert room.refuses(click) == "stale_turn"


def test_B9_a_double_click_is_not_played_on_the_next_turn_of_the_same_player() -> None:
    room = dealt_room(10_000, 10_000).play("call")
    click = room.act_command("check")
    room.send(click)
    # Heads-up the big blind is first to act again.
    assert room.player_to_act == click.player
    assert room.refuses(click) == "stale_turn"


def test_B9_a_click_from_the_hand_before_is_refused() -> None:
    room = dealt_room(*THREE)
    click = room.act_command("fold")
    room.play("fold fold")
    assert room.refuses(click) == "stale_turn"
    room.deal()
    assert room.refuses(click) == "hand_over"
    assert Room(*THREE).refuses(cm.Act(1, 0, 1, 0, Fold())) == "hand_over"


def test_B10_a_message_for_somebody_elses_turn_is_refused() -> None:
    room = dealt_room(*THREE)
    for player in (2, 3):
        for word in ("fold", "call", "check", "300"):
            assert room.refuses(room.act_command(word, player=player)) == "not_your_turn"


def test_B9_an_action_at_a_price_that_was_not_shown_is_refused() -> None:
    room = dealt_room(*THREE)
    for price in (0, 50, 101):
        assert room.refuses(room.act_command("call", price=price)) == "price_changed"
        assert room.refuses(room.act_command("fold", price=price)) == "price_changed"


def test_B9_showing_and_mucking_are_refused_during_the_betting() -> None:
    room = dealt_room(*THREE)
    for action in (Show(), Muck()):
        assert room.refuses(cm.Act(1, 1, 1, 100, action)) == "cannot_show"
    assert room.refuses(cm.ShowCards(1, 1, ())) == "cannot_show"


# B10: pre-actions. Players 1, 2, 3 act in this order; player 3 has the big blind.


@pytest.mark.parametrize(
    ("kind", "price", "before", "plays"),
    [
        ("fold", 0, "call call", "Folded"),
        ("fold", 0, "300 fold", "Folded"),
        ("check_fold", 0, "call call", "Checked"),
        ("check_fold", 0, "300 call", "Folded"),
        ("check", 0, "call call", "Checked"),
        ("check", 0, "300 call", None),
        ("call_any", 0, "call call", "Checked"),
        ("call_any", 0, "300 900", "Called"),
    ],
)
def test_B10_each_pre_action_is_played_or_dropped_when_the_turn_comes(
    kind: str, price: int, before: str, plays: str | None
) -> None:
    room = dealt_room(*THREE)
    assert room.pre_action(3, kind, price)
    first, second = before.split()
    room.play(first)
    assert room.table.seat(2).pre_action == kind
    room.play(second)
    own_events = [type(event).__name__ for event in room.events if getattr(event, "seat", -1) == 2]
    if plays:
        assert plays in own_events
    else:
        assert own_events == ["PreActionSet", "TurnBegan"]
        assert room.player_to_act == 3
    assert room.table.seat(2).pre_action == ""


def test_B10_a_call_of_this_amount_is_played_at_that_price() -> None:
    room = dealt_room(*THREE)
    assert room.refuses(cm.SetPreAction(2, 1, "call", 100)) == "price_changed"
    room.pre_action(2, "call", 50)
    room.play("call")
    assert room.last_events(ev.Called) == [ev.Called(0, 100, False), ev.Called(1, 50, False)]


def test_B10_a_call_of_this_amount_is_dropped_when_the_price_changes() -> None:
    room = dealt_room(*THREE)
    room.pre_action(2, "call", 50)
    room.play("300")
    assert room.last_events(ev.Called) == []
    assert (room.player_to_act, room.seat(2).pre_action) == (2, "")


def test_B10_a_check_never_pays_and_a_call_never_fires_at_another_price() -> None:
    room = dealt_room(*THREE)
    assert room.refuses(cm.SetPreAction(2, 1, "check", 0)) == "cannot_check"
    room.pre_action(3, "check")
    room.pre_action(2, "call", 50)
    room.play("300")
    room.play("900")
    assert (room.player_to_act, room.last_events(ev.Called)) == (3, [])


def test_B10_a_pre_action_may_be_cancelled_before_the_turn() -> None:
    room = dealt_room(*THREE)
    room.pre_action(3, "fold")
    assert room.pre_action(3, "") == (ev.PreActionSet(2, "", 0),)
    assert room.pre_action(3, "") == ()
    assert room.pre_action(3, "", 50) == ()
    room.play("call call")
    assert room.player_to_act == 3


def test_B10_the_last_pre_action_chosen_counts() -> None:
    room = dealt_room(*THREE)
    room.pre_action(3, "fold")
    room.pre_action(3, "check_fold")
    assert room.pre_action(3, "check_fold") == ()
    room.play("call call")
    assert room.last_events(ev.Checked) == [ev.Checked(2)]


def test_B10_bets_and_unknown_pre_actions_are_refused() -> None:
    room = dealt_room(*THREE)
    for kind in ("raise", "bet", "all_in", "muck"):
        assert room.refuses(cm.SetPreAction(3, 1, kind, 300)) == "bad_message"


def test_B10_a_pre_action_is_refused_on_the_own_turn_and_without_cards() -> None:
    room = dealt_room(*THREE)
    assert room.refuses(cm.SetPreAction(1, 1, "fold", 0)) == "your_turn_now"
    room.play("fold")
    assert room.refuses(cm.SetPreAction(1, 1, "fold", 0)) == "hand_over"
    assert room.refuses(cm.SetPreAction(3, 7, "fold", 0)) == "hand_over"
    room.sit(4)
    assert room.refuses(cm.SetPreAction(4, 1, "fold", 0)) == "hand_over"


def test_B10_B13_an_all_in_player_has_nothing_to_choose() -> None:
    room = dealt_room(1_000, 10_000, 10_000).play("1000")
    assert room.refuses(cm.SetPreAction(1, 1, "fold", 0)) == "hand_over"


def test_B10_several_pre_actions_are_played_one_after_another() -> None:
    room = dealt_room(*THREE)
    room.pre_action(2, "fold")
    room.pre_action(3, "fold")
    room.play("fold")
    # Player 3 is alone and wins without folding.
    assert [event.seat for event in room.last_events(ev.Folded)] == [0, 1]
    assert not room.table.running
    assert [seat.pre_action for seat in room.table.seats if seat] == ["", "", ""]


def test_B10_a_pre_action_is_not_kept_for_the_next_hand() -> None:
    room = dealt_room(*THREE)
    room.pre_action(3, "fold")
    room.play("fold fold").deal()
    assert room.seat(3).pre_action == ""


def test_B1_check_and_fold_are_different_actions() -> None:
    # Actions without fields are equal as tuples; the room tells them apart by their type.
    room = dealt_room(*THREE).play("call call")
    room.send(cm.Act(3, 1, room.table.turn, 0, Check()))
    assert room.last_events(ev.Checked) == [ev.Checked(2)]
    assert len(room.last_events(ev.Folded)) == 0
