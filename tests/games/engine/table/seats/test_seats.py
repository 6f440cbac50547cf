"""A table's seats: sitting down, leaving, adding chips, sitting out (D11, K2, K5, K6)."""

import pytest

from games.engine import events as ev
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.table.seat_commands import refills_due
from tests.games.engine.support.builders import Room, dealt_room, rules, stacked_deck

THREE = (10_000,) * 3
BOARD = "2c3d7h8c9d"
CLOCK = Clock()


# Sitting down.


def test_a_taken_seat_a_full_table_and_a_second_seat_are_refused() -> None:
    room = Room(1_000, 1_000, seats=3)
    assert room.refuses(cm.TakeSeat(1, "again", False, 2, 500)) == "already_seated"
    assert room.refuses(cm.TakeSeat(3, "x", False, 1, 500)) == "seat_taken"
    assert room.refuses(cm.TakeSeat(3, "x", False, 3, 500)) == "seat_taken"
    assert room.refuses(cm.TakeSeat(3, "x", False, 2, 0)) == "no_chips"
    room.sit(3)
    assert room.refuses(cm.TakeSeat(4, "x", False, -1, 500)) == "table_full"


def test_K2_a_player_without_a_choice_gets_any_free_seat() -> None:
    room = Room()
    room.sit(1, seat=2)
    room.sit(2)
    room.sit(3, seat=-1)
    assert [room.table.player_seat(player) for player in (1, 2, 3, 4)] == [2, 0, 1, None]


def test_commands_of_a_player_without_a_seat_are_refused() -> None:
    room = dealt_room(*THREE)
    for command in (
        cm.SitOut(9),
        cm.SitIn(9),
        cm.Leave(9),
        cm.AddChips(9, 100),
        cm.SetAutoActions(9, True, True),
        cm.PostBlind(9, True),
        cm.SetConnected(9, False),
        cm.SetPreAction(9, 1, "fold", 0),
        cm.ShowCards(9, 1, ()),
        room.act_command("call", player=9),
    ):
        assert room.refuses(command) == "not_seated"


# K6: leaving.


def test_K6_leaving_between_hands_takes_all_chips_at_once() -> None:
    room = dealt_room(*THREE).all_fold()
    chips = room.seat(3).stack
    assert room.send(cm.Leave(3)) == (ev.SeatLeft(2, 3, chips),)
    assert room.table.player_seat(3) is None


def test_K6_the_hand_of_a_leaving_player_is_folded_when_the_turn_comes() -> None:
    room = dealt_room(*THREE)
    assert room.send(cm.Leave(3)) == (ev.LeaveAsked(2),)
    assert room.player_to_act == 1
    room.play("call call")
    assert room.last_events(ev.Folded) == [ev.Folded(2)]
    assert room.table.player_seat(3) == 2
    room.play("fold")
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(2, 3, 9_900)]


def test_K6_leaving_on_the_own_turn_folds_at_once() -> None:
    room = dealt_room(*THREE)
    room.send(cm.Leave(1))
    assert room.last_events(ev.Folded) == [ev.Folded(0)]
    assert room.player_to_act == 2


def test_K6_a_leaving_player_who_is_all_in_keeps_the_hand() -> None:
    room = dealt_room(10_000, 10_000, 60, blinds=(50, 100))
    room.send(cm.Leave(3))
    room.play("call call")
    assert len(room.last_events(ev.Folded)) == 0
    room.finish()
    assert room.table.player_seat(3) is None


def test_K6_the_table_is_empty_when_all_leave() -> None:
    room = dealt_room(*THREE)
    for player in (3, 2, 1):
        room.send(cm.Leave(player))
    assert not any(room.table.seats)
    assert room.table.next_tick_at() is None
    assert room.table.chips() == {}


def test_K6_chips_bought_during_the_hand_are_returned_to_a_player_who_leaves() -> None:
    room = dealt_room(*THREE)
    room.send(cm.AddChips(1, 500))
    room.send(cm.Leave(1))
    room.all_fold()
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(0, 1, 10_000)]
    assert room.last_events(ev.ChipsReturned) == [ev.ChipsReturned(0, 500)]
    assert room.last_events(ev.ChipsAdded) == []


