"""Badugi compared with brute force, with counts and with pokerkit."""

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest
from pokerkit import BadugiHand

from games.engine.cards import DECK, RANKS, cards_text, parse_cards, rank, suit
from games.engine.evaluation.badugi import BADUGI, badugi, badugi_names
from games.engine.evaluation.names import Category, HandName, named, playing_cards

# Best first.
LADDER = (
    "4s3h2dAc",
    "5s3h2dAc",
    "5s4h3d2c",
    "8s7h6d5c",
    "KsQhJdTc",
    "3s2hAcAd",
    "4s2hAcAd",
    "KsQhJcJd",
    "2hAcAdAs",
    "2h2cAcAh",
    "KcQdKhKs",
    "Ac2c3c4c",
    "AcAdAhAs",
    "2cKcQcJc",
    "KcKdKhKs",
)


def test_hands_rank_in_this_order() -> None:
    values = [badugi(parse_cards(cards)) for cards in LADDER]
    assert values == sorted(values, reverse=True)
    assert values[0] == 1092
    assert values[-1] == 1
    assert [len(named(BADUGI, parse_cards(cards), ()).ranks) for cards in LADDER] == [4] * 5 + [3] * 3 + [2] * 3 + [
        1
    ] * 4


def test_cards_that_do_not_play_never_count() -> None:
    assert badugi(parse_cards("3s2hAcKc")) == badugi(parse_cards("3s2hAcQc")) == badugi(parse_cards("3d2cAhAs"))


@pytest.mark.parametrize(
    ("cards", "ranks", "plays"),
    [
        ("Ac2d3h4s", "432A", "4s3h2dAc"),
        ("AcKd3h4s", "K43A", "Kd4s3hAc"),
        ("Ac2c3h4s", "43A", "4s3hAc"),
        ("Kc2c3h4s", "432", "4s3h2c"),
        ("9c9d9h9s", "9", "9s"),
        ("5h5s2h8h", "52", "5s2h"),
        ("AsAhKsKh", "KA", "KhAs"),
    ],
)
def test_C10_a_hand_has_a_name_and_cards_that_play(cards: str, ranks: str, plays: str) -> None:
    hand = parse_cards(cards)
    assert named(BADUGI, hand, ()) == HandName(Category.BADUGI, tuple(map(RANKS.index, ranks)))
    assert cards_text(playing_cards(BADUGI, hand, ())) == plays


def test_every_number_of_cards_has_this_many_badugis() -> None:
    many = Counter(map(badugi, combinations(DECK, 4)))
    assert sorted(many) == list(range(1, 1093))
    sizes: Counter[int] = Counter()
    for value, count in many.items():
        sizes[len(badugi_names()[value - 1].ranks)] += count
    assert sizes == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}


def test_a_badugi_is_the_best_of_every_choice_of_cards() -> None:
    rng = random.Random(4)
    hands = [rng.sample(DECK, 4) for _ in range(2000)]
    for one, other in pairwise(hands):
        mine, theirs = _by_hand(one), _by_hand(other)
        assert (badugi(one) > badugi(other)) == (mine > theirs)
        assert (badugi(one) == badugi(other)) == (mine == theirs)


def test_agrees_with_pokerkit() -> None:
    rng = random.Random(44)
    for _ in range(3000):
        cards = tuple(rng.sample(DECK, 4))
        theirs = BadugiHand.from_game(cards_text(cards))
        assert badugi(cards) == 1092 - theirs.entry.index
        assert badugi(playing_cards(BADUGI, cards, ())) == badugi(cards)
        assert len(playing_cards(BADUGI, cards, ())) == len(theirs.cards)


def test_too_few_cards_make_no_hand() -> None:
    with pytest.raises(ValueError, match="at least one card"):
        badugi(())
    assert named(BADUGI, parse_cards("AcKd2h"), ()) is None


def _by_hand(cards: list[int]) -> tuple[int, list[int]]:
    """A sort key: more cards first, then the lowest, compared from the highest card down."""
    choices = (some for size in range(1, 5) for some in combinations(cards, size))
    fit = (some for some in choices if len({*map(rank, some)}) == len({*map(suit, some)}) == len(some))
    return max((len(some), sorted(-((rank(card) + 1) % 13) for card in some)) for some in fit)
