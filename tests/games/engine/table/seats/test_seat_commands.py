"""Stopping and staying: stop plans (K6, D11), fold and sit out (D12), automatic top-ups (K5)."""

import pytest

from games.engine import events as ev
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.table.seat_commands import Refill, refills_due
from games.engine.views.types import SeatSettings
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, dealt_room, rules, stored_and_loaded
from tests.games.engine.support.entry_tables import entry_room, is_in_hand, next_hand

THREE = (10_000,) * 3
CLOCK = Clock()


def settings_of(room: Room, player: int) -> SeatSettings:
    """Returns the seat settings in the player's own view."""
    view = own_view(room.table, player, table_id=1, version=1)
    assert view is not None
    return view.settings


# K6: leaving after the hand, or at the big blind.


def test_K6_leaving_after_the_hand_plays_it_to_the_end() -> None:
    room = dealt_room(*THREE)
    assert room.send(cm.SetStopPlan(1, "leave")) == (ev.StopPlanSet(0, "leave"),)
    assert settings_of(room, 1).stop_plan == "leave"
    room.play("300 fold call")
    assert room.table.running
    room.play("check 400 fold")
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(0, 1, 10_350)]


def test_K6_a_stop_plan_may_be_cancelled() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetStopPlan(1, "leave"))
    assert room.send(cm.SetStopPlan(1, "")) == (ev.StopPlanSet(0, ""),)
    assert room.ignores(cm.SetStopPlan(1, ""))
    room.all_fold()
    assert room.table.player_seat(1) == 0


# M7: the room ends a stay by the player's own limits.


def test_M7_a_player_who_must_get_up_plays_the_hand_to_its_end_and_cannot_stay() -> None:
    room = dealt_room(*THREE)
    assert room.send(cm.StandUp(1)) == (ev.StopPlanSet(0, "house"),)
    assert room.ignores(cm.StandUp(1))
    for plan in ("", "leave", "leave_blind", "house"):
        assert room.refuses(cm.SetStopPlan(1, plan)) == "leaving"
    assert room.refuses(cm.AddChips(1, 500)) == "leaving"
    room.play("300 fold call")
    room.play("check 400 fold")
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(0, 1, 10_350)]


def test_M7_a_player_cannot_ask_for_the_plan_of_the_house() -> None:
    assert dealt_room(*THREE).refuses(cm.SetStopPlan(1, "house")) == "bad_message"


def test_M7_a_player_who_must_get_up_may_leave_at_once_but_not_stay_then() -> None:
    room = dealt_room(*THREE)
    room.send(cm.StandUp(1))
    room.send(cm.Leave(1))
    assert room.refuses(cm.SetStopPlan(1, "")) == "leaving"
    room.all_fold()
    assert room.table.player_seat(1) is None


def test_M7_a_seat_without_a_hand_is_given_up_at_once() -> None:
    room = dealt_room(*THREE)
    room.all_fold()
    room.send(cm.StandUp(1))
    assert room.table.player_seat(1) is None


def test_M7_a_stop_that_the_player_asked_for_may_be_taken_back() -> None:
    room = dealt_room(*THREE)
    assert room.send(cm.StandUp(1, final=False)) == (ev.StopPlanSet(0, "leave"),)
    room.send(cm.SetStopPlan(1, ""))
    room.all_fold()
    assert room.table.player_seat(1) == 0


def test_K6_leaving_may_be_cancelled_while_the_hand_runs() -> None:
    room = dealt_room(*THREE)
    room.send(cm.Leave(3))
    assert room.refuses(cm.SetStopPlan(3, "leave")) == "leaving"
    assert room.send(cm.SetStopPlan(3, "")) == (ev.LeaveAsked(2, False),)
    room.play("call call")
    assert room.player_to_act == 3
    room.play("check")
    room.send(cm.Leave(3))
    room.play("check")
    assert room.last_events(ev.Folded) == [ev.Folded(2)]
    room.send(cm.SetStopPlan(3, ""))
    room.all_fold()
    assert room.table.player_seat(3) == 2


def test_K6_a_player_without_cards_leaves_at_once() -> None:
    room = dealt_room(*THREE)
    room.sit(4)
    room.send(cm.SetStopPlan(4, "leave"))
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(3, 4, 10_000)]


def test_K6_a_player_leaving_at_the_big_blind_plays_until_it_comes() -> None:
    # The big blind moves 4, 6, 0.
    room = entry_room()
    room.send(cm.SetStopPlan(1, "leave_blind"))
    next_hand(room)
    assert (room.table.positions.big, is_in_hand(room, 0)) == (6, True)
    room.all_fold()
    chips = room.seat(1).stack
    room.deal()
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(0, 1, chips)]
    assert room.table.positions.big == 2