def test_K6_a_leaving_player_cannot_add_chips() -> None:
    room = dealt_room(*THREE)
    room.send(cm.Leave(3))
    assert room.refuses(cm.AddChips(3, 500)) == "leaving"


# K5: adding chips.


def test_K5_chips_bought_between_hands_join_the_stack() -> None:
    room = Room(*THREE)
    room.send(cm.AddChips(2, 700))
    assert room.seat(2).stack == 10_700


def test_K5_chips_bought_during_a_hand_are_added_after_it() -> None:
    room = dealt_room(*THREE)
    room.send(cm.AddChips(1, 300))
    room.send(cm.AddChips(1, 400))
    assert (room.seat(1).stack, room.seat(1).queued) == (10_000, 700)
    assert room.table.chips()[1] == 10_700
    assert room.table.hand is not None
    assert room.table.hand.stacks[0] == 10_000
    room.all_fold()
    assert (room.seat(1).stack, room.seat(1).queued) == (10_700, 0)


def test_K5_a_player_who_is_not_in_the_hand_gets_bought_chips_at_once() -> None:
    room = dealt_room(*THREE)
    room.sit(4)
    room.send(cm.AddChips(4, 700))
    assert room.seat(4).stack == 10_700


@pytest.mark.parametrize("chips", [0, -5])
def test_K5_adding_no_chips_is_refused(chips: int) -> None:
    assert Room(*THREE).refuses(cm.AddChips(1, chips)) == "no_chips"


def test_K5_a_player_without_chips_sits_out_until_chips_are_added() -> None:
    room = Room(1_000, 10_000, first_button="first_player")
    # Heads-up the button is seat 0; the big blind has the first cards.
    room.deal(holes=("AsAh", "KsKh"), board=BOARD).play("1000 call").finish()
    assert room.last_events(ev.SatOut) == [ev.SatOut(0, "broke", room.now)]
    assert room.table.next_tick_at() == room.now + CLOCK.rebuy
    assert room.refuses(cm.SitIn(1)) == "no_chips"
    room.send(cm.AddChips(1, 500))
    assert room.last_events(ev.SatIn) == [ev.SatIn(0)]
    assert room.wait_kind == "next_hand"


def test_K5_D11_a_player_with_chips_who_sits_out_stays_out_when_adding_more() -> None:
    room = Room(*THREE)
    room.send(cm.SitOut(1))
    room.send(cm.AddChips(1, 500))
    assert room.seat(1).stack == THREE[0] + 500
    assert room.seat(1).sitting_out
    assert room.last_events(ev.SatIn) == []


def test_K5_chips_bought_during_a_lost_all_in_keep_the_player_in() -> None:
    room = Room(1_000, 10_000, first_button="first_player")
    room.deal(holes=("AsAh", "KsKh"), board=BOARD).play("1000")
    room.send(cm.AddChips(1, 500))
    room.play("call").finish()
    assert (room.seat(1).stack, room.seat(1).sitting_out) == (500, False)


# D11: sitting out.


def test_D11_sitting_out_begins_with_the_next_hand_and_can_be_cancelled() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SitOut(1))
    assert not room.seat(1).sitting_out
    assert room.ignores(cm.SitOut(1))
    room.send(cm.SitIn(1))
    room.all_fold()
    assert not room.seat(1).sitting_out
    room.deal()
    room.send(cm.SitOut(1))
    room.all_fold()
    assert room.last_events(ev.SatOut) == [ev.SatOut(0, "asked", room.now)]
    assert room.table.ready() == [1, 2]
    room.deal()
    assert 0 not in room.table.hand.order


def test_D11_a_player_who_sits_in_is_dealt_into_the_next_hand() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SitOut(1))
    room.all_fold().deal()
    room.send(cm.SitIn(1))
    assert not room.table.in_hand(0)
    # The big blind has gone past the seat (D7).
    room.send(cm.EnterNow(1, True))
    room.all_fold().deal()
    assert 0 in room.table.hand.order


