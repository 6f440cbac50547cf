"""Rules B1-B9, B11-B13 and B16 of the rulebook, and its vectors V1-V3, by their own numbers."""

from typing import Any

import pytest

from games.engine import events as ev
from tests.games.engine.builders import deal

THREE = (10_000,) * 3
FOUR = (10_000,) * 4
FL: dict[str, Any] = {"structure": "fl", "blinds": (5, 10)}
PL: dict[str, Any] = {"structure": "pl"}


# B1, B2: turns and rounds.


def test_B1_turns_go_clockwise_and_one_action_is_one_turn() -> None:
    hand = deal(FOUR)
    assert hand.turn == 2
    assert [hand.does(word).turn for word in ("call", "call", "call")] == [3, 0, 1]
    assert hand.does("check").turn == 0


def test_B1_nobody_acts_for_another() -> None:
    hand = deal(FOUR)
    for seat in (0, 1, 3, 9, -1):
        for word in ("fold", "call", "check", "300"):
            assert hand.refuses(word, seat).code == "not_your_turn"


def test_B1_folding_is_allowed_where_checking_is_free() -> None:
    hand = deal(THREE, "call call check /")
    assert hand.to_call == 0
    hand.does("fold")
    assert hand.hand.live == [1, 2]


def test_B1_check_only_with_nothing_to_call_and_call_only_with_something() -> None:
    hand = deal(THREE)
    refusal = hand.refuses("check")
    assert (refusal.code, refusal.detail) == ("cannot_check", {"call": 100})
    hand.does("call call")
    assert hand.refuses("call").code == "nothing_to_call"


def test_B2_a_blind_is_not_an_action_so_the_big_blind_may_still_raise() -> None:
    hand = deal(THREE, "call call")
    assert (hand.turn, hand.to_call, hand.to_raise) == (1, 0, (200, 10_000))
    assert hand.does("200").turn == 2


def test_B2_a_straddle_is_not_an_action() -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "straddle", 200)]
    hand = deal(FOUR, "call call call", posts=posts)
    assert (hand.turn, hand.may_raise) == (2, True)


def test_B2_all_check_is_the_next_street() -> None:
    hand = deal(THREE, "call call check / check check check / check check check / check check")
    assert hand.street == "river"
    assert hand.does("check").turn == -1


def test_B2_a_raise_gives_everybody_a_new_turn() -> None:
    hand = deal(THREE, "call call check / check 100 call")
    assert (hand.turn, hand.street) == (0, "flop")
    assert hand.does("call").street == "turn"


def test_B2_betting_is_over_when_one_player_has_chips_and_owes_nothing() -> None:
    hand = deal((1_000, 10_000), "all-in call")
    assert hand.hand.waiting.kind == "deal"


def test_B2_who_has_chips_and_owes_some_still_acts() -> None:
    hand = deal((1_000, 10_000), "call all-in")
    assert (hand.turn, hand.to_call) == (1, 900)
    # Nobody is left to answer a raise.
    assert not hand.may_raise
    assert hand.refuses("2000").code == "no_raise_allowed"


def test_B2_a_big_blind_that_all_in_covers_already_is_not_asked() -> None:
    hand = deal((10_000, 60), posts=[(1, "small_blind", 50), (0, "big_blind", 100)]).does("all-in")
    assert hand.hand.waiting.kind == "deal"
    assert hand.returned == [(0, 40)]


def test_B2_a_small_blind_above_an_all_in_big_blind_owes_nothing() -> None:
    hand = deal((30, 10_000))
    assert hand.hand.waiting.kind == "deal"
    assert hand.returned == [(1, 20)]


def test_B2_two_with_chips_go_on_beside_one_who_is_all_in() -> None:
    hand = deal((10_000, 10_000, 500), "all-in call call /")
    assert (hand.turn, hand.street) == (0, "flop")


# B3: fixed limit.


def test_B3_worked_example_cap_of_three() -> None:
    hand = deal(THREE, "call call check / 10 20 30", **FL, raise_cap=3)
    assert (hand.to_call, hand.hand.betting.high) == (20, 30)
    assert not hand.may_raise
    assert hand.refuses("40").code == "no_raise_allowed"
    hand.does("call call /")


