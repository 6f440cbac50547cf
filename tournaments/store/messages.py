"""Messages of tournaments that cross a process: hints only, everything is in the store."""

from typing import Any, TypeAlias

from games import api as games

SCHEDULE = "tournaments"
"""Where pages with lists of tournaments listen."""
Message: TypeAlias = dict[str, Any]


def group(tournament_id: int) -> str:
    """Where web processes listen to what everybody may know of a tournament."""
    return f"tournament.{tournament_id}"


def decided(*, tournament: int, version: int) -> Message:
    """To everybody who watches, at most once a second: there are decisions up to this one."""
    return {"type": "tournament", "tournament": tournament, "version": version}


def told(*, user: int, tournament: int, kind: str) -> Message:
    """To one account's sockets: there is something of a tournament to tell this player; kinds as in `Notice`."""
    return {"type": "user.tournament", "user": user, "tournament": tournament, "kind": kind}


def asked(*, tournament: int) -> Message:
    """To the director: somebody has asked something."""
    return {"type": "asked", "tournament": tournament}


def nudge(tournament_id: int) -> None:
    """Lets the director read what was asked; never fails its caller."""
    games.hint(games.director_group(tournament_id), asked(tournament=tournament_id))
