"""The tables that a process's sockets show, each with its newest views and when they arrived."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from games.engine.views.types import OwnView, TableView
from games.messaging.chat import ChatEntry
from games.messaging.messages import NO_VERSION, OwnViewUpdate, ViewUpdate
from games.web.sockets.delayed_views import DelayedViews
from games.web.sockets.shared_pushes import SharedPushes
from games.web.table.fragments import RenderedFragments
from games.web.table.wording import ViewerPreferences

SILENT_AFTER_SECONDS = 3.0
IN_FLIGHT_SECONDS = 0.25


class TableSubscriber(Protocol):
    """A socket that shows a table, for `player` (0 is an anonymous viewer). No call may block or wait."""

    player: int

    def view_changed(self) -> None:
        """The public view, or this player's own view, is newer."""

    def chat_posted(self, entry: ChatEntry) -> None:
        """There is a new chat line."""

    def table_silent(self) -> None:
        """The table's host doesn't answer."""

    def watchers_changed(self) -> None:
        """Who may watch the table has changed."""


class SettingsRead(NamedTuple):
    """The digest of the table's settings as they were at a moment, when they had changed so often."""

    changes: int
    digest: str
    at: float


@dataclass(eq=False)
class WatchedTable:
    """A table and the sockets that show it. The times are the event loop's, in seconds."""

    id: int
    view: TableView | None = None
    version: int = NO_VERSION
    host: str = ""
    own_views: dict[int, OwnView | None] = field(default_factory=dict)
    """By player; None when the host has answered that the player has no seat."""
    shared: dict[tuple[str, ViewerPreferences, bool], SharedPushes] = field(default_factory=dict)
    """By language, preferences and whether they are for watchers who see the table later."""
    _own_fragments: dict[int, dict[tuple[str, ViewerPreferences], RenderedFragments]] = field(default_factory=dict)
    """What the sockets of a player were shown of their own, by player, language and preferences."""
    _sockets: dict[int, set[TableSubscriber]] = field(default_factory=dict)
    """By player; those of anonymous viewers under 0."""
    settings: SettingsRead | None = None
    """What one socket has read of the settings, for others that open at the same time."""
    settings_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    delay: float = 0.0
    earlier_views: DelayedViews = field(default_factory=DelayedViews)
    clock_offset_ms: int = 0
    requested_at: float = 0.0
    """When the oldest unanswered request for views was sent."""
    requested_for_all_at: float = 0.0
    received_at: float = 0.0

    def now(self) -> int:
        """The host's time in ms, to which its deadlines refer."""
        return int(time.time() * 1000) + self.clock_offset_ms

    @property
    def subscribers(self) -> list[TableSubscriber]:
        """The sockets here that show the table."""
        return [subscriber for sockets in self._sockets.values() for subscriber in sockets]

    def add(self, subscriber: TableSubscriber) -> None:
        """One more socket shows the table."""
        self._sockets.setdefault(subscriber.player, set()).add(subscriber)

    def remove(self, subscriber: TableSubscriber) -> None:
        """A socket shows the table no more; what only the player sees goes with the last one."""
        sockets = self._sockets.get(subscriber.player, set())
        sockets.discard(subscriber)
        if not sockets:
            self._sockets.pop(subscriber.player, None)
            self.own_views.pop(subscriber.player, None)
            self._own_fragments.pop(subscriber.player, None)

    def players(self) -> set[int]:
        """The players for whom sockets here show the table; 0 is all anonymous viewers."""
        return set(self._sockets)

    def has_seat(self, player: int) -> bool:
        """Whether this player has a seat in the newest view."""
        return player > 0 and self.view is not None and any(seat.player == player for seat in self.view.seats)

    def own_views_due(self) -> set[int]:
        """The players here for whom `is_own_view_due` is true."""
        seated = {seat.player for seat in self.view.seats} if self.view else set(self._sockets)
        return (seated & self._sockets.keys()) - self.own_views.keys() - {0}

    def is_own_view_due(self, player: int) -> bool:
        """Whether this player may see more than everybody, and that has not come yet.

        A player without a seat in the newest view sees what everybody sees.
        """
        if not player or player in self.own_views:
            return False
        return self.view is None or any(seat.player == player for seat in self.view.seats)

    def has_all_for(self, player: int) -> bool:
        """Whether all that this player sees is here, from a host that answers.

        An anonymous viewer is one more of those that the host knows of; it hears of a player without a seat soon.
        """
        if not self.is_answered or self.view is None:
            return False
        return not self.is_own_view_due(player) if player else player in self._sockets

    @property
    def is_answered(self) -> bool:
        """Whether the host has answered the last request for views."""
        return self.received_at >= self.requested_at

    def shared_pushes(self, language: str, preferences: ViewerPreferences, *, delayed: bool) -> SharedPushes:
        """The messages for sockets with this language and these preferences."""
        key = language, preferences, delayed
        if key not in self.shared:
            self.shared[key] = SharedPushes(language, preferences)
        return self.shared[key]

    def own_fragments(self, player: int, language: str, preferences: ViewerPreferences) -> RenderedFragments:
        """The fragments last rendered for this player, whichever of the player's sockets they were for."""
        rendered = self._own_fragments.setdefault(player, {})
        key = language, preferences
        if key not in rendered:
            rendered[key] = RenderedFragments()
        return rendered[key]

    def is_silent(self, now: float) -> bool:
        """Whether a request for views has waited too long for its answer."""
        return self.received_at < self.requested_at and now - self.requested_at > SILENT_AFTER_SECONDS

    def update_view(self, message: ViewUpdate, now: float) -> bool:
        """Stores a public view and notifies the subscribers if it differs; an older version is dropped.

        Returns whether it is from a new host, which does not know yet who watches.
        """
        self.received_at = now
        if message.version < self.version:
            return False
        requested_just_now = not self.host and now - self.requested_at < IN_FLIGHT_SECONDS
        new_host = self.host != message.host and not requested_just_now
        self.host, self.version = message.host, message.version
        self.clock_offset_ms = message.at - int(time.time() * 1000)
        if message.view != self.view:
            self.view = message.view
            if self.delay:
                self.earlier_views.add(self.view, now, self.delay)
            for subscriber in self.subscribers:
                subscriber.view_changed()
        return new_host

    def update_own_view(self, message: OwnViewUpdate) -> None:
        """Stores the view of a player who watches here, and notifies that player's sockets."""
        sockets = self._sockets.get(message.player)
        if not sockets:
            return
        was_due, before = self.is_own_view_due(message.player), self.own_views.get(message.player)
        if before is not None and message.version < before.version:
            return
        self.own_views[message.player] = message.view
        if message.view == before and not was_due:
            return
        if message.version > self.version:
            # The public view of this version follows and notifies everybody, so that one push shows both.
            return
        for subscriber in list(sockets):
            subscriber.view_changed()


def contradicts(own: OwnView, view: TableView) -> bool:
    """Whether a player's own view is older than the table's and offers a turn that is over or lacks the current one."""
    turn = view.turn.number if view.turn and view.turn.seat == own.seat else None
    if own.choices is None:
        return own.version < view.version and turn is not None
    return own.version < view.version and turn != own.turn