@pytest.mark.parametrize("cap", [2, 3, 4, 5])
def test_B3_the_cap_counts_the_first_bet(cap: int) -> None:
    hand = deal(FOUR, "call call call check /", **FL, raise_cap=cap)
    for bet in range(1, cap + 1):
        assert hand.to_raise == (10 * bet, 10 * bet)
        hand.does(str(10 * bet))
    assert not hand.may_raise


@pytest.mark.parametrize("cap", [2, 3, 4, 5])
def test_B3_pre_flop_the_big_blind_is_the_first_bet(cap: int) -> None:
    hand = deal(FOUR, **FL, raise_cap=cap)
    for bet in range(2, cap + 1):
        assert hand.to_raise == (10 * bet, 10 * bet)
        hand.does(str(10 * bet))
    assert not hand.may_raise


def test_B3_a_big_blind_posted_short_is_the_first_bet_too() -> None:
    hand = deal((10_000, 4, 10_000, 10_000), "20 30", **FL, raise_cap=3)
    assert not hand.may_raise


def test_B3_a_straddle_is_the_next_bet() -> None:
    posts = [(0, "small_blind", 5), (1, "big_blind", 10), (2, "straddle", 20)]
    hand = deal(FOUR, posts=posts, **FL, raise_cap=3)
    assert hand.to_raise == (30, 30)
    assert not hand.does("30").may_raise


def test_B3_no_cap() -> None:
    hand = deal(THREE, **FL, raise_cap=0)
    for bet in range(2, 40):
        hand.does(str(10 * bet))
    assert hand.may_raise


def test_B3_the_upper_limit_on_turn_and_river() -> None:
    hand = deal(THREE, **FL)
    assert hand.to_raise == (20, 20)
    for limit in (10, 20, 20):
        hand.does("call call check /" if limit == 10 else "check check check /")
        assert hand.to_raise == (limit, limit)


def test_B3_only_exactly_one_bet() -> None:
    hand = deal(THREE, "call call check /", **FL)
    assert hand.refuses("9").code == "raise_too_small"
    assert hand.refuses("11").code == "raise_too_big"
    assert hand.refuses("20").detail == {"min": 10, "max": 10}


@pytest.mark.parametrize(("uncapped", "open_again"), [("off", False), ("two_left", True), ("round_start", False)])
def test_B3_uncapped_once_two_are_left(uncapped: str, open_again: bool) -> None:
    hand = deal(THREE, "call call check / 10 20 fold 30 40", **FL, raise_cap=4, uncapped_heads_up=uncapped)
    assert hand.may_raise is open_again


def test_B3_two_left_but_the_cap_was_already_reached() -> None:
    hand = deal(THREE, "call call check / check 10 20 30", **FL, raise_cap=3, uncapped_heads_up="two_left")
    # The cap was reached with three in the hand; one going out does not lift it.
    assert not hand.may_raise
    assert not hand.does("fold").may_raise


def test_B3_two_left_but_blind_and_straddle_were_the_cap() -> None:
    posts = [(0, "small_blind", 5), (1, "big_blind", 10), (2, "straddle", 20)]
    hand = deal(FOUR, "fold fold", posts=posts, **FL, raise_cap=2, uncapped_heads_up="two_left")
    assert not hand.may_raise


@pytest.mark.parametrize(("uncapped", "open_still"), [("off", False), ("two_left", True), ("round_start", True)])
def test_B3_heads_up_from_the_start_of_the_round(uncapped: str, open_still: bool) -> None:
    hand = deal(THREE, "call call check / check check fold / 20 40 60 80", **FL, uncapped_heads_up=uncapped)
    assert hand.may_raise is open_still


@pytest.mark.parametrize("uncapped", ["off", "two_left", "round_start"])
def test_K3_the_largest_limit_pot_is_240_times_the_lower_limit(uncapped: str) -> None:
    hand = deal((100_000,) * 10, **FL, raise_cap=4, uncapped_heads_up=uncapped)
    for _ in range(4):
        while hand.may_raise:
            hand.does(str(hand.to_raise[1]))
        hand.does("call " * 9)
    assert hand.pots == [240 * 10] == [120 * 20]


