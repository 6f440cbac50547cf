"""Think times of a program have another shape than people's, at any pace, even mixed with a person's (F7)."""

from collections import Counter
from collections.abc import Iterator
from math import log
from random import Random

import pytest

from games.engine.watch_list.hands import Did, WatchedHand
from games.engine.watch_list.think_time_shapes import misfits
from games.engine.watch_list.timing import Timing
from tests.games.engine.watch_list.hands import flags_of, hand, turn

PEOPLE = range(2, 22)
TIMES = 2000


def thinking(mixed_in: float, *, people_ponder: float = 0.0) -> Iterator[WatchedHand]:
    """Twenty people of different pace, and player 1, who lets a program wait 0.9 to 3.6 s so often."""
    rng = Random(8)
    pace = {person: (rng.uniform(7.2, 8.4), rng.uniform(0.5, 0.9)) for person in PEOPLE}
    often = {person: rng.uniform(0, people_ponder) for person in PEOPLE}
    for number in range(TIMES):
        first = rng.uniform(900, 3600) if rng.random() < mixed_in else rng.lognormvariate(7.8, 0.7)
        turns = [turn(1, Did.CHECK, think_ms=int(first))]
        for person, (mean, spread) in pace.items():
            longer = 1.2 * (rng.random() < often[person])
            turns.append(turn(person, Did.CHECK, think_ms=int(rng.lognormvariate(mean + longer, spread))))
        yield hand(number, turns)


def test_F7_a_program_that_waits_at_random_is_flagged() -> None:
    assert [flag.people for flag in flags_of(Timing(), thinking(1.0))] == [(1,)]


def test_F7_a_program_with_a_third_of_a_persons_think_times_is_flagged() -> None:
    assert [flag.people for flag in flags_of(Timing(), thinking(0.65))] == [(1,)]


def test_F7_people_of_any_pace_are_not() -> None:
    assert flags_of(Timing(), thinking(0.0)) == []


def test_F7_where_people_differ_much_a_difference_says_less() -> None:
    assert flags_of(Timing(), thinking(0.0, people_ponder=0.3)) == []


EVEN = Counter(dict.fromkeys(range(10), 100))
LONG_ENDS = Counter(dict.fromkeys(range(5), 100) | dict.fromkeys((*range(-5, 0), *range(5, 10)), 50))
"""The middle half is as wide as that of the others, each quarter beside it twice as wide."""
DIFFERENCE = 0.3 * log(3) - 0.2 * log(2)
"""Of twenty equal shares, two are 0.15 instead of 0.05, and eight 0.025."""


def test_F7_what_two_shapes_differ_by_is_counted_in_twentieths_of_the_usual_one() -> None:
    found = misfits(dict.fromkeys(range(1, 10), EVEN) | {0: LONG_ENDS})

    assert found[0] == pytest.approx((DIFFERENCE, 0.008))
    assert found[1] == pytest.approx((0, 0.008), abs=1e-9)


def test_F7_a_persons_shape_may_differ_by_a_quarter_more_than_that_of_the_ninth_of_ten() -> None:
    """Without 19 / 2000, by which a thousand think times look different by chance."""
    found = misfits(dict.fromkeys(range(2, 10), EVEN) | {0: LONG_ENDS, 1: LONG_ENDS})

    assert found[0] == found[1] == pytest.approx((DIFFERENCE, 1.25 * (DIFFERENCE - 0.0095)))


def test_F7_pace_and_variety_are_no_part_of_the_shape() -> None:
    wide = Counter({2 * step + part + 50: times for step, times in EVEN.items() for part in (0, 1)})
    found = misfits(dict.fromkeys(range(8), EVEN) | {8: wide})

    assert found[8][0] == pytest.approx(0, abs=1e-9)


def test_F7_among_fewer_than_eight_players_no_shape_is_usual() -> None:
    assert len(misfits(dict.fromkeys(range(8), EVEN))) == 8
    assert misfits(dict.fromkeys(range(7), EVEN)) == {}
