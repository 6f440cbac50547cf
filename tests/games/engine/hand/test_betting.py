"""Turns and rounds, uncalled bets, all-ins and whole chips (B1, B2, B9, B11-B13, B16, D4, D5)."""

import pytest

from games.engine import events as ev
from games.engine.hand.queries import HandWait
from tests.games.engine.support.builders import deal

THREE = (10_000,) * 3
FOUR = (10_000,) * 4


# B1, B2: turns and rounds.


def test_B1_turns_go_clockwise_and_one_action_is_one_turn() -> None:
    hand = deal(FOUR)
    assert hand.seat_to_act == 2
    assert [hand.play(word).seat_to_act for word in ("call", "call", "call")] == [3, 0, 1]
    assert hand.play("check").seat_to_act == 0


def test_B1_nobody_acts_for_another() -> None:
    hand = deal(FOUR)
    for seat in (0, 1, 3, 9, -1):
        for word in ("fold", "call", "check", "300"):
            assert hand.refuses(word, seat).code == "not_your_turn"


def test_B1_folding_is_allowed_where_checking_is_free() -> None:
    hand = deal(THREE, "call call check /")
    assert hand.to_call == 0
    hand.play("fold")
    assert hand.hand.live == (1, 2)


def test_B1_a_player_checks_with_nothing_to_call_and_calls_with_something() -> None:
    hand = deal(THREE)
    refusal = hand.refuses("check")
    assert (refusal.code, refusal.detail) == ("cannot_check", {"call": 100})
    hand.play("call call")
    assert hand.refuses("call").code == "nothing_to_call"


def test_B2_a_blind_is_not_an_action_so_the_big_blind_may_still_raise() -> None:
    hand = deal(THREE, "call call")
    assert (hand.seat_to_act, hand.to_call, hand.raise_range) == (1, 0, (200, 10_000))
    assert hand.play("200").seat_to_act == 2


def test_B2_a_straddle_is_not_an_action() -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "straddle", 200)]
    hand = deal(FOUR, "call call call", posts=posts)
    assert (hand.seat_to_act, hand.may_raise) == (2, True)


def test_B2_the_next_street_is_dealt_when_all_have_checked() -> None:
    hand = deal(THREE, "call call check / check check check / check check check / check check")
    assert hand.street == "river"
    assert hand.play("check").seat_to_act == -1


def test_B2_a_raise_gives_everybody_a_new_turn() -> None:
    hand = deal(THREE, "call call check / check 100 call")
    assert (hand.seat_to_act, hand.street) == (0, "flop")
    assert hand.play("call").street == "turn"


def test_B2_betting_is_over_when_one_player_has_chips_and_owes_nothing() -> None:
    hand = deal((1_000, 10_000), "all-in call")
    assert hand.hand.waiting.kind is HandWait.DEAL


def test_B2_a_player_with_chips_who_owes_some_still_acts() -> None:
    hand = deal((1_000, 10_000), "call all-in")
    assert (hand.seat_to_act, hand.to_call) == (1, 900)
    # Nobody is left to answer a raise.
    assert not hand.may_raise
    assert hand.refuses("2000").code == "no_raise_allowed"


def test_B2_a_big_blind_above_every_all_in_is_not_asked() -> None:
    hand = deal((10_000, 60), posts=[(1, "small_blind", 50), (0, "big_blind", 100)]).play("all-in")
    assert hand.hand.waiting.kind is HandWait.DEAL
    assert hand.returned == [(0, 40)]


def test_B2_a_small_blind_above_an_all_in_big_blind_owes_nothing() -> None:
    hand = deal((30, 10_000))
    assert hand.hand.waiting.kind is HandWait.DEAL
    assert hand.returned == [(1, 20)]


def test_B2_two_players_with_chips_keep_betting_against_an_all_in_player() -> None:
    hand = deal((10_000, 10_000, 500), "all-in call call /")
    assert (hand.seat_to_act, hand.street) == (0, "flop")


# B9, B11, B12, B13, B16.


def test_B9_a_check_raise_is_allowed() -> None:
    hand = deal(THREE, "call call check / check 100 call")
    assert (hand.seat_to_act, hand.may_raise) == (0, True)
    hand.play("400")


