"""The lobby as all sockets of a process show it: read once after a hint, and rendered once in each language."""

import asyncio
import logging
import weakref
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from games.lobby.news import current_news
from games.lobby.queries import lobby_rows
from games.messaging import messages
from games.messaging.faults import describe_fault
from games.web.lobby.lobby import Lobby, fragments_of
from games.web.lobby.rows import DIGEST_LENGTH, ROW, digest_of, rows_html
from games.web.lobby.viewer_relations import ViewerRelation, relations_of
from games.web.sockets.feed import Feed
from games.web.sockets.push_socket import in_thread

logger = logging.getLogger(__name__)

READ_EVERY_SECONDS = 1.0
FRAME_LENGTH = 24 * 1024
"""Characters of a frame, well below what a socket takes in bytes; a fragment is much shorter."""
GROUPS = (messages.LOBBY, messages.FIGURES)


class Viewer(NamedTuple):
    """Who looks on, and in which language; all viewers without an account are one, with the player 0."""

    language: str
    player: int

    @property
    def kind(self) -> tuple[str, bool]:
        """The language, and whether the viewer is signed in: what most rows depend on."""
        return self.language, self.player > 0


class LobbySubscriber(Protocol):
    """A socket of the lobby. No call may block or wait."""

    shown: "ShownLobby"

    def lobby_read(self) -> None:
        """The lobby was read again."""

    def lobby_failed(self) -> None:
        """It could not be read."""


class Reading(NamedTuple):
    """The lobby as it was read for `viewers`: its fragments by id.

    `shared` are those of viewers who have to do with no table, by language and whether they are signed in; `own` are
    the rows of the tables with which a viewer has to do.
    """

    viewers: frozenset[Viewer]
    shared: dict[tuple[str, bool], dict[str, str]]
    own: dict[Viewer, dict[str, str]]


NOTHING_READ = Reading(frozenset(), {}, {})


def read_for(viewers: frozenset[Viewer]) -> Reading:
    """Reads the lobby for these viewers: once for all of them, and once more for each who waits for a seat."""
    rows = lobby_rows()
    relations = relations_of(rows, {viewer.player for viewer in viewers if viewer.player})
    reading = Reading(viewers, {}, {})
    for language, signed_in in {viewer.kind for viewer in viewers}:
        everybodys = Lobby(rows, {}, ViewerRelation(signed_in), current_news(language))
        reading.shared[language, signed_in] = fragments_of(everybodys, language)
    for viewer in viewers:
        if related := relations.get(viewer.player):
            own = Lobby([row for row in rows if row.table in related], related, ViewerRelation(True), [])
            html = rows_html(own.rows, own.relation, viewer.language)
            reading.own[viewer] = {f"{ROW}{table}": row for table, row in html.items()}
    return reading


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
        self._changed_at: dict[tuple[str, bool], dict[str, int]] = {}
        self._frames: dict[tuple[str, bool, int], list[str]] = {}

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
        self._due.set()

    def changed_frames(self, shown: ShownLobby) -> list[str]:
        """The frames that bring a page up to date; it counts as up to date from now on."""
        if not self._knows(shown.viewer) or shown.version == self.version:
            return []
        kind, own = shown.viewer.kind, self._reading.own.get(shown.viewer, {})
        if shown.version and not own and not shown.own:
            frames = self._frames_since(kind, shown.version)
        else:
            frames = frames_of(self._changed(shown, own))
        shown.version, shown.own = self.version, own
        return frames

    def _knows(self, viewer: Viewer) -> bool:
        return viewer in self._reading.viewers

    def _frames_since(self, kind: tuple[str, bool], version: int) -> list[str]:
        """Made once for all sockets that show the same."""
        if (*kind, version) not in self._frames:
            changed_at, html = self._changed_at[kind], self._reading.shared[kind]
            self._frames[*kind, version] = frames_of(html[one] for one in html if changed_at[one] > version)
        return self._frames[*kind, version]

    def _changed(self, shown: ShownLobby, own: dict[str, str]) -> list[str]:
        """The fragments that differ from what a page shows that has rows of its own, or that was just opened."""
        html, changed_at = {**self._reading.shared[shown.viewer.kind], **own}, self._changed_at[shown.viewer.kind]
        if not shown.version:
            return rows_not_seen(html, shown.seen)
        return [
            text
            for name, text in html.items()
            if (shown.own.get(name) != text if name in own or name in shown.own else changed_at[name] > shown.version)
        ]

    async def _read_after_hints(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                viewers = frozenset(subscriber.shown.viewer for subscriber in self._subscribers)
                self.take(await in_thread(read_for, viewers))
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
        self._frames.clear()
        changed_at: dict[tuple[str, bool], dict[str, int]] = {}
        for kind, html in reading.shared.items():
            old, versions = before.shared.get(kind, {}), self._changed_at.get(kind, {})
            changed_at[kind] = {
                name: versions[name] if old.get(name) == text else self.version for name, text in html.items()
            }
        self._changed_at = changed_at
        for subscriber in list(self._subscribers):
            subscriber.lobby_read()


def rows_not_seen(html: Mapping[str, str], seen: str) -> list[str]:
    """The fragments without the rows that a page already shows, by the digests that it was made with."""
    rows = sorted((int(name.removeprefix(ROW)), text) for name, text in html.items() if name.startswith(ROW))
    shown = {
        table for at, (table, text) in enumerate(rows) if seen[at * DIGEST_LENGTH :][:DIGEST_LENGTH] == digest_of(text)
    }
    return [text for name, text in html.items() if not (name.startswith(ROW) and int(name.removeprefix(ROW)) in shown)]


def frames_of(fragments: Iterable[str]) -> list[str]:
    """Joins fragments to frames that a socket takes."""
    frames: list[str] = []
    for text in fragments:
        if frames and len(frames[-1]) + len(text) <= FRAME_LENGTH:
            frames[-1] += text
        else:
            frames.append(text)
    return frames
