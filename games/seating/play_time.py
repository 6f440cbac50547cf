"""How long a player has sat at tables: today, this week, this month, and in one go; what time limits leave (M7)."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from games.models.play_time import Sitting
from games.money import play_limits
from games.money.play_limits import Period

BREAK = timedelta(minutes=15)
"""A player who gets up for less has played without a break."""
LONGEST_SESSION = timedelta(days=7)

Span = tuple[datetime, datetime]


class TimeLeft(NamedTuple):
    """What a time limit leaves a player: whole minutes, and when the period ends."""

    period: Period
    limit: int
    left: int
    ends: datetime


def check_may_play(player: int) -> None:
    """Raises IllegalAction("play_limit") for whoever is away by choice or has used up a time limit.

    The caller has locked the player: a request may wait for its locks while a time away begins.
    """
    play_limits.check_not_away(player)
    over = [left for left in time_left({player}).get(player, ()) if not left.left]
    if over:
        last = max(over, key=lambda left: left.ends)
        raise play_limits.refuse_time_up(last.period, last.limit, last.ends)


def time_left(players: set[int], *, now: datetime | None = None) -> dict[int, list[TimeLeft]]:
    """What the time limits of those players who have any leave, least first."""
    limits = play_limits.time_limits(players) if players else {}
    if not limits:
        return {}
    now, zone = now or timezone.now(), timezone.get_default_timezone()
    bounds = {period: play_limits.period_bounds(period, now, zone) for period in Period}
    spans = spans_of(set(limits), since=min(start for start, _ in bounds.values()), now=now)
    found = {}
    for player, own in limits.items():
        left = []
        for period, limit in own.items():
            start, end = bounds[period]
            used = play_limits.united_minutes(spans.get(player, ()), start, now)
            left.append(TimeLeft(period, limit, max(0, limit - used), end))
        found[player] = sorted(left, key=lambda one: one.left)
    return found


def minutes_played(player: int, *, since: datetime, now: datetime | None = None) -> int:
    """The minutes for which the player has sat at any table since a moment."""
    now = now or timezone.now()
    return play_limits.united_minutes(spans_of({player}, since=since, now=now).get(player, ()), since, now)


def spans_of(players: set[int], *, since: datetime, now: datetime) -> dict[int, list[Span]]:
    """The times that players sat at tables and that reach beyond `since`, as (began, ended); open ones end now."""
    rows = Sitting.objects.filter(Q(ended_at=None) | Q(ended_at__gt=since), player__in=players)
    found: dict[int, list[Span]] = defaultdict(list)
    for player, began, ended in rows.values_list("player", "began_at", "ended_at"):
        found[player].append((began, ended or now))
    return found


def before_session(started: datetime) -> datetime:
    """A moment before a session and after the one before it, so without chips on tables.

    Chips leave the wallet when a seat is asked for, which is a little before it is taken.
    """
    return started - BREAK / 2


def session_starts(players: Collection[int], *, now: datetime) -> dict[int, datetime]:
    """Since when each of these players has sat at tables in one go, with short breaks; without who sits at none now."""
    spans: dict[int, list[Span]] = defaultdict(list)
    seated = set()
    for player, began, ended in _SITTINGS.all_of("player", players, since=now - LONGEST_SESSION):
        spans[player].append((began, ended or now))
        if ended is None:
            seated.add(player)
    return {player: _start_of_last(spans[player]) for player in seated}


_SITTINGS = CompiledQuery(
    lambda: Sitting.objects.filter(
        Q(ended_at=None) | Q(ended_at__gt=Given("since")), one_of_each("player")
    ).values_list("player", "began_at", "ended_at")
)


def _start_of_last(spans: list[Span]) -> datetime:
    """The start of the last unbroken stretch of these times."""
    start, end = min(spans)
    for began, ended in sorted(spans):
        if began > end + BREAK:
            start = began
        end = max(end, ended)
    return start
