"""Evidence is the number of zeros of a probability, whatever was expected (F7)."""

import pytest

from games.engine.watch_list.probability import evidence_of_few, evidence_of_many


def test_F7_nothing_done_where_it_is_all_but_certain_is_as_unlikely_as_each_time_together() -> None:
    """The chance of each is one in 1,000,000,000, as nothing is quite certain: nine zeros each, ten times."""
    assert evidence_of_few(0, 10, 10, 1) == pytest.approx(90, abs=1)


def test_F7_what_never_happens_counts_when_it_does() -> None:
    assert evidence_of_many(1, 0, 1, 1) == pytest.approx(9, abs=1)
    assert evidence_of_many(0, 0, 1, 1) == evidence_of_few(1, 1, 1, 1) == 0


def test_F7_evidence_is_less_by_the_number_of_tests() -> None:
    assert evidence_of_few(0, 10, 10, 1) - evidence_of_few(0, 10, 10, 1_000) == 3
