"""Schedules in words: their days and times, and which tables open when next."""

from collections.abc import Iterable
from datetime import datetime, time

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.engine.opening_times import Opening, OpeningTimes, next_openings, opening_now
from games.operations.schedules import ScheduleWanted
from games.operations.table_names import numbered_names
from games.tables.settings import TableSettings
from games.text.moments import moment_text
from games.web.operators.words import settings_lines

TOLD = 3
"""How many coming openings are told."""


def days_text(weekdays: Iterable[int]) -> str:
    """Weekdays by name, all seven as one word."""
    days = sorted(weekdays)
    return ", ".join(str(WEEKDAYS[day]) for day in days) if len(days) < len(WEEKDAYS) else _("every day")


def hours_text(opens: time, closes: time) -> str:
    """The local times of opening and closing."""
    text = pgettext("from one time to another", "{opens}–{closes}")
    if closes <= opens:
        text = pgettext("from one time to another", "{opens}–{closes} on the next day")
    return text.format(opens=time_format(opens), closes=time_format(closes))


def times_text(times: OpeningTimes) -> str:
    """The days and the times."""
    return f"{days_text(times.weekdays)}, {hours_text(times.opens, times.closes)}"


def next_text(times: OpeningTimes, now: datetime) -> str:
    """The opening that runs, or else the next one; "–" if there is none."""
    zone = timezone.get_default_timezone()
    if opening := opening_now(times, now, zone):
        return _("open now, until {moment}").format(moment=moment_text(opening.closes_at))
    coming = next_openings(times, now, zone, count=1)
    return moment_text(coming[0].opens_at) if coming else "–"


def schedule_lines(wanted: ScheduleWanted, now: datetime) -> list[str]:
    """What a schedule will do, a sentence each."""
    names = ", ".join(numbered_names(wanted.name, wanted.how_many))
    text = ngettext(
        "%(count)s table opens by itself, named %(names)s the first time: %(times)s.",
        "%(count)s tables open by themselves, named %(names)s the first time: %(times)s.",
        wanted.how_many,
    )
    first = text % {"count": wanted.how_many, "names": names, "times": times_text(wanted.times)}
    return [first, *settings_lines(TableSettings.from_data(wanted.template.settings)), *_opening_lines(wanted, now)]


def _opening_lines(wanted: ScheduleWanted, now: datetime) -> list[str]:
    zone = timezone.get_default_timezone()
    coming = [_span(one) for one in next_openings(wanted.times, now, zone, count=TOLD)]
    lines = [_("Next in the time zone of the room, {zone}: {openings}.").format(zone=zone, openings="; ".join(coming))]
    if opening := opening_now(wanted.times, now, zone):
        until = moment_text(opening.closes_at)
        lines.insert(0, _("An opening is running: its tables open at once, until {moment}.").format(moment=until))
    return lines if coming else lines[:-1]


def _span(opening: Opening) -> str:
    return f"{moment_text(opening.opens_at)} – {moment_text(opening.closes_at)}"
