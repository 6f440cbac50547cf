"""The sessions of players who sit at tables: since when, with which result, and what is to be told about them (M7)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.money.play_limits import results_since
from games.seating import reality_checks
from games.seating.play_time import TimeLeft, before_session, session_starts, time_left


class Session(NamedTuple):
    """A player's session: the result by currency in minor units, and what time limits leave, least first."""

    started: datetime
    results: Mapping[str, int]
    check_is_due: bool
    time_left: Sequence[TimeLeft]


def sessions_of(players: Collection[int], *, now: datetime) -> dict[int, Session]:
    """The sessions of those of these players who sit at a table now."""
    started = session_starts(players, now=now)
    results = results_since({player: before_session(since) for player, since in started.items()})
    due, left = reality_checks.due(started, now=now), time_left(set(started), now=now)
    return {
        player: Session(since, results[player], player in due, left.get(player, ()))
        for player, since in started.items()
    }
