"""The socket of the lobby, and the socket of pages whose only live part is the strip of the user's tables."""

from games.web.lobby.listing import read_listed
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import CloseCode, PushSocket
from games.web.sockets.scope import query_value
from games.web.sockets.watched_lobby import Messages, ShownLobby, Viewer, WatchedLobby


class AccountConsumer(PushSocket):
    """A page without live content of its own: only the strip of the user's tables is pushed."""

    async def may_open(self) -> bool:
        """Only for signed-in users."""
        return self.player != 0


class LobbyConsumer(PushSocket):
    """The lobby: pushes the rows that have changed, at most once a second."""

    async def start_watching(self, feed: Feed) -> None:
        """Has the lobby read for this viewer; the page has said which rows it shows."""
        listed = read_listed(query_value(self.scope, "tables"))
        self.shown = ShownLobby(Viewer(self.language, self.player, listed), query_value(self.scope, "seen"))
        self.lobby = WatchedLobby.of(feed)
        await self.lobby.watch(feed, self)

    async def stop_watching(self, feed: Feed) -> None:
        """Ends that."""
        await WatchedLobby.of(feed).unwatch(feed, self)

    def lobby_read(self) -> None:
        """Pushes what has changed."""
        self.push_soon()

    def lobby_failed(self) -> None:
        """Closes the socket, so that its browser connects again."""
        self.run_task(self.close_with(CloseCode.RECONNECT))

    def take_push(self) -> Messages:
        """What has changed, in as many messages as it takes."""
        return self.lobby.take_changes(self.shown)

    async def changed_html(self) -> str:
        """What has changed, for a push that had to wait; all messages but the last are sent at once."""
        *sent, last = self.take_push().texts or [""]
        for text in sent:
            await self._send_text(text)
        return last
