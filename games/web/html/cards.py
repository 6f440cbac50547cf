"""Cards as HTML elements: `data-c` names a face-up card, and the style sheet draws it."""

from collections.abc import Iterable

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.cards import DECK, Card, card_text
from games.text import cards as card_names

BACK = mark_safe('<i class="card back"></i>')
_FACES = tuple(mark_safe(f'<i class="card" data-c="{card_text(card)}"></i>') for card in DECK)  # noqa: S308
_PLAYING = tuple(mark_safe(f'<i class="card plays" data-c="{card_text(card)}"></i>') for card in DECK)  # noqa: S308
AVATAR_COLOURS = 8


def card_html(card: Card, *, plays: bool = False) -> SafeString:
    """One card face up, or a card back for -1; `plays` marks a card of the winning hand."""
    if card < 0:
        return BACK
    return _PLAYING[card] if plays else _FACES[card]


def cards_html(cards: Iterable[Card], plays: Iterable[Card] = ()) -> SafeString:
    """Several cards in a row; those in `plays` are marked as part of the winning hand."""
    lit = frozenset(plays)
    return mark_safe("".join(card_html(card, plays=card in lit) for card in cards))  # noqa: S308 - ours


def mini(card: Card) -> SafeString:
    """A small card inside a line of text, with its name for screen readers."""
    return format_html(
        '<i class="card mini" data-c="{}" role="img" aria-label="{}"></i>',
        card_text(card),
        card_names.card_name(card),
    )
