"""Short-deck hands compared with counts, with brute force and with pokerkit."""

import random
from collections import Counter
from itertools import combinations

import pytest
from pokerkit import ShortDeckHoldemHand

from games.engine.cards import cards_text, parse_cards
from games.engine.evaluation.names import Category, HandName, named, playing_cards
from games.engine.evaluation.short_deck import HIGH_SHORT, SHORT_DECK, high_short, short_names

# Best first.
LADDER = (
    "AsKsQsJsTs",
    "KsQsJsTs9s",
    "9s8s7s6sAs",
    "6c6d6h6s7c",
    "Js9s8s7s6s",
    "AcAdAhKsKc",
    "6c6d6h7s7c",
    "AcKdQhJsTc",
    "9c8d7h6sAc",
    "AcAdAhKsQc",
    "6c6d6h8s7c",
    "AcAdKhKsQc",
    "6c6d7h7s8c",
    "AcAdKhQsJc",
    "6c6d9h8s7c",
    "AcKdQhJs9c",
    "Jc9d8h7s6c",
)


def test_hands_rank_in_this_order() -> None:
    values = [high_short(parse_cards(cards)) for cards in LADDER]
    assert values == sorted(set(values), reverse=True)
    assert values[0] == 1404
    assert values[-1] == 1


def test_the_deck_begins_with_the_six() -> None:
    assert len(SHORT_DECK) == 36
    assert {cards_text([card])[0] for card in SHORT_DECK} == set("6789TJQKA")


def test_all_five_card_hands_are_counted() -> None:
    many = Counter(map(high_short, combinations(SHORT_DECK, 5)))
    assert sorted(many) == list(range(1, 1405))
    kinds: Counter[Category] = Counter()
    for value, count in many.items():
        kinds[short_names()[value - 1].category] += count
    assert kinds == {
        "royal_flush": 4,
        "straight_flush": 20,
        "four_of_a_kind": 288,
        "flush": 480,
        "full_house": 1_728,
        "straight": 6_120,
        "three_of_a_kind": 16_128,
        "two_pair": 36_288,
        "one_pair": 193_536,
        "high_card": 122_400,
    }


def test_six_and_seven_cards_are_the_best_five_of_them() -> None:
    rng = random.Random(36)
    for size in [6, 7] * 500:
        cards = rng.sample(SHORT_DECK, size)
        assert high_short(cards) == max(map(high_short, combinations(cards, 5)))
        five = playing_cards(HIGH_SHORT, cards, ())
        assert high_short(five) == high_short(cards)


def test_agrees_with_pokerkit() -> None:
    rng = random.Random(6)
    for _ in range(3000):
        cards = rng.sample(SHORT_DECK, 7)
        theirs = ShortDeckHoldemHand.from_game(cards_text(cards[:2]), cards_text(cards[2:]))
        assert HIGH_SHORT(cards[:2], cards[2:]) == theirs.entry.index + 1


@pytest.mark.parametrize(
    ("hole", "board", "category", "ranks", "plays"),
    [
        ("AcAd", "", Category.ONE_PAIR, (12,), ""),
        ("AcKd", "9h8s7c6dQh", Category.STRAIGHT, (7,), "9h8s7c6dAc"),
        ("Ac6c", "9c8c7cAdAh", Category.STRAIGHT_FLUSH, (7,), "9c8c7c6cAc"),
        ("AcKd", "KhAhQhJhTh", Category.ROYAL_FLUSH, (12,), "AhKhQhJhTh"),
        ("AcAd", "AhKh9h8h7d", Category.THREE_OF_A_KIND, (12, 11, 7), "AhAdAcKh9h"),
        ("AcTh", "AhKh9h8hAd", Category.FLUSH, (12, 11, 8, 7, 6), "AhKhTh9h8h"),
    ],
)
def test_C10_a_hand_has_a_name_and_cards_that_play(
    hole: str, board: str, category: Category, ranks: tuple[int, ...], plays: str
) -> None:
    ours, shared = parse_cards(hole), parse_cards(board)
    assert named(HIGH_SHORT, ours, shared) == HandName(category, ranks)
    assert cards_text(playing_cards(HIGH_SHORT, ours, shared)) == plays
