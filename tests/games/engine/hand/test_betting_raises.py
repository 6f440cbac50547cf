"""Smallest bets and raises, raises that reopen the betting, and illegal amounts (B5-B8, V1, V2)."""

from typing import Any

import pytest

from tests.games.engine.support.builders import deal

THREE = (10_000,) * 3
FOUR = (10_000,) * 4
FL: dict[str, Any] = {"structure": "fl", "blinds": (5, 10)}


# B5, B6: no limit, smallest bets and raises.


def test_B5_any_amount_up_to_the_stack_may_be_bet() -> None:
    for to in (200, 201, 9_999, 10_000):
        assert deal(THREE).play(str(to)).hand.betting.high == to
    assert deal(THREE).refuses("10001").code == "raise_too_big"


@pytest.mark.parametrize(("min_bet", "bets"), [("big_blind", (100, 100, 100)), ("street", (100, 200, 200))])
@pytest.mark.parametrize("structure", ["nl", "pl"])
def test_B6_the_smallest_bet_follows_min_bet(min_bet: str, bets: tuple[int, ...], structure: str) -> None:
    hand = deal(THREE, structure=structure, min_bet=min_bet)
    assert hand.raise_range[0] == 200
    hand.play("call call")
    for smallest in bets:
        hand.play("check /" if smallest == bets[0] and hand.street == "pre-flop" else "check check check /")
        assert hand.raise_range[0] == smallest
        assert hand.refuses(str(smallest - 1)).code == "raise_too_small"


@pytest.mark.parametrize(("min_raise", "next_raise"), [("last_raise", 500), ("double", 600), ("big_blind", 400)])
def test_B6_the_three_minimum_raise_rules_differ(min_raise: str, next_raise: int) -> None:
    hand = deal(THREE, "call call check / 100 300", min_raise=min_raise)
    assert hand.raise_range[0] == next_raise
    hand.refuses(str(next_raise - 1))
    assert hand.play(str(next_raise)).hand.betting.high == next_raise


@pytest.mark.parametrize(("min_raise", "next_raise"), [("last_raise", 250), ("double", 300), ("big_blind", 250)])
def test_B6_the_next_raise_is_added_to_a_short_all_in(min_raise: str, next_raise: int) -> None:
    hand = deal((10_000, 250, 10_000), "call call check / 100 all-in", min_raise=min_raise)
    assert hand.hand.betting.high == 150
    assert hand.raise_range[0] == next_raise


def test_B6_a_short_all_in_does_not_lower_the_smallest_raise() -> None:
    hand = deal((10_000, 10_000, 350, 10_000), "call call call check / 100 200 all-in")
    assert hand.hand.betting.high == 250
    assert hand.raise_range[0] == 350


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B6_before_the_flop_the_first_bet_is_the_full_big_blind_whatever_was_posted(min_raise: str) -> None:
    hand = deal((10_000, 30, 10_000, 10_000), min_raise=min_raise)
    assert (hand.to_call, hand.raise_range[0]) == (100, 200)


@pytest.mark.parametrize(("min_raise", "to"), [("last_raise", 400), ("double", 400), ("big_blind", 400)])
def test_B6_D9_before_the_flop_the_last_straddle_is_the_first_bet(min_raise: str, to: int) -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "straddle", 200)]
    assert deal(FOUR, posts=posts, min_raise=min_raise).raise_range[0] == to


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B6_an_all_in_may_be_less_than_the_smallest_bet_or_raise(min_raise: str) -> None:
    hand = deal((10_000, 10_000, 130), min_raise=min_raise)
    assert hand.raise_range == (130, 130)
    assert hand.play("130").hand.betting.high == 130


# B7: raises that reopen the betting.


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B7_a_short_all_in_does_not_reopen(min_raise: str) -> None:
    hand = deal((10_000, 10_000, 250), "call call check / 100 call all-in", min_raise=min_raise)
    assert (hand.seat_to_act, hand.to_call, hand.may_raise) == (0, 50, False)
    assert hand.refuses("1000").code == "no_raise_allowed"
    assert not hand.play("call").may_raise


