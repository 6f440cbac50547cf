"""Template filters for the pages of every app."""

from django import template

from cashier.text import amount_text, money_text, signed_money_text, signed_text

register = template.Library()


@register.filter
def amount(minor: int | None) -> str:
    """Minor units as an amount: 1842000 is "18 420" (narrow no-break space), 50 is "0.50"; nothing for None."""
    return "" if minor is None else amount_text(minor)


@register.filter
def signed_amount(minor: int) -> str:
    """Minor units won or lost as an amount, with a plus if won."""
    return signed_text(minor)


@register.filter
def money(minor: int | None, currency: str) -> str:
    """Minor units with their currency: 1842000 is "18 420 Kč" of CZK; nothing for None."""
    return "" if minor is None else money_text(minor, currency)


@register.filter
def signed_money(minor: int, currency: str) -> str:
    """Minor units won or lost with their currency, with a plus if won."""
    return signed_money_text(minor, currency)
