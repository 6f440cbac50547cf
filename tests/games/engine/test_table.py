"""A table hand after hand: seats, chips, turns and their clock, pre-actions, house orders (B9-B15, D11, D12, K)."""

import json

import pytest

from games.engine import commands as cm
from games.engine import events as ev
from games.engine.actions import Check, Fold, Muck, Show
from games.engine.errors import BrokenInvariant
from games.engine.rules import Clock
from games.engine.table import decide
from games.engine.table_state import Table
from tests.games.engine.builders import Room, deal, everything, rules, stacked

THREE = (10_000,) * 3
CLOCK = Clock()
HOLES = ("AsAh", "KsKh", "QsQh")
BOARD = "2c3d7h8c9d"


def hand_of(*chips: int, **table: object) -> Room:
    """A hand is dealt: seat 0 has the button, so players 2 and 3 have the blinds and player 1 acts first."""
    room = Room(*chips, **{"first_button": "first_player", **table})  # type: ignore[arg-type]
    return room.deal()


def events(room: Room, kind: type) -> int:
    """How often it happened in the last decision."""
    return len(room.did(kind))


# Sitting down.


def test_seats_are_taken_once() -> None:
    room = Room(1_000, 1_000, seats=3)
    assert room.refuses(cm.TakeSeat(1, "again", False, 2, 500)) == "already_seated"
    assert room.refuses(cm.TakeSeat(3, "x", False, 1, 500)) == "seat_taken"
    assert room.refuses(cm.TakeSeat(3, "x", False, 3, 500)) == "seat_taken"
    assert room.refuses(cm.TakeSeat(3, "x", False, 2, 0)) == "no_chips"
    room.sit(3)
    assert room.refuses(cm.TakeSeat(4, "x", False, -1, 500)) == "table_full"


def test_K2_any_free_seat() -> None:
    room = Room()
    room.sit(1, seat=2)
    room.sit(2)
    room.sit(3, seat=-1)
    assert [room.table.player_seat(player) for player in (1, 2, 3, 4)] == [2, 0, 1, None]


def test_asks_of_somebody_without_a_seat_are_refused() -> None:
    room = hand_of(*THREE)
    for command in (
        cm.SitOut(9),
        cm.SitIn(9),
        cm.Leave(9),
        cm.AddChips(9, 100),
        cm.SetHabits(9, True, True),
        cm.PostBlind(9, True),
        cm.SetLine(9, False),
        cm.QueueAhead(9, 1, "fold", 0),
        cm.ShowCards(9, 1, ()),
        room.ask("call", player=9),
    ):
        assert room.refuses(command) == "not_seated"


# K6: leaving.


def test_K6_leaving_between_hands_takes_all_chips_at_once() -> None:
    room = hand_of(*THREE).all_fold()
    chips = room.seat(3).stack
    assert room.tell(cm.Leave(3)) == (ev.SeatLeft(2, 3, chips),)
    assert room.table.player_seat(3) is None


def test_K6_cards_in_play_are_folded_when_the_turn_comes() -> None:
    room = hand_of(*THREE)
    assert room.tell(cm.Leave(3)) == (ev.LeaveAsked(2),)
    assert room.turn == 1
    room.acts("call call")
    assert room.did(ev.Folded) == [ev.Folded(2)]
    assert room.table.player_seat(3) == 2
    room.acts("fold")
    assert room.did(ev.SeatLeft) == [ev.SeatLeft(2, 3, 9_900)]


def test_K6_on_ones_own_turn_the_hand_is_folded_at_once() -> None:
    room = hand_of(*THREE)
    room.tell(cm.Leave(1))
    assert room.did(ev.Folded) == [ev.Folded(0)]
    assert room.turn == 2


def test_K6_who_is_all_in_keeps_the_hand() -> None:
    room = hand_of(10_000, 10_000, 60, blinds=(50, 100))
    room.tell(cm.Leave(3))
    room.acts("call call")
    assert events(room, ev.Folded) == 0
    room.finish()
    assert room.table.player_seat(3) is None


def test_K6_all_leave() -> None:
    room = hand_of(*THREE)
    for player in (3, 2, 1):
        room.tell(cm.Leave(player))
    assert not any(room.table.seats)
    assert room.table.due() is None
    assert room.table.chips() == {}


