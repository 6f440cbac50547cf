"""The socket of the lobby, and the socket of pages whose only live part is the strip of the user's tables."""

import asyncio

from games.messaging import messages
from games.web.lobby.lobby import lobby_fragments
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import PushSocket, in_thread

LOBBY_EVERY_SECONDS = 1.0


class AccountConsumer(PushSocket):
    """A page without live content of its own: only the strip of the user's tables is pushed."""

    async def may_open(self) -> bool:
        """Only for signed-in users."""
        return self.player != 0


class LobbyConsumer(PushSocket):
    """The lobby: pushes the rows that have changed, at most once a second."""

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the lobby's hints."""
        self.sent: dict[str, int] = {}
        for group in (messages.LOBBY, messages.FIGURES):
            await feed.subscribe(group, self)
        self.push_due.set()

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscription."""
        for group in (messages.LOBBY, messages.FIGURES):
            await feed.unsubscribe(group, self)

    def hint_received(self) -> None:
        """Pushes soon: some table has changed."""
        self.push_due.set()

    async def changed_html(self) -> str:
        """The fragments that have changed."""
        fragments = await in_thread(lobby_fragments, self.language, self.player)
        changed = [html for name, html in fragments.items() if self.sent.get(name) != hash(html)]
        self.sent = {name: hash(html) for name, html in fragments.items()}
        return "".join(changed)

    async def pause(self) -> None:
        """Combines all hints within a second into one push."""
        await asyncio.sleep(LOBBY_EVERY_SECONDS)
