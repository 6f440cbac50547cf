"""Rule D7 of the rulebook: missed blinds, in all three ways; the example tables are in `entry_tables`."""

import pytest

from games.engine.table import commands as cm
from games.engine.table.state import Table
from tests.games.engine.support.entry_tables import (
    BIG_BLIND,
    BOTH_BLINDS,
    DEAD_SMALL_BLIND,
    FIVE_SEATS,
    NO_POSTS,
    enter_next_hand,
    entry_posts,
    entry_room,
    forced_total,
    is_in_hand,
    next_hand,
    offered_price,
    sit_out_for,
)


@pytest.mark.parametrize(
    ("rule", "hands", "pays"),
    [
        ("both", 1, BOTH_BLINDS),
        # The small blind passes the seat in the hand of the return.
        ("owed", 1, BOTH_BLINDS),
        ("both", 2, BOTH_BLINDS),
        ("owed", 2, BOTH_BLINDS),
        ("both", 3, BOTH_BLINDS),
        ("owed", 3, BOTH_BLINDS),
        ("big_blind", 3, BIG_BLIND),
    ],
)
def test_D7_missed_blinds_are_owed_by_house_rule(rule: str, hands: int, pays: tuple[tuple[str, int], ...]) -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds=rule), 6, hands)
    assert offered_price(room, 6) == sum(amount for _, amount in pays)
    enter_next_hand(room, 6)
    assert is_in_hand(room, 6)
    assert entry_posts(room, 6) == pays
    assert not room.table.seat(6).owes


@pytest.mark.parametrize(("rule", "pays"), [("both", BOTH_BLINDS), ("owed", DEAD_SMALL_BLIND)])
def test_D7_a_missed_small_blind_alone_follows_the_house_rule(rule: str, pays: tuple[tuple[str, int], ...]) -> None:
    # Seat 4 has paid the big blind and misses the hand of the small one, which is dead.
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds=rule), 4, 1)
    assert (room.table.seat(4).owes_small, room.table.seat(4).owes_big) == (True, False)
    enter_next_hand(room, 4)
    assert entry_posts(room, 4) == pays


@pytest.mark.parametrize(("hands", "pays"), [(1, BOTH_BLINDS), (2, BOTH_BLINDS), (3, BIG_BLIND)])
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_D7_big_blind_alone_is_owed_once_the_button_passed_the_seat(
    button: str, hands: int, pays: tuple[tuple[str, int], ...]
) -> None:
    # Before that, a player who left out the hands of the blinds pays both.
    house = {"button": button, "missed_blinds": "big_blind", "enter_between": "big_blind"}
    room = sit_out_for(entry_room(*FIVE_SEATS, **house), 6, hands)
    assert offered_price(room, 6) == sum(amount for _, amount in pays)
    enter_next_hand(room, 6)
    assert (is_in_hand(room, 6), entry_posts(room, 6)) == (True, pays)


def test_D7_ethp_leaving_out_both_blinds_is_never_free() -> None:
    # The moving button skips the seat of a player who is out; it does not come to it.
    room = entry_room(0, 1, 2, 3, 4, button="moving", missed_blinds="big_blind", enter_between="big_blind")
    paid = played = 0
    for _ in range(30):
        room.all_fold()
        big = room.table.positions.big
        due = (big + 1) % 5 == 2 or (big % 5 == 3 and room.seat(3).sitting_out)
        if due and not room.seat(3).sitting_out:
            room.send(cm.SitOut(3))
        elif not due and room.seat(3).sitting_out:
            room.send(cm.SitIn(3))
            room.send(cm.EnterNow(3, True))
        room.deal()
        played += is_in_hand(room, 2)
        paid += forced_total(room, 2)
    assert 0 < played < 30
    assert paid * 5 >= 150 * played


@pytest.mark.parametrize("between", ["pay_both", "wait_button", "big_blind"])
def test_D7_big_blind_nobody_enters_between_the_blinds_for_free(between: str) -> None:
    # The big blind went past seat 6 and the button did not yet: it lies between them, as for a newcomer (D6).
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds="big_blind", enter_between=between), 6, 1)
    enter_next_hand(room, 6)
    assert room.table.positions == (4, 7, 0)
    assert is_in_hand(room, 6) == (between != "wait_button")
    if is_in_hand(room, 6):
        assert entry_posts(room, 6) == BOTH_BLINDS