def test_D11_a_player_who_sits_out_too_long_is_stood_up_with_the_chips() -> None:
    room = Room(*THREE)
    room.send(cm.SitOut(1))
    began = room.now
    room.deal()
    room.now = began + CLOCK.sit_out - 1
    assert not room.last_events(ev.SeatLeft)
    room.tick()
    # Not while a hand runs.
    room.now = began + 2 * CLOCK.sit_out
    room.send(cm.Tick())
    assert room.table.player_seat(1) == 0
    room.finish()
    room.send(cm.Tick(), stacked_deck(["", ""]))
    assert ev.SeatLeft(0, 1, 10_000, "idle", "player 1") in room.events


def short_room() -> Room:
    """Player 2 has lost all but 60 of the big blind of 100 that is dealt in here."""
    room = Room(10_000, 10_060, 10_000, first_button="first_player", min_stack_to_play="big_blind")
    room.deal(("KsKh", "2c7d", "AsAh"), "3c4d8h9cTd")
    room.play("10000 call fold").finish()
    return room


def test_D5_D11_a_player_with_less_than_the_big_blind_sits_out_and_is_stood_up_in_time() -> None:
    room = short_room()
    assert room.seat(2).stack == 60
    assert (room.seat(2).sitting_out, room.table.stands_up_at(room.seat(2))) == (True, room.now + CLOCK.sit_out)
    assert room.refuses(cm.SitIn(2)) == "short_stack"
    assert room.refuses(cm.SeatOut(2, False, "back")) == "short_stack"
    room.now += CLOCK.sit_out
    room.send(cm.Tick(), stacked_deck(["", ""]))
    assert ev.SeatLeft(1, 2, 60, "idle", "player 2") in room.events


@pytest.mark.parametrize(
    "more", [cm.AddChips(2, 40), cm.ChangeRules(rules(blinds=(25, 50), min_stack_to_play="big_blind"))]
)
def test_D5_a_player_who_sat_out_for_a_short_stack_plays_again_once_it_is_enough(more: cm.Command) -> None:
    """Chips are added, or the floor lowers the blinds."""
    room = short_room()
    room.send(cm.AddChips(2, 39))
    assert room.seat(2).sitting_out
    room.send(more)
    assert not room.seat(2).sitting_out
    assert 1 in room.table.ready()


def test_D5_K5_a_short_stack_is_topped_up_by_itself_and_one_that_sits_out_by_choice_is_not() -> None:
    room = short_room()
    for player in (1, 2):
        room.send(cm.SetRefill(player, 10_000, 5_000, False))
    room.send(cm.SitOut(1))
    room.table.seat(0).stack = 4_000
    assert [due.player for due in refills_due(room.table)] == [2]


def test_D5_K8_a_short_stack_from_another_table_sits_out_until_chips_are_added() -> None:
    room = Room(10_000, 10_000, min_stack_to_play="big_blind")
    room.sit(3, chips=60)
    assert room.seat(3).sitting_out
    room.send(cm.AddChips(3, 40))
    assert not room.seat(3).sitting_out


def test_D5_F5_a_short_stack_that_a_void_hand_fills_up_again_plays() -> None:
    room = short_room()
    room.send(cm.VoidHand(1, "fault", last=True))
    assert (room.seat(2).stack, room.seat(2).sitting_out) == (10_060, False)


def test_D11_a_table_with_one_ready_player_waits() -> None:
    room = dealt_room(10_000, 10_000)
    room.send(cm.SitOut(1))
    room.all_fold()
    assert (room.wait_kind, room.table.ready()) == ("players", [1])
    room.send(cm.SitIn(1))
    assert room.wait_kind == "next_hand"


def test_D11_a_table_waits_when_a_player_leaves_before_the_deal() -> None:
    room = dealt_room(10_000, 10_000).all_fold()
    assert room.wait_kind == "next_hand"
    room.send(cm.Leave(1))
    room.tick()
    assert (room.wait_kind, room.table.next_tick_at()) == ("players", None)
    room.sit(7)
    assert room.wait_kind == "next_hand"
