"""The lobby as all sockets of a process show it: read once after a hint, and rendered once in each language."""

import asyncio
import logging
import weakref
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import NamedTuple, Protocol

from games.lobby.news import current_news
from games.lobby.open_tables import OpenTables, open_tables
from games.messaging import messages
from games.messaging.faults import describe_fault
from games.web.lobby.listing import Listed, listed_fragment, listed_rows
from games.web.lobby.lobby import COMMON, Lobby, fragments_of
from games.web.lobby.rows import DIGEST_LENGTH, ROW, digest_of, rows_html
from games.web.lobby.viewer_relations import ViewerRelation, relations_of
from games.web.sockets.feed import Feed
from games.web.sockets.frames import frame_of
from games.web.sockets.push_socket import in_thread

logger = logging.getLogger(__name__)

READ_EVERY_SECONDS = 1.0
MESSAGE_LENGTH = 24 * 1024
"""Characters of a message, well below what a socket takes in bytes; a fragment is much shorter."""
GROUPS = (messages.LOBBY, messages.FIGURES)


Kind = tuple[str, bool]
"""A language, and whether viewers are signed in: what most rows depend on."""


class Viewer(NamedTuple):
    """Who looks on, in which language, at which tables; all viewers without an account have the player 0."""

    language: str
    player: int
    listed: Listed = None

    @property
    def kind(self) -> Kind:
        """What this viewer shares with most others."""
        return self.language, self.player > 0


class LobbySubscriber(Protocol):
    """A socket of the lobby. No call may block or wait."""

    shown: "ShownLobby"

    def lobby_read(self) -> None:
        """The lobby was read again."""

    def lobby_failed(self) -> None:
        """It could not be read."""


class Messages:
    """Messages for a page, encoded when the first socket sends them."""

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts

    def frames(self) -> bytes:
        """All of them."""
        return self._encoded

    @cached_property
    def _encoded(self) -> bytes:
        return b"".join(map(frame_of, self.texts))


NO_MESSAGES = Messages([])


class ListedTables(NamedTuple):
    """The ids of the rows that a page has, in their order, and the fragment that tells the page of it."""

    rows: tuple[str, ...]
    html: str


class Reading(NamedTuple):
    """The lobby as it was read for `viewers`: its fragments by id.

    `shared` are those of viewers who have to do with no table, by their kind; `own` are the rows of the tables with
    which a viewer has to do; `listed` are the tables that pages list.
    """

    viewers: frozenset[Viewer]
    shared: dict[Kind, dict[str, str]]
    own: dict[Viewer, dict[str, str]]
    listed: dict[Listed, ListedTables]
    read_at: float = 0.0


NOTHING_READ = Reading(frozenset(), {}, {}, {})


def read_for(viewers: frozenset[Viewer]) -> Reading:
    """Reads the lobby for these viewers: once for all of them, and once more for each who waits for a seat."""
    tables = open_tables()
    relations = relations_of(tables.rows, {viewer.player for viewer in viewers if viewer.player})
    reading = Reading(viewers, {}, {}, {}, tables.read_at)
    rows = {listed: listed_rows(tables, listed) for listed in {viewer.listed for viewer in viewers}}
    for listed, its_rows in rows.items():
        ids = tuple(f"{ROW}{row.table}" for row in its_rows)
        reading.listed[listed] = ListedTables(ids, listed_fragment(tables, its_rows))
    lists = defaultdict[Kind, set[Listed]](set)
    for viewer in viewers:
        lists[viewer.kind].add(viewer.listed)
    for (language, signed_in), several in lists.items():
        everybodys = Lobby(tables, {}, ViewerRelation(signed_in), current_news(language))
        wanted = {row.table: row for listed in several for row in rows[listed]}
        reading.shared[language, signed_in] = fragments_of(everybodys, wanted.values(), language)
    for viewer in viewers:
        if related := relations.get(viewer.player):
            reading.own[viewer] = _own_rows(viewer, related, tables, reading.listed[viewer.listed])
    return reading


