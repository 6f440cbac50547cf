"""Worked examples that tournament directors and card rooms publish (B3, B4, B6, B7, D2, D10, G16, P4, V3).

Where the rulebook has a rule but no figures, these are the figures that players know.
"""

from typing import Any

import pytest

from games.engine.hand.pots import Pot
from games.engine.hand.queries import HandWait
from games.engine.hand.showdown import Strength, awards, strength
from games.engine.rules.button import Positions, next_positions
from games.engine.rules.house_rules import ButtonRule
from games.engine.rules.stakes import AnteKind
from games.engine.table.next_hand import forced_bets
from tests.games.engine.support.builders import deal, rules
from tests.games.engine.support.dealt_hands import play

RICH = 100_000
TO_THE_FLOP = "call call call call check /"
FL: dict[str, Any] = {"structure": "fl", "blinds": (10, 20)}


@pytest.mark.parametrize(
    ("blinds", "actions", "smallest"),
    [
        ((50, 100), "call call check / 600 1600 3600", 5_600),
        ((25, 50), "125 200 500", 800),
        ((25, 50), "500", 950),
    ],
)
def test_B6_a_raise_is_at_least_the_largest_one_of_the_street(
    blinds: tuple[int, int], actions: str, smallest: int
) -> None:
    assert deal((RICH,) * 3, actions, blinds=blinds).raise_range[0] == smallest


@pytest.mark.parametrize(
    ("stack", "actions", "call", "smallest"),
    [
        # An all-in of 150 over a big blind of 100, or of 140 over a bet of 100, is not completed to 200.
        (150, "all-in", 150, 250),
        (240, "call call check / 100 all-in", 140, 240),
        # The smallest bet is 100, and somebody opens all-in for 60.
        (160, "call call check / check all-in", 60, 160),
    ],
)
def test_B6_a_full_raise_goes_on_top_of_a_short_all_in(stack: int, actions: str, call: int, smallest: int) -> None:
    hand = deal((RICH, stack, RICH), actions, posts=[(0, "big_blind", 100)])
    assert (hand.seat_to_act, hand.to_call, hand.raise_range[0]) == (2, call, smallest)


@pytest.mark.parametrize(
    ("answer", "seat", "call", "may_raise"),
    [("", 0, 100, True), ("call", 2, 75, False), ("300", 2, 175, True)],
)
def test_B7_two_short_all_ins_reopen_for_the_bettor_but_not_for_who_called_the_first(
    answer: str, seat: int, call: int, may_raise: bool
) -> None:
    stacks = (RICH, 225, RICH, 300, RICH)
    hand = deal(stacks, f"{TO_THE_FLOP} 100 all-in call all-in call {answer}")
    assert (hand.seat_to_act, hand.to_call, hand.may_raise) == (seat, call, may_raise)


def test_B7_all_ins_that_add_up_leave_the_size_of_a_raise_as_it_was() -> None:
    """A raise from 500 to 1,000, all-ins to 1,300 and 1,700: whoever raises now adds 500."""
    hand = deal((RICH, RICH, RICH, 1_400, 1_800), f"{TO_THE_FLOP} 500 1000 call all-in all-in fold")
    assert (hand.seat_to_act, hand.raise_range[0]) == (1, 2_200)
    assert (hand.play("call").seat_to_act, hand.raise_range[0]) == (2, 2_200)


def test_B7_B3_an_all_in_of_three_quarters_of_a_bet_is_raised_by_a_whole_one() -> None:
    hand = deal((RICH, 20 + 15, RICH), "call call check / check all-in", **FL)
    assert hand.raise_range == (35, 35)


@pytest.mark.parametrize(
    ("blinds", "actions", "most"),
    [((100, 200), "", 700), ((250, 500), "call call check / 1500", 6_000), ((1, 2), "call call check / 6", 24)],
)
def test_B4_the_most_is_three_times_the_last_bet_and_what_else_is_in_the_middle(
    blinds: tuple[int, int], actions: str, most: int
) -> None:
    assert deal((RICH,) * 3, actions, structure="pl", blinds=blinds).raise_range[1] == most


def test_V3_a_dead_small_blind_counts_in_full_for_the_first_pot_bet() -> None:
    """At 100/200 nobody has the small blind because its seat is empty; somebody who returns has posted it dead."""
    posts = [(0, "big_blind", 200), (2, "dead", 100)]
    assert deal((RICH,) * 4, structure="pl", blinds=(100, 200), posts=posts).raise_range[1] == 700


@pytest.mark.parametrize("players", range(2, 11))
def test_D10_the_ante_of_the_big_blind_is_the_same_at_a_short_table(players: int) -> None:
    positions = Positions(players - 1, 0, 1) if players > 2 else Positions(1, 1, 0)
    due = forced_bets(rules(ante=100, ante_kind=AnteKind.BIG_BLIND), tuple(range(players)), positions)
    assert [post.amount for post in due if post.kind == "ante"] == [100]


def test_D2_at_a_table_of_six_chairs_three_players_have_the_big_blind_in_turn() -> None:
    """Their chairs are side by side, so a button that moves by chairs would give one of them four in a row."""
    positions, bigs = Positions(5, 0, 1), []
    for _ in range(6):
        positions = next_positions(positions, ready=(0, 1, 5), rule=ButtonRule.DEAD)
        bigs.append(positions.big)
    assert bigs == [5, 0, 1, 5, 0, 1]


@pytest.mark.parametrize("game", ["stud", "razz", "stud8"])
def test_G16_the_shared_card_of_eight_players_counts_in_every_hand(game: str) -> None:
    table = play(game, (10_000,) * 8)
    while table.hand.waiting.kind is HandWait.ACT:
        table.play("call" if table.hand.legal().call else "check")
    variant, holes, (shared,) = table.hand.rules.variant, table.hand.hole, table.hand.board
    assert {len(hole) for hole in holes} == {6}
    as_own = {seat: strength(variant, (*hole, shared), ()) for seat, hole in enumerate(holes)}
    assert table.hand.strengths == as_own
    assert as_own != {seat: strength(variant, hole, ()) for seat, hole in enumerate(holes)}


def test_P4_a_hi_lo_pot_of_103_has_its_odd_unit_in_the_high_half() -> None:
    """Two tie for high, and one has the only low: 26, 26 and 51."""
    strengths = {0: Strength(5, None), 1: Strength(5, None), 2: Strength(1, 9)}
    high, low = awards([Pot(103, (0, 1, 2))], strengths, unit=1, odd_chip=lambda seats, _half: seats)
    assert (high.shares, low.shares) == (((0, 26), (1, 26)), ((2, 51),))
