"""Amounts as people read them: money, chips or big blinds."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from decimal import Decimal

from django.utils.translation import pgettext

from games.models import CHIPS
from games.money import escrow

THIN, NO_BREAK, MINUS = "\u2009", "\u00a0", "\u2212"
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
    return amounts_by(WHOLE, chips=True) if currency == CHIPS else amounts_by(0)


def amount_of(minor: int, currency: str) -> str:
    """An amount at a table of this currency, where a list holds several."""
    with amounts_of(currency):
        return amount_text(minor)


def signed_of(minor: int, currency: str) -> str:
    """An amount won or lost at a table of this currency, with its sign."""
    with amounts_of(currency):
        return signed(minor)


def amount_text(minor: int) -> str:
    """Minor units as the viewer likes them: "1 842.50", "184 250" or "92.1 BB", rounded to a hundredth of each."""
    measure, chips = _measure.get()
    if not measure:
        return escrow.amount_text(minor)
    count = round(Decimal(minor) / measure, 2)
    number = f"{count.normalize():,f}".replace(",", THIN).replace("-", MINUS)
    if chips:
        return number
    return pgettext("amount in big blinds", "{blinds} BB").format(blinds=number).replace(" ", NO_BREAK)


def signed(minor: int) -> str:
    """An amount won or lost, with its sign."""
    return f"+{amount_text(minor)}" if minor > 0 else amount_text(minor)