def _own_rows(
    viewer: Viewer, related: Mapping[int, ViewerRelation], tables: OpenTables, listed: ListedTables
) -> dict[str, str]:
    """The rows on a viewer's page of the tables with which the viewer has to do."""
    own = [tables.by_id[table] for table in related if table in tables.by_id]
    html = rows_html(own, lambda row: related[row.table], viewer.language)
    return {f"{ROW}{table}": row for table, row in html.items() if f"{ROW}{table}" in listed.rows}


@dataclass
class ShownLobby:
    """What the page of one socket shows: all of a version, with the rows of its own; `seen` is what it began with."""

    viewer: Viewer
    seen: str = ""
    version: int = 0
    own: dict[str, str] = field(default_factory=dict)


class WatchedLobby:
    """The lobby for all sockets of a process; `WatchedLobby.of` makes one for each feed."""

    _lobbies: "weakref.WeakKeyDictionary[Feed, WatchedLobby]" = weakref.WeakKeyDictionary()

    @classmethod
    def of(cls, feed: Feed) -> "WatchedLobby":
        """The lobby of a feed."""
        return cls._lobbies.setdefault(feed, cls())

    def __init__(self) -> None:
        self.version = 0
        self._subscribers: set[LobbySubscriber] = set()
        self._due = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._forget()

    def _forget(self) -> None:
        self._reading = NOTHING_READ
        self._hinted_at = 0.0
        self._changed_at: dict[Kind, dict[str, int]] = {}
        self._listed_at: dict[Listed, int] = {}
        """By the tables that pages list, the version in which some of them came or went."""
        self._came_at: dict[Listed, dict[str, int]] = {}
        """By the tables that pages list, the version in which each row came."""
        self._messages: dict[tuple[Kind, Listed, int], Messages] = {}

    async def watch(self, feed: Feed, subscriber: LobbySubscriber) -> None:
        """Calls the subscriber whenever the lobby was read; soon for the first time."""
        self._subscribers.add(subscriber)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read_after_hints())
        for group in GROUPS:
            await feed.subscribe(group, self)
        if self._knows(subscriber.shown.viewer):
            subscriber.lobby_read()
        else:
            self._due.set()

    async def unwatch(self, feed: Feed, subscriber: LobbySubscriber) -> None:
        """Ends what `watch` began."""
        self._subscribers.discard(subscriber)
        if self._subscribers or self._reader is None:
            return
        self._reader.cancel()
        self._reader = None
        # Without a socket no hint is heard.
        self._forget()
        for group in GROUPS:
            await feed.unsubscribe(group, self)

    def hint_received(self) -> None:
        """Some table has changed: the lobby is read again soon."""
        self._hinted_at = monotonic()
        self._due.set()

    def take_changes(self, shown: ShownLobby) -> Messages:
        """The messages that bring a page up to date; it counts as up to date from now on."""
        viewer = shown.viewer
        if not self._knows(viewer) or shown.version == self.version:
            return NO_MESSAGES
        own = self._reading.own.get(viewer, {})
        if shown.version and not own and not shown.own:
            found = self._messages_since(viewer.kind, viewer.listed, shown.version)
        else:
            found = Messages(joined(self._changed(shown, own)))
        shown.version, shown.own = self.version, own
        return found

    def _knows(self, viewer: Viewer) -> bool:
        return viewer in self._reading.viewers

    def _messages_since(self, kind: Kind, listed: Listed, version: int) -> Messages:
        """Made once for all sockets that show the same."""
        key = kind, listed, version
        if key not in self._messages:
            html, names = self._reading.shared[kind], (*self._reading.listed[listed].rows, *COMMON)
            changed = [html[name] for name in names if self._is_newer(kind, listed, name, version)]
            self._messages[key] = Messages(joined([*self._list_since(listed, version), *changed]))
        return self._messages[key]

    def _is_newer(self, kind: Kind, listed: Listed, name: str, version: int) -> bool:
        """Whether a fragment has changed since a version, or has come to the page."""
        return self._changed_at[kind][name] > version or self._came_at[listed].get(name, 0) > version

    def _list_since(self, listed: Listed, version: int) -> list[str]:
        """Which tables the page lists, if some were opened or closed; this comes before their rows."""
        return [self._reading.listed[listed].html] if self._listed_at[listed] > version else []

    def _changed(self, shown: ShownLobby, own: dict[str, str]) -> list[str]:
        """The fragments that differ from what a page shows that has rows of its own, or that was just opened."""
        kind, listed = shown.viewer.kind, shown.viewer.listed
        shared, names = self._reading.shared[kind], (*self._reading.listed[listed].rows, *COMMON)
        html = {name: own.get(name) or shared[name] for name in names}
        if not shown.version:
            return [self._reading.listed[listed].html, *fragments_not_seen(html, shown.seen)]
        changed = [
            text
            for name, text in html.items()
            if (
                shown.own.get(name) != text
                if name in own or name in shown.own
                else self._is_newer(kind, listed, name, shown.version)
            )
        ]
        return self._list_since(listed, shown.version) + changed

    async def _read_after_hints(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                viewers = frozenset(subscriber.shown.viewer for subscriber in self._subscribers)
                self.take(await in_thread(read_for, viewers))
                if self._reading.read_at < self._hinted_at:
                    # Many tables are kept for some seconds, so what the hint was about may be missing.
                    self._due.set()
            except Exception as fault:
                # Their browsers connect anew, and have it read again.
                logger.error("The sockets of the lobby are closed after %s", describe_fault(fault))
                self._forget()
                for subscriber in list(self._subscribers):
                    subscriber.lobby_failed()
            await asyncio.sleep(READ_EVERY_SECONDS)

    def take(self, reading: Reading) -> None:
        """Keeps what was read, and tells all sockets."""
        self.version += 1
        before, self._reading = self._reading, reading
        self._messages.clear()
        changed_at: dict[Kind, dict[str, int]] = {}
        for kind, html in reading.shared.items():
            old, versions = before.shared.get(kind, {}), self._changed_at.get(kind, {})
            changed_at[kind] = {
                name: versions[name] if old.get(name) == text else self.version for name, text in html.items()
            }
        self._changed_at = changed_at
        self._take_lists(before.listed)
        for subscriber in list(self._subscribers):
            subscriber.lobby_read()

    def _take_lists(self, before: Mapping[Listed, ListedTables]) -> None:
        listed_at, came_at = self._listed_at, self._came_at
        self._listed_at, self._came_at = {}, {}
        for listed, tables in self._reading.listed.items():
            if before.get(listed) == tables:
                self._listed_at[listed], self._came_at[listed] = listed_at[listed], came_at[listed]
            else:
                old = came_at.get(listed, {})
                self._listed_at[listed] = self.version
                self._came_at[listed] = {name: old.get(name, self.version) for name in tables.rows}


def fragments_not_seen(html: Mapping[str, str], seen: str) -> list[str]:
    """The fragments without the rows that a page already shows, by the digests that it was made with."""
    rows = sorted((int(name.removeprefix(ROW)), text) for name, text in html.items() if name.startswith(ROW))
    shown = {
        table for at, (table, text) in enumerate(rows) if seen[at * DIGEST_LENGTH :][:DIGEST_LENGTH] == digest_of(text)
    }
    return [text for name, text in html.items() if not (name.startswith(ROW) and int(name.removeprefix(ROW)) in shown)]


def joined(fragments: Iterable[str]) -> list[str]:
    """Joins fragments to texts of messages that a socket takes."""
    texts: list[str] = []
    for text in fragments:
        if texts and len(texts[-1]) + len(text) <= MESSAGE_LENGTH:
            texts[-1] += text
        else:
            texts.append(text)
    return texts