# B4: pot limit.


def test_B4_worked_example_first_in() -> None:
    hand = deal(THREE, blinds=(10, 20), **PL)
    # Call 20, raise 50, total 70.
    assert hand.to_raise == (40, 70)
    refusal = hand.refuses("71")
    assert (refusal.code, refusal.detail) == ("raise_too_big", {"min": 40, "max": 70})
    assert hand.does("70").to_raise[1] == 70 + 70 + 20 + 10 + 60


def test_B4_a_first_bet_at_most_the_pot() -> None:
    hand = deal(THREE, "call call check /", blinds=(10, 20), **PL)
    assert hand.to_raise == (20, 60)
    # After a bet of the pot: 60 to call makes 180, on top of it.
    assert hand.does("60").to_raise == (120, 60 + 180)


def test_B4_antes_and_dead_blinds_are_in_the_pot() -> None:
    posts = [(seat, "ante", 5) for seat in range(4)]
    posts += [(0, "small_blind", 10), (1, "big_blind", 20), (3, "post", 20), (3, "dead", 10)]
    hand = deal(FOUR, posts=posts, blinds=(10, 20), ante=5, **PL)
    # 20 antes, 10 dead, 10 + 20 + 20 before the players, and a call of 20.
    assert hand.to_raise[1] == 20 + (20 + 10 + 50 + 20)


def test_B4_a_big_blind_ante_is_in_the_pot() -> None:
    posts = [(0, "small_blind", 10), (1, "big_blind", 20), (1, "ante", 20)]
    hand = deal(THREE, posts=posts, blinds=(10, 20), ante=20, ante_kind="big_blind", **PL)
    assert hand.to_raise[1] == 20 + (30 + 20 + 20)


@pytest.mark.parametrize("stacks", [(60, 10_000, 10_000), (10_000, 130, 10_000), (60, 130, 10_000)])
def test_V3_a_blind_posted_short_counts_in_full(stacks: tuple[int, ...]) -> None:
    assert deal((*stacks, 10_000), blinds=(100, 200), **PL).to_raise == (400, 700)


def test_V3_but_only_before_the_flop() -> None:
    hand = deal((60, 10_000, 10_000), "call check /", blinds=(100, 200), **PL)
    assert hand.to_raise == (200, 460)


def test_B4_a_stack_below_the_pot_is_the_limit() -> None:
    assert deal((10_000, 10_000, 55), blinds=(10, 20), **PL).to_raise == (40, 55)


def test_B4_a_pot_sized_raise_is_rounded_down_to_the_chip() -> None:
    hand = deal((10_000, 10_000, 10_000), blinds=(5, 10), chip_unit=10, **PL)
    assert hand.to_raise == (20, 30)


# B5, B6: no limit, smallest bets and raises.


def test_B5_any_amount_up_to_the_stack() -> None:
    for to in (200, 201, 9_999, 10_000):
        assert deal(THREE).does(str(to)).hand.betting.high == to
    assert deal(THREE).refuses("10001").code == "raise_too_big"


@pytest.mark.parametrize(("min_bet", "bets"), [("big_blind", (100, 100, 100)), ("street", (100, 200, 200))])
@pytest.mark.parametrize("structure", ["nl", "pl"])
def test_B6_smallest_bet(min_bet: str, bets: tuple[int, ...], structure: str) -> None:
    hand = deal(THREE, structure=structure, min_bet=min_bet)
    assert hand.to_raise[0] == 200
    hand.does("call call")
    for smallest in bets:
        hand.does("check /" if smallest == bets[0] and hand.street == "pre-flop" else "check check check /")
        assert hand.to_raise[0] == smallest
        assert hand.refuses(str(smallest - 1)).code == "raise_too_small"


@pytest.mark.parametrize(("min_raise", "next_raise"), [("last_raise", 500), ("double", 600), ("big_blind", 400)])
def test_B6_the_test_of_the_three(min_raise: str, next_raise: int) -> None:
    hand = deal(THREE, "call call check / 100 300", min_raise=min_raise)
    assert hand.to_raise[0] == next_raise
    hand.refuses(str(next_raise - 1))
    assert hand.does(str(next_raise)).hand.betting.high == next_raise


