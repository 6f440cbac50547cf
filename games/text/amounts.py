"""Amounts as people read them: money, chips or big blinds."""

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import pgettext

from games.models import CHIPS, Table
from games.money import escrow
from games.text.languages import in_language

LANGUAGES_AND_FORMATS, AMOUNTS = 256, 1024
"""How many writers of amounts are kept, and how many amounts each remembers."""
NARROW_SPACE, NO_BREAK_SPACE, MINUS = "\u202f", "\u00a0", "\u2212"


class AmountFormat(NamedTuple):
    """How amounts are written: as money if `unit` is 0, else counted in chips or big blinds of `unit` minor units.

    Money has the `digits` of its currency as decimals.
    """

    unit: int = 0
    big_blinds: bool = False
    digits: int = 2

    @classmethod
    def of_currency(cls, currency: str) -> "AmountFormat":
        """How amounts of a table in this currency are written: money, or a tournament's chips."""
        return TOURNAMENT_CHIPS if currency == CHIPS else cls(digits=escrow.currency(currency).digits)

    @classmethod
    def of_table(cls, table_id: int) -> "AmountFormat":
        """How amounts of this table are written; whole numbers if there is no such table."""
        currency = Table.objects.filter(pk=table_id).values_list("currency", flat=True).first()
        return TOURNAMENT_CHIPS if currency is None else cls.of_currency(currency)

    def text(self, minor: int) -> str:
        """Minor units as text: "1 842.50", "184 250" or "92.1 BB"; counts are rounded to a hundredth."""
        return _text(self, minor, escrow.decimal_sign(), _counted(self))

    def signed_text(self, minor: int) -> str:
        """An amount won or lost: like `text`, with a plus if it was won."""
        return f"+{self.text(minor)}" if minor > 0 else self.text(minor)


TOURNAMENT_CHIPS = AmountFormat(unit=1)
"""A tournament's chips have no small change."""


def amount_with_currency(minor: int, currency: str) -> str:
    """An amount beside amounts of other currencies: "120 Kč"; a tournament's chips are a number alone."""
    return TOURNAMENT_CHIPS.text(minor) if currency == CHIPS else escrow.money_text(minor, currency)


def signed_amount_with_currency(minor: int, currency: str) -> str:
    """An amount won or lost with its currency, with a plus if it was won."""
    return TOURNAMENT_CHIPS.signed_text(minor) if currency == CHIPS else escrow.signed_money_text(minor, currency)


def _counted(amounts: AmountFormat) -> str:
    if not amounts.big_blinds:
        return "{number}"
    return pgettext("amount in big blinds", "{blinds} BB").format(blinds="{number}").replace(" ", NO_BREAK_SPACE)


def _text(amounts: AmountFormat, minor: int, sign: str, counted: str) -> str:
    if not amounts.unit:
        return escrow.digits_text(minor, amounts.digits, sign)
    count = round(Decimal(minor) / amounts.unit, 2)
    number = f"{count.normalize():,f}".replace(",", NARROW_SPACE).replace("-", MINUS)
    return counted.format(number=escrow.number_text(number, sign))


@lru_cache(LANGUAGES_AND_FORMATS)
def amount_writer(amounts: AmountFormat, language: str) -> Callable[[int], str]:
    """Writes amounts in this format and language as `AmountFormat.text` does; it remembers the last ones."""
    sign, counted = in_language(language, escrow.decimal_sign), in_language(language, _counted, amounts)
    return lru_cache(AMOUNTS)(lambda minor: _text(amounts, minor, sign, counted))
