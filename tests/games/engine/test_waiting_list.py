"""K9: who is called to a free seat, how long it is kept, and what a missed call costs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.waiting_list import Called, Dropped, Missed, Waiting, decide, miss, seats_kept_from

MINUTE = 60_000
NOW = 1_000_000


def line(*names: str) -> list[Waiting]:
    """People in line: a name with `-` is away, with `!` called since a minute, with `?` called just now."""
    marks: dict[str, dict[str, int]] = {"-": {"away": True}, "!": {"until": NOW}, "?": {"until": NOW + MINUTE}}
    return [
        Waiting(number, 100 + number, **{k: v for mark in name[1:] if mark in marks for k, v in marks[mark].items()})
        for number, name in enumerate(names, 1)
    ]


def steps(people: list[Waiting], free: int) -> tuple[object, ...]:
    return decide(people, free=free, now=NOW, call_ms=MINUTE)


def test_k9_the_first_in_line_is_called_for_each_free_seat_and_the_seat_kept_for_the_set_time() -> None:
    assert steps(line("A", "B", "C"), 2) == (Called(1, NOW + MINUTE), Called(2, NOW + MINUTE))
    assert steps(line("A", "B"), 0) == ()
    assert steps([], 5) == ()


def test_k9_a_seat_that_is_kept_calls_nobody_else() -> None:
    assert steps(line("A?", "B"), 1) == ()
    assert steps(line("A?", "B"), 2) == (Called(2, NOW + MINUTE),)


def test_k9_who_is_away_is_called_over_and_keeps_the_place() -> None:
    assert steps(line("A-", "B"), 1) == (Called(2, NOW + MINUTE),)
    assert steps(line("A-"), 1) == ()


def test_k9_a_missed_call_costs_one_place_and_the_next_is_called() -> None:
    assert steps(line("A!", "B", "C"), 1) == (Missed(1, 2), Called(2, NOW + MINUTE))


def test_k9_one_place_down_is_behind_somebody_who_is_there() -> None:
    assert steps(line("A!", "B-", "C"), 1) == (Missed(1, 3), Called(3, NOW + MINUTE))


def test_k9_alone_in_line_the_one_who_missed_is_called_again() -> None:
    assert steps(line("A!"), 1) == (Missed(1, 0), Called(1, NOW + MINUTE))


def test_k9_after_a_second_miss_one_is_off_the_list() -> None:
    first, second = line("A!", "B")
    assert steps([first._replace(misses=1), second], 1) == (Dropped(1), Called(2, NOW + MINUTE))


def test_k9_letting_a_seat_go_is_a_miss() -> None:
    people = line("A?", "B")
    assert miss(people, 1) == Missed(1, 2)
    assert miss([people[0]._replace(misses=1)], 1) == Dropped(1)


def test_k9_two_who_miss_at_once_both_let_the_next_one_by_and_stay_in_their_order() -> None:
    called = (Called(3, NOW + MINUTE), Called(1, NOW + MINUTE))
    assert steps(line("A!", "B!", "C"), 2) == (Missed(2, 3), Missed(1, 3), *called)


@pytest.mark.parametrize(
    ("people", "player", "kept"),
    [
        (("A", "B"), 900, 2),
        (("A?", "B"), 900, 2),
        (("A-", "B"), 900, 1),
        (("A?", "B"), 102, 1),
        (("A?", "B"), 101, 0),
        (("A", "B?"), 102, 0),
        (("A", "B?"), 101, 1),
        (("A?", "B?"), 102, 1),
        ((), 900, 0),
    ],
)
def test_k9_seats_are_kept_for_those_before_and_those_called(people: tuple[str, ...], player: int, kept: int) -> None:
    assert seats_kept_from(line(*people), player) == kept


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 1), st.sampled_from((0, NOW - 1, NOW + MINUTE))), max_size=8),
    st.integers(0, 9),
)
def test_k9_never_more_are_called_than_seats_are_free_and_nobody_is_lost(
    people: list[tuple[bool, int, int]], free: int
) -> None:
    in_line = [Waiting(number, number, *one) for number, one in enumerate(people, 1)]
    done = decide(in_line, free=free, now=NOW, call_ms=MINUTE)
    running = [one.entry for one in in_line if one.until > NOW]
    called = [step.entry for step in done if isinstance(step, Called)]
    dropped = [step.entry for step in done if isinstance(step, Dropped)]
    assert len(called) <= max(free - len(running), 0)
    assert not set(called) & ({*running, *dropped} | {one.entry for one in in_line if one.away})
    there = [one.entry for one in in_line if not one.away and one.entry not in {*running, *dropped}]
    assert len(called) == min(len(there), max(free - len(running), 0))
    assert all(one.misses == 1 for one in in_line if one.entry in dropped)
