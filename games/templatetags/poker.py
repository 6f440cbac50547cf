"""Template filters for cards, hands and amounts, and the largest reason."""

from django import template

from games.engine.evaluation.categories import HandName
from games.engine.events.kinds import LONGEST_REASON
from games.text import cards as card_text
from games.text.amounts import AmountFormat, amount_with_currency
from games.text.hands import hand_text
from games.text.small_cards import mini
from games.text.time_left import time_left
from games.web.html.cards import card_html

register = template.Library()
register.simple_tag(lambda: LONGEST_REASON, name="longest_reason")
register.filter("card", card_html)
register.filter("mini_card", mini)
register.filter("cards_in_words", card_text.card_names)
register.filter("card_in_words", card_text.card_name)
register.filter(time_left)
register.filter(amount_with_currency)


@register.filter
def in_words(hand: HandName | None) -> str:
    """The name of a hand: "Straight, ace high"; "" without one (C10)."""
    return hand_text(hand) if hand else ""


@register.filter
def amount_in(minor: int, amounts: AmountFormat) -> str:
    """Minor units in the given format."""
    return amounts.text(minor)


@register.filter
def signed_amount_in(minor: int, amounts: AmountFormat) -> str:
    """Minor units won or lost in the given format, with a plus if won."""
    return amounts.signed_text(minor)


@register.filter
def signed_amount_in_currency(minor: int, currency: str) -> str:
    """Minor units won or lost at a table in this currency, with a plus if won."""
    return AmountFormat.of_currency(currency).signed_text(minor)
