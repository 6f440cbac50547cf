"""The sockets of the card room's pages."""

# Django's own stubs type the result of `path` with a view, which a consumer is not.
from typing import Any

from django.urls import path

from games.web.sockets.lobby_consumer import AccountConsumer, LobbyConsumer
from games.web.sockets.table_consumer import TableConsumer
from games.web.sockets.tournament_part import TournamentPart


def socket_routes(tournament_part: TournamentPart | None = None) -> list[Any]:
    """The routes; `tournament_part` is what tournaments add to the pages of their tables."""
    return [
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        path("ws/me/", AccountConsumer.as_asgi()),
        path("ws/table/<int:table>/", TableConsumer.as_asgi(tournament_part=tournament_part)),
    ]
