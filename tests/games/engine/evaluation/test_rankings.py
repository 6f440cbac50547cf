"""The evaluation compared with the rulebook, with counts, with brute force and with pokerkit."""

import csv
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import (
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
)

from games.engine.cards import DECK, RANKS, cards_text, parse_cards
from games.engine.evaluation.names import name_value
from games.engine.evaluation.rankings import (
    EIGHT_HIGH,
    HIGH,
    LOW_ACE_FIVE,
    LOW_EIGHT,
    OMAHA_HIGH,
    OMAHA_LOW_EIGHT,
    high,
    high_omaha,
    low_ace_five,
    low_eight,
    low_eight_omaha,
)
from tests.games.engine.evaluation.examples import C9, Example, hands, in_suits

CLASSES = Path(__file__).resolve().parents[5] / "shared" / "data" / "kev7462.csv"
SUITS = st.permutations(range(4))


@pytest.mark.parametrize("example", C9, ids=lambda example: f"C9-{example.row}")
def test_C9_worked_examples_are_won_by_the_better_hand(example: Example) -> None:
    board = parse_cards(example.board)
    a = HIGH(parse_cards(example.a), board)
    b = HIGH(parse_cards(example.b), board)
    assert a is not None
    assert b is not None
    assert {True: "a", False: "b"}[a > b] == example.winner if a != b else example.winner == "split"


# The first and the last hand of each category, counted from the best (1) to the worst (7462).
BORDERS = {
    "AsKsQsJsTs": 1,
    "KhQhJhTh9h": 2,
    "5d4d3d2dAd": 10,
    "AcAdAhAsKc": 11,
    "2c2d2h2s3c": 166,
    "AcAdAhKcKd": 167,
    "2c2d2h3c3d": 322,
    "AcKcQcJc9c": 323,
    "7h5h4h3h2h": 1599,
    "AcKdQhJsTc": 1600,
    "5c4d3h2sAc": 1609,
    "AcAdAhKsQc": 1610,
    "2c2d2h4s3c": 2467,
    "AcAdKhKsQc": 2468,
    "3c3d2h2s4c": 3325,
    "AcAdKhQsJc": 3326,
    "2c2d5h4s3c": 6185,
    "AcKdQhJs9c": 6186,
    "7c5d4h3s2c": 7462,
}


@pytest.mark.parametrize(("cards", "place"), BORDERS.items())
def test_C3_categories_begin_and_end_at_these_values(cards: str, place: int) -> None:
    assert high(parse_cards(cards)) == 7463 - place


def test_C4_a_straight_does_not_wrap_around_the_ace() -> None:
    for cards in ("QcKdAh2s3c", "KcAd2h3s4c", "JcQdKhAs2c"):
        assert name_value(high(parse_cards(cards))).category == "high_card"


def test_V5_every_class_of_hands_is_in_its_order() -> None:
    if not CLASSES.exists():
        pytest.skip("the list of classes, shared/data/kev7462.csv beside the project, is not here")
    with CLASSES.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 7462
    for row in rows:
        suits = "ccccc" if "Flush" in row["description"] else "cdhsc"
        cards = parse_cards("".join(a + b for a, b in zip(row["ranks"], suits, strict=True)))
        assert 7463 - high(cards) == int(row["rank"]), row


def test_V5_all_five_card_hands_are_counted() -> None:
    hands_of = Counter(map(high, combinations(DECK, 5)))
    assert sorted(hands_of) == list(range(1, 7463))
    assert _by_category(hands_of) == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "one_pair": 1_098_240,
        "high_card": 1_302_540,
    }


def test_V5_all_seven_card_hands_are_counted() -> None:
    hands_of: Counter[int] = Counter()
    for cards, how_many in _seven_card_patterns():
        assert len(set(cards)) == 7
        hands_of[high(cards)] += how_many
    assert sum(hands_of.values()) == comb(52, 7)
    assert _by_category(hands_of) == {
        "royal_flush": 4_324,
        "straight_flush": 37_260,
        "four_of_a_kind": 224_848,
        "full_house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three_of_a_kind": 6_461_620,
        "two_pair": 31_433_400,
        "one_pair": 58_627_800,
        "high_card": 23_294_460,
    }


