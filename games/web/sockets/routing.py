"""The sockets of the card room's pages."""

from django.urls import URLPattern, path

from games.web.sockets.lists.lobby_consumer import AccountConsumer, LobbyConsumer
from games.web.sockets.table_consumer import TableConsumer
from games.web.sockets.tournament_part import TournamentPart


def socket_routes(tournament_part: TournamentPart | None = None) -> list[URLPattern]:
    """The routes; `tournament_part` is the part that tournaments add to their tables' pages."""
    return [
        path("ws/lobby/", LobbyConsumer.as_asgi()),
        path("ws/me/", AccountConsumer.as_asgi()),
        path("ws/table/<id:table>/", TableConsumer.as_asgi(tournament_part=tournament_part)),
    ]
