"""The names of cards in the viewer's language, for screen readers."""

from collections.abc import Iterable
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card

# Whole names in the order of the deck, since in many languages suit and rank are declined together.
NAMES: Final[tuple[Promise, ...]] = (
    _("two of clubs"),
    _("two of diamonds"),
    _("two of hearts"),
    _("two of spades"),
    _("three of clubs"),
    _("three of diamonds"),
    _("three of hearts"),
    _("three of spades"),
    _("four of clubs"),
    _("four of diamonds"),
    _("four of hearts"),
    _("four of spades"),
    _("five of clubs"),
    _("five of diamonds"),
    _("five of hearts"),
    _("five of spades"),
    _("six of clubs"),
    _("six of diamonds"),
    _("six of hearts"),
    _("six of spades"),
    _("seven of clubs"),
    _("seven of diamonds"),
    _("seven of hearts"),
    _("seven of spades"),
    _("eight of clubs"),
    _("eight of diamonds"),
    _("eight of hearts"),
    _("eight of spades"),
    _("nine of clubs"),
    _("nine of diamonds"),
    _("nine of hearts"),
    _("nine of spades"),
    _("ten of clubs"),
    _("ten of diamonds"),
    _("ten of hearts"),
    _("ten of spades"),
    _("jack of clubs"),
    _("jack of diamonds"),
    _("jack of hearts"),
    _("jack of spades"),
    _("queen of clubs"),
    _("queen of diamonds"),
    _("queen of hearts"),
    _("queen of spades"),
    _("king of clubs"),
    _("king of diamonds"),
    _("king of hearts"),
    _("king of spades"),
    _("ace of clubs"),
    _("ace of diamonds"),
    _("ace of hearts"),
    _("ace of spades"),
)


def card_name(card: Card) -> str:
    """The name of a card: "ace of hearts"."""
    return str(NAMES[card])


def card_names(cards: Iterable[Card]) -> str:
    """The names of several cards, without hidden ones."""
    return ", ".join(card_name(card) for card in cards if card >= 0)
