"""Deuce-to-seven compared with counts, with the reversed order of high hands and with pokerkit."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod

import pytest
from pokerkit import StandardLowHand

from games.engine.cards import DECK, cards_text, parse_cards, rank, suit
from games.engine.evaluation.deuce_to_seven import DEUCE_SEVEN, deuce_names, deuce_seven
from games.engine.evaluation.names import Category, HandName, named, playing_cards
from games.engine.evaluation.rankings import high

# Best first.
LADDER = (
    "7c5d4h3s2c",
    "7c6d4h3s2c",
    "7c6d5h3s2c",
    "7c6d5h4s2c",
    "8c5d4h3s2c",
    "8c7d6h5s3c",
    "9c5d4h3s2c",
    "KcQdJhTs8c",
    "Ac5d4h3s2c",
    "Ac6d4h3s2c",
    "AcKdQhJs9c",
    "2c2d5h4s3c",
    "AcAdKhQsJc",
    "3c3d2h2s4c",
    "2c2d2h4s3c",
    "6c5d4h3s2c",
    "AcKdQhJsTc",
    "7c5c4c3c2c",
    "Ac5c4c3c2c",
    "AcKcQcJc9c",
    "2c2d2h3s3c",
    "2c2d2h2s3c",
    "6c5c4c3c2c",
    "AcKcQcJcTc",
)


def test_hands_rank_in_this_order() -> None:
    values = [deuce_seven(parse_cards(cards)) for cards in LADDER]
    assert values == sorted(set(values), reverse=True)
    assert values[0] == 7462
    assert values[-1] == 1


def test_an_ace_is_never_low() -> None:
    wheel, king_high = parse_cards("Ac5d4h3s2c"), parse_cards("KcQdJhTs8c")
    assert deuce_seven(wheel) < deuce_seven(king_high)
    assert named(DEUCE_SEVEN, wheel, ()) == HandName(Category.LOW, (12, 3, 2, 1, 0))
    assert cards_text(playing_cards(DEUCE_SEVEN, wheel, ())) == "Ac5d4h3s2c"
    assert named(DEUCE_SEVEN, parse_cards("5c4c3c2cAc"), ()) == HandName(Category.FLUSH, (12, 3, 2, 1, 0))


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        ("2c3d4h5s7c", Category.LOW, (5, 3, 2, 1, 0)),
        ("2c3d4h5s6c", Category.STRAIGHT, (4,)),
        ("2c3d4h5s5c", Category.ONE_PAIR, (3, 2, 1, 0)),
        ("2c3c4c5c7c", Category.FLUSH, (5, 3, 2, 1, 0)),
        ("AcKcQcJcTc", Category.ROYAL_FLUSH, (12,)),
    ],
)
def test_C10_hands_have_these_names(cards: str, category: Category, ranks: tuple[int, ...]) -> None:
    assert named(DEUCE_SEVEN, parse_cards(cards), ()) == HandName(category, ranks)


def test_every_class_has_this_many_hands() -> None:
    """As many as for high hands (V5), except that 1,020 wheels and 4 steel wheels are ace-high hands here."""
    many: Counter[Category] = Counter()
    values = set()
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if len(counts) == 1:
            continue
        suits = 4 if len(counts) == 5 else 0
        value = deuce_seven([one * 4 + place % 4 for place, one in enumerate(ranks)])
        many[deuce_names()[value - 1].category] += prod(comb(4, count) for count in counts.values()) - suits
        values.add(value)
        if suits:
            value = deuce_seven([one * 4 for one in ranks])
            many[deuce_names()[value - 1].category] += suits
            values.add(value)
    assert values == set(range(1, 7463))
    assert many == {
        "royal_flush": 4,
        "straight_flush": 32,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_112,
        "straight": 9_180,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "one_pair": 1_098_240,
        "low": 1_303_560,
    }


def test_apart_from_the_wheel_the_order_of_high_hands_is_reversed() -> None:
    rng = random.Random(27)
    fives = [rng.sample(DECK, 5) for _ in range(3000)]
    fives = [cards for cards in fives if {*map(rank, cards)} != {12, 3, 2, 1, 0}]
    for one, other in pairwise(fives):
        assert (deuce_seven(one) > deuce_seven(other)) == (high(one) < high(other))
        assert (deuce_seven(one) == deuce_seven(other)) == (high(one) == high(other))


def test_agrees_with_pokerkit() -> None:
    rng = random.Random(72)
    fives = [rng.sample(DECK, 5) for _ in range(3000)]
    flushes = [rng.sample(DECK[one::4], 5) for one in range(4) for _ in range(50)]
    wheels = [[48 + rng.randrange(4), *(4 * one + rng.randrange(4) for one in range(4))] for _ in range(20)]
    for cards in (*fives, *flushes, *wheels, *map(parse_cards, LADDER)):
        assert deuce_seven(cards) == 7462 - StandardLowHand(cards_text(cards)).entry.index


@pytest.mark.parametrize("size", [0, 4, 6, 7])
def test_other_numbers_of_cards_are_refused(size: int) -> None:
    for cards in (DECK[: 4 * size : 4], DECK[:size]):
        assert len({*map(suit, cards)}) <= 4
        with pytest.raises(ValueError, match="five cards"):
            deuce_seven(cards)
    assert named(DEUCE_SEVEN, DECK[:4], ()) is None


def test_names_fall_with_the_value_of_the_hand() -> None:
    assert len(set(deuce_names())) == 7462
    assert all(one.strength > other.strength for one, other in combinations(deuce_names()[::97], 2))
