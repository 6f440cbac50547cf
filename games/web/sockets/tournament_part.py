"""The part of a tournament table's page that shows the tournament; it is sent over the table's own socket."""

from typing import Protocol

from django.contrib.auth.models import AbstractUser


class TournamentPart(Protocol):
    """Implemented by the app that runs tournaments; `pokerroom.asgi` hands it to the table's consumer."""

    def groups(self, tournament: int, player: int) -> list[str]:
        """The groups whose hints mean that the part has changed for this player; 0 is an anonymous viewer."""

    def fragments(self, tournament: int, table: int, user: AbstractUser | None, language: str) -> dict[str, str]:
        """The part's HTML by id as it is now, for `user` (None when anonymous) at this table."""

    def time_fragment(self) -> str:
        """The server's time, sent along with changed fragments."""