def test_K6_chips_bought_in_the_hand_go_too() -> None:
    room = hand_of(*THREE)
    room.tell(cm.AddChips(1, 500))
    room.tell(cm.Leave(1))
    room.all_fold()
    assert room.did(ev.SeatLeft) == [ev.SeatLeft(0, 1, 10_500)]
    assert room.did(ev.ChipsAdded) == []


def test_K6_no_chips_for_who_is_leaving() -> None:
    room = hand_of(*THREE)
    room.tell(cm.Leave(3))
    assert room.refuses(cm.AddChips(3, 500)) == "leaving"


# K5: adding chips.


def test_K5_between_hands_they_join_the_stack() -> None:
    room = Room(*THREE)
    room.tell(cm.AddChips(2, 700))
    assert room.seat(2).stack == 10_700


def test_K5_during_a_hand_they_wait_until_it_is_over() -> None:
    room = hand_of(*THREE)
    room.tell(cm.AddChips(1, 300))
    room.tell(cm.AddChips(1, 400))
    assert (room.seat(1).stack, room.seat(1).queued) == (10_000, 700)
    assert room.table.chips()[1] == 10_700
    assert room.table.hand is not None
    assert room.table.hand.stacks[0] == 10_000
    room.all_fold()
    assert (room.seat(1).stack, room.seat(1).queued) == (10_700, 0)


def test_K5_who_is_not_in_the_hand_has_them_at_once() -> None:
    room = hand_of(*THREE)
    room.sit(4)
    room.tell(cm.AddChips(4, 700))
    assert room.seat(4).stack == 10_700


@pytest.mark.parametrize("chips", [0, -5])
def test_K5_no_chips_are_no_chips(chips: int) -> None:
    assert Room(*THREE).refuses(cm.AddChips(1, chips)) == "no_chips"


def test_K5_a_player_without_chips_sits_out_and_is_back_with_new_ones() -> None:
    room = Room(1_000, 10_000, first_button="first_player")
    # Heads-up the button is seat 0; the big blind has the first cards.
    room.deal(holes=("AsAh", "KsKh"), board=BOARD).acts("1000 call").finish()
    assert room.did(ev.SatOut) == [ev.SatOut(0, "broke", room.now)]
    assert room.table.due() == room.now + CLOCK.sit_out
    assert room.refuses(cm.SitIn(1)) == "no_chips"
    room.tell(cm.AddChips(1, 500))
    assert room.did(ev.SatIn) == [ev.SatIn(0)]
    assert room.waits == "next_hand"


def test_K5_chips_bought_in_the_hand_that_took_all_keep_the_player_in() -> None:
    room = Room(1_000, 10_000, first_button="first_player")
    room.deal(holes=("AsAh", "KsKh"), board=BOARD).acts("1000")
    room.tell(cm.AddChips(1, 500))
    room.acts("call").finish()
    assert (room.seat(1).stack, room.seat(1).sitting_out) == (500, False)


# D11: sitting out.


def test_D11_sitting_out_is_from_the_next_hand_and_can_be_taken_back() -> None:
    room = hand_of(*THREE)
    room.tell(cm.SitOut(1))
    assert not room.seat(1).sitting_out
    assert room.ignores(cm.SitOut(1))
    room.tell(cm.SitIn(1))
    room.all_fold()
    assert not room.seat(1).sitting_out
    room.deal()
    room.tell(cm.SitOut(1))
    room.all_fold()
    assert room.did(ev.SatOut) == [ev.SatOut(0, "asked", room.now)]
    assert room.table.ready() == [1, 2]
    room.deal()
    assert 0 not in room.table.hand.order  # type: ignore[union-attr]


def test_D11_back_again_from_the_next_hand() -> None:
    room = hand_of(*THREE)
    room.tell(cm.SitOut(1))
    room.all_fold().deal()
    room.tell(cm.SitIn(1))
    assert not room.table.in_hand(0)
    # The big blind has gone past the seat (D7).
    room.tell(cm.EnterNow(1, True))
    room.all_fold().deal()
    assert 0 in room.table.hand.order  # type: ignore[union-attr]


def test_D11_after_a_set_time_the_player_is_stood_up_with_the_chips() -> None:
    room = Room(*THREE)
    room.tell(cm.SitOut(1))
    began = room.now
    room.deal()
    room.now = began + CLOCK.sit_out - 1
    assert not room.did(ev.SeatLeft)
    room.tick()
    # Not while a hand runs.
    room.now = began + 2 * CLOCK.sit_out
    room.tell(cm.Tick())
    assert room.table.player_seat(1) == 0
    room.finish()
    room.tell(cm.Tick(), stacked(["", ""]))
    assert ev.SeatLeft(0, 1, 10_000) in room.events


