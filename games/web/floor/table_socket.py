"""The socket of the floor's page of a table: pushes seats, acts, calls and decisions (F1, F3)."""

import asyncio
from collections.abc import Callable

from django.contrib.auth.models import AbstractUser

from games.engine.views.types import TableView
from games.messaging import messages
from games.messaging.chat import ChatEntry
from games.operations import floor
from games.web.floor.permissions import can_view_floor
from games.web.floor.table_now import now_fragment
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import PushSocket, in_thread
from games.web.sockets.sent_fragments import SentFragments
from games.web.sockets.table_facts import facts_of
from games.web.sockets.watched_tables import WatchedTable

PUSH_EVERY_SECONDS = 1.0


class _TableEvents:
    """Tells when something has happened at a table that the page shows: `player` 0 watches as anybody does."""

    player = 0

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._shown: tuple[object, ...] = ()
        self.watched: WatchedTable | None = None

    def view_changed(self) -> None:
        """Looks for more than a player's action."""
        view = self.watched.view if self.watched else None
        if view is not None and self._shown != (state := _state_of(view)):
            self._shown = state
            self._changed()

    def chat_posted(self, entry: ChatEntry) -> None:
        """The page has no chat of its own."""

    def table_silent(self) -> None:
        """The table may have closed."""
        self._changed()

    def watchers_changed(self) -> None:
        """The floor may watch every table."""


def _state_of(view: TableView) -> tuple[object, ...]:
    return view.hand, view.phase, [seat.player for seat in view.seats], view.orders, view.changes


class FloorTableConsumer(PushSocket):
    """The floor's page of one cash table: pushes what has changed, at most once a second."""

    async def may_open(self) -> bool:
        """Only for staff who may see the floor's pages (F8)."""
        self.table = int(self.scope["url_route"]["kwargs"]["table"])
        self.sent = SentFragments()
        self.events = _TableEvents(self.push_due.set)
        return self.user is not None and bool(await in_thread(self._html, self.user))

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to the table while it is open, and to what the floor does."""
        facts = await in_thread(facts_of, self.table)
        if facts is not None:
            self.events.watched = await feed.watch(self.table, self.events, delay=facts.delay)
        await feed.subscribe(messages.FLOOR, self)
        self.push_due.set()

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscriptions."""
        await feed.unwatch(self.table, self.events)
        await feed.unsubscribe(messages.FLOOR, self)

    def hint_received(self) -> None:
        """Somebody has decided something, a table has carried it out, or there is a call."""
        self.push_due.set()

    async def changed_html(self) -> str:
        """The page's part that changes, if it has changed."""
        html = await in_thread(self._html, self.user) if self.user else ""
        return "".join(self.sent.changed({"f-now": html}))

    async def pause(self) -> None:
        """Combines all that happens within a second into one push."""
        await asyncio.sleep(PUSH_EVERY_SECONDS)

    def _html(self, user: AbstractUser) -> str:
        """The part that changes; empty for whoever may not see it, and where there is no such cash table."""
        table = floor.table_of(self.table) if can_view_floor(user) else None
        return now_fragment(user, table, self.language) if table else ""
