"""What a player's own limits and times away refuse at tables, as refusals of the card room (M7)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from backoffice.api import Refused
from cashier import protection
from cashier.engine.limits import LimitKind, Period, period_bounds, united_minutes
from cashier.protection import limit_text, minutes_text
from games.engine.errors import IllegalAction

__all__ = [
    "Period",
    "check_not_away",
    "check_stake",
    "is_away",
    "minutes_text",
    "period_bounds",
    "players_away",
    "refuse_time_up",
    "results_since",
    "time_limit_text",
    "time_limits",
    "united_minutes",
]  # fmt: skip


def check_not_away(player: int) -> None:
    """Raises IllegalAction("play_limit") during a cool-off or self-exclusion."""
    with _refusals():
        protection.check_may_play(player)


def check_stake(player: int, amount: int, currency: str) -> None:
    """Raises IllegalAction("play_limit") if the loss limit leaves less than `amount`, minor units.

    The caller has locked the player.
    """
    with _refusals():
        protection.check_stake(player, amount, currency)


def is_away(player: int) -> bool:
    """Whether the player is in a cool-off or self-exclusion."""
    return protection.is_away(player)


def players_away(players: set[int]) -> set[int]:
    """Those of `players` who are in a cool-off or self-exclusion."""
    return protection.away_among(players)


def time_limits(players: set[int]) -> Mapping[int, Mapping[Period, int]]:
    """The time limits in force of those players who have any, in minutes."""
    return protection.time_limits_of(players)


def time_limit_text(period: Period, limit: int, left: int, ends: datetime) -> str:
    """Which time limit it is, how much of it is left and when its period ends."""
    return limit_text(LimitKind.TIME, period, limit, left, ends)


def refuse_time_up(period: Period, limit: int, ends: datetime) -> IllegalAction:
    """The refusal of a player who has used up a time limit."""
    return IllegalAction("play_limit", sentence=time_limit_text(period, limit, 0, ends))


def results_since(since: Mapping[int, datetime]) -> dict[int, dict[str, int]]:
    """What players who had no chips on tables at these times have won or lost since then, by currency, minor units."""
    return protection.results_since(since)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise IllegalAction("play_limit", sentence=refusal.sentence) from None
