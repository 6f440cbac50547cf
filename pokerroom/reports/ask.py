"""What a report is asked for: days, currency, what it is divided by, and what it is narrowed to; and such addresses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import timezone

from cashier.api import all_currencies, used_currency
from games.engine.rules.stakes import Structure
from games.reports.play import Play
from pokerroom.reports import ranges
from pokerroom.reports.ranges import DayRange

LARGEST_ID = 2**53
NARROWING = ("table", "game", "stakes", "clock", "player", "cause", "ref")
"""What a figure may be narrowed to, by the names in the address."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for a report. `query` holds what narrows it, cleaned; fields that are not asked for are empty."""

    path: str
    range_name: str
    days: DayRange
    currency: str
    by: str
    query: Mapping[str, str]
    now: datetime
    page: int = 1
    after: int = 0

    @property
    def narrowed(self) -> Play:
        """The hands asked for."""
        stakes, game = self.query.get("stakes", ""), self.query.get("game", "")
        structure, small, big = stakes.split("-") if stakes else ("", "0", "0")
        return Play(
            since=self.days.since,
            until=self.days.until,
            currency=self.currency,
            table=int(self.query.get("table", 0)),
            game=(game.rpartition("-")[0], game.rpartition("-")[2]) if game else None,
            stakes=(structure, int(small), int(big)) if stakes else None,
            clock=int(self.query["clock"]) if "clock" in self.query else None,
            player=int(self.query.get("player", 0)),
        )

    def url(self, *, by: str = "", days: DayRange | None = None, path: str = "", **changes: str | int) -> str:
        """The address of the same report with changes."""
        dated = {} if "range" in changes else self._range(days)
        shown = {"currency": self.currency, **dated, "by": by or self.by, **self.query, **changes}
        return f"{path or self.path}?{urlencode(shown)}"

    def on(self, days: DayRange) -> "Ask":
        """The same for other days."""
        return replace(self, range_name=ranges.OWN, days=days)

    def without(self, name: str, *, by: str = "") -> str:
        """The address without what narrows the report by this name."""
        rest = {key: value for key, value in self.query.items() if key != name}
        return replace(self, query=rest).url(by=by)

    def _range(self, days: DayRange | None) -> dict[str, str]:
        if days is None and self.range_name != ranges.OWN:
            return {"range": self.range_name}
        days = days or self.days
        return {"from": days.first.isoformat(), "to": days.last.isoformat()}


def read_ask(request: HttpRequest, groups: Mapping[str, object], *, usual: str = ranges.MONTH) -> Ask:
    """Reads the address; values that mean nothing are left out, and the first group is the usual one."""
    given = {name: str(value) for name, value in request.GET.items()}
    now = timezone.now()
    name, days = ranges.chosen(given, timezone.localdate(now), usual=usual)
    by = given.get("by", "")
    query = {key: value for key in NARROWING if (value := _clean(key, given.get(key, "")))}
    currencies = [info.code for info in all_currencies()]
    currency = given.get("currency", "")
    return Ask(
        path=request.path,
        range_name=name,
        days=days,
        currency=currency if currency in currencies else used_currency(),
        by=by if by in groups else next(iter(groups)),
        query=query,
        now=now,
        page=max(_number(given.get("page", "")), 1),
        after=_number(given.get("after", "")),
    )


def one_day(day: date) -> DayRange:
    """The range of a single day."""
    return DayRange(day, day)


def _clean(key: str, text: str) -> str:
    """A value that narrows a report, or "" if it means nothing."""
    match key:
        case "table" | "player":
            return str(_number(text) or "")
        case "clock":
            return text if text.isascii() and text.isdecimal() and int(text[:3]) < 24 and len(text) < 3 else ""
        case "stakes":
            structure, _, blinds = text.partition("-")
            small, _, big = blinds.partition("-")
            return text if structure in {*Structure} and small == str(_number(small)) and _number(big) else ""
        case "game":
            return text if "-" in text and len(text) <= 20 else ""
        case _:
            return text if text.replace("_", "").isalnum() and text.isascii() and len(text) <= 64 else ""


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 17):
        return 0
    return number if (number := int(text)) <= LARGEST_ID else 0
