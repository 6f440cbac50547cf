"""Think times of a program have another shape than people's, at any pace, even mixed with a person's (F7)."""

from collections.abc import Iterator
from random import Random

from games.engine.watch_list.hands import Did, WatchedHand
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
