"""New, active and returning players, and how long they stay."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDay
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import Text, person_url
from games.reports import players
from pokerroom.models import User
from pokerroom.reports.ask import Ask, one_day
from pokerroom.reports.ranges import DayRange
from pokerroom.reports.sheet import Figure, Row, Sheet, Unit, figure_text
from pokerroom.reports.times import day_text, short_day

DAY, ACTIVE, NEW, RETURNING = "day", "active", "new", "returning"
GROUPS: Final[Mapping[str, Text]] = {
    DAY: pgettext_lazy("a report by", "Day"),
    ACTIVE: gettext_lazy("Who played"),
    NEW: gettext_lazy("New accounts"),
    RETURNING: gettext_lazy("Who came back"),
}
_NEW = Figure(pgettext_lazy("accounts", "New"), Unit.COUNT, "side")
_ACTIVE = Figure(gettext_lazy("Played"), Unit.COUNT, "key")
_STAYS = Figure(gettext_lazy("Stays at tables"), Unit.COUNT)
_MEAN = Figure(gettext_lazy("Average stay"), Unit.MINUTES)
_HANDS = Figure(gettext_lazy("Hands"), Unit.COUNT, "key")


def sheet(ask: Ask, *, whole: bool = False) -> Sheet:
    """The days, or the people behind one of the figures."""
    return _days(ask) if ask.by == DAY else _people(ask)


def groups(ask: Ask) -> dict[str, Text]:
    """What the report may be divided by."""
    return dict(GROUPS)


def cards(ask: Ask) -> list[tuple[str, str, str]]:
    """The figures of the whole range: name, value, and where it leads ("" = nowhere)."""
    days = ask.days
    stays = players.stays(days.since, days.until)
    return [
        (_("New accounts"), str(new_people(days).count()), ask.url(by=NEW)),
        (_("Who played"), str(players.active(*days).count()), ask.url(by=ACTIVE)),
        (_("Who came back"), str(players.returning(days, days.before()).count()), ask.url(by=RETURNING)),
        (_("Median stay"), figure_text(stays.median, Unit.MINUTES, ask.currency), ""),
        (_("Average stay"), figure_text(stays.mean, Unit.MINUTES, ask.currency), ""),
    ]


def new_people(days: DayRange) -> QuerySet[User]:
    """The accounts opened in these days; house bots have none."""
    return User.objects.filter(date_joined__gte=days.since, date_joined__lt=days.until, is_bot=False)


def _days(ask: Ask) -> Sheet:
    days = ask.days
    active = players.active_by_day(*days)
    opened = new_people(days).annotate(day=TruncDay("date_joined")).order_by("day").values_list("day")
    new = {timezone.localdate(day): count for day, count in opened.annotate(Count("pk"))}
    stays = {timezone.localdate(day): sums for day, sums in players.stays_by_day(days.since, days.until).items()}
    rows = []
    for day in days.days:
        ended, seconds = stays.get(day, (0, 0))
        values = (active.get(day, 0), new.get(day, 0), ended, _mean(ended, seconds))
        link = partial(ask.url, by=ACTIVE, days=one_day(day))
        rows.append(Row(day_text(day), values, link, short=short_day(day)))
    ended, seconds = (sum(column) for column in zip((0, 0), *stays.values(), strict=True))
    total = (players.active(*days).count(), sum(new.values()), ended, _mean(ended, seconds))
    return Sheet(
        head=GROUPS[DAY],
        figures=(_ACTIVE, _NEW, _STAYS, _MEAN),
        rows=rows,
        total=total,
        currency=ask.currency,
        in_order=True,
    )


def _mean(ended: int, seconds: int) -> int:
    return seconds // ended if ended else 0


def _people(ask: Ask) -> Sheet:
    hands = players.hands_of_players(*ask.days)
    # As values, not as objects: there may be thousands.
    fields = ("pk", "display_name", "date_joined")
    if ask.by == NEW:
        people = list(new_people(ask.days).order_by("date_joined", "pk").values_list(*fields))
    else:
        wanted = {*players.returning(ask.days, ask.days.before())} if ask.by == RETURNING else hands.keys()
        found = User.objects.filter(pk__in=wanted).values_list(*fields)
        people = sorted(found, key=lambda person: (-hands[person[0]], person[0]))
    rows = [
        Row(name, (hands.get(pk, 0),), partial(person_url, pk), partial(_joined, joined)) for pk, name, joined in people
    ]
    return Sheet(
        head=pgettext_lazy("a report by", "Player"),
        word_heads=(gettext_lazy("Joined"),),
        figures=(_HANDS,),
        rows=rows,
        total=(sum(row.values[0] for row in rows),),
        currency=ask.currency,
        charted=0 if ask.by != NEW else -1,
    )


def _joined(at: datetime) -> Sequence[str]:
    return (date_format(timezone.localtime(at), "SHORT_DATE_FORMAT"),)
