"""Names of hands and the five cards that play."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import DECK, RANKS, cards_text, parse_cards, rank
from games.engine.evaluation.names import (
    Category,
    HandName,
    best_five,
    best_five_omaha,
    name_high,
    name_value,
    playing_cards,
)
from games.engine.evaluation.rankings import (
    HIGH,
    LOW_ACE_FIVE,
    LOW_EIGHT,
    OMAHA_HIGH,
    OMAHA_LOW_EIGHT,
    Ranking,
    high,
    high_omaha,
    low_ace_five,
)
from tests.games.engine.evaluation.examples import C9, Example, hands


def _ranks(cards: tuple[int, ...]) -> str:
    return "".join(RANKS[rank(card)] for card in cards)


@pytest.mark.parametrize("example", C9, ids=lambda example: f"C9-{example.row}")
def test_C9_these_five_cards_play(example: Example) -> None:
    board = parse_cards(example.board)
    assert _ranks(best_five(parse_cards(example.a) + board)) == example.plays_a
    assert _ranks(best_five(parse_cards(example.b) + board)) == example.plays_b


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        ("AcAd", Category.ONE_PAIR, "A"),
        ("Ac7d", Category.HIGH_CARD, "A7"),
        ("7dAc", Category.HIGH_CARD, "A7"),
        ("9s", Category.HIGH_CARD, "9"),
        ("9s9d9c", Category.THREE_OF_A_KIND, "9"),
        ("9s9dAc4h", Category.ONE_PAIR, "9A4"),
        ("9s9dAcAh", Category.TWO_PAIR, "A9"),
        ("9s9dAh9h", Category.THREE_OF_A_KIND, "9A"),
        ("9s9d9c9h", Category.FOUR_OF_A_KIND, "9"),
        ("2s3s4s5s", Category.HIGH_CARD, "5432"),
        ("Kc8d6c6dAh7s2c", Category.ONE_PAIR, "6AK8"),
        ("Qc3dQdQh3cKsJs", Category.FULL_HOUSE, "Q3"),
        ("QcQdQh3c3d3sJs", Category.FULL_HOUSE, "Q3"),
        ("QcQdKh3c3dKsJs", Category.TWO_PAIR, "KQJ"),
        ("5c4d3h2sAc", Category.STRAIGHT, "5"),
        ("5c4d3h2sAcKdQd", Category.STRAIGHT, "5"),
        ("AcKdQhJsTc", Category.STRAIGHT, "A"),
        ("5c4c3c2cAc", Category.STRAIGHT_FLUSH, "5"),
        ("KcQcJcTc9cAd", Category.STRAIGHT_FLUSH, "K"),
        ("KcQcJcTcAcAd", Category.ROYAL_FLUSH, "A"),
        ("KcQcJc2c9cAd", Category.FLUSH, "KQJ92"),
        ("7c7d7h7sAcAd", Category.FOUR_OF_A_KIND, "7A"),
        ("7c7d7hAs2c4d", Category.THREE_OF_A_KIND, "7A4"),
    ],
)
def test_C10_hands_have_these_names(cards: str, category: Category, ranks: str) -> None:
    assert name_high(parse_cards(cards)) == HandName(category, tuple(map(RANKS.index, ranks)))


def test_C3_the_categories_are_in_this_order() -> None:
    assert [category.value for category in reversed(Category)] == [
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pair",
        "one_pair",
        "high_card",
        "badugi",
        "low",
    ]


def test_C5_every_value_has_one_name_and_names_rise_with_it() -> None:
    names = [name_value(value) for value in range(1, 7463)]
    assert len(set(names)) == 7462
    assert names == sorted(names, key=lambda name: name.strength)


@given(hands(5, 7), st.randoms(use_true_random=False))
def test_the_five_cards_that_play_have_the_value_of_the_hand(cards: list[int], rng: random.Random) -> None:
    five = best_five(cards)
    assert len(five) == 5
    assert set(five) <= set(cards)
    assert high(five) == high(cards)
    assert name_high(five) == name_high(cards)
    assert best_five(rng.sample(cards, len(cards))) == five


@given(hands(7, 9))
def test_C6_two_hole_cards_and_three_board_cards_play(cards: list[int]) -> None:
    hole, board = cards[:4], cards[4:]
    five = best_five_omaha(hole, board)
    assert (len(set(five) & set(hole)), len(set(five) & set(board))) == (2, 3)
    assert high(five) == high_omaha(hole, board)


@given(hands(5, 7))
def test_the_cards_are_in_the_order_of_the_name(cards: list[int]) -> None:
    name, five = name_high(cards), best_five(cards)
    assert tuple(dict.fromkeys(map(rank, five)))[: len(name.ranks)] == name.ranks


@pytest.mark.parametrize(
    ("ranking", "hole", "board", "plays"),
    [
        (HIGH, "2c7d", "AsAhKdKc9s", "AsAhKdKc9s"),
        (HIGH, "9d7d", "AsAhKdKc9s", "AsAhKdKc9s"),
        (HIGH, "3s2s", "4h5d6cKdKh", "6c5d4h3s2s"),
        (HIGH, "AcAs", "KdQhJsTcTh", "AsKdQhJsTh"),
        (HIGH, "As2s", "3h5d4cKdKh", "5d4c3h2sAs"),
        (HIGH, "As2s", "3s5s4sKdKh", "5s4s3s2sAs"),
        (OMAHA_HIGH, "AhAdKsQs", "AsKd7h4c2s", "AsAhAdKd7h"),
        (LOW_ACE_FIVE, "AcKd", "8h5s4c2dQh", "8h5s4c2dAc"),
        (LOW_ACE_FIVE, "KcKd", "KhAcAdAhAs", "AsAhAdKhKd"),
        (LOW_EIGHT, "AcKd", "8h5s4c2dQh", "8h5s4c2dAc"),
        (LOW_EIGHT, "AcKd", "8h5sJc2dQh", ""),
        (OMAHA_LOW_EIGHT, "Ac2dKhQs", "8h5s4c2hQh", "8h5s4c2dAc"),
        (OMAHA_LOW_EIGHT, "AcKcKhQs", "8h5s4c2hQh", ""),
    ],
)
def test_C5_the_highest_cards_play(ranking: Ranking, hole: str, board: str, plays: str) -> None:
    assert cards_text(playing_cards(ranking, parse_cards(hole), parse_cards(board))) == plays


def test_no_cards_play_when_there_are_too_few() -> None:
    assert playing_cards(HIGH, parse_cards("AcAd"), ()) == ()
    assert playing_cards(OMAHA_HIGH, parse_cards("AcAdKcKd"), parse_cards("2c3c")) == ()


def test_the_cards_of_a_low_have_the_value_of_the_hand() -> None:
    rng = random.Random(5)
    for _ in range(200):
        cards = rng.sample(DECK, 7)
        five = playing_cards(LOW_ACE_FIVE, cards, ())
        assert low_ace_five(five) == low_ace_five(cards) == max(map(low_ace_five, combinations(cards, 5)))


def test_G15_names_of_up_cards_compare() -> None:
    shown = ["2c2d2h2s", "2c2d2h3s", "2c2d3h3s", "AcAdKhQs", "AcAd2h3s", "AcKdQhTs", "AcKdQhTs"]
    strengths = [name_high(parse_cards(cards)).strength for cards in shown]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] == strengths[-2] < strengths[-3]