def test_D11_alone_the_table_waits() -> None:
    room = hand_of(10_000, 10_000)
    room.tell(cm.SitOut(1))
    room.all_fold()
    assert (room.waits, room.table.ready()) == ("players", [1])
    room.tell(cm.SitIn(1))
    assert room.waits == "next_hand"


def test_D11_one_leaves_before_the_deal() -> None:
    room = hand_of(10_000, 10_000).all_fold()
    assert room.waits == "next_hand"
    room.tell(cm.Leave(1))
    room.tick()
    assert (room.waits, room.table.due()) == ("players", None)
    room.sit(7)
    assert room.waits == "next_hand"


# B9, B10: one message, one action.


def test_B9_a_double_click_changes_nothing() -> None:
    room = hand_of(*THREE)
    click = room.ask("call")
    room.tell(click)
    assert room.refuses(click) == "stale_turn"


def test_B9_a_double_click_is_not_played_on_the_next_turn_of_the_same_player() -> None:
    room = hand_of(10_000, 10_000).acts("call")
    click = room.ask("check")
    room.tell(click)
    # Heads-up the big blind is first to act again.
    assert room.turn == click.player
    assert room.refuses(click) == "stale_turn"


def test_B9_a_click_from_the_hand_before_is_refused() -> None:
    room = hand_of(*THREE)
    click = room.ask("fold")
    room.acts("fold fold")
    assert room.refuses(click) == "stale_turn"
    room.deal()
    assert room.refuses(click) == "hand_over"
    assert Room(*THREE).refuses(cm.Act(1, 0, 1, 0, Fold())) == "hand_over"


def test_B10_a_message_for_somebody_elses_turn_is_refused() -> None:
    room = hand_of(*THREE)
    for player in (2, 3):
        for word in ("fold", "call", "check", "300"):
            assert room.refuses(room.ask(word, player=player)) == "not_your_turn"


def test_B9_an_act_at_a_price_that_was_not_shown_is_refused() -> None:
    room = hand_of(*THREE)
    for price in (0, 50, 101):
        assert room.refuses(room.ask("call", price=price)) == "price_changed"
        assert room.refuses(room.ask("fold", price=price)) == "price_changed"


def test_B9_asks_to_show_are_refused_in_betting() -> None:
    room = hand_of(*THREE)
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
def test_B10_each_pre_action(kind: str, price: int, before: str, plays: str | None) -> None:
    room = hand_of(*THREE)
    assert room.ahead(3, kind, price)
    first, second = before.split()
    room.acts(first)
    assert room.table.seat(2).ahead == kind
    room.acts(second)
    mine = [type(event).__name__ for event in room.events if getattr(event, "seat", -1) == 2]
    if plays:
        assert plays in mine
    else:
        assert mine == ["AheadSet", "TurnBegan"]
        assert room.turn == 3
    assert room.table.seat(2).ahead == ""


def test_B10_call_this_amount() -> None:
    room = hand_of(*THREE)
    assert room.refuses(cm.QueueAhead(2, 1, "call", 100)) == "price_changed"
    room.ahead(2, "call", 50)
    room.acts("call")
    assert room.did(ev.Called) == [ev.Called(0, 100, False), ev.Called(1, 50, False)]


def test_B10_call_this_amount_is_dropped_when_the_amount_changed() -> None:
    room = hand_of(*THREE)
    room.ahead(2, "call", 50)
    room.acts("300")
    assert room.did(ev.Called) == []
    assert (room.turn, room.seat(2).ahead) == (2, "")


def test_B10_a_check_never_pays_and_a_call_never_fires_at_another_price() -> None:
    room = hand_of(*THREE)
    assert room.refuses(cm.QueueAhead(2, 1, "check", 0)) == "cannot_check"
    room.ahead(3, "check")
    room.ahead(2, "call", 50)
    room.acts("300")
    room.acts("900")
    assert (room.turn, room.did(ev.Called)) == (3, [])


def test_B10_taken_back_before_the_turn() -> None:
    room = hand_of(*THREE)
    room.ahead(3, "fold")
    assert room.ahead(3, "") == (ev.AheadSet(2, "", 0),)
    assert room.ahead(3, "") == ()
    assert room.ahead(3, "", 50) == ()
    room.acts("call call")
    assert room.turn == 3


