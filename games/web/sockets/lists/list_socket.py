"""The socket of a page whose list changes for many at once."""

from typing import Generic

from games.web.sockets.feed import Feed
from games.web.sockets.lists.watched_list import Messages, Part, ShownList, Viewer, WatchedList
from games.web.sockets.push_socket import CloseCode, PushSocket
from games.web.sockets.scope import query_value


class ListSocket(PushSocket, Generic[Part]):
    """Pushes the rows that have changed, as often as the list is read. A subclass names the list and the part of it."""

    watched: type[WatchedList[Part]]

    def part(self) -> Part:
        """Which part of the list the page shows, by the socket's address."""
        raise NotImplementedError

    async def start_watching(self, feed: Feed) -> None:
        """Has the list read for this viewer; the page has said which rows it shows."""
        self.shown = ShownList(Viewer(self.language, self.player, self.part()), query_value(self.scope, "seen"))
        self.list = self.watched.of(feed)
        await self.list.watch(feed, self)

    async def stop_watching(self, feed: Feed) -> None:
        """Ends that."""
        await self.watched.of(feed).unwatch(feed, self)

    def list_read(self) -> None:
        """Pushes what has changed."""
        self.push_soon()

    def list_failed(self) -> None:
        """Closes the socket, so that its browser connects again."""
        self.run_task(self.close_with(CloseCode.RECONNECT))

    def take_push(self) -> Messages:
        """What has changed, in as many messages as it takes."""
        return self.list.take_changes(self.shown)

    async def changed_html(self) -> str:
        """What has changed, for a push that had to wait; all messages but the last are sent at once."""
        *sent, last = self.take_push().texts or [""]
        for text in sent:
            await self._send_text(text)
        return last
