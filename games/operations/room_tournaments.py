"""What the floor asks of running tournaments; the app that runs them registers how at start (F1)."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from games.engine.errors import IllegalAction


class RunningTournament(NamedTuple):
    """A tournament that is being played; `left` of `entrants` are still in."""

    id: int
    name: str
    entrants: int
    left: int
    is_paused: bool = False
    is_frozen: bool = False


class RoomTournaments(Protocol):
    """Implemented by the app that runs tournaments."""

    def running(self) -> Sequence[RunningTournament]:
        """The tournaments that are being played."""

    def pause(self, *, by: int, tournament: int, why: str) -> None:
        """Orders a pause; raises IllegalAction."""

    def resume(self, *, by: int, tournament: int, why: str) -> None:
        """Orders the end of a pause; raises IllegalAction."""

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
