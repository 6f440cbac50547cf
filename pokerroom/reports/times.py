"""Days, hours and currencies as reports write them."""

from datetime import date

from django.utils.formats import date_format
from django.utils.text import capfirst

from cashier.api import PLAY
from cashier.text import currency_name


def clock_text(hour: int) -> str:
    """An hour of the day: "20:00"."""
    return f"{hour:02d}:00"


def day_text(day: date) -> str:
    """A day with the day of the week: "Mon 3 Nov 2026"."""
    return f"{date_format(day, 'D')} {date_format(day, 'SHORT_DATE_FORMAT')}"


def short_day(day: date) -> str:
    """A day for an axis: "3 Nov"."""
    return date_format(day, "MONTH_DAY_FORMAT")


def currency_text(code: str) -> str:
    """A currency in a choice of them: its code, or the name of play money."""
    return capfirst(currency_name(code)) if code == PLAY else code