def test_B10_the_last_one_counts() -> None:
    room = hand_of(*THREE)
    room.ahead(3, "fold")
    room.ahead(3, "check_fold")
    assert room.ahead(3, "check_fold") == ()
    room.acts("call call")
    assert room.did(ev.Checked) == [ev.Checked(2)]


def test_B10_no_bets_and_no_nonsense() -> None:
    room = hand_of(*THREE)
    for kind in ("raise", "bet", "all_in", "muck"):
        assert room.refuses(cm.QueueAhead(3, 1, kind, 300)) == "bad_message"


def test_B10_not_on_ones_own_turn_nor_without_cards() -> None:
    room = hand_of(*THREE)
    assert room.refuses(cm.QueueAhead(1, 1, "fold", 0)) == "your_turn_now"
    room.acts("fold")
    assert room.refuses(cm.QueueAhead(1, 1, "fold", 0)) == "hand_over"
    assert room.refuses(cm.QueueAhead(3, 7, "fold", 0)) == "hand_over"
    room.sit(4)
    assert room.refuses(cm.QueueAhead(4, 1, "fold", 0)) == "hand_over"


def test_B10_chains_play_themselves() -> None:
    room = hand_of(*THREE)
    room.ahead(2, "fold")
    room.ahead(3, "fold")
    room.acts("fold")
    # Player 3 is alone and wins without folding.
    assert [event.seat for event in room.did(ev.Folded)] == [0, 1]
    assert not room.table.running
    assert [seat.ahead for seat in room.table.seats if seat] == ["", "", ""]


def test_B10_a_pre_action_is_not_kept_for_the_next_hand() -> None:
    room = hand_of(*THREE)
    room.ahead(3, "fold")
    room.acts("fold fold").deal()
    assert room.seat(3).ahead == ""


# B14, B15: the clock.


def test_B14_a_turn_has_its_time_and_nothing_happens_before() -> None:
    room = hand_of(*THREE)
    assert room.table.due() == room.now + CLOCK.turn
    room.now += CLOCK.turn - 1
    assert room.ignores(cm.Tick())