def test_K6_two_leave_at_the_same_blind_and_the_table_waits_for_players() -> None:
    room = dealt_room(*THREE)
    for player in (1, 2):
        room.send(cm.SetStopPlan(player, "leave_blind"))
    room.all_fold()
    assert room.table.hand_number == 1
    while len([seat for seat in room.table.seats if seat]) > 1:
        room.tick()
    assert room.table.hand_number == 1
    assert room.wait_kind == "players"


def test_K6_a_sitting_out_player_leaves_when_the_big_blind_passes() -> None:
    room = entry_room()
    room.send(cm.SetStopPlan(7, "leave_blind"))
    room.send(cm.SitOut(7))
    room.all_fold().deal()
    assert room.table.player_seat(7) is None


def test_D11_a_player_may_sit_out_when_the_big_blind_comes() -> None:
    room = entry_room()
    room.send(cm.SetStopPlan(1, "out_blind"))
    next_hand(room)
    assert is_in_hand(room, 0)
    next_hand(room)
    assert room.last_events(ev.SatOut) == [ev.SatOut(0, "asked", room.now)]
    assert not is_in_hand(room, 0)
    assert (settings_of(room, 1).stop_plan, room.seat(1).sitting_out) == ("", True)


def test_D11_the_time_a_seat_is_kept_is_shown() -> None:
    room = dealt_room(*THREE).all_fold()
    room.send(cm.SitOut(2))
    assert settings_of(room, 2).seat_held_until == room.now + CLOCK.sit_out
    assert settings_of(room, 1).seat_held_until == 0


def test_stop_plans_are_private_and_survive_a_restart() -> None:
    room = entry_room()
    before = public_view(room.table, table_id=1, version=1)
    room.send(cm.SetStopPlan(1, "leave_blind"))
    room.send(cm.SetStopPlan(3, "leave"))
    assert public_view(room.table, table_id=1, version=1) == before
    room.send(cm.SetStopPlan(3, ""))
    room.all_fold()
    again = stored_and_loaded(room.table)
    assert again.seat(0).plan == "leave_blind"


def test_games_without_blinds_refuse_plans_to_stop_at_the_blind() -> None:
    room = Room(*THREE, game="stud", structure="fl", blinds=(0, 60), ante=10, bring_in=30)
    assert room.refuses(cm.SetStopPlan(1, "leave_blind")) == "no_blinds_to_wait_for"
    assert room.refuses(cm.SetStopPlan(1, "out_blind")) == "no_blinds_to_wait_for"
    assert not settings_of(room, 1).has_blinds
    mixed = Room(*THREE, mix=("stud", "holdem"), every=3)
    assert settings_of(mixed, 1).has_blinds


def test_an_unknown_stop_plan_is_refused() -> None:
    assert dealt_room(*THREE).refuses(cm.SetStopPlan(1, "dance")) == "bad_message"


# D12: fold and sit out.


def test_D12_fold_and_sit_out_folds_and_sits_out_after_the_hand() -> None:
    room = dealt_room(*THREE)
    room.send(cm.FoldAndSitOut(1, 1, room.table.turn, 100))
    assert room.last_events(ev.Folded) == [ev.Folded(0)]
    room.play("fold")
    assert room.last_events(ev.SatOut) == [ev.SatOut(0, "asked", room.now)]


def test_D12_the_fold_that_ends_the_hand_sits_out_as_well() -> None:
    room = dealt_room(*THREE).play("fold")
    room.send(cm.FoldAndSitOut(2, 1, room.table.turn, 50))
    assert [event.seat for event in room.last_events(ev.SatOut)] == [1]


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (cm.FoldAndSitOut(2, 1, 1, 50), "not_your_turn"),
        (cm.FoldAndSitOut(1, 1, 7, 100), "stale_turn"),
        (cm.FoldAndSitOut(1, 1, 1, 50), "price_changed"),
        (cm.FoldAndSitOut(1, 2, 1, 100), "hand_over"),
        (cm.FoldAndSitOut(9, 1, 1, 100), "not_seated"),
    ],
)
def test_B9_D12_fold_and_sit_out_needs_the_turn_and_price_the_player_saw(ask: cm.FoldAndSitOut, code: str) -> None:
    room = dealt_room(*THREE)
    assert room.table.turn == 1
    assert room.refuses(ask) == code
    assert not room.seat(1).sits_out_next


