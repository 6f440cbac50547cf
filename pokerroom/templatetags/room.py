"""Template filters for the pages of every app."""

from django import template

from cashier.text import amount_text, signed_text

register = template.Library()


@register.filter
def amount(minor: int | None) -> str:
    """Minor units as an amount: 1842000 is "18 420" (narrow no-break space), 50 is "0.50"; nothing for None."""
    return "" if minor is None else amount_text(minor)


@register.filter
def signed_amount(minor: int) -> str:
    """Minor units won or lost as an amount, with a plus if won."""
    return signed_text(minor)