def test_B14_then_the_time_bank_then_the_room_acts() -> None:
    room = hand_of(*THREE)
    room.tick()
    assert room.did(ev.BankBegan) == [ev.BankBegan(0, room.now + CLOCK.bank, room.now)]
    room.tick()
    assert room.did(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.did(ev.Folded) == [ev.Folded(0)]
    assert room.seat(1).bank == 0
    assert room.turn == 2


def test_B14_what_was_used_of_the_bank_is_gone_and_some_comes_back_each_hand() -> None:
    room = hand_of(*THREE)
    room.tick()
    room.now += 10_000
    room.acts("call")
    assert room.seat(1).bank == CLOCK.bank - 10_000
    room.all_fold()
    assert room.seat(1).bank == CLOCK.bank - 10_000 + CLOCK.bank_refill
    assert room.seat(2).bank == CLOCK.bank


def test_B14_an_act_in_the_plain_time_costs_no_bank() -> None:
    room = hand_of(*THREE)
    room.now += CLOCK.turn - 1
    room.acts("call")
    assert room.seat(1).bank == CLOCK.bank


def test_B14_without_a_bank_the_room_acts_at_once() -> None:
    room = hand_of(*THREE, clock=Clock(bank=0, bank_refill=0))
    room.tick()
    assert room.did(ev.TimedOut) == [ev.TimedOut(0)]


@pytest.mark.parametrize(("timeout_action", "plays"), [("check_or_fold", ev.Checked), ("fold", ev.Folded)])
def test_B14_timeout_action(timeout_action: str, plays: type) -> None:
    room = hand_of(*THREE, timeout_action=timeout_action).acts("call call")
    room.tick()
    room.tick()
    assert room.did(plays) == [plays(2)]


def test_B14_who_timed_out_sits_out_from_the_next_hand() -> None:
    room = hand_of(*THREE)
    room.tick()
    room.tick()
    room.all_fold()
    assert room.did(ev.SatOut) == [ev.SatOut(0, "timeout", room.now)]


def test_B15_a_lost_line_has_its_grace_after_time_and_bank() -> None:
    room = hand_of(*THREE, clock=Clock(grace=60_000))
    room.tell(cm.SetLine(1, False))
    lost = room.now
    assert room.ignores(cm.SetLine(1, False))
    room.tick()
    room.tick()
    assert room.did(ev.TimedOut) == []
    assert room.table.due() == lost + 60_000
    room.tick()
    assert room.did(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.seat(1).bank == 0


def test_B15_a_grace_that_is_over_adds_nothing() -> None:
    room = hand_of(*THREE, clock=Clock(grace=1_000))
    room.tell(cm.SetLine(1, False))
    room.tick()
    room.tick()
    assert room.did(ev.TimedOut) == [ev.TimedOut(0)]


def test_B15_back_before_the_turn_loses_nothing() -> None:
    room = hand_of(*THREE)
    room.tell(cm.SetLine(1, False))
    room.tell(cm.SetLine(1, True))
    assert room.ignores(cm.SetLine(1, True))
    room.acts("call")
    assert room.table.seat(0).lost_at == 0


def test_B15_a_line_that_comes_and_goes_has_one_grace_a_turn() -> None:
    room = hand_of(*THREE)
    began = room.now
    for _ in range(20):
        assert room.table.due() is not None
        room.now = room.table.due() - 1  # type: ignore[operator]
        room.tell(cm.SetLine(1, True))
        room.tell(cm.SetLine(1, False))
        room.tick()
        if room.did(ev.TimedOut):
            break
    assert room.did(ev.TimedOut) == [ev.TimedOut(0)]
    assert room.now <= began + CLOCK.turn + CLOCK.bank + CLOCK.grace


# D12: posting.


def test_D12_who_does_not_auto_post_is_asked_before_the_deal() -> None:
    room = Room(*THREE, first_button="first_player")
    room.tell(cm.SetHabits(2, True, False))
    room.tick()
    room.tick()
    assert (room.waits, room.table.wait.seat) == ("post", 1)
    assert room.table.hand is None
    assert room.refuses(cm.PostBlind(3, True)) == "no_blind_due"
    room.tell(cm.PostBlind(2, True))
    assert room.refuses(cm.PostBlind(2, True)) == "no_blind_due"
    room.tick()
    assert room.did(ev.Posted)[0] == ev.Posted(1, "small_blind", 50, False)


@pytest.mark.parametrize("answers", [True, False])
def test_D12_who_declines_or_does_not_answer_sits_out(answers: bool) -> None:
    room = Room(*THREE, first_button="first_player")
    room.tell(cm.SetHabits(3, True, False))
    room.tick()
    room.tick()
    assert (room.waits, room.table.wait.seat) == ("post", 2)
    if answers:
        room.tell(cm.PostBlind(3, False))
    else:
        room.tick()
    assert room.did(ev.SatOut) == [ev.SatOut(2, "declined", room.now)]
    room.deal()
    assert set(room.table.hand.order) == {0, 1}  # type: ignore[union-attr]


def test_D12_asked_again_for_each_blind_and_never_without_one() -> None:
    room = hand_of(*THREE).all_fold()
    room.tell(cm.SetHabits(2, True, False))
    asked = []
    for _ in range(3):
        while room.table.hand is None or not room.table.running:
            room.tick()
            if room.waits == "post":
                asked.append(room.table.positions)
                room.tell(cm.PostBlind(2, True))
        room.all_fold()
    assert len(asked) == 2


@pytest.mark.parametrize("command", [cm.Leave(3), cm.SitOut(3)])
def test_D12_who_goes_while_asked_does_not_hold_up_the_deal(command: cm.Command) -> None:
    room = Room(*THREE, first_button="first_player")
    room.tell(cm.SetHabits(3, True, False))
    room.tick()
    room.tick()
    room.tell(command)
    assert (room.waits, room.table.due()) == ("next_hand", room.now)


def test_D12_nobody_is_sat_out_for_a_hand_that_is_not_dealt() -> None:
    for command in (cm.Pause(), cm.Leave(1)):
        room = Room(10_000, 10_000, first_button="first_player")
        room.tell(cm.SetHabits(2, True, False))
        room.tick()
        room.tick()
        assert room.waits == "post"
        room.tell(command)
        room.tick()
        assert not room.seat(2).sitting_out


# H2, H4 at the table.


def showdown(**habits: bool) -> Room:
    """Player 2 has shown the best hand; player 3 is next and beaten, player 1 after them."""
    room = Room(first_button="first_player")
    for player in (1, 2, 3):
        room.sit(player, **habits)
    room.deal(HOLES, BOARD)
    return room.acts("call call check " + "check check check " * 3)


def test_H2_who_does_not_auto_muck_has_some_seconds_and_no_answer_mucks() -> None:
    room = showdown(auto_muck=False)
    assert (room.waits, room.table.wait.seat) == ("show", 2)
    assert room.table.due() == room.now + CLOCK.show
    room.tick()
    assert room.did(ev.Mucked) == [ev.Mucked(2)]
    room.tell(cm.Act(1, 1, 0, 0, Show()))
    assert [event.seat for event in room.did(ev.Shown)] == [0]
    assert not room.table.running


def test_H2_auto_muck_asks_nobody() -> None:
    room = showdown(auto_muck=True)
    assert [event.seat for event in room.did(ev.Mucked)] == [2, 0]


def test_H4_show_after_the_hand_until_the_next_begins() -> None:
    room = showdown(auto_muck=True)
    room.tell(cm.ShowCards(3, 1, (0,)))
    assert events(room, ev.Shown) == 1
    room.tell(cm.ShowCards(3, 1, ()))
    assert room.refuses(cm.ShowCards(3, 1, ())) == "cannot_show"
    assert room.refuses(cm.ShowCards(2, 1, ())) == "cannot_show"
    room.deal()
    assert room.refuses(cm.ShowCards(1, 1, ())) == "hand_over"


def test_H4_who_took_the_winners_seat_shows_nothing() -> None:
    room = hand_of(*THREE).acts("fold fold")
    room.tell(cm.Leave(3))
    room.sit(7, seat=2)
    assert room.refuses(cm.ShowCards(7, 1, ())) == "cannot_show"
    assert room.refuses(cm.Act(7, 1, 1, 0, Show())) == "cannot_show"
    # The same player in another visit is no better.
    room.tell(cm.Leave(7))
    room.sit(3, seat=2)
    assert room.refuses(cm.ShowCards(3, 1, ())) == "cannot_show"


def test_H5_the_run_out_takes_its_time_street_by_street() -> None:
    room = hand_of(1_000, 1_000).acts("1000 call")
    boards = []
    while room.table.running:
        assert (room.waits, room.table.due()) == ("deal", room.now + CLOCK.run_out)
        boards.append(len(room.table.hand.board))  # type: ignore[union-attr]
        room.tick()
    assert boards == [0, 3, 4, 5]


def test_the_next_hand_comes_after_a_pause_that_suits_the_ending() -> None:
    room = hand_of(*THREE).acts("fold fold")
    assert room.table.due() == room.now + CLOCK.after_fold
    room = showdown(auto_muck=True)
    assert room.table.due() == room.now + CLOCK.after_showdown


# Orders of the house.


def test_F1_pause_lets_the_hand_end_and_deals_no_more_until_resumed() -> None:
    room = hand_of(*THREE)
    room.tell(cm.Pause())
    assert room.ignores(cm.Pause())
    room.all_fold()
    assert room.table.due() is None
    room.now += 1_000_000
    assert room.ignores(cm.Tick())
    assert not room.table.needs_deck(room.now)
    room.tell(cm.Resume())
    assert room.ignores(cm.Resume())
    assert room.table.due() is not None
    assert room.table.needs_deck(room.now)
    assert room.deal().table.hand_number == 2


def test_F1_resume_gathers_who_sat_down_in_the_pause() -> None:
    room = Room()
    room.tell(cm.Pause())
    room.sit(1)
    room.sit(2)
    assert room.table.due() is None
    room.tell(cm.Resume())
    assert room.deal().table.running


def test_F1_close_between_hands_and_during_one() -> None:
    room = Room(*THREE)
    room.tell(cm.Close())
    assert [event.chips for event in room.did(ev.SeatLeft)] == [10_000] * 3
    assert room.table.closed
    room = hand_of(*THREE)
    room.tell(cm.Close())
    assert room.ignores(cm.Close())
    assert room.refuses(cm.TakeSeat(8, "x", False, -1, 500)) == "table_closed"
    assert not room.table.closed
    room.tell(cm.Leave(1))
    room.tell(cm.AddChips(2, 77))
    room.all_fold()
    assert room.table.closed
    assert sorted((event.player, event.chips) for event in room.did(ev.SeatLeft)) == [
        (1, 10_000),
        (2, 10_000 - 50 + 77),
        (3, 10_050),
    ]
    assert room.table.due() is None
    assert room.refuses(cm.TakeSeat(8, "x", False, -1, 500)) == "table_closed"


def test_F1_new_rules_wait_for_the_end_of_the_hand() -> None:
    room = hand_of(*THREE)
    room.tell(cm.ChangeRules(rules(blinds=(100, 200))))
    assert room.table.rules.stakes.big_blind == 100
    assert room.table.hand is not None
    assert room.table.hand.legal().min_to == 200
    room.all_fold()
    assert room.table.rules.stakes.big_blind == 200
    room.deal()
    assert [event.amount for event in room.table.story if isinstance(event, ev.Posted)] == [100, 200]


def test_F1_new_rules_between_hands_count_at_once_and_may_start_the_game() -> None:
    room = Room(50, 50, min_stack_to_play="big_blind")
    assert room.waits == "players"
    room.tell(cm.ChangeRules(rules()))
    assert room.deal().table.running


def test_too_many_seats_for_a_game_are_refused() -> None:
    room = Room(seats=10)
    crowded = rules()._replace(variant=rules().variant._replace(max_players=8))
    assert room.refuses(cm.ChangeRules(crowded)) == "too_many_seats"


# X2: after a fault.


@pytest.mark.parametrize("stage", ["turn", "bank", "deal", "show", "next_hand", "post"])
def test_X2_after_a_fault_everything_awaited_has_a_fresh_clock(stage: str) -> None:
    room = {
        "turn": lambda: hand_of(*THREE),
        "bank": lambda: hand_of(*THREE),
        "deal": lambda: hand_of(1_000, 1_000).acts("1000 call"),
        "show": lambda: showdown(auto_muck=False),
        "next_hand": lambda: hand_of(*THREE).all_fold(),
        "post": lambda: Room(*THREE, first_button="first_player"),
    }[stage]()
    if stage == "post":
        room.tell(cm.SetHabits(2, True, False))
        room.tick()
    if stage in ("bank", "post"):
        room.tick()
    assert room.waits == stage
    before = everything(room.table)
    room.now += 3_600_000
    room.tell(cm.Recover())
    assert room.table.due() is not None
    assert room.table.due() > room.now  # type: ignore[operator]
    assert room.waits == ("turn" if stage == "bank" else stage)
    # Nothing but the clock has changed.
    assert {**everything(room.table), "wait": None} == {**before, "wait": None}


def test_X2_a_turn_may_be_answered_after_a_fault() -> None:
    room = hand_of(*THREE)
    click = room.ask("call")
    room.now += 3_600_000
    room.tell(cm.Recover())
    assert room.did(ev.TurnBegan) == [ev.TurnBegan(click.turn, 0, room.now + CLOCK.turn, room.now)]
    room.tell(click)


def test_X1_the_table_between_hands_is_its_snapshot() -> None:
    room = hand_of(*THREE).acts("fold fold")
    room.tell(cm.SetLine(2, False))
    data = json.loads(json.dumps(room.table.snapshot()))
    again = Table.restore(data)
    assert again.snapshot() == room.table.snapshot()
    deck = stacked(["", "", ""])
    now = room.table.due()
    assert now is not None
    assert (
        decide(again, cm.Tick(), now=now, deck=deck).events == decide(room.table, cm.Tick(), now=now, deck=deck).events
    )


def test_C1_a_deck_that_is_none_is_never_dealt() -> None:
    room = hand_of(*THREE).all_fold()
    room.now = room.table.due()  # type: ignore[assignment]
    for deck in ([0] * 52, list(range(51)), [*range(51), 3]):
        with pytest.raises(BrokenInvariant):
            decide(room.table, cm.Tick(), now=room.now, deck=deck)


def test_P6_chips_that_come_from_nowhere_stop_the_table() -> None:
    hand = deal(THREE, "300").hand
    hand.stacks[0] += 1
    with pytest.raises(BrokenInvariant, match="P6"):
        hand.check()
    hand.stacks[0] -= 20_000
    with pytest.raises(BrokenInvariant, match="P6"):
        hand.check()


def test_B1_check_and_fold_are_told_apart() -> None:
    # Actions without fields are equal as tuples; the room goes by their type.
    room = hand_of(*THREE).acts("call call")
    room.tell(cm.Act(3, 1, room.table.turn, 0, Check()))
    assert room.did(ev.Checked) == [ev.Checked(2)]
    assert events(room, ev.Folded) == 0
