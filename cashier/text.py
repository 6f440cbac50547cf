"""Amounts and numbers as the reader's language writes them."""

from django.utils.formats import get_format
from django.utils.translation import gettext, gettext_lazy

from cashier.currencies import currency as find_currency
from cashier.currencies import find
from cashier.engine import money
from cashier.engine.currency import PLAY, CurrencyInfo

_NAMES = {PLAY: gettext_lazy("play money"), "CZK": gettext_lazy("Czech koruna"), "EUR": gettext_lazy("euro")}
"""The standard currencies, unless the operator calls them otherwise."""


def decimal_sign() -> str:
    """The sign before decimals: a point, or a comma in Czech and Slovak."""
    return str(get_format("DECIMAL_SEPARATOR"))


def digits_text(minor: int, digits: int, sign: str = "") -> str:
    """Minor units of any currency with so many decimals: "1 842.50".

    `sign` stands before the decimals; without it the one of the active language does.
    """
    return money.amount_text(minor, digits, decimal_sign=sign or decimal_sign())


def amount_text(minor: int, currency: str) -> str:
    """Minor units for people, without the currency: "1 842.50", with a decimal comma where the language has one."""
    return digits_text(minor, find_currency(currency).digits)


def signed_text(minor: int, currency: str) -> str:
    """Minor units won or lost: like `amount_text`, with a plus sign when above zero."""
    return money.signed_text(minor, find_currency(currency).digits, decimal_sign=decimal_sign())


def money_text(minor: int, currency: str) -> str:
    """Minor units with their currency: "1 842.50 Kč", "$5", "5 HUF"; play money is the number alone."""
    return marked(amount_text(minor, currency), find_currency(currency))


def signed_money_text(minor: int, currency: str) -> str:
    """Minor units won or lost with their currency: like `money_text`, with a plus sign when above zero."""
    return marked(signed_text(minor, currency), find_currency(currency))


def marked(number: str, info: CurrencyInfo) -> str:
    """An amount with the symbol or the code of its currency; of play money the number alone."""
    if info.symbol and info.symbol_first:
        sign = number[0] if number[0] in ("+", money.MINUS) else ""
        return f"{sign}{info.symbol}{number.removeprefix(sign)}"
    if not info.symbol and info.code == PLAY:
        return number
    return f"{number}{money.NO_BREAK_SPACE}{info.symbol or info.code}"


def currency_mark(currency: str) -> str:
    """What is written beside a list of amounts in the currency: the symbol, the code, or "play money"."""
    info = find_currency(currency)
    return info.symbol or (currency_name(currency) if currency == PLAY else currency)


def currency_name(currency: str) -> str:
    """The currency's name: the operator's, or that of a standard one, or else its code."""
    info = find(currency)
    return (info.name if info else "") or str(_NAMES.get(currency, currency))


def currency_label(currency: str) -> str:
    """The currency in a list to choose from: "CZK, Czech koruna"; play money by its name alone."""
    name = currency_name(currency)
    return name if currency == PLAY or name == currency else f"{currency}, {name}"


def plain_text(minor: int, currency: str) -> str:
    """Minor units for machines: "-1234.50", with all decimals of the currency."""
    return money.plain_text(minor, find_currency(currency).digits)


def parse_amount(text: str, currency: str) -> int:
    """A typed amount of this currency as minor units; its symbol or code may be typed too. Raises `AmountError`."""
    info = find_currency(currency)
    return money.parse_amount(text, info.digits, marks=info.marks)


def number_text(plain: str, sign: str = "") -> str:
    """A number that is written with a decimal point, with `sign` or else the one of the active language instead."""
    return plain.replace(".", sign or decimal_sign())


def amount_refusal(code: str, digits: int) -> str:
    """Why a typed amount is refused, by the code of the `AmountError`, or "zero"."""
    if code == "too_precise" and not digits:
        return gettext("This currency has no decimals: type a whole amount.")
    example = money.amount_text(12505 * 10**digits // 10, digits, decimal_sign=decimal_sign())
    sentences = {
        "empty": gettext("Type an amount."),
        "not_a_number": gettext("This is not an amount. Type it like this: {example}."),
        "negative": gettext("Type an amount above zero, without a minus sign."),
        "zero": gettext("Type an amount above zero."),
        "too_precise": gettext("Type at most {digits} decimals."),
        "too_large": gettext("This amount is too large."),
    }
    return sentences[code].format(example=example, digits=digits)
