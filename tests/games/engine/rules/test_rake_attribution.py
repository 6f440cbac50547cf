"""R5: the rake of a hand is attributed to its players and sums to the rake to the unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.history.player_stats import player_stats
from games.engine.rules.rake import Attribution, RakeTerms
from games.engine.rules.rake_attribution import attributed
from tests.games.engine.support.builders import deal

CONTRIBUTED, DEALT = Attribution.CONTRIBUTED, Attribution.DEALT
PUT_IN = st.dictionaries(st.integers(0, 9), st.integers(0, 10**9), min_size=2, max_size=10)


@pytest.mark.parametrize(
    ("rake", "put_in", "shares"),
    [
        (30, {3: 200, 4: 100, 5: 0}, {3: 20, 4: 10, 5: 0}),
        (10, {0: 100, 1: 100, 2: 100}, {0: 4, 1: 3, 2: 3}),
        (10, {2: 100, 0: 100, 1: 100}, {2: 4, 0: 3, 1: 3}),
        (5, {0: 1, 1: 2, 2: 4}, {0: 1, 1: 1, 2: 3}),
        (1, {0: 1, 1: 99}, {0: 0, 1: 1}),
        (0, {0: 100, 1: 100}, {0: 0, 1: 0}),
        (7, {0: 4, 1: 3}, {0: 4, 1: 3}),
    ],
)
def test_R5_by_contribution_what_is_left_goes_to_the_largest_remainders(
    rake: int, put_in: dict[int, int], shares: dict[int, int]
) -> None:
    assert attributed(rake, put_in, CONTRIBUTED) == shares


def test_R5_equally_among_those_dealt_in_whatever_they_put_in() -> None:
    assert attributed(10, {4: 0, 1: 500, 2: 3}, DEALT) == {4: 4, 1: 3, 2: 3}


@given(put_in=PUT_IN, per_mille=st.integers(0, 1000), attribution=st.sampled_from(Attribution))
def test_R5_the_parts_sum_to_the_rake_and_are_fair_within_a_unit(
    put_in: dict[int, int], per_mille: int, attribution: Attribution
) -> None:
    rake = sum(put_in.values()) * per_mille // 1000
    shares = attributed(rake, put_in, attribution)
    assert list(shares) == list(put_in)
    assert sum(shares.values()) == rake
    assert shares == attributed(rake, dict(put_in), attribution)
    equal = attribution is DEALT or not rake
    weights, total = (dict.fromkeys(put_in, 1), len(put_in)) if equal else (put_in, sum(put_in.values()))
    for seat, share in shares.items():
        assert share >= 0
        assert abs(share * total - rake * weights[seat]) < total
        assert equal or share <= put_in[seat]


def test_R5_an_uncalled_bet_is_no_contribution() -> None:
    hand = deal((10_000,) * 3, "call call check / 5000 call fold / 3000 fold", rake=RakeTerms("x", 100))
    stats = player_stats(hand.events)
    put_in = {one.seat: one.invested for one in stats}
    assert put_in == {0: 5_100, 1: 5_100, 2: 100}
    assert attributed(1_030, put_in, CONTRIBUTED) == {0: 510, 1: 510, 2: 10}
