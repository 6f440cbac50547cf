"""Template filters for cards, hands and amounts, registered here and written in `games.text` and `games.web.html`."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from games.engine.cards import Card
from games.engine.evaluation.categories import HandName
from games.text import cards as cards_text
from games.text import hands as hands_text
from games.text.amounts import AmountFormat
from games.web.html.cards import card_html, cards_html, mini

register = template.Library()


@register.filter
def amount_in(minor: int, amounts: AmountFormat) -> str:
    """Minor units in the given format."""
    return amounts.text(minor)


@register.filter
def signed_amount_in(minor: int, amounts: AmountFormat) -> str:
    """Minor units won or lost in the given format, with a plus if won."""
    return amounts.signed_text(minor)


@register.filter
def amount_in_currency(minor: int, currency: str) -> str:
    """Minor units as a table in this currency writes them."""
    return AmountFormat.of_currency(currency).text(minor)


@register.filter
def signed_amount_in_currency(minor: int, currency: str) -> str:
    """Minor units won or lost at a table in this currency, with a plus if won."""
    return AmountFormat.of_currency(currency).signed_text(minor)


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
    return hands_text.hand_words(value) if value else ""


@register.filter
def cards_in_words(value: Iterable[Card]) -> str:
    """Cards for those who listen."""
    return cards_text.cards_words(value)


@register.filter
def card_in_words(value: Card) -> str:
    """One card for those who listen."""
    return cards_text.card_words(value)


@register.filter
def mini_card(value: Card) -> SafeString:
    """A small card inside a line of text."""
    return mini(value)


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
