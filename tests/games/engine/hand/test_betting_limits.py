"""Fixed limit and pot limit: caps, sizes, the largest bet (B3, B4, K3, V3)."""

from typing import Any

import pytest

from tests.games.engine.support.builders import deal

THREE = (10_000,) * 3
FOUR = (10_000,) * 4
FL: dict[str, Any] = {"structure": "fl", "blinds": (5, 10)}
PL: dict[str, Any] = {"structure": "pl"}


# B3: fixed limit.


def test_B3_a_cap_of_three_allows_a_bet_and_two_raises() -> None:
    hand = deal(THREE, "call call check / 10 20 30", **FL, raise_cap=3)
    assert (hand.to_call, hand.hand.betting.high) == (20, 30)
    assert not hand.may_raise
    assert hand.refuses("40").code == "no_raise_allowed"
    hand.play("call call /")


@pytest.mark.parametrize("cap", [2, 3, 4, 5])
def test_B3_the_cap_counts_the_first_bet(cap: int) -> None:
    hand = deal(FOUR, "call call call check /", **FL, raise_cap=cap)
    for bet in range(1, cap + 1):
        assert hand.raise_range == (10 * bet, 10 * bet)
        hand.play(str(10 * bet))
    assert not hand.may_raise


@pytest.mark.parametrize("cap", [2, 3, 4, 5])
def test_B3_pre_flop_the_big_blind_is_the_first_bet(cap: int) -> None:
    hand = deal(FOUR, **FL, raise_cap=cap)
    for bet in range(2, cap + 1):
        assert hand.raise_range == (10 * bet, 10 * bet)
        hand.play(str(10 * bet))
    assert not hand.may_raise


def test_B3_a_big_blind_posted_short_is_the_first_bet_too() -> None:
    hand = deal((10_000, 4, 10_000, 10_000), "20 30", **FL, raise_cap=3)
    assert not hand.may_raise


def test_B3_a_straddle_is_the_next_bet() -> None:
    posts = [(0, "small_blind", 5), (1, "big_blind", 10), (2, "straddle", 20)]
    hand = deal(FOUR, posts=posts, **FL, raise_cap=3)
    assert hand.raise_range == (30, 30)
    assert not hand.play("30").may_raise


def test_B3_a_big_blind_posted_to_enter_is_no_further_bet() -> None:
    posts = [(0, "small_blind", 5), (1, "big_blind", 10), (3, "post", 10)]
    hand = deal(FOUR, "20", posts=posts, **FL, raise_cap=3)
    assert hand.raise_range == (30, 30)
    assert not hand.play("30").may_raise


def test_B3_without_a_cap_raises_never_end() -> None:
    hand = deal(THREE, **FL, raise_cap=0)
    for bet in range(2, 40):
        hand.play(str(10 * bet))
    assert hand.may_raise


def test_B3_the_upper_limit_on_turn_and_river() -> None:
    hand = deal(THREE, **FL)
    assert hand.raise_range == (20, 20)
    for limit in (10, 20, 20):
        hand.play("call call check /" if limit == 10 else "check check check /")
        assert hand.raise_range == (limit, limit)


def test_B3_a_bet_or_raise_is_exactly_one_bet() -> None:
    hand = deal(THREE, "call call check /", **FL)
    assert hand.refuses("9").code == "raise_too_small"
    assert hand.refuses("11").code == "raise_too_big"
    assert hand.refuses("20").detail == {"min": 10, "max": 10}


@pytest.mark.parametrize(("uncapped", "open_again"), [("off", False), ("two_left", True), ("round_start", False)])
def test_B3_the_cap_is_lifted_once_two_players_are_left(uncapped: str, open_again: bool) -> None:
    hand = deal(THREE, "call call check / 10 20 fold 30 40", **FL, raise_cap=4, uncapped_heads_up=uncapped)
    assert hand.may_raise is open_again


def test_B3_a_cap_already_reached_stays_when_two_players_are_left() -> None:
    hand = deal(THREE, "call call check / check 10 20 30", **FL, raise_cap=3, uncapped_heads_up="two_left")
    # The cap was reached with three players in the hand; a fold does not lift it.
    assert not hand.may_raise
    assert not hand.play("fold").may_raise


def test_B3_a_cap_reached_by_blind_and_straddle_stays_when_two_players_are_left() -> None:
    posts = [(0, "small_blind", 5), (1, "big_blind", 10), (2, "straddle", 20)]
    hand = deal(FOUR, "fold fold", posts=posts, **FL, raise_cap=2, uncapped_heads_up="two_left")
    assert not hand.may_raise


