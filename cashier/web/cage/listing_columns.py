"""What lists of the cage show alike: times, people, money, links."""

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime

from backoffice.api import person_url
from backoffice.web.api import Cell
from cashier.text import money_text, signed_money_text


def moment(at: datetime | None) -> str:
    """Date and time as the reader writes them."""
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else ""


def person(who: object, pk: int | None) -> Cell:
    """Somebody's name with a link to their page, nothing for nobody."""
    return Cell(str(who), person_url(pk)) if pk else Cell("")


def money(amount: int, currency: str) -> str:
    """An amount with its currency."""
    return money_text(amount, currency)


def change(amount: int, currency: str) -> str:
    """An amount that came in, with a plus, or went out, with a minus."""
    return signed_money_text(amount, currency)
