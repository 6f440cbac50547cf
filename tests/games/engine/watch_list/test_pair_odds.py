"""What honest play would do, beside habits of either player, and never from what the pair itself does (F7)."""

from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from games.engine.watch_list.pair_odds import Pair, PairOdds, Tries, spread

PLAYERS = 12
EACH = 60


def counted(chance: Callable[[Pair], float], *, leaves_out: bool = True) -> PairOdds:
    """Decisions of all players against each other in one cell."""
    odds, rng = PairOdds(leaves_out=leaves_out), Random(5)
    for pair in permutations(range(PLAYERS), 2):
        for _ in range(EACH):
            odds.count(pair, (0, 1), happened=rng.random() < chance(pair))
    return odds


def chance_of(odds: PairOdds, pair: Pair) -> float:
    (one,) = odds.tries().pairs[pair]
    return one.chance


def test_F7_the_chance_is_that_of_all_times_the_habits_of_both() -> None:
    rates = {0: 0.7}
    odds = counted(lambda pair: rates.get(pair[0], 0.4) * (0.5 if pair[1] == 3 else 1))

    assert chance_of(odds, (5, 6)) == pytest.approx(0.4, abs=0.06)
    assert chance_of(odds, (0, 6)) == pytest.approx(0.7, abs=0.06)
    assert chance_of(odds, (5, 3)) == pytest.approx(0.2, abs=0.06)


def test_F7_a_habit_is_the_players_own_before_it_is_what_opponents_provoke() -> None:
    """Two camps of five meet each other only: one does it eight times in ten, the other two times."""
    odds, rates = PairOdds(), {True: 8, False: 2}
    for one, other in permutations(range(10), 2):
        if (one < 5) is not (other < 5):
            for count in range(60):
                odds.count((one, other), (0, 1), happened=count % 10 < rates[one < 5])
    odds.count((0, 1), (0, 1), happened=True)
    odds.count((8, 9), (0, 1), happened=False)

    assert chance_of(odds, (0, 1)) == pytest.approx(0.8, abs=0.05)
    assert chance_of(odds, (8, 9)) == pytest.approx(0.2, abs=0.05)


def test_F7_what_is_beyond_chance_is_what_was_done_without_what_was_expected() -> None:
    tries = Tries((0,), 0.25, yes=6, no=6)
    assert tries.excess == 3
    assert tries.variance == 2.25


def test_F7_what_a_pair_does_is_not_expected_of_it() -> None:
    usual = counted(lambda _pair: 0.4)
    for own in (0.95, 0.05):
        odd = counted(lambda pair, own=own: own if pair == (1, 2) else 0.4)
        assert chance_of(odd, (1, 2)) == pytest.approx(chance_of(usual, (1, 2)), abs=0.03)


def test_F7_compared_with_themselves_players_do_what_they_do() -> None:
    assert chance_of(counted(lambda pair: 0.8 if pair[0] == 1 else 0.4, leaves_out=False), (1, 2)) > 0.7


@pytest.mark.parametrize("happened", [True, False])
def test_F7_a_cell_that_only_the_pair_was_in_has_the_chance_of_the_coarser_one(*, happened: bool) -> None:
    odds = counted(lambda _pair: 0.4)
    for _ in range(20):
        odds.count((1, 2), (0, 1, 7), happened=happened)
    fine = next(one for one in odds.tries().pairs[1, 2] if len(one.cell) == 3)

    assert (fine.cell, fine.yes, fine.no) == ((0, 1, 7), 20 * happened, 20 * (not happened))
    assert fine.chance == pytest.approx(chance_of(counted(lambda _pair: 0.4), (1, 2)), abs=0.03)


def test_F7_habits_that_nobody_else_has_seen_are_doubted() -> None:
    odds = counted(lambda pair: 0.1 + 0.07 * pair[0])
    for _ in range(EACH):
        odds.count((90, 91), (0, 1), happened=False)
    pairs = odds.tries().pairs

    assert spread(pairs[90, 91]) > 5 * spread(pairs[6, 7])


def test_F7_dispersion_is_1_by_chance_and_grows_with_rivalries() -> None:
    def rivalries(pair: Pair) -> float:
        return 0.25 + 0.1 * (sum(pair) * 7 % 4)

    assert counted(lambda _pair: 0.4).tries().dispersion < 1.3
    assert counted(rivalries).tries().dispersion > 2