@pytest.mark.parametrize(("uncapped", "open_still"), [("off", False), ("two_left", True), ("round_start", True)])
def test_B3_a_round_that_starts_heads_up_has_no_cap(uncapped: str, open_still: bool) -> None:
    hand = deal(THREE, "call call check / check check fold / 20 40 60 80", **FL, uncapped_heads_up=uncapped)
    assert hand.may_raise is open_still


@pytest.mark.parametrize("uncapped", ["off", "two_left", "round_start"])
def test_K3_the_largest_limit_pot_is_240_times_the_lower_limit(uncapped: str) -> None:
    hand = deal((100_000,) * 10, **FL, raise_cap=4, uncapped_heads_up=uncapped)
    for _ in range(4):
        while hand.may_raise:
            hand.play(str(hand.raise_range[1]))
        hand.play("call " * 9)
    assert hand.pots == [240 * 10] == [120 * 20]


# B4: pot limit.


def test_B4_the_first_player_in_may_raise_by_the_pot() -> None:
    hand = deal(THREE, blinds=(10, 20), **PL)
    # Call 20, raise 50, total 70.
    assert hand.raise_range == (40, 70)
    refusal = hand.refuses("71")
    assert (refusal.code, refusal.detail) == ("raise_too_big", {"min": 40, "max": 70})
    assert hand.play("70").raise_range[1] == 70 + 70 + 20 + 10 + 60


def test_B4_a_first_bet_is_at_most_the_pot() -> None:
    hand = deal(THREE, "call call check /", blinds=(10, 20), **PL)
    assert hand.raise_range == (20, 60)
    # After a bet of the pot: 60 to call makes 180, on top of it.
    assert hand.play("60").raise_range == (120, 60 + 180)


def test_B4_antes_and_dead_blinds_are_in_the_pot() -> None:
    posts = [(seat, "ante", 5) for seat in range(4)]
    posts += [(0, "small_blind", 10), (1, "big_blind", 20), (3, "post", 20), (3, "dead", 10)]
    hand = deal(FOUR, posts=posts, blinds=(10, 20), ante=5, **PL)
    # 20 antes, 10 dead, 10 + 20 + 20 before the players, and a call of 20.
    assert hand.raise_range[1] == 20 + (20 + 10 + 50 + 20)


def test_B4_a_big_blind_ante_is_in_the_pot() -> None:
    posts = [(0, "small_blind", 10), (1, "big_blind", 20), (1, "ante", 20)]
    hand = deal(THREE, posts=posts, blinds=(10, 20), ante=20, ante_kind="big_blind", **PL)
    assert hand.raise_range[1] == 20 + (30 + 20 + 20)


@pytest.mark.parametrize("stacks", [(60, 10_000, 10_000), (10_000, 130, 10_000), (60, 130, 10_000)])
def test_V3_a_blind_posted_short_counts_in_full(stacks: tuple[int, ...]) -> None:
    assert deal((*stacks, 10_000), blinds=(100, 200), **PL).raise_range == (400, 700)


def test_V3_a_big_blind_posted_short_to_enter_counts_in_full_too() -> None:
    posts = [(0, "small_blind", 100), (1, "big_blind", 200), (3, "post", 200)]
    assert deal((10_000, 10_000, 10_000, 60), posts=posts, blinds=(100, 200), **PL).raise_range == (400, 900)


@pytest.mark.parametrize("stack", [5, 60, 10_000])
def test_V3_so_does_one_for_which_the_ante_leaves_too_little_or_nothing(stack: int) -> None:
    posts = [(seat, "ante", 5) for seat in range(4)]
    posts += [(0, "small_blind", 100), (1, "big_blind", 200), (3, "post", 200)]
    hand = deal((10_000, 10_000, 10_000, stack), posts=posts, blinds=(100, 200), ante=5, **PL)
    assert hand.raise_range == (400, 920)


def test_V3_a_short_blind_counts_in_full_only_before_the_flop() -> None:
    hand = deal((60, 10_000, 10_000), "call check /", blinds=(100, 200), **PL)
    assert hand.raise_range == (200, 460)


def test_B4_a_stack_below_the_pot_is_the_limit() -> None:
    assert deal((10_000, 10_000, 55), blinds=(10, 20), **PL).raise_range == (40, 55)


def test_B4_a_pot_sized_raise_is_rounded_down_to_the_chip() -> None:
    hand = deal((10_000, 10_000, 10_000), blinds=(5, 10), chip_unit=10, **PL)
    assert hand.raise_range == (20, 30)