@pytest.mark.parametrize(("min_raise", "next_raise"), [("last_raise", 250), ("double", 300), ("big_blind", 250)])
def test_B6_the_new_raise_goes_on_top_of_a_short_all_in(min_raise: str, next_raise: int) -> None:
    hand = deal((10_000, 250, 10_000), "call call check / 100 all-in", min_raise=min_raise)
    assert hand.hand.betting.high == 150
    assert hand.to_raise[0] == next_raise


def test_B6_a_short_all_in_does_not_lower_the_size() -> None:
    hand = deal((10_000, 10_000, 350, 10_000), "call call call check / 100 200 all-in")
    assert hand.hand.betting.high == 250
    assert hand.to_raise[0] == 350


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B6_pre_flop_the_first_bet_is_the_full_big_blind_whatever_was_posted(min_raise: str) -> None:
    hand = deal((10_000, 30, 10_000, 10_000), min_raise=min_raise)
    assert (hand.to_call, hand.to_raise[0]) == (100, 200)


@pytest.mark.parametrize(("min_raise", "to"), [("last_raise", 400), ("double", 400), ("big_blind", 400)])
def test_B6_D9_pre_flop_the_last_straddle_is_the_first_bet(min_raise: str, to: int) -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "straddle", 200)]
    assert deal(FOUR, posts=posts, min_raise=min_raise).to_raise[0] == to


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B6_an_all_in_may_always_be_smaller(min_raise: str) -> None:
    hand = deal((10_000, 10_000, 130), min_raise=min_raise)
    assert hand.to_raise == (130, 130)
    assert hand.does("130").hand.betting.high == 130


# B7: what reopens the betting.


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
def test_B7_a_short_all_in_does_not_reopen(min_raise: str) -> None:
    hand = deal((10_000, 10_000, 250), "call call check / 100 call all-in", min_raise=min_raise)
    assert (hand.turn, hand.to_call, hand.may_raise) == (0, 50, False)
    assert hand.refuses("1000").code == "no_raise_allowed"
    assert not hand.does("call").may_raise


def test_B7_who_has_not_acted_may_raise_over_a_short_all_in() -> None:
    hand = deal((10_000, 250, 10_000), "call call check / 100 all-in")
    assert hand.to_raise == (250, 9_900)
    # That raise opens it again for the bettor.
    assert hand.does("250").may_raise


@pytest.mark.parametrize("min_raise", ["last_raise", "double", "big_blind"])
@pytest.mark.parametrize("min_bet", ["big_blind", "street"])
def test_B7_an_all_in_below_the_smallest_bet_does_not_reopen_for_who_checked(min_raise: str, min_bet: str) -> None:
    actions = "call call check / check check check / check check all-in"
    stacks = (10_000, 10_000, 100 + (199 if min_bet == "street" else 99))
    hand = deal(stacks, actions, min_raise=min_raise, min_bet=min_bet)
    assert (hand.turn, hand.may_raise) == (0, False)


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
def test_B7_short_all_ins_add_up(min_raise: str, all_ins: tuple[int, int], open_again: bool) -> None:
    stacks = (10_000, 100 + all_ins[0], 100 + all_ins[1], 10_000)
    hand = deal(stacks, "call call call check / 100 all-in all-in call", min_raise=min_raise)
    assert (hand.turn, hand.may_raise) == (0, open_again)


def test_V1_short_all_ins_that_add_up() -> None:
    hand = deal((10_000, 600, 750, 900), "call call call check / 300 all-in all-in all-in")
    assert hand.hand.betting.high == 800
    # All others are all-in, so nobody could answer; with one more caller the betting is open.
    hand = deal((10_000, 600, 750, 900, 10_000), "call call call call check / 300 all-in all-in all-in call")
    assert (hand.turn, hand.to_call, hand.to_raise) == (0, 500, (1_100, 9_900))


def test_V2_reopening_is_judged_for_each_player() -> None:
    hand = deal((100_000, 100_000, 100_000, 7_500), "call all-in fold", blinds=(2_000, 4_000))
    assert (hand.turn, hand.to_raise[0]) == (1, 11_500)
    hand.does("call")
    assert (hand.turn, hand.to_call, hand.may_raise) == (2, 3_500, False)
    assert hand.refuses("11500").code == "no_raise_allowed"