def test_B7_a_player_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    hand = deal((10_000, 250, 10_000), "call call check / 100 all-in")
    assert hand.raise_range == (250, 9_900)
    # That raise opens it again for the bettor.
    assert hand.play("250").may_raise


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
@pytest.mark.parametrize("min_bet", ["big_blind", "street"])
def test_B7_an_all_in_below_the_smallest_bet_does_not_reopen_for_players_who_checked(
    min_raise: str, min_bet: str
) -> None:
    actions = "call call check / check check check / check check all-in"
    stacks = (10_000, 10_000, 100 + (199 if min_bet == "street" else 99))
    hand = deal(stacks, actions, min_raise=min_raise, min_bet=min_bet)
    assert (hand.seat_to_act, hand.may_raise) == (0, False)


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B7_a_full_all_in_reopens(min_raise: str) -> None:
    hand = deal((10_000, 10_000, 300), "call call check / 100 call all-in", min_raise=min_raise)
    assert (hand.hand.betting.high, hand.may_raise) == (200, True)


@pytest.mark.parametrize(
    ("min_raise", "all_ins", "open_again"),
    [
        ("last_raise", (150, 199), False),
        ("last_raise", (150, 200), True),
        ("double", (150, 199), False),
        ("double", (150, 200), True),
        ("big_blind", (150, 199), False),
        ("big_blind", (150, 200), True),
    ],
)
def test_B7_short_all_ins_that_add_up_to_a_raise_reopen(
    min_raise: str, all_ins: tuple[int, int], open_again: bool
) -> None:
    stacks = (10_000, 100 + all_ins[0], 100 + all_ins[1], 10_000)
    hand = deal(stacks, "call call call check / 100 all-in all-in call", min_raise=min_raise)
    assert (hand.seat_to_act, hand.may_raise) == (0, open_again)


@pytest.mark.parametrize(
    ("min_raise", "all_ins", "open_again"),
    [
        ("last_raise", (400, 499), False),
        ("last_raise", (400, 500), True),
        ("double", (450, 599), False),
        ("double", (450, 600), True),
        ("big_blind", (360, 399), False),
        ("big_blind", (360, 400), True),
    ],
)
def test_B7_short_all_ins_add_up_to_a_full_raise_of_the_rule_of_the_table(
    min_raise: str, all_ins: tuple[int, int], open_again: bool
) -> None:
    """After a raise from 100 to 300 a full one is by 200, by 300 or by one big blind."""
    stacks = (10_000, 10_000, 100 + all_ins[0], 100 + all_ins[1], 10_000)
    actions = "call call call call check / 100 300 all-in all-in call fold"
    hand = deal(stacks, actions, min_raise=min_raise)
    assert (hand.seat_to_act, hand.may_raise) == (1, open_again)


def test_V1_short_all_ins_that_add_up_to_a_full_raise_reopen() -> None:
    hand = deal((10_000, 600, 750, 900), "call call call check / 300 all-in all-in all-in")
    assert hand.hand.betting.high == 800
    # All others are all-in, so nobody could answer; with one more caller the betting is open.
    hand = deal((10_000, 600, 750, 900, 10_000), "call call call call check / 300 all-in all-in all-in call")
    assert (hand.seat_to_act, hand.to_call, hand.raise_range) == (0, 500, (1_100, 9_900))


def test_V2_reopening_is_judged_for_each_player() -> None:
    hand = deal((100_000, 100_000, 100_000, 7_500), "call all-in fold", blinds=(2_000, 4_000))
    assert (hand.seat_to_act, hand.raise_range[0]) == (1, 11_500)
    hand.play("call")
    assert (hand.seat_to_act, hand.to_call, hand.may_raise) == (2, 3_500, False)
    assert hand.refuses("11500").code == "no_raise_allowed"


@pytest.mark.parametrize(
    ("stack", "full", "next_raise"), [(10 + 14, False, 20), (10 + 15, True, 25), (10 + 19, True, 29)]
)
def test_B7_fixed_limit_half_a_bet_is_a_full_raise(stack: int, full: bool, next_raise: int) -> None:
    hand = deal((10_000, stack, 10_000), "call call check / 10 all-in", **FL)
    assert hand.raise_range == (next_raise, next_raise)
    assert hand.hand.betting.made == 1 + full
    assert hand.play("call").may_raise is full


@pytest.mark.parametrize(("stack", "made"), [(10 + 4, 0), (10 + 5, 1)])
def test_B7_fixed_limit_half_a_first_bet_is_a_full_bet(stack: int, made: int) -> None:
    hand = deal((10_000, stack, 10_000), "call call check / check all-in", **FL)
    assert hand.hand.betting.made == made
    assert hand.raise_range[0] == (10 if not made else 15)
    assert hand.play("call").may_raise is bool(made)


