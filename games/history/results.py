"""A player's own results: totals, statistics, and winnings over hands and time."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F, FloatField, Q, QuerySet, Sum
from django.db.models.functions import Cast, TruncDay, TruncMonth

from games.history.hands import HandFilter, hand_parts, midnight
from games.models.results import HourlyResult

EACH_HAND = 2_000
"""Winnings over more hands than this are given by the hour, not hand by hand."""

MOST_DAYS = 31
"""Results of more days than this are given by the month, not day by day."""


class Figures(NamedTuple):
    """Statistics of a number of hands; `net` in minor units, `blinds` the same in big blinds.

    Counts of hands: `entered` with chips put in voluntarily on the first street, `raised` there, `saw_second_street`,
    `showdowns` reached, and `won` at showdown. `bets_and_raises` and `calls` count actions on later streets.
    """

    hands: int = 0
    net: int = 0
    blinds: float = 0.0
    entered: int = 0
    raised: int = 0
    bets_and_raises: int = 0
    calls: int = 0
    saw_second_street: int = 0
    showdowns: int = 0
    won: int = 0

    @property
    def per_hundred(self) -> float | None:
        """Big blinds won per hundred hands."""
        return 100 * self.blinds / self.hands if self.hands else None

    @property
    def vpip(self) -> float | None:
        """The percentage of hands in which the player put chips in voluntarily."""
        return _percent(self.entered, self.hands)

    @property
    def pfr(self) -> float | None:
        """The percentage of hands that the player raised on the first street."""
        return _percent(self.raised, self.hands)

    @property
    def aggression(self) -> float | None:
        """Bets and raises per call on the later streets."""
        return self.bets_and_raises / self.calls if self.calls else None

    @property
    def to_showdown(self) -> float | None:
        """The percentage of the hands that saw the second street and went to a showdown."""
        return _percent(self.showdowns, self.saw_second_street)

    @property
    def won_showdown(self) -> float | None:
        """The percentage of showdowns in which the player won a pot or part of one."""
        return _percent(self.won, self.showdowns)


class GameResult(NamedTuple):
    """The statistics of one game at its stakes."""

    game: str
    structure: str
    small_blind: int
    big_blind: int
    figures: Figures


class PeriodResult(NamedTuple):
    """The result of a day or a month: the hands played, and the amount won or lost."""

    began: datetime
    hands: int
    net: int


class Point(NamedTuple):
    """The total won or lost after a number of hands, at the time `at`."""

    hands: int
    at: datetime
    total: int


_SUMS = {
    "played": Sum("hands"),
    "total": Sum("net"),
    "blinds": Sum(Cast("net", FloatField()) / F("big_blind"), filter=Q(big_blind__gt=0)),
    "entries": Sum("entered"),
    "raises": Sum("raised"),
    "attacking": Sum("bets_and_raises"),
    "calling": Sum("calls"),
    "seen": Sum("saw_second_street"),
    "showdowns": Sum("showdown"),
    "paid": Sum("won_showdown"),
}


def _hours(user_id: int, wanted: HandFilter) -> QuerySet[HourlyResult]:
    """The hourly results of cash games that match; filters on single hands (pot, result, sitting) do not apply."""
    found = HourlyResult.objects.filter(player=user_id)
    same = {"game": wanted.game, "table": wanted.table, "table__currency": wanted.currency}
    found = found.filter(**{field: value for field, value in same.items() if value})
    if wanted.stakes:
        structure, small, big = wanted.stakes
        found = found.filter(structure=structure, small_blind=small, big_blind=big)
    if wanted.since:
        found = found.filter(hour__gte=midnight(wanted.since))
    if wanted.until:
        found = found.filter(hour__lt=midnight(wanted.until + timedelta(days=1)))
    return found


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _figures(row: dict[str, int | float | None]) -> Figures:
    return Figures(*(row[name] or 0 for name in _SUMS))  # type: ignore[arg-type]


def figures(user_id: int, wanted: HandFilter) -> Figures:
    """The statistics of all hands that match; one query."""
    return _figures(_hours(user_id, wanted).aggregate(**_SUMS))


def by_game(user_id: int, wanted: HandFilter) -> list[GameResult]:
    """The statistics of each game at its stakes, the most played first."""
    fields = ("game", "structure", "small_blind", "big_blind")
    rows = _hours(user_id, wanted).values(*fields).annotate(**_SUMS).order_by("-played", *fields)
    return [GameResult._make((*(row[name] for name in fields), _figures(row))) for row in rows]


def by_period(user_id: int, wanted: HandFilter) -> tuple[str, list[PeriodResult]]:
    """The results by "day", or by "month" if there are many days, newest first."""
    found = _hours(user_id, wanted)
    days = _spans(found, TruncDay("hour"))
    if len(days) <= MOST_DAYS:
        return "day", days
    return "month", _spans(found, TruncMonth("hour"))


def _spans(found: QuerySet[HourlyResult], span: TruncDay | TruncMonth) -> list[PeriodResult]:
    rows = found.annotate(span=span).values("span").annotate(played=Sum("hands"), total=Sum("net")).order_by("-span")
    return [PeriodResult(row["span"], row["played"], row["total"]) for row in rows]


def winnings_over_time(user_id: int, wanted: HandFilter, *, most: int = 400, each_hand: int = EACH_HAND) -> list[Point]:
    """The running total of winnings, starting at 0, in about `most` points or fewer.

    The points are hands, or hours if there are more than `each_hand` hands.
    """
    found = _hours(user_id, wanted)
    count = found.aggregate(sum=Sum("hands"))["sum"] or 0
    if count > each_hand:
        return _thinned(
            found.order_by("last_hand_at", "pk").values_list("last_hand_at", "hands", "net"), found.count(), most
        )
    hands = hand_parts(user_id, wanted).filter(hand__table__tournament=None).order_by("hand_id")
    return _thinned(((at, 1, net) for at, net in hands.values_list("hand__ended_at", "net")), count, most)


def _thinned(rows: Iterable[tuple[datetime, int, int]], count: int, most: int) -> list[Point]:
    """The running totals of `count` rows (time, hands, amount), thinned to about `most` points including the last."""
    every = -(-count // most)
    points: list[Point] = []
    hands = total = 0
    for number, (at, more, net) in enumerate(rows, 1):
        if number == 1:
            points.append(Point(0, at, 0))
        hands += more
        total += net
        if number % every == 0 or number == count:
            points.append(Point(hands, at, total))
    return points