def test_six_and_seven_cards_are_the_best_five_of_them() -> None:
    rng = random.Random(7)
    for size in [6, 7] * 1000:
        cards = rng.sample(DECK, size)
        assert high(cards) == max(map(high, combinations(cards, 5)))
        assert low_ace_five(cards) == max(map(low_ace_five, combinations(cards, 5)))


def test_six_and_seven_suited_cards_are_the_best_five_of_them() -> None:
    for size in (6, 7):
        for cards in combinations(DECK[3::4], size):
            assert high(cards) == max(map(high, combinations(cards, 5)))


def test_C6_an_omaha_hand_is_the_best_of_two_and_three_cards() -> None:
    rng = random.Random(6)
    for size in [7, 8, 9] * 200:
        hole, board = (cards := rng.sample(DECK, size))[:4], cards[4:]
        fives = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
        assert OMAHA_HIGH(hole, board) == max(map(high, fives))
        lows = [low for five in fives if (low := low_eight(five)) is not None]
        assert OMAHA_LOW_EIGHT(hole, board) == max(lows, default=None)


def test_C6_omaha_does_not_play_the_board() -> None:
    assert name_value(high_omaha(parse_cards("2c3d4h5c"), parse_cards("AsKsQsJsTs"))).category == "high_card"
    assert name_value(high_omaha(parse_cards("As2c3d4h"), parse_cards("KsQsJs9s8d"))).category == "high_card"
    assert low_eight_omaha(parse_cards("AcKdKhQs"), parse_cards("2c3d4h5s6c")) is None


def test_C7_all_ace_to_five_lows_are_counted() -> None:
    patterns = [ranks for ranks in combinations_with_replacement(range(13), 5) if ranks[0] != ranks[4]]
    by_value = {low_ace_five(_cards_of(ranks)): ranks for ranks in patterns}
    assert sorted(by_value) == list(range(1, 6176))
    best_first = [by_value[value] for value in range(6175, 0, -1)]
    assert best_first == sorted(best_first, key=_low_key)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5c4d3h2sAc", "6c4d3h2sAc"),
        ("5c4c3c2cAc", "6c4d3h2sAc"),
        ("9c4d3h2sAc", "9c5d3h2sAc"),
        ("KcQdJhTs9c", "AcAd4h3s2c"),
        ("AcAdKhQsJc", "2c2d5h4s3c"),
        ("KcKdQhJsTc", "AcAd2h2s3c"),
        ("3c3d2h2sKc", "4c4dAhAs2c"),
        ("KcKdQhQsJc", "AcAdAh3s2c"),
        ("KcKdKhQsJc", "AcAdAh2s2c"),
        ("KcKdKhQsQc", "AcAdAhAs2c"),
    ],
)
def test_C7_the_lower_hand_is_the_better_low(better: str, worse: str) -> None:
    assert low_ace_five(parse_cards(better)) > low_ace_five(parse_cards(worse))


def test_C8_fifty_six_lows_qualify() -> None:
    lows = {low_eight(_cards_of(ranks)) for ranks in combinations(range(13), 5)}
    assert sorted(low for low in lows if low is not None) == list(range(EIGHT_HIGH, 6176))
    assert low_eight(parse_cards("8c7d6h5s4c")) == EIGHT_HIGH
    assert low_eight(parse_cards("5c4c3c2cAc")) == 6175


@pytest.mark.parametrize("cards", ["9c5d3h2sAc", "8c7d6h5s5c", "AcAd2h3s4cKdQh", "2c3d4h5sKcKdKh"])
def test_C8_a_low_needs_five_ranks_up_to_eight(cards: str) -> None:
    assert LOW_EIGHT(parse_cards(cards), ()) is None


def test_high_agrees_with_pokerkit() -> None:
    for hole, board in _deals(2, seed=1, deals=3000):
        theirs = StandardHighHand.from_game(cards_text(hole), cards_text(board))
        assert HIGH(hole, board) == theirs.entry.index + 1