def test_D7_big_blind_a_dead_button_on_the_seat_has_passed_it() -> None:
    room = entry_room(*FIVE_SEATS, missed_blinds="big_blind")
    room.send(cm.SitOut(5))
    # Seat 4 had the big blind; the dead small blind and the dead button stay on it.
    next_hand(room)
    next_hand(room)
    assert room.table.positions.button == 4
    assert room.table.seat(4).owes


def test_D7_the_post_is_live_and_the_small_blind_dead() -> None:
    room = enter_next_hand(sit_out_for(entry_room(*FIVE_SEATS, missed_blinds="both"), 6, 3), 6)
    hand = room.table.hand
    assert hand is not None
    assert (hand.dead, hand.betting.bets[6], hand.price(6)) == (50, 100, 0)
    assert hand.pot == 50 + 100 + 50 + 100


@pytest.mark.parametrize("rule", ["both", "owed", "big_blind"])
def test_D7_a_player_who_waits_for_the_big_blind_owes_nothing_more(rule: str) -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds=rule), 6, 3)
    waited = 0
    while not is_in_hand(enter_next_hand(room, 6, post=False), 6):
        waited += 1
        room.all_fold()
    assert waited < 4
    assert entry_posts(room, 6) == NO_POSTS
    assert room.table.positions.big == 6 or rule == "big_blind"
    assert not room.table.seat(6).owes


def test_D7_under_big_blind_a_moving_button_does_not_come_to_a_player_who_waits() -> None:
    house = {"missed_blinds": "big_blind", "entry": "free", "button": "moving"}
    room = sit_out_for(entry_room(*FIVE_SEATS, **house), 6, 3)
    assert offered_price(room, 6) == 100
    came = []
    while not is_in_hand(enter_next_hand(room, 6, post=False), 6):
        came.append(room.table.positions.big)
        room.all_fold()
    assert entry_posts(room, 6) == NO_POSTS
    assert room.table.positions.big == 6


def test_D7_waiting_longer_does_not_raise_the_debt() -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds="both"), 6, 11)
    enter_next_hand(room, 6)
    assert entry_posts(room, 6) == BOTH_BLINDS


def test_D7_a_player_who_misses_no_blind_owes_none() -> None:
    room = entry_room(0, 1, 2, 3, 4, 5, missed_blinds="both")
    # Blinds were on 1 and 2; seat 0 misses a hand in which they are on 2 and 3.
    room = sit_out_for(room, 0, 1)
    assert offered_price(room, 0) == 0
    enter_next_hand(room, 0, post=False)
    assert is_in_hand(room, 0)


def test_D7_a_declined_big_blind_is_owed() -> None:
    room = entry_room(missed_blinds="owed")
    room.send(cm.SetAutoActions(7, True, False))
    room.all_fold()
    while room.wait_kind != "post":
        room.tick()
    room.send(cm.PostBlind(7, False))
    room.deal()
    assert room.table.seat(6).owes_big


def test_D7_a_stack_below_min_stack_to_play_misses_blinds() -> None:
    room = entry_room(min_stack_to_play="big_blind")
    seat = room.table.player_seat(7)
    assert seat == 6
    room.all_fold()
    room.send(cm.Leave(7))
    room.sit(7, chips=60, seat=6)
    room.deal()
    assert not is_in_hand(room, 6)
    assert room.table.seat(6).owes_big


def test_D7_a_player_back_on_the_small_blind_does_not_pay_it_twice() -> None:
    # Seat 4 misses the hand of its small blind, and the next big blind leaves: 4 and 0 are left with 2.
    room = entry_room(missed_blinds="both")
    room.all_fold()
    room.send(cm.SitOut(5))
    room.deal()
    assert room.table.positions == (2, 4, 6)
    room.all_fold()
    room.send(cm.SitIn(5))
    room.send(cm.Leave(7))
    room.send(cm.Leave(3))
    enter_next_hand(room, 4)
    assert room.table.positions == (4, 4, 0)
    assert (entry_posts(room, 4), forced_total(room, 4)) == (BOTH_BLINDS, 150)


