"""Sentences about limits and times away, in the reader's language (M7)."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cashier.engine.limits import LimitKind, Period
from cashier.protection.exclusions import TimeAway
from cashier.text import money_text

LIMIT_NAMES = {
    (LimitKind.DEPOSIT, Period.DAY): gettext_lazy("daily deposit limit"),
    (LimitKind.DEPOSIT, Period.WEEK): gettext_lazy("weekly deposit limit"),
    (LimitKind.DEPOSIT, Period.MONTH): gettext_lazy("monthly deposit limit"),
    (LimitKind.LOSS, Period.DAY): gettext_lazy("daily loss limit"),
    (LimitKind.LOSS, Period.WEEK): gettext_lazy("weekly loss limit"),
    (LimitKind.LOSS, Period.MONTH): gettext_lazy("monthly loss limit"),
    (LimitKind.TIME, Period.DAY): gettext_lazy("daily time limit"),
    (LimitKind.TIME, Period.WEEK): gettext_lazy("weekly time limit"),
    (LimitKind.TIME, Period.MONTH): gettext_lazy("monthly time limit"),
}


def moment_text(at: datetime) -> str:
    """A moment by the room's clock."""
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")


def minutes_text(minutes: int) -> str:
    """Minutes as hours and minutes: "2 h 05 min", "45 min"."""
    hours, rest = divmod(minutes, 60)
    return _("%(hours)s h %(minutes)02d min") % {"hours": hours, "minutes": rest} if hours else f"{rest} min"


def value_text(kind: LimitKind, value: int, currency: str) -> str:
    """The value of a limit, or a part of it: money or time."""
    return minutes_text(value) if kind is LimitKind.TIME else money_text(value, currency)


def limit_text(kind: LimitKind, period: Period, limit: int, left: int, ends: datetime, currency: str = "") -> str:
    """Which limit refuses, how much of it is left, and when it ends."""
    return _("Your %(limit_name)s is %(limit)s. Left until %(ends)s: %(left)s.") % {
        "limit_name": LIMIT_NAMES[kind, period],
        "limit": value_text(kind, limit, currency),
        "left": value_text(kind, left, currency),
        "ends": moment_text(ends),
    }


def away_text(away: TimeAway) -> str:
    """That the player stays away, and until when."""
    if away.until is None:
        return _("You have excluded yourself from this room for good. You can still withdraw your money.")
    return _("You have chosen not to play until %(until)s. You can still withdraw your money.") % {
        "until": moment_text(away.until)
    }