def test_omaha_agrees_with_pokerkit() -> None:
    for hole, board in _deals(4, seed=2, deals=1000):
        theirs = OmahaHoldemHand.from_game(cards_text(hole), cards_text(board))
        assert OMAHA_HIGH(hole, board) == theirs.entry.index + 1
        low = OmahaEightOrBetterLowHand.from_game_or_none(cards_text(hole), cards_text(board))
        assert OMAHA_LOW_EIGHT(hole, board) == (None if low is None else 6175 - low.entry.index)


def test_lows_agree_with_pokerkit() -> None:
    for cards, _ in _deals(7, seed=3, deals=1000):
        theirs = RegularLowHand.from_game(cards_text(cards))
        assert LOW_ACE_FIVE(cards, ()) == 6175 - theirs.entry.index
        low = EightOrBetterLowHand.from_game_or_none(cards_text(cards))
        assert LOW_EIGHT(cards, ()) == (None if low is None else 6175 - low.entry.index)


@given(hands(5, 7), st.randoms(use_true_random=False), SUITS)
def test_C2_neither_order_nor_suits_count(cards: list[int], rng: random.Random, suits: list[int]) -> None:
    same = in_suits(rng.sample(cards, len(cards)), suits)
    assert high(same) == high(cards)
    assert low_ace_five(same) == low_ace_five(cards)
    assert low_eight(same) == low_eight(cards)


@given(hands(9, 9), SUITS)
def test_C2_neither_order_nor_suits_count_in_omaha(cards: list[int], suits: list[int]) -> None:
    same = in_suits(cards, suits)
    assert high_omaha(same[3::-1], same[:3:-1]) == high_omaha(cards[:4], cards[4:])
    assert low_eight_omaha(same[3::-1], same[:3:-1]) == low_eight_omaha(cards[:4], cards[4:])


@given(hands(6, 7))
def test_another_card_never_makes_a_hand_worse(cards: list[int]) -> None:
    assert high(cards) >= high(cards[:-1])
    assert low_ace_five(cards) >= low_ace_five(cards[:-1])


@pytest.mark.parametrize("size", [0, 1, 4, 8])
def test_other_numbers_of_cards_are_refused(size: int) -> None:
    cards = DECK[: 4 * size : 4] if size < 8 else parse_cards("2c3d5h7s8c9dJhQs")
    with pytest.raises(ValueError, match="five, six or seven"):
        high(cards)
    with pytest.raises(ValueError, match="five, six or seven"):
        low_ace_five(cards)


def _deals(hole: int, *, seed: int, deals: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    rng = random.Random(seed)
    for _ in range(deals):
        cards = tuple(rng.sample(DECK, hole if hole == 7 else hole + 5))
        yield cards[:hole], cards[hole:]


def _by_category(hands_of: Counter[int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for value, how_many in hands_of.items():
        counts[name_value(value).category.value] += how_many
    return dict(counts)


def _cards_of(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Returns cards of these ranks, in ascending order and without a flush."""
    return tuple(rank * 4 + place % 4 for place, rank in enumerate(ranks))


def _seven_card_patterns() -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields one hand of each kind, with the number of hands like it."""
    for ranks in combinations_with_replacement(range(13), 7):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        flushes = 0
        for size in range(5, len(counts) + 1):
            for suited in combinations(counts, size):
                others = tuple((Counter(ranks) - Counter(suited)).elements())
                how_many = 4 * prod(comb(3, count - 1 if one in suited else count) for one, count in counts.items())
                flushes += how_many
                yield (*(one * 4 for one in suited), *_off_suit(others)), how_many
        yield _cards_of(ranks), prod(comb(4, count) for count in counts.values()) - flushes


def _off_suit(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one * 4 + 1 + place % 3 for place, one in enumerate(ranks))


def _low_key(ranks: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """Returns a simple sort key for C7: the smaller is better."""
    aces_low = "A23456789TJQK"
    counts = Counter(aces_low.index(RANKS[one]) for one in ranks)
    order = sorted(counts, key=lambda one: (-counts[one], -one))
    return [counts[one] for one in order], order
