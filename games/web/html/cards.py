"""Cards as HTML elements: `data-c` names a face-up card, and the style sheet draws it."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.cards import DECK, Card, card_text

FACE_DOWN = -1
"""Stands for a card that is not shown."""
_BACK = mark_safe('<i class="card back"></i>')
_FACES = tuple(format_html('<i class="card" data-c="{}"></i>', card_text(card)) for card in DECK)
_PLAYING = tuple(format_html('<i class="card plays" data-c="{}"></i>', card_text(card)) for card in DECK)
AVATAR_COLOURS = 8


def card_html(card: Card, *, plays: bool = False) -> SafeString:
    """One card face up, or a card back for `FACE_DOWN`; `plays` marks a card of the winning hand."""
    if card < 0:
        return _BACK
    return _PLAYING[card] if plays else _FACES[card]


def cards_html(cards: Iterable[Card], plays: Iterable[Card] = ()) -> SafeString:
    """Several cards in a row; those in `plays` are marked as part of the winning hand."""
    winning = frozenset(plays)
    return mark_safe("".join(card_html(card, plays=card in winning) for card in cards))  # noqa: S308 - they are safe


def fan_class(cards: int) -> str:
    """The CSS classes of a hand with this many cards: more than two overlap."""
    return f"fan n{cards}" if cards > 2 else ""