def test_B11_an_uncalled_bet_is_returned() -> None:
    hand = deal(THREE, "300 fold fold")
    assert hand.returned == [(2, 200)]
    assert hand.pots == [250]
    assert hand.net_won == {0: -50, 1: -100, 2: 150}


def test_B11_the_uncalled_part_of_a_bet_is_returned() -> None:
    hand = deal((400, 10_000), "1000 all-in")
    assert hand.returned == [(1, 600)]
    assert hand.pots == [800]


def test_B11_a_walk_returns_what_the_small_blind_did_not_match() -> None:
    hand = deal(THREE, "fold fold")
    assert hand.returned == [(1, 50)]
    assert hand.net_won == {0: -50, 1: 50, 2: 0}


def test_B11_a_big_blind_alone_makes_no_pot() -> None:
    hand = deal(THREE, "fold fold", posts=[(1, "big_blind", 100)])
    assert hand.returned == [(1, 100)]
    assert hand.net_won == {0: 0, 1: 0, 2: 0}


def test_B11_the_part_of_an_ante_that_nobody_can_match_is_returned() -> None:
    hand = deal((5, 10_000), ante=10)
    assert (hand.returned, hand.pots) == ([(1, 55)], [10])


def test_B12_all_in_with_950_wins_at_most_950_from_each() -> None:
    stacks = (950, 3_000, 4_000)
    hand = deal(stacks, "all-in all-in call run", holes=("AsAh", "KsKh", "QsQh"), board="2c3d7h8c9d")
    assert hand.net_won == {0: 1_900, 1: -950 + 2_050, 2: -3_000}


def test_B11_an_all_in_below_the_smallest_bet_is_a_bet_where_nobody_has_bet_and_a_raise_elsewhere() -> None:
    opens = deal((160, 10_000, 10_000), "call call check /")
    legal = opens.hand.legal()
    assert (legal.seat, legal.min_to, legal.max_to, legal.first_bet) == (0, 60, 60, True)
    raises = deal((160, 10_000, 10_000), "call call check / check 100 call")
    assert raises.hand.legal().max_to == 0
    raised = deal((10_000, 10_000, 160)).hand.legal()
    assert (raised.min_to, raised.max_to, raised.first_bet) == (160, 160, False)


def test_B13_an_all_in_player_does_not_act_again() -> None:
    hand = deal((300, 10_000, 10_000), "300 all-in call / 100")
    assert hand.seat_to_act == 2
    for word in ("fold", "check", "call", "500"):
        assert hand.refuses(word, seat=0).code == "not_your_turn"
    hand.play("call / check check / check check")
    acted = [type(event) for event in hand.events if getattr(event, "seat", None) == 0]
    assert ev.Folded not in acted


def test_B16_bets_are_whole_chips_except_all_ins() -> None:
    hand = deal((10_000, 10_000, 333), chip_unit=25)
    refusal = hand.refuses("210")
    assert (refusal.code, refusal.detail) == ("raise_not_in_chips", {"unit": 25, "min": 200, "max": 333})
    assert hand.play("333").hand.stacks[2] == 0


def test_B16_the_smallest_raise_is_rounded_up_to_a_chip() -> None:
    hand = deal((10_000, 333, 10_000), "all-in", posts=[(0, "big_blind", 100)], chip_unit=25, min_raise="double")
    assert hand.hand.betting.high == 333
    assert hand.raise_range[0] == 675


def test_D4_small_and_big_blind_may_be_equal() -> None:
    hand = deal(THREE, blinds=(50, 50))
    assert (hand.seat_to_act, hand.to_call, hand.raise_range[0]) == (2, 50, 100)
    assert hand.play("call").to_call == 0


def test_D4_the_big_blind_has_its_option_once() -> None:
    hand = deal(THREE, "call call check /")
    assert hand.street == "flop"


@pytest.mark.parametrize("structure", ["nl", "pl", "fl"])
def test_D5_a_short_blind_leaves_the_price_at_the_full_blind(structure: str) -> None:
    hand = deal((10_000, 30, 10_000), structure=structure)
    assert hand.to_call == 100
    assert hand.play("call").to_call == 50


def test_D5_a_short_stack_antes_what_it_has() -> None:
    hand = deal((10_000, 10_000, 3), ante=10)
    assert hand.hand.stacks == [10_000 - 60, 10_000 - 110, 0]
    hand.play("call check / check check / check check / check check")
    assert hand.pots == [9, 14 + 200]
