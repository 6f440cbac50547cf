"""Amounts and numbers as the reader's language writes them."""

from django.utils.formats import get_format

from cashier.engine import money


def decimal_sign() -> str:
    """The sign before decimals: a point, or a comma in Czech and Slovak."""
    return str(get_format("DECIMAL_SEPARATOR"))


def amount_text(minor: int) -> str:
    """Minor units for people: "1 842.50", with a decimal comma where the language has one."""
    return money.amount_text(minor, decimal_sign=decimal_sign())


def signed_text(minor: int) -> str:
    """Minor units won or lost: like `amount_text`, with a plus sign when above zero."""
    return money.signed_text(minor, decimal_sign=decimal_sign())


def number_text(plain: str) -> str:
    """A number that is written with a decimal point."""
    return plain.replace(".", decimal_sign())
