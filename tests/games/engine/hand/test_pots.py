"""Section P of the rulebook: side pots, and how a pot is split."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.hand.pots import Pot, build_pots, halves, split, uncalled
from games.engine.hand.showdown import Award, Strength, awards
from tests.games.engine.support.builders import Deal, deal

RUN_OUT = "2c3d7h8c9d"
FALLING = ("AsAh", "KsKh", "QsQh", "JsJh")
"""Hands for seats 0, 1, 2, 3 on that board, best first."""


def table_of(*stacks: int, actions: str, holes: Sequence[str] = FALLING, board: str = RUN_OUT) -> Deal:
    """Deals a hand without blinds: seat 0 opens, as in the worked examples."""
    return deal(stacks, actions, posts=(), holes=holes[: len(stacks)], board=board, blinds=(1, 2), auto_muck="system")


# P1, P2.


def test_P1_chips_of_folded_players_stay_in_the_pot() -> None:
    assert build_pots([30, 100, 100, 70], range(4), [0, 1, 2], 0) == (Pot(120, (0, 1, 2)), Pot(180, (1, 2)))


def test_P1_chips_of_folded_players_above_all_others_stay_in_the_last_pot() -> None:
    assert build_pots([50, 30, 100, 100], range(4), [0, 1], 0) == (Pot(120, (0, 1)), Pot(160, (0,)))


def test_P1_P6_live_posts_that_are_folded_are_won_by_those_who_stay_in() -> None:
    """The big blind is all-in for 30, the small blind has posted 50, and two newcomers fold their 100."""
    posts = [(0, "small_blind", 50), (1, "big_blind", 30), (2, "post", 100), (3, "post", 100)]
    hand = deal([1_000, 30, 1_000, 1_000, 1_000], "fold fold fold run", posts=posts, holes=(*FALLING, "TsTh"))
    assert hand.pots == [120, 160]
    assert hand.net_won == {0: 230, 1: -30, 2: -100, 3: -100, 4: 0}


def test_P1_B11_nothing_is_uncalled_of_what_a_folded_player_posted() -> None:
    posts = [(0, "small_blind", 50), (1, "big_blind", 30), (2, "post", 100)]
    hand = deal([1_000, 30, 1_000, 1_000], "fold fold run", posts=posts, holes=FALLING)
    assert (hand.returned, hand.pots) == ([], [90, 90])
    assert uncalled([50, 30, 100, 0], [0, 1]) == (-1, 0)
    assert uncalled([100, 30, 50, 0], [0, 1]) == (0, 50)


def test_P1_D5_dead_money_that_takes_the_whole_stack_contests_what_matches_it() -> None:
    """Seat 2 owes a dead small blind of 50 and has no more; the best hand wins 50 from each of the others."""
    posts = [(0, "small_blind", 50), (1, "big_blind", 100), (2, "dead", 50)]
    hand = deal([1_000, 1_000, 50], "call check" + 3 * " / check check", posts=posts,
                holes=("KsKh", "QsQh", "AsAh"), board=RUN_OUT, auto_muck="system")  # fmt: skip
    assert hand.pots == [150, 100]
    assert hand.net_won == {0: 0, 1: -100, 2: 100}


def test_P1_each_all_in_level_makes_a_pot() -> None:
    pots = build_pots([10, 20, 30, 40, 40], range(5), range(5), 0)
    assert [pot.amount for pot in pots] == [50, 40, 30, 20]
    assert [len(pot.seats) for pot in pots] == [5, 4, 3, 2]


def test_P1_dead_money_goes_to_the_main_pot() -> None:
    assert build_pots([10, 20, 20], range(3), range(3), 7) == (Pot(37, (0, 1, 2)), Pot(20, (1, 2)))
    assert build_pots([0, 0, 0], range(3), [2], 7) == (Pot(7, (2,)),)


def test_P1_an_all_in_player_contests_only_what_they_have_matched() -> None:
    hand = table_of(100, 1_000, 1_000, actions="100 500 call / check check / check check / check check")
    assert hand.pots == [300, 800]
    assert hand.net_won == {0: 200, 1: 300, 2: -500}


def test_P2_25_and_35_all_in() -> None:
    hand = table_of(35, 25, actions="all-in all-in run", holes=FALLING[1::-1])
    assert hand.pots == [50]
    # The player with 35 gets 10 back in any case.
    assert hand.returned == [(0, 10)]
    assert hand.net_won == {0: -25, 1: 25}


def test_P2_25_35_all_in_and_a_call() -> None:
    assert table_of(25, 35, 1_000, actions="all-in all-in call run").pots == [75, 20]


def test_P2_25_35_45_all_in_and_a_call() -> None:
    hand = table_of(25, 35, 45, 1_000, actions="all-in all-in all-in call run")
    assert hand.pots == [100, 30, 20]
    assert hand.net_won == {0: 75, 1: -35 + 30, 2: -45 + 20, 3: -45}


def test_P2_200_an_all_in_of_50_and_a_call() -> None:
    assert table_of(1_000, 50, 1_000, actions="200 all-in call /").pots == [150, 300]


def test_P2_500_all_in_and_a_raise_to_1000() -> None:
    hand = table_of(500, 5_000, 5_000, 5_000, actions="all-in call 1000 fold call /")
    assert hand.pots == [1_500, 1_000]


def test_P2_500_all_in_and_a_reraise() -> None:
    hand = table_of(500, 5_000, 5_000, 5_000, actions="all-in call 1000 fold 1500 call /")
    assert hand.pots == [1_500, 2_000]


def test_P2_200_all_in_and_two_with_3000() -> None:
    hand = table_of(200, 5_000, 5_000, actions="all-in 3000 call / check check / check check / check check")
    assert hand.pots == [600, 5_600]
    assert hand.net_won == {0: 400, 1: -3_000 + 5_600, 2: -3_000}


def test_P2_two_with_1_00_and_an_all_in_of_0_50() -> None:
    assert table_of(500, 500, 50, actions="100 call all-in /").pots == [150, 100]


def test_P2_the_side_pot_goes_to_the_best_hand_among_its_players() -> None:
    # Seat 3 is beaten by seats 0 and 1, but they are not in the side pot; seat 2 folded out of it.
    hand = table_of(50, 50, 500, 500, actions="all-in call 200 call / 100 fold", holes=FALLING)
    hand.play("run")
    assert hand.pots == [200, 300]
    assert hand.net_won == {0: 150, 1: -50, 2: -200 + 300, 3: -200}


# P3.


def test_P3_the_last_side_pot_is_decided_first() -> None:
    hand = table_of(25, 35, 45, 1_000, actions="all-in all-in all-in call run")
    assert [event.pot for event in hand.events_of(ev.PotWon)] == [2, 1, 0]


# P4: what cannot be split.


@pytest.mark.parametrize(
    ("amount", "seats", "unit", "shares"),
    [
        (100, (3, 5), 1, (50, 50)),
        (101, (3, 5), 1, (51, 50)),
        (100, (3, 5, 0), 1, (34, 33, 33)),
        (101, (3, 5, 0), 1, (34, 34, 33)),
        (100, (3, 5, 0), 5, (35, 35, 30)),
        (75, (3, 5), 25, (50, 25)),
        (77, (3, 5), 25, (52, 25)),
        (3, (3, 5), 5, (3, 0)),
        (10, (4,), 25, (10,)),
    ],
)
def test_P4_odd_chips_go_one_each_to_the_first_winners(
    amount: int, seats: tuple[int, ...], unit: int, shares: tuple[int, ...]
) -> None:
    assert split(amount, seats, unit) == tuple(zip(seats, shares, strict=True))


def test_P4_the_odd_chip_goes_left_of_the_button() -> None:
    # The small blind folds for 25, and two players share 125 by playing the board.
    hand = deal(
        (10_000, 10_000, 10_000),
        "call fold check / check check / check check / check check",
        blinds=(25, 50),
        chip_unit=25,
        board="AcKdQhJsTc",
    )
    assert hand.net_won == {0: -25, 1: 25, 2: 0}


def test_P4_the_button_gets_the_smaller_share() -> None:
    actions = "5 call call call / fold check check check / check check check / check check check"
    hand = table_of(100, 100, 100, 100, actions=actions, holes=(), board="AcKdQhJsTc")
    assert hand.net_won == {0: -5, 1: 2, 2: 2, 3: 1}


@given(
    amount=st.integers(1, 10_000),
    seats=st.lists(st.integers(0, 9), min_size=1, max_size=10, unique=True),
    unit=st.sampled_from([1, 5, 25, 100]),
)
def test_P4_nothing_is_lost_and_nobody_gets_two_units_more(amount: int, seats: list[int], unit: int) -> None:
    shares = [share for _, share in split(amount, seats, unit)]
    assert sum(shares) == amount
    assert all(share % unit == 0 for share in shares[1:])
    assert shares == sorted(shares, reverse=True)
    whole = [shares[0] - amount % unit, *shares[1:]]
    assert whole[0] - whole[-1] in (0, unit)


# P5: hi-lo, with strengths made up.


@pytest.mark.parametrize(
    ("amount", "unit", "high", "low"),
    [(100, 1, 50, 50), (101, 1, 51, 50), (75, 25, 50, 25), (7, 5, 7, 0), (112, 5, 57, 55)],
)
def test_P4_the_odd_unit_of_a_hi_lo_pot_goes_to_the_high_half(amount: int, unit: int, high: int, low: int) -> None:
    assert halves(amount, unit) == (high, low)


def by_position(seats: tuple[int, ...], half: str) -> tuple[int, ...]:
    """Odd chips go to the first winners left of the button, as in all games but stud."""
    return seats


def test_P5_each_pot_is_split_on_its_own() -> None:
    pots = [Pot(300, (0, 1, 2)), Pot(101, (1, 2))]
    strengths = {0: Strength(9, 9), 1: Strength(5, 3), 2: Strength(2, 4)}
    assert awards(pots, strengths, unit=1, odd_chip=by_position) == [
        Award(1, 51, "high", ((1, 51),)),
        Award(1, 50, "low", ((2, 50),)),
        Award(0, 150, "high", ((0, 150),)),
        Award(0, 150, "low", ((0, 150),)),
    ]


def test_P5_without_a_low_the_high_takes_the_pot() -> None:
    strengths = {0: Strength(9, None), 1: Strength(5, None)}
    assert awards([Pot(101, (0, 1))], strengths, unit=1, odd_chip=by_position) == [Award(0, 101, "all", ((0, 101),))]


def test_P5_a_low_outside_the_side_pot_does_not_count_there() -> None:
    pots = [Pot(300, (0, 1, 2)), Pot(100, (1, 2))]
    strengths = {0: Strength(1, 9), 1: Strength(5, None), 2: Strength(2, None)}
    assert [
        (award.pot, award.half, award.shares) for award in awards(pots, strengths, unit=1, odd_chip=by_position)
    ] == [
        (1, "all", ((1, 100),)),
        (0, "high", ((1, 150),)),
        (0, "low", ((0, 150),)),
    ]


def test_P4_a_hi_lo_pot_may_be_quartered() -> None:
    strengths = {0: Strength(5, 7), 1: Strength(5, 7), 2: Strength(5, 1)}
    (high, low) = awards([Pot(10, (0, 1, 2))], strengths, unit=1, odd_chip=by_position)
    assert high.shares == ((0, 2), (1, 2), (2, 1))
    assert low.shares == ((0, 3), (1, 2))


# P6.


@given(
    paid=st.lists(st.integers(0, 60), min_size=2, max_size=10),
    dead=st.integers(0, 20),
    out=st.sets(st.integers(0, 9)),
)
def test_P6_the_pots_hold_all_that_was_paid(paid: list[int], dead: int, out: set[int]) -> None:
    live = [seat for seat in range(len(paid)) if seat not in out] or [paid.index(max(paid))]
    pots = build_pots(paid, range(len(paid)), live, dead)
    assert sum(pot.amount for pot in pots) == sum(paid) + dead
    assert all(pot.amount > 0 and pot.seats for pot in pots)
    assert len({pot.seats for pot in pots}) == len(pots)
