"""Movements of the ledger as sheets: money of players, tournaments, and chips that the room gave."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import Text
from cashier import api as cashier
from cashier.api import FlowEntry, Flows, FlowsBy, Part
from pokerroom.models import User
from pokerroom.reports.ask import Ask, one_day
from pokerroom.reports.ranges import DayRange
from pokerroom.reports.sheet import Figure, Row, Sheet, Unit
from pokerroom.reports.times import day_text, short_day

ENTRIES: Final = "entries"
NAMES: Final[Mapping[str, Text]] = {
    FlowsBy.DAY: pgettext_lazy("a report by", "Day"),
    FlowsBy.CAUSE: pgettext_lazy("a report by", "Cause"),
    FlowsBy.OWNER: pgettext_lazy("a report by", "Person"),
    ENTRIES: pgettext_lazy("a report by", "Entry"),
}
TOURNAMENT: Final = pgettext_lazy("a report by", "Tournament")
MOST_IN_CSV: Final = 100_000


@dataclass(frozen=True)
class FlowReport:
    """A report of movements: its figures with the part of the ledger that each sums, and what divides it.

    `has_net` adds a column with the sum of all figures. `down` says what a row of each division leads to, `ref_name`
    what entries refer to.
    """

    figures: Sequence[tuple[Text, Part]]
    down: Mapping[str, str]
    has_net: bool = False
    names_of_refs: Callable[[Sequence[str]], Mapping[str, str]] | None = None
    ref_name: Text = TOURNAMENT

    @property
    def parts(self) -> list[Part]:
        """The part of the ledger of each figure."""
        return [part for _label, part in self.figures]

    @property
    def names(self) -> dict[str, Text]:
        """What it may be divided by, the usual division first."""
        return {by: self.ref_name if by == FlowsBy.REF else NAMES[by] for by in self.down}

    def groups(self, ask: Ask) -> dict[str, Text]:
        """What the report may be divided by as it is narrowed."""
        left = [by for by in self.down if not (by == FlowsBy.DAY and ask.days.is_one_day)]
        fixed: dict[str, str] = {FlowsBy.OWNER: "player", FlowsBy.REF: "ref", FlowsBy.CAUSE: "cause"}
        return {by: self.names[by] for by in left if fixed.get(by) not in ask.query}

    def sheet(self, ask: Ask, *, whole: bool = False) -> Sheet:
        """The sheet; `whole` reads all entries, not a page of them."""
        return self._entries(ask, whole=whole) if ask.by == ENTRIES else self._sums(ask)

    def _sums(self, ask: Ask) -> Sheet:
        by = FlowsBy.MONTH if ask.by == FlowsBy.DAY and ask.days.is_long else FlowsBy(ask.by)
        sums = {key: list(values) for key, values in cashier.flow_sums(by, _flows(ask), self.parts).items()}
        if by is FlowsBy.DAY:
            found = {timezone.localdate(key): values for key, values in sums.items()}
            sums = {DayRange(day, day).since: found.get(day, [0] * len(self.figures)) for day in ask.days.days}
        names = self._names(by, list(sums))
        in_order = by in (FlowsBy.MONTH, FlowsBy.DAY)
        keys = list(sums) if in_order else sorted(sums, key=lambda key: -sum(map(abs, sums[key])))
        return Sheet(
            head=self.names[ask.by],
            figures=self._heads(),
            rows=[
                Row(
                    names.get(key) or str(key),
                    self._values(sums[key]),
                    partial(self._next, ask, by, key),
                    short=_short(by, key),
                )
                for key in keys
            ],
            total=self._values([sum(column) for column in zip(*sums.values(), strict=True)] or [0] * len(self.figures)),
            currency=ask.currency,
            in_order=in_order,
            charted=len(self.figures) if self.has_net else 0,
        )

    def _heads(self) -> list[Figure]:
        places = ("key", "side")
        figures = [Figure(label, Unit.MONEY) for label, _part in self.figures]
        if self.has_net:
            figures.append(Figure(pgettext_lazy("sum of money in and out", "Net"), Unit.MONEY))
        shown = [-1, 0] if self.has_net else [0, 1]
        for number, css in zip(shown, places, strict=True):
            if len(figures) > number:
                figures[number] = figures[number]._replace(css=css)
        return figures

    def _values(self, values: Sequence[int]) -> Sequence[int]:
        return [*values, sum(values)] if self.has_net else list(values)

    def _names(self, by: FlowsBy, keys: Sequence[Any]) -> Mapping[Any, str]:  # Any: keys are of many types
        match by:
            case FlowsBy.MONTH:
                return {
                    key: date_format(timezone.localdate(key), "YEAR_MONTH_FORMAT")
                    for key in keys
                    if isinstance(key, datetime)
                }
            case FlowsBy.DAY:
                return {key: day_text(timezone.localdate(key)) for key in keys if isinstance(key, datetime)}
            case FlowsBy.CAUSE:
                return {key: cashier.cause_name(str(key)) for key in keys}
            case FlowsBy.OWNER:
                people = User.objects.filter(pk__in=[key for key in keys if key])
                return {None: _("The room"), **dict(people.values_list("pk", "display_name"))}
            case _ if self.names_of_refs is not None:
                return self.names_of_refs([str(key) for key in keys])
        return {}

    def _next(self, ask: Ask, by: FlowsBy, key: object) -> str:
        match by, key:
            case FlowsBy.MONTH, datetime():
                first = timezone.localdate(key)
                days = [day for day in ask.days.days if (day.year, day.month) == (first.year, first.month)]
                return ask.url(by=FlowsBy.DAY, days=DayRange(days[0], days[-1]))
            case FlowsBy.DAY, datetime():
                return ask.url(by=self.down[by], days=one_day(timezone.localdate(key)))
            case FlowsBy.CAUSE, str():
                return ask.url(by=self.down[by], cause=key)
            case FlowsBy.OWNER, int():
                return ask.url(by=self.down[by], player=key)
            case FlowsBy.REF, str() if key:
                return ask.url(by=self.down[by], ref=key)
        return ""

    def _entries(self, ask: Ask, *, whole: bool) -> Sheet:
        wanted = _flows(ask)
        limit = MOST_IN_CSV if whole else 50
        found, more = cashier.flow_entries(wanted, self.parts, after=ask.after, limit=limit)
        return Sheet(
            head=NAMES[ENTRIES],
            word_heads=(gettext_lazy("Time"), gettext_lazy("Person"), gettext_lazy("Reason")),
            figures=self._heads(),
            rows=[self._entry_row(one) for one in found],
            total=self._values(cashier.flow_total(wanted, self.parts)),
            currency=ask.currency,
            charted=-1,
            more=ask.url(after=more) if more else "",
        )

    def _entry_row(self, one: FlowEntry) -> Row:
        amounts = [one.amount if number == one.part else 0 for number in range(len(self.figures))]
        at = date_format(timezone.localtime(one.at), "SHORT_DATETIME_FORMAT")
        label = " · ".join(part for part in (cashier.cause_name(one.cause), one.label) if part)
        return Row(label, self._values(amounts), partial(entry_url, one), lambda: (at, one.owner_name, one.reason))


def entry_url(entry: FlowEntry) -> str:
    """The page of an entry in the books."""
    return reverse("books:entry", args=[entry.entry])


def narrowings(ask: Ask, report: FlowReport) -> list[tuple[str, str]]:
    """What the report is narrowed to, in words, each with the address without it."""
    found = []
    if cause := ask.query.get("cause"):
        found.append(("cause", cashier.cause_name(cause)))
    if player := ask.query.get("player"):
        found.append(("player", User.objects.filter(pk=player).values_list("display_name", flat=True).first() or ""))
    if ref := ask.query.get("ref"):
        names = report.names_of_refs([ref]) if report.names_of_refs else {}
        found.append(("ref", names.get(ref, ref)))
    return [(text, ask.without(name)) for name, text in found]


def _flows(ask: Ask) -> Flows:
    return Flows(
        since=ask.days.since,
        until=ask.days.until,
        currency=ask.currency,
        ref=ask.query.get("ref", ""),
        owner=int(ask.query.get("player", 0)),
        cause=ask.query.get("cause", ""),
    )


def _short(by: FlowsBy, key: object) -> str:
    return short_day(timezone.localdate(key)) if by is FlowsBy.DAY and isinstance(key, datetime) else ""
