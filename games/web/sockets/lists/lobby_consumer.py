"""The socket of the lobby, and the socket of pages whose only live part is the strip of the user's tables."""

from games.web.lobby.listing import Listed, read_listed
from games.web.sockets.lists.list_socket import ListSocket
from games.web.sockets.lists.watched_lobby import WatchedLobby
from games.web.sockets.push_socket import PushSocket
from games.web.sockets.scope import query_value


class AccountConsumer(PushSocket):
    """A page without live content of its own: only the strip of the user's tables is pushed."""

    async def may_open(self) -> bool:
        """Only for signed-in users."""
        return self.player != 0


class LobbyConsumer(ListSocket[Listed]):
    """The lobby: pushes the rows that have changed, at most once a second."""

    watched = WatchedLobby

    def part(self) -> Listed:
        """The tables that the page lists."""
        return read_listed(query_value(self.scope, "tables"))
