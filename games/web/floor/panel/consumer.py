"""The socket of the floor's panel (F1)."""

from django.contrib.auth.models import AbstractUser

from games.web.floor.panel.board import Board
from games.web.floor.panel.filters import ALL, RowFilter, read_name
from games.web.floor.panel.fragments import PanelView
from games.web.floor.permissions import can_answer_calls, can_run_floor, can_view_floor
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import PushSocket, in_thread
from games.web.sockets.scope import query_value
from games.web.table.tournament_links import may_direct


class PanelConsumer(PushSocket):
    """Pushes the rows that have changed, with their order, at most once a second."""

    shown = 0
    """The number of the panel's state that the page shows."""

    async def may_open(self) -> bool:
        """Only for staff who may see the floor's pages (F8)."""
        if self.user is None or not await in_thread(can_view_floor, self.user):
            return False
        self.view = await in_thread(self._view, self.user)
        return True

    def _view(self, user: AbstractUser) -> PanelView:
        wanted = RowFilter(query_value(self.scope, "show") or ALL, read_name(query_value(self.scope, "name")))
        return PanelView(self.language, can_answer_calls(user), may_direct(user), can_run_floor(user), wanted)

    async def start_watching(self, feed: Feed) -> None:
        """Shows the process's board."""
        self.board = Board.current()
        await self.board.add(self, feed)

    async def stop_watching(self, feed: Feed) -> None:
        """Ends that."""
        await self.board.remove(self, feed)

    def board_changed(self) -> None:
        """Pushes what has changed."""
        self.push_due.set()

    async def changed_html(self) -> str:
        """What has changed since the state that the page shows."""
        panel = self.board.panel(self.view)
        if panel is None:
            return ""
        shown, self.shown = self.shown, panel.number
        return panel.since(shown)
