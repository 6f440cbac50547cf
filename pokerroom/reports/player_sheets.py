"""New, active and returning players, and how long they stay."""

from collections.abc import Mapping
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
_MEAN = Figure(gettext_lazy("Mean stay"), Unit.MINUTES)
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
        (_("Who played"), str(len(players.active(*days))), ask.url(by=ACTIVE)),
        (_("Who came back"), str(len(returning(days))), ask.url(by=RETURNING)),
        (_("Median stay"), figure_text(stays.median, Unit.MINUTES, ask.currency), ""),
        (_("Mean stay"), figure_text(stays.mean, Unit.MINUTES, ask.currency), ""),
    ]


def new_people(days: DayRange) -> QuerySet[User]:
    """The accounts opened in these days; house bots have none."""
    return User.objects.filter(date_joined__gte=days.since, date_joined__lt=days.until, is_bot=False)


def returning(days: DayRange) -> set[int]:
    """Who played in these days and in as many days just before."""
    return players.active(*days) & players.active(*days.before())


def _days(ask: Ask) -> Sheet:
    days = ask.days
    active = players.active_by_day(*days)
    opened = new_people(days).annotate(day=TruncDay("date_joined")).order_by("day").values_list("day")
    new = {timezone.localdate(day): count for day, count in opened.annotate(Count("pk"))}
    stays = {timezone.localdate(day): sums for day, sums in players.stays_by_day(days.since, days.until).items()}
    rows = []
    for day in days.days:
        ended, seconds = stays.get(day, (0, 0))
        mean = seconds // ended if ended else 0
        values = (active.get(day, 0), new.get(day, 0), ended, mean)
        rows.append(Row(day_text(day), values, ask.url(by=ACTIVE, days=one_day(day)), short=short_day(day)))
    whole = players.stays(days.since, days.until)
    total = (len(players.active(*days)), sum(new.values()), whole.ended, whole.mean)
    return Sheet(
        head=GROUPS[DAY],
        figures=(_ACTIVE, _NEW, _STAYS, _MEAN),
        rows=rows,
        total=total,
        currency=ask.currency,
        in_order=True,
    )


def _people(ask: Ask) -> Sheet:
    hands = {row.player: row for row in players.hands_of_players(*ask.days)}
    if ask.by == NEW:
        people = list(new_people(ask.days).order_by("date_joined", "pk"))
    else:
        wanted = returning(ask.days) if ask.by == RETURNING else hands.keys()
        people = sorted(User.objects.filter(pk__in=wanted), key=lambda user: (-hands[user.pk].hands, user.pk))
    rows = []
    for user in people:
        joined = date_format(timezone.localtime(user.date_joined), "SHORT_DATE_FORMAT")
        played = hands[user.pk].hands if user.pk in hands else 0
        rows.append(Row(user.display_name, (played,), person_url(user.pk), (joined,)))
    return Sheet(
        head=pgettext_lazy("a report by", "Player"),
        word_heads=(gettext_lazy("Joined"),),
        figures=(_HANDS,),
        rows=rows,
        total=(sum(row.values[0] for row in rows),),
        currency=ask.currency,
        charted=0 if ask.by != NEW else -1,
    )
