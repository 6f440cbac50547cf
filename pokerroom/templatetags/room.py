"""Template filters for the pages of every app."""

from django import template

from cashier.text import amount_text, currency_label, currency_mark, currency_name, money_text, signed_money_text

register = template.Library()


@register.filter
def amount(minor: int | None, currency: str) -> str:
    """Minor units without their currency: 1842000 is "18 420" (narrow no-break space) of PLAY; nothing for None."""
    return "" if minor is None else amount_text(minor, currency)


@register.filter
def money(minor: int | None, currency: str) -> str:
    """Minor units with their currency: 1842000 is "18 420 Kč" of CZK; nothing for None."""
    return "" if minor is None else money_text(minor, currency)


@register.filter
def signed_money(minor: int, currency: str) -> str:
    """Minor units won or lost with their currency, with a plus if won."""
    return signed_money_text(minor, currency)


register.filter("currency_mark", currency_mark)
register.filter("currency_name", currency_name)
register.filter("currency_label", currency_label)