@pytest.mark.parametrize("rule", ["both", "owed", "big_blind"])
@pytest.mark.parametrize("entry", ["free", "post"])
@pytest.mark.parametrize("seat", [6, 5, 1])
def test_D7_nobody_avoids_blinds_by_standing_up_and_sitting_down(rule: str, entry: str, seat: int) -> None:
    owed = offered_price(sit_out_for(entry_room(*FIVE_SEATS, missed_blinds=rule), 6, 3), 6)
    room = entry_room(*FIVE_SEATS, missed_blinds=rule, entry=entry, enter_between="big_blind")
    room.all_fold()
    room.send(cm.Leave(7))
    room.deal()
    next_hand(room)
    next_hand(room)
    room.all_fold()
    room.sit(7, seat=seat, enter_now=False)
    # Seat 1 is between the button and the big blind, where a lone big blind is not enough.
    assert offered_price(room, seat) == (150 if seat == 1 else owed) >= owed > 0
    room.deal()
    assert not is_in_hand(room, seat)


def test_D7_standing_up_before_the_big_blind_and_returning_behind_it_avoids_nothing() -> None:
    room = entry_room(entry="free", missed_blinds="both")
    room.all_fold()
    room.send(cm.Leave(7))
    # Seat 6 would have had the big blind; seat 1 is further from it.
    room.sit(7, seat=1, enter_now=False)
    room.deal()
    assert room.table.positions.big == 0
    assert not is_in_hand(room, 1)


def test_D7_standing_up_and_returning_at_once_costs_nothing() -> None:
    room = entry_room(entry="post")
    room.all_fold()
    room.send(cm.Leave(1))
    room.sit(1, seat=0, enter_now=False)
    room.deal()
    assert is_in_hand(room, 0)
    assert entry_posts(room, 0) == NO_POSTS


def test_D7_blinds_pass_a_departed_player_whose_seat_is_taken() -> None:
    room = entry_room(missed_blinds="owed", entry="free")
    room.all_fold()
    room.send(cm.Leave(7))
    room.sit(9, seat=6)
    room.deal()
    assert room.table.positions.big == 6
    room.all_fold()
    room.sit(7, seat=5, enter_now=False)
    # The small blind passes the seat in the next hand.
    assert offered_price(room, 5) == 150


def test_D7_a_table_that_was_empty_remembers_no_blinds() -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, entry="post"), 6, 3)
    for player in (1, 3, 5, 7, 8):
        room.send(cm.Leave(player))
    for player in (1, 3, 5, 7, 8):
        room.sit(player, enter_now=False)
    assert len(room.deal().table.hand.order) == 5


@pytest.mark.parametrize(("hours", "price"), [(23, 150), (25, 0)])
def test_D7_a_player_who_returns_a_day_later_is_a_newcomer(hours: int, price: int) -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, entry="free", missed_blinds="both"), 6, 3)
    room.send(cm.Leave(7))
    room.now += hours * 3_600_000
    room.sit(7, seat=6, enter_now=False)
    assert offered_price(room, 6) == price


def test_D7_two_players_left_alone_play_and_the_debt_remains_until_paid() -> None:
    room = entry_room(0, 2, 4, missed_blinds="both")
    room = sit_out_for(room, 0, 1)
    assert room.table.seat(0).owes
    room.send(cm.Leave(3))
    enter_next_hand(room, 0, post=False)
    assert is_in_hand(room, 0)
    assert room.table.seat(0).owes == (room.table.positions.big != 0)


def test_D7_debts_survive_a_restart() -> None:
    room = sit_out_for(entry_room(*FIVE_SEATS, missed_blinds="both"), 6, 3)
    room.send(cm.Leave(5))
    again = Table.restore(room.table.snapshot())
    assert again.seat(6).owes_small and again.seat(6).owes_big
    assert again.departed == room.table.departed
    assert again.departed[5].number == 4