@pytest.mark.parametrize(
    ("stack", "full", "next_raise"), [(10 + 14, False, 20), (10 + 15, True, 25), (10 + 19, True, 29)]
)
def test_B7_fixed_limit_half_a_bet_is_a_full_raise(stack: int, full: bool, next_raise: int) -> None:
    hand = deal((10_000, stack, 10_000), "call call check / 10 all-in", **FL)
    assert hand.to_raise == (next_raise, next_raise)
    assert hand.hand.betting.made == 1 + full
    assert hand.does("call").may_raise is full


@pytest.mark.parametrize(("stack", "made"), [(10 + 4, 0), (10 + 5, 1)])
def test_B7_fixed_limit_half_a_first_bet_is_a_full_bet(stack: int, made: int) -> None:
    hand = deal((10_000, stack, 10_000), "call call check / check all-in", **FL)
    assert hand.hand.betting.made == made
    assert hand.to_raise[0] == (10 if not made else 15)
    assert hand.does("call").may_raise is bool(made)


def test_B7_fixed_limit_a_full_all_in_counts_for_the_cap() -> None:
    hand = deal((10_000, 10_000, 10 + 25), "call call check / 10 20 all-in", **FL, raise_cap=3)
    assert not hand.may_raise


def test_B7_fixed_limit_completing_several_small_all_ins_is_a_full_raise() -> None:
    hand = deal((10_000, 10 + 14, 10 + 18, 10_000), "call call call check / 10 all-in all-in", **FL)
    # Twice 4 above the bet is none; 2 more complete it to the full bet.
    assert (hand.hand.betting.made, hand.to_raise) == (1, (20, 20))
    hand.does("20")
    assert (hand.hand.betting.made, hand.to_raise) == (2, (30, 30))


def test_B7_fixed_limit_others_complete_a_small_all_in() -> None:
    hand = deal((10_000, 24, 10_000), "call call check / 10 all-in 20", **FL)
    assert hand.hand.betting.made == 2
    assert hand.to_raise == (30, 30)


# B8: amounts that are no legal raise.


@pytest.mark.parametrize("short_raise", ["reject", "complete_at_half"])
def test_B8_refused_in_both(short_raise: str) -> None:
    hand = deal(THREE, short_raise=short_raise)
    for amount in (-300, 0, 1, 99, 100, 10_001):
        refusal = hand.refuses(str(amount))
        assert refusal.detail == {"min": 200, "max": 10_000}
        assert hand.turn == 2


def test_B8_reject() -> None:
    hand = deal(THREE)
    for amount in (101, 150, 199):
        assert hand.refuses(str(amount)).code == "raise_too_small"


@pytest.mark.parametrize(("amount", "stands_at"), [(101, 100), (149, 100), (150, 200), (199, 200), (200, 200)])
def test_B8_complete_at_half(amount: int, stands_at: int) -> None:
    hand = deal(THREE, str(amount), short_raise="complete_at_half")
    assert hand.hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "stands_at"), [(449, 300), (450, 600), (599, 600)])
def test_B8_the_half_is_of_the_smallest_raise(amount: int, stands_at: int) -> None:
    hand = deal(THREE, "call call check / 100 300", short_raise="complete_at_half", min_raise="double")
    assert hand.does(str(amount)).hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "stands_at"), [(14, 10), (15, 20), (19, 20)])
def test_B8_fixed_limit_one_and_a_half_bets(amount: int, stands_at: int) -> None:
    hand = deal(THREE, "call call check / 10", **FL, short_raise="complete_at_half")
    assert hand.does(str(amount)).hand.betting.high == stands_at


@pytest.mark.parametrize(("amount", "stands_at"), [(120, 100), (149, 100), (150, 180), (179, 180)])
def test_B8_a_stack_below_the_smallest_raise_does_not_move_the_half(amount: int, stands_at: int) -> None:
    hand = deal((10_000, 10_000, 180), str(amount), short_raise="complete_at_half")
    assert hand.hand.betting.high == stands_at


