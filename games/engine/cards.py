"""Cards as small integers, and how they are written: "Ah" is the ace of hearts (C1)."""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
"""rank * 4 + suit: 0 is the deuce of clubs, 51 the ace of spades."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final[tuple[Card, ...]] = tuple(range(52))


class CardError(ValueError):
    """The text names no card, or names one card twice."""


def rank(card: Card) -> int:
    """The rank of a card, 0 for the deuce to 12 for the ace."""
    return card >> 2


def suit(card: Card) -> int:
    """The suit of a card, an index into SUITS."""
    return card & 3


def suit_strength(suit: int, order: str) -> int:
    """How strong a suit is, 0 to 3, where suits have to decide; they never decide a pot (C2)."""
    return 3 - order.index(SUITS[suit])


def card_text(card: Card) -> str:
    """A card in two characters: "Ah"."""
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards in a row, without spaces: "AhKd"."""
    return "".join(_TEXTS[card] for card in cards)


def parse_card(text: str) -> Card:
    """The card that two characters name; CardError if they name none."""
    try:
        return _CARDS[text]
    except KeyError:
        raise CardError("not a card") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of "AhKd" or "Ah Kd", in that order; CardError for nonsense and for a card named twice."""
    cards = tuple(parse_card(word[start : start + 2]) for word in text.split() for start in range(0, len(word), 2))
    if len(set(cards)) < len(cards):
        raise CardError("a card is named twice")
    return cards


_TEXTS: Final = tuple(RANKS[rank(card)] + SUITS[suit(card)] for card in DECK)
_CARDS: Final = {text: card for card, text in enumerate(_TEXTS)}
