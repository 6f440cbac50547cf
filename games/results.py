"""One's own results: sums, figures of play, and the course of winnings over hands and time."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Cast, TruncDay, TruncMonth

from games.histories import Wanted, parts
from games.models import HandPlayer

DAYS_TOLD = 31
"""Up to so many days of play are told day by day, more of them by the month."""


class Figures(NamedTuple):
    """How somebody played so many hands; `net` in minor units, `blinds` in big blinds.

    Counts of hands: `entered` put chips in on the first street unforced, `raised` raised there, `saw` the second
    street, `showdowns` went to one, `won` of these paid something. `attacks` are bets and raises on later streets.
    """

    hands: int = 0
    net: int = 0
    blinds: float = 0.0
    entered: int = 0
    raised: int = 0
    attacks: int = 0
    calls: int = 0
    saw: int = 0
    showdowns: int = 0
    won: int = 0

    @property
    def per_hundred(self) -> float | None:
        """Big blinds won in a hundred hands."""
        return 100 * self.blinds / self.hands if self.hands else None

    @property
    def vpip(self) -> float | None:
        """Per cent of hands entered."""
        return _percent(self.entered, self.hands)

    @property
    def pfr(self) -> float | None:
        """Per cent of hands raised on the first street."""
        return _percent(self.raised, self.hands)

    @property
    def aggression(self) -> float | None:
        """Bets and raises for each call of the later streets."""
        return self.attacks / self.calls if self.calls else None

    @property
    def to_showdown(self) -> float | None:
        """Per cent of the hands that saw the second street and went to a showdown."""
        return _percent(self.showdowns, self.saw)

    @property
    def won_showdown(self) -> float | None:
        """Per cent of showdowns that paid something."""
        return _percent(self.won, self.showdowns)


class Line(NamedTuple):
    """The figures of one game at its stakes."""

    game: str
    structure: str
    small_blind: int
    big_blind: int
    figures: Figures


class Span(NamedTuple):
    """A day or a month: hands played and won or lost."""

    began: datetime
    hands: int
    net: int


class Point(NamedTuple):
    """After so many hands, at this time, so much was won or lost in all."""

    hands: int
    at: datetime
    total: int


_SUMS = {
    "hands": Count("pk"),
    "total": Sum("net"),
    "blinds": Sum(Cast("net", FloatField()) / F("hand__big_blind"), filter=Q(hand__big_blind__gt=0)),
    "entries": Count("pk", filter=Q(entered=True)),
    "raises": Count("pk", filter=Q(raised=True)),
    "attacking": Sum("attacks"),
    "calling": Sum("calls"),
    "seen": Count("pk", filter=Q(saw=True)),
    "showdowns": Count("pk", filter=Q(showdown=True)),
    "paid": Count("pk", filter=Q(won_showdown=True)),
}


def _parts(user_id: int, wanted: Wanted) -> QuerySet[HandPlayer]:
    """The hands played for money: chips of tournaments are no winnings."""
    return parts(user_id, wanted).filter(hand__table__tournament=None)


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _figures(row: dict[str, int | float | None]) -> Figures:
    return Figures(*(row[name] or 0 for name in _SUMS))  # type: ignore[arg-type]


def figures(user_id: int, wanted: Wanted) -> Figures:
    """The figures of all hands that are asked for, with one query."""
    return _figures(_parts(user_id, wanted).order_by().aggregate(**_SUMS))


def by_game(user_id: int, wanted: Wanted) -> list[Line]:
    """The figures of each game at its stakes, the most played first."""
    fields = ("hand__game", "hand__structure", "hand__small_blind", "hand__big_blind")
    rows = _parts(user_id, wanted).order_by().values(*fields).annotate(**_SUMS).order_by("-hands", *fields)
    return [Line._make((*(row[name] for name in fields), _figures(row))) for row in rows]


def by_span(user_id: int, wanted: Wanted) -> tuple[str, list[Span]]:
    """What each day brought, or each month where there are many: "day" or "month", newest first."""
    found = _parts(user_id, wanted).order_by()
    days = _spans(found, TruncDay("hand__ended"))
    if len(days) <= DAYS_TOLD:
        return "day", days
    return "month", _spans(found, TruncMonth("hand__ended"))


def _spans(found: QuerySet[HandPlayer], span: TruncDay | TruncMonth) -> list[Span]:
    rows = found.annotate(span=span).values("span").annotate(hands=Count("pk"), total=Sum("net")).order_by("-span")
    return [Span(row["span"], row["hands"], row["total"]) for row in rows]


def course(user_id: int, wanted: Wanted, *, most: int = 400) -> list[Point]:
    """The sum of winnings hand after hand, from nothing on, in at most about `most` points."""
    found = _parts(user_id, wanted).order_by("hand_id")
    count = found.count()
    if not count:
        return []
    rows: Iterator[tuple[datetime, int]] = found.values_list("hand__ended", "net").iterator(chunk_size=2000)
    every, total = -(-count // most), 0
    points: list[Point] = []
    for number, (at, net) in enumerate(rows, 1):
        if number == 1:
            points.append(Point(0, at, 0))
        total += net
        if number % every == 0 or number == count:
            points.append(Point(number, at, total))
    return points