def test_B8_an_all_in_is_never_made_a_call() -> None:
    hand = deal((10_000, 10_000, 120), "120", short_raise="complete_at_half")
    assert (hand.hand.betting.high, hand.hand.stacks[2]) == (120, 0)


@pytest.mark.parametrize("amount", [1, 49, 99])
def test_B8_a_first_bet_below_the_smallest_is_made_the_smallest(amount: int) -> None:
    hand = deal(THREE, f"call call check / {amount}", short_raise="complete_at_half")
    assert hand.hand.betting.high == 100


# B9, B11, B12, B13, B16.


def test_B9_check_raise() -> None:
    hand = deal(THREE, "call call check / check 100 call")
    assert (hand.turn, hand.may_raise) == (0, True)
    hand.does("400")


def test_B11_an_uncalled_bet_goes_back() -> None:
    hand = deal(THREE, "300 fold fold")
    assert hand.returned == [(2, 200)]
    assert hand.pots == [250]
    assert hand.won == {0: -50, 1: -100, 2: 150}


def test_B11_the_uncalled_part_goes_back() -> None:
    hand = deal((400, 10_000), "1000 all-in")
    assert hand.returned == [(1, 600)]
    assert hand.pots == [800]


def test_B11_a_walk_gives_back_what_the_small_blind_did_not_match() -> None:
    hand = deal(THREE, "fold fold")
    assert hand.returned == [(1, 50)]
    assert hand.won == {0: -50, 1: 50, 2: 0}


def test_B11_a_big_blind_alone_is_no_pot() -> None:
    hand = deal(THREE, "fold fold", posts=[(1, "big_blind", 100)])
    assert hand.returned == [(1, 100)]
    assert hand.won == {0: 0, 1: 0, 2: 0}


def test_B12_all_in_with_950_wins_at_most_950_from_each() -> None:
    stacks = (950, 3_000, 4_000)
    hand = deal(stacks, "all-in all-in call run", holes=("AsAh", "KsKh", "QsQh"), board="2c3d7h8c9d")
    assert hand.won == {0: 1_900, 1: -950 + 2_050, 2: -3_000}


def test_B13_who_is_all_in_acts_no_more() -> None:
    hand = deal((300, 10_000, 10_000), "300 all-in call / 100")
    assert hand.turn == 2
    for word in ("fold", "check", "call", "500"):
        assert hand.refuses(word, seat=0).code == "not_your_turn"
    hand.does("call / check check / check check")
    acted = [type(event) for event in hand.events if getattr(event, "seat", None) == 0]
    assert ev.Folded not in acted


def test_B16_bets_are_whole_chips_save_all_in() -> None:
    hand = deal((10_000, 10_000, 333), chip_unit=25)
    refusal = hand.refuses("210")
    assert (refusal.code, refusal.detail) == ("not_a_multiple", {"unit": 25})
    assert hand.does("333").hand.stacks[2] == 0


def test_B16_the_smallest_raise_is_rounded_up_to_a_chip() -> None:
    hand = deal((10_000, 333, 10_000), "all-in", posts=[(0, "big_blind", 100)], chip_unit=25, min_raise="double")
    assert hand.hand.betting.high == 333
    assert hand.to_raise[0] == 675


def test_D4_equal_blinds() -> None:
    hand = deal(THREE, blinds=(50, 50))
    assert (hand.turn, hand.to_call, hand.to_raise[0]) == (2, 50, 100)
    assert hand.does("call").to_call == 0


def test_D4_the_option_comes_once() -> None:
    hand = deal(THREE, "call call check /")
    assert hand.street == "flop"


@pytest.mark.parametrize("structure", ["nl", "pl", "fl"])
def test_D5_a_short_blind_leaves_the_price_at_the_full_blind(structure: str) -> None:
    hand = deal((10_000, 30, 10_000), structure=structure)
    assert hand.to_call == 100
    assert hand.does("call").to_call == 50


def test_D5_an_ante_takes_what_there_is() -> None:
    hand = deal((10_000, 10_000, 3), ante=10)
    assert hand.hand.stacks == [10_000 - 60, 10_000 - 110, 0]
    hand.does("call check / check check / check check / check check")
    assert hand.pots == [9, 14 + 200]