# K5: broke, and chips bought without asking.


def lose_all(**house: object) -> Room:
    """Plays a heads-up hand in which player 1 loses all chips."""
    room = Room(1_000, 1_000, first_button="first_player", **house)
    return room.deal(holes=("KsKh", "AsAh"), board="2c3d7h8c9d").play("1000 call").finish()


def busted_player(room: Room) -> int:
    """The player without chips."""
    return next(seat.player for seat in room.table.seats if seat and not seat.stack)


def test_K5_a_player_without_chips_is_asked_and_the_seat_kept_a_while() -> None:
    room = lose_all()
    player = busted_player(room)
    assert settings_of(room, player).out_of_chips
    assert settings_of(room, player).seat_held_until == room.now + CLOCK.rebuy
    room.now += CLOCK.rebuy
    room.send(cm.Tick())
    assert [(event.player, event.chips, event.reason) for event in room.last_events(ev.SeatLeft)] == [
        (player, 0, "broke")
    ]


def test_K5_a_busted_player_who_buys_in_time_plays_again() -> None:
    room = lose_all()
    player = busted_player(room)
    room.send(cm.AddChips(player, 500))
    assert not settings_of(room, player).out_of_chips
    assert room.wait_kind == "next_hand"


def test_K5_a_player_without_chips_leaves_where_chips_are_never_added() -> None:
    room = lose_all(top_up="never")
    assert [event.reason for event in room.last_events(ev.SeatLeft)] == ["broke"]


def refills(room: Room) -> list[Refill]:
    """The automatic top-ups that are due now."""
    return list(refills_due(room.table))


def test_K5_a_refill_is_due_between_hands_below_the_mark() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetRefill(2, 10_000, 10_000, False))
    room.send(cm.SetRefill(3, 10_000, 5_000, False))
    assert room.ignores(cm.SetRefill(3, 10_000, 5_000, False))
    room.play("fold")
    assert refills(room) == []
    room.play("fold")
    # The small blind is lost: below its mark; the other is not.
    assert refills(room) == [Refill(2, 10_000)]
    assert (settings_of(room, 2).refill_to, settings_of(room, 2).refill_below, settings_of(room, 2).auto_rebuy) == (
        10_000,
        10_000,
        False,
    )
    room.send(cm.AddChips(2, 50))
    assert refills(room) == []


@pytest.mark.parametrize(
    "stops", [cm.SitOut(2), cm.SetTableMove(2, 5, "Brno"), cm.SetRefill(2, 0, 0, False), cm.Close()]
)
def test_K5_no_automatic_top_up_for_a_player_who_stops(stops: cm.Command) -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetRefill(2, 10_000, 10_000, False))
    room.all_fold()
    assert refills(room)
    room.send(stops)
    assert refills(room) == []


def test_K5_no_automatic_top_up_once_chips_are_added_only_by_players_without_any() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetRefill(2, 10_000, 10_000, False))
    room.all_fold()
    room.send(cm.ChangeRules(rules(top_up="when_broke")))
    assert refills(room) == []


def test_K5_no_automatic_top_up_for_a_player_who_leaves_after_the_hand() -> None:
    room = dealt_room(*THREE)
    room.send(cm.SetRefill(2, 10_000, 10_000, True))
    room.send(cm.SetStopPlan(2, "leave"))
    room.all_fold()
    assert refills(room) == []
    assert room.table.player_seat(2) is None


def test_K5_a_rebuy_is_due_when_all_is_lost() -> None:
    room = Room(1_000, 1_000, first_button="first_player").deal(holes=("KsKh", "AsAh"), board="2c3d7h8c9d")
    for player in (1, 2):
        room.send(cm.SetRefill(player, 1_000, 0, True))
    room.play("1000 call").finish()
    assert refills(room) == [Refill(busted_player(room), 1_000)]


@pytest.mark.parametrize(
    ("top_up", "below", "rebuy", "code"),
    [
        ("never", 100, False, "no_top_up"),
        ("never", 0, True, "no_top_up"),
        ("when_broke", 100, True, "top_up_when_broke"),
        ("when_broke", 0, True, ""),
        ("never", 0, False, ""),
    ],
)
def test_K5_the_house_says_whether_chips_are_added(top_up: str, below: int, rebuy: bool, code: str) -> None:
    room = Room(*THREE, top_up=top_up)
    ask = cm.SetRefill(1, 1_000, below, rebuy)
    if code:
        assert room.refuses(ask) == code
    else:
        room.send(ask)
