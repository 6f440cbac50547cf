"""What the floor asks of tournaments; the app that runs them registers how at start (F1, T14)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from games.engine.errors import IllegalAction


class RunningTournament(NamedTuple):
    """A tournament that is being played; `left` of `entrants` are still in.

    A pause that `ends_by_itself` is the room's own, until players have their connections back (T3).
    """

    id: int
    name: str
    entrants: int
    left: int
    is_paused: bool = False
    is_frozen: bool = False
    ends_by_itself: bool = False


class TournamentConduct(NamedTuple):
    """What a director decided about a player's conduct, in words: a warning, a penalty, its end, a disqualification.

    `state` is "done", "waiting" or "refused", as of a decision of the floor; `refused` says why it was.
    """

    at: datetime
    tournament: str
    url: str
    text: str
    why: str
    by: str
    state: str
    refused: str = ""


class RoomTournaments(Protocol):
    """Implemented by the app that runs tournaments."""

    def running(self) -> Sequence[RunningTournament]:
        """The tournaments that are being played."""

    def pause(self, *, by: int, tournament: int, why: str) -> None:
        """Orders a pause; raises IllegalAction."""

    def resume(self, *, by: int, tournament: int, why: str) -> None:
        """Orders the end of a pause; raises IllegalAction."""

    def conduct(self, *, player: int, limit: int) -> Sequence[TournamentConduct]:
        """What directors decided about the conduct of a player, newest first (T14)."""

    def refusal_text(self, refusal: IllegalAction) -> str:
        """The sentence of a refusal."""


_registered: list[RoomTournaments] = []


def register_room_tournaments(tournaments: RoomTournaments) -> None:
    """Adds the tournaments to what the floor sees and pauses."""
    _registered[:] = [tournaments]


def room_tournaments() -> RoomTournaments | None:
    """What was registered; None in a room without tournaments."""
    return next(iter(_registered), None)


def running_tournaments() -> Sequence[RunningTournament]:
    """The tournaments that are being played."""
    registered = room_tournaments()
    return registered.running() if registered else ()


def conduct_in_tournaments(player: int, *, limit: int) -> Sequence[TournamentConduct]:
    """What directors decided about the conduct of a player, newest first (T14)."""
    registered = room_tournaments()
    return registered.conduct(player=player, limit=limit) if registered else ()
