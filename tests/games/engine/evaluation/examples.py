"""The worked examples of the rulebook, and hypothesis strategies for hands."""

from dataclasses import dataclass
from typing import Final

from hypothesis import strategies as st

from games.engine.cards import DECK


@dataclass(frozen=True)
class Example:
    """Two hands of rule C9 and the ranks of the five cards each plays; equal ones split."""

    row: str
    a: str
    b: str
    board: str
    plays_a: str
    plays_b: str
    winner: str


C9: Final = (
    Example("1", "Kc8d", "Kh3s", "6c6dAh7s2c", "66AK8", "66AK7", "a"),
    Example("2", "5c3d", "QhTs", "Jc4dJdJhJs", "JJJJ5", "JJJJQ", "b"),
    Example("3", "AcQd", "Qh7s", "QcQs3dKh3c", "QQQ33", "QQQ33", "split"),
    Example("4", "AsTh", "8s9s", "KsTs7sJd3s", "AKT73", "KT987", "a"),
    Example("5", "5s8s", "9sJh", "7dJsQsKsAs", "AKQJ8", "AKQJ9", "b"),
    Example("6", "Ac2d", "7h6s", "Kc5dTh3s4c", "5432A", "76543", "b"),
    Example("7", "AcJd", "Ad3h", "Ah6sAsKcTd", "AAAKJ", "AAAKT", "a"),
    Example("8", "KcJd", "Kd8h", "Th2sKh2c7d", "KK22J", "KK22T", "a"),
    Example("9", "Jc3d", "Kd3h", "Ah3s5c8d5h", "5533A", "5533A", "split"),
    Example("10", "AcKd", "KhJs", "2c8dKsQhTc", "KKAQT", "KKQJT", "a"),
    Example("11", "KcQd", "Ah3s", "4c9dTh8s6c", "KQT98", "AT986", "b"),
    Example("12a", "2c2d3c3d5c", "2h2s3h3s4c", "", "33225", "33224", "a"),
    Example("12b", "7c7d7h6c6d", "5c5d5hQcQd", "", "77766", "555QQ", "a"),
    Example("13", "2c2d", "KcQd", "4h4s9c9hAd", "9944A", "9944A", "split"),
    Example("13, against AK", "2c2d", "AcKd", "4h4s9c9hAd", "9944A", "AA99K", "b"),
    Example("14", "AsQs", "AhQc", "KsJdTs4s2h", "AKQT4", "AKQJT", "a"),
    Example("15", "2c3d", "4h5c", "AsKsQsJsTs", "AKQJT", "AKQJT", "split"),
    Example("16", "7s2d", "Ks2h", "8s9sTsJsQs", "QJT98", "KQJT9", "b"),
    Example("17", "2c3d", "AhAd", "4s6s8sTsQs", "QT864", "QT864", "split"),
    Example("18", "As2d", "9s8s", "KsQs5s3sKh", "AKQ53", "KQ985", "a"),
    Example("19", "AcKd", "AdQc", "As9h7d4c2s", "AAK97", "AAQ97", "a"),
    Example("20", "9s8s", "AcKd", "7c5h2d6cJh", "98765", "AKJ76", "a"),
)


def hands(smallest: int, largest: int) -> st.SearchStrategy[list[int]]:
    """Draws distinct cards in any order."""
    return st.lists(st.sampled_from(DECK), min_size=smallest, max_size=largest, unique=True)


def in_suits(cards: list[int], suits: list[int]) -> list[int]:
    """Returns the cards with their suits exchanged."""
    return [card - card % 4 + suits[card % 4] for card in cards]
