"""What lists of the cage show alike: times, people, money, links."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from django.db.models import Model
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from backoffice.api import Text, person_url
from backoffice.web.api import Cell, Column
from cashier.text import money_text, plain_text, signed_money_text

Row = TypeVar("Row", bound=Model)


def moment(at: datetime | None) -> str:
    """Date and time as the reader writes them."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else ""


def person(who: object, pk: int | None) -> Cell:
    """Somebody's name with a link to their page, nothing for nobody."""
    return Cell(str(who), person_url(pk)) if pk else Cell("")


def amount_column(
    name: str,
    label: Text,
    amount: Callable[[Row], tuple[int, str] | None],
    order: Sequence[str] = (),
    css: str = "key n",
    *,
    signed: bool = False,
) -> Column[Row]:
    """An amount of minor units with its currency, None for none; a plain number in files, beside `currency_column`.

    `signed` ones came in, with a plus, or went out, with a minus.
    """
    written = signed_money_text if signed else money_text

    def text(row: Row) -> str:
        found = amount(row)
        return written(*found) if found else ""

    def plain(row: Row) -> str:
        found = amount(row)
        return plain_text(*found) if found else ""

    return Column(name, label, text, order, css, in_file=plain)


def currency_column(currency: Callable[[Row], str]) -> Column[Row]:
    """The currency of a row's amounts, for files."""
    return Column("currency", gettext_lazy("currency"), currency, only_in_file=True)
