"""The sockets of the card room's pages."""

from typing import Any

from django.urls import path

from games.web.sockets.consumers import LobbyConsumer, PlainConsumer, PlayerConsumer
from games.web.sockets.tournament_part import TournamentPart


def socket_routes(tournament_part: TournamentPart | None = None) -> list[Any]:
    """The lobby, a page without a picture of its own, and a table with what its tournament adds."""
    return [
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        path("ws/me/", PlainConsumer.as_asgi()),
        path("ws/table/<int:table>/", PlayerConsumer.as_asgi(tournament_part=tournament_part)),
    ]