def test_B7_fixed_limit_a_full_all_in_counts_for_the_cap() -> None:
    hand = deal((10_000, 10_000, 10 + 25), "call call check / 10 20 all-in", **FL, raise_cap=3)
    assert not hand.may_raise


def test_B7_fixed_limit_completing_several_small_all_ins_is_a_full_raise() -> None:
    hand = deal((10_000, 10 + 14, 10 + 18, 10_000), "call call call check / 10 all-in all-in", **FL)
    # Two raises of 4 above the bet are no full raise; 2 more complete it to the full bet.
    assert (hand.hand.betting.made, hand.raise_range) == (1, (20, 20))
    hand.play("20")
    assert (hand.hand.betting.made, hand.raise_range) == (2, (30, 30))


def test_B7_fixed_limit_others_may_complete_a_small_all_in() -> None:
    hand = deal((10_000, 24, 10_000), "call call check / 10 all-in 20", **FL)
    assert hand.hand.betting.made == 2
    assert hand.raise_range == (30, 30)


# B8: amounts that are no legal raise.


@pytest.mark.parametrize("short_raise", ["reject", "complete_at_half"])
def test_B8_these_amounts_are_refused_under_both_rules(short_raise: str) -> None:
    hand = deal(THREE, short_raise=short_raise)
    for amount in (-300, 0, 1, 99, 100, 10_001):
        refusal = hand.refuses(str(amount))
        assert refusal.detail == {"min": 200, "max": 10_000}
        assert hand.seat_to_act == 2


def test_B8_reject_refuses_a_raise_that_is_too_small() -> None:
    hand = deal(THREE)
    for amount in (101, 150, 199):
        assert hand.refuses(str(amount)).code == "raise_too_small"


@pytest.mark.parametrize("short_raise", ["reject", "complete_at_half"])
@pytest.mark.parametrize("amount", [110, 160, 210])
def test_B8_a_fraction_of_a_chip_is_refused_before_anything_is_made_of_the_amount(
    short_raise: str, amount: int
) -> None:
    hand = deal(THREE, short_raise=short_raise, chip_unit=25)
    assert hand.refuses(str(amount)).code == "raise_not_in_chips"


@pytest.mark.parametrize(("amount", "stands_at"), [(101, 100), (149, 100), (150, 200), (199, 200), (200, 200)])
def test_B8_complete_at_half_raises_from_half_and_calls_below(amount: int, stands_at: int) -> None:
    hand = deal(THREE, str(amount), short_raise="complete_at_half")
    assert hand.hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "street"), [(101, "flop"), (149, "flop"), (150, "pre-flop")])
def test_B8_complete_at_half_makes_less_than_half_a_raise_of_the_big_blind_a_check(amount: int, street: str) -> None:
    hand = deal(THREE, f"call call {amount}", short_raise="complete_at_half")
    assert hand.street == street
    assert hand.hand.betting.high == (200 if street == "pre-flop" else 0)


@pytest.mark.parametrize(("amount", "stands_at"), [(449, 300), (450, 600), (599, 600)])
def test_B8_half_is_measured_by_the_smallest_raise(amount: int, stands_at: int) -> None:
    hand = deal(THREE, "call call check / 100 300", short_raise="complete_at_half", min_raise="double")
    assert hand.play(str(amount)).hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "stands_at"), [(14, 10), (15, 20), (19, 20)])
def test_B8_fixed_limit_a_raise_of_one_and_a_half_bets(amount: int, stands_at: int) -> None:
    hand = deal(THREE, "call call check / 10", **FL, short_raise="complete_at_half")
    assert hand.play(str(amount)).hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "stands_at"), [(120, 100), (149, 100), (150, 180), (179, 180)])
def test_B8_a_stack_below_the_smallest_raise_does_not_change_the_half(amount: int, stands_at: int) -> None:
    hand = deal((10_000, 10_000, 180), str(amount), short_raise="complete_at_half")
    assert hand.hand.betting.high == stands_at


def test_B8_an_all_in_is_never_turned_into_a_call() -> None:
    hand = deal((10_000, 10_000, 120), "120", short_raise="complete_at_half")
    assert (hand.hand.betting.high, hand.hand.stacks[2]) == (120, 0)


@pytest.mark.parametrize("amount", [1, 49, 99])
def test_B8_a_first_bet_that_is_too_small_becomes_the_smallest_bet(amount: int) -> None:
    hand = deal(THREE, f"call call check / {amount}", short_raise="complete_at_half")
    assert hand.hand.betting.high == 100
