"""The part of a tournament table's page that shows the tournament; it is sent over the table's own socket."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from django.contrib.auth.models import AbstractUser


class TournamentViewer(NamedTuple):
    """Who looks at a table of a tournament, both by their ids: `user` is None for an anonymous viewer."""

    tournament: int
    table: int
    user: AbstractUser | None
    language: str


class TournamentPart(Protocol):
    """Implemented by the app that runs tournaments; `pokerroom.asgi` hands it to the table's consumer."""

    def groups(self, tournament: int, player: int) -> list[str]:
        """The groups whose hints mean that the part has changed for this player; 0 is an anonymous viewer."""

    def fragments_of_each(self, viewers: Sequence[TournamentViewer]) -> Sequence[dict[str, str]]:
        """The part's HTML by id as it is now, for each of these viewers."""

    def time_fragment(self) -> str:
        """The server's time, sent along with changed fragments."""
