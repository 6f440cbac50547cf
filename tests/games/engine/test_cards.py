"""Cards: numbers, texts and the order of suits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import (
    DECK,
    RANKS,
    SUITS,
    CardError,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    rank,
    suit,
    suit_strength,
)
from games.engine.rules.house_rules import SuitOrder


def test_c1_one_deck_of_52_distinct_cards() -> None:
    assert tuple(range(52)) == DECK
    assert {card_text(card) for card in DECK} == {r + s for r in RANKS for s in SUITS}


def test_a_card_is_its_rank_and_suit() -> None:
    for card in DECK:
        assert card == rank(card) * 4 + suit(card)
        assert card_text(card) == RANKS[rank(card)] + SUITS[suit(card)]
        assert parse_card(card_text(card)) == card
    assert (card_text(0), card_text(51)) == ("2c", "As")


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_cards_are_read_back_in_their_order(cards: list[int]) -> None:
    assert parse_cards(cards_text(cards)) == tuple(cards)
    assert parse_cards(" ".join(map(card_text, cards))) == tuple(cards)


def test_spaces_may_part_the_cards() -> None:
    assert parse_cards("AhKd 2c") == parse_cards(" Ah Kd  2c\n") == (50, 45, 0)
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["A", "Ahh", "Ah K d", "1h", "Ax", "ah", "AH", "10h", "A♥", "AhKdQ", "hA"])
def test_nonsense_is_no_card(text: str) -> None:
    with pytest.raises(CardError):
        parse_cards(text)


@pytest.mark.parametrize("text", ["", "A", "AhKd", " Ah"])
def test_one_card_is_two_characters(text: str) -> None:
    with pytest.raises(CardError):
        parse_card(text)


def test_c1_a_card_twice_is_refused_and_not_told() -> None:
    with pytest.raises(CardError) as refusal:
        parse_cards("AhKdAh")
    assert isinstance(refusal.value, ValueError)
    assert "Ah" not in str(refusal.value)


def test_c2_the_orders_of_suits() -> None:
    for order in SuitOrder:
        strongest_first = sorted(range(4), key=lambda one: suit_strength(one, order), reverse=True)
        assert "".join(SUITS[one] for one in strongest_first) == order
        assert {suit_strength(one, order) for one in range(4)} == {0, 1, 2, 3}
