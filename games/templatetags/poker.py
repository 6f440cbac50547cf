"""How cards, names and amounts of a table are written in HTML."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from decimal import Decimal

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from games import buyin, models
from games.engine.cards import DECK, Card, card_text
from games.engine.hand_classes import HandName
from games.web import words_of_cards, words_of_hands

register = template.Library()

THIN, NO_BREAK, MINUS = "\u2009", "\u00a0", "\u2212"
BACK = mark_safe('<i class="card back"></i>')
_FACES = tuple(mark_safe(f'<i class="card" data-c="{card_text(card)}"></i>') for card in DECK)  # noqa: S308
_PLAYING = tuple(mark_safe(f'<i class="card plays" data-c="{card_text(card)}"></i>') for card in DECK)  # noqa: S308
AVATAR_COLOURS = 8
WHOLE = 1
"""A tournament's chips have no small change."""
_measure: ContextVar[tuple[int, bool]] = ContextVar("measure", default=(0, False))


@contextmanager
def amounts_by(minor: int, *, chips: bool = False) -> Iterator[None]:
    """Within it amounts of a table are told in big blinds, or chips, of so many minor units; 0: as money."""
    before = _measure.set((minor, chips))
    try:
        yield
    finally:
        _measure.reset(before)


def amounts_of(currency: str) -> AbstractContextManager[None]:
    """Within it amounts are told as those of a table of this currency: money, or a tournament's chips."""
    return amounts_by(WHOLE, chips=True) if currency == models.CHIPS else amounts_by(0)


@register.filter
def amount_of(minor: int, currency: str) -> str:
    """An amount at a table of this currency, where a list holds several."""
    with amounts_of(currency):
        return amount_text(minor)


@register.filter
def signed_of(minor: int, currency: str) -> str:
    """An amount won or lost at a table of this currency, with its sign."""
    with amounts_of(currency):
        return signed(minor)


@register.filter(name="amount")
def amount_text(minor: int) -> str:
    """Minor units as the viewer likes them: "1 842.50", "184 250" or "92.1 BB", rounded to a hundredth of each."""
    measure, chips = _measure.get()
    if not measure:
        return buyin.amount_text(minor)
    count = round(Decimal(minor) / measure, 2)
    number = f"{count.normalize():,f}".replace(",", THIN).replace("-", MINUS)
    if chips:
        return number
    return pgettext("amount in big blinds", "{blinds} BB").format(blinds=number).replace(" ", NO_BREAK)


def card_html(card: Card, *, plays: bool = False) -> SafeString:
    """One card face up, or its back for -1; `plays` marks a card of the winning hand."""
    if card < 0:
        return BACK
    return _PLAYING[card] if plays else _FACES[card]


def cards_html(cards: Iterable[Card], plays: Iterable[Card] = ()) -> SafeString:
    """Cards in a row."""
    lit = frozenset(plays)
    return mark_safe("".join(card_html(card, plays=card in lit) for card in cards))  # noqa: S308 - ours


def mini(card: Card) -> SafeString:
    """A small card inside a line of text, with its name for those who listen."""
    return format_html(
        '<i class="card mini" data-c="{}" role="img" aria-label="{}"></i>',
        card_text(card),
        words_of_cards.card_words(card),
    )


@register.filter
def cards(value: Iterable[Card]) -> SafeString:
    """Cards in a row, -1 as a back."""
    return cards_html(value)


@register.filter
def card(value: Card) -> SafeString:
    """One card face up, -1 as a back."""
    return card_html(value)


@register.filter
def in_words(value: HandName | None) -> str:
    """A hand in words: "Straight, ace high" (C10)."""
    return words_of_hands.hand_words(value) if value else ""


@register.filter
def cards_in_words(value: Iterable[Card]) -> str:
    """Cards for those who listen."""
    return words_of_cards.cards_words(value)


@register.filter
def card_in_words(value: Card) -> str:
    """One card for those who listen."""
    return words_of_cards.card_words(value)


@register.filter
def mini_card(value: Card) -> SafeString:
    """A small card inside a line of text."""
    return mini(value)


@register.filter
def signed(minor: int) -> str:
    """An amount won or lost, with its sign."""
    return f"+{amount_text(minor)}" if minor > 0 else amount_text(minor)


@register.filter
def initials(name: str) -> str:
    """One or two letters that stand for a name on its plate."""
    words = [word for word in name.replace("_", " ").replace("-", " ").split() if word[0].isalpha()]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return name[:2].upper()


@register.filter
def chip(amount: int) -> str:
    """The colour of the chip that stands for an amount in minor units: c1 to c5, growing with the amount."""
    return f"c{min(max(len(str(amount // 100)), 1), 5)}"


__all__ = [
    "WHOLE",
    "amount_text",
    "amounts_by",
    "amounts_of",
    "card_html",
    "cards_html",
    "mini",
    "register",
]
