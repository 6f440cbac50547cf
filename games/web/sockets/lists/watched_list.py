"""A list that many pages show: read after a hint for all sockets of a process, which share what pages lack."""

import asyncio
import logging
import math
import weakref
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import monotonic
from typing import ClassVar, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from games.messaging.faults import describe_fault
from games.web.html.digests import digest_at, row_digest_of
from games.web.sockets.feed import Feed
from games.web.sockets.frames import frame_of
from games.web.sockets.push_socket import in_thread

logger = logging.getLogger(__name__)

MESSAGE_LENGTH = 24 * 1024
"""Characters of a message, well below what a socket takes in bytes; a fragment is much shorter."""
Part = TypeVar("Part", bound=Hashable)
"""What says which part of the list a page shows."""
Page: TypeAlias = tuple[str, bool, Part]
"""What viewers share who have to do with no row: the language, whether they are signed in, and the part."""


class Viewer(NamedTuple, Generic[Part]):
    """Who looks on, in which language, and at which part of the list; all viewers without an account are player 0."""

    language: str
    player: int
    part: Part

    @property
    def page(self) -> Page[Part]:
        """What this viewer shares with most others."""
        return self.language, self.player > 0, self.part


class Reading(NamedTuple, Generic[Part]):
    """The list as it was read for `viewers`: fragments by id, in the order in which a page gets them.

    `pages` are those of viewers who have to do with no row; `own` are fragments of a viewer that take their place, or
    stand beside them. `read_at` is when it was read, in seconds of the monotonic clock; infinite for now.
    """

    viewers: frozenset[Viewer[Part]]
    pages: dict[Page[Part], dict[str, str]]
    own: dict[Viewer[Part], dict[str, str]]
    read_at: float = math.inf


@dataclass
class ShownList(Generic[Part]):
    """What the page of one socket shows: all of a version, with fragments of its own; `seen` is what it began with."""

    viewer: Viewer[Part]
    seen: str = ""
    version: int = 0
    own: Mapping[str, str] = field(default_factory=dict)


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


class ListSubscriber(Protocol[Part]):
    """A socket that shows the list. No call may block or wait."""

    shown: ShownList[Part]

    def list_read(self) -> None:
        """The list was read again."""

    def list_failed(self) -> None:
        """It could not be read."""


class WatchedList(Generic[Part]):
    """The list for all sockets of a process; `of` makes one for each feed.

    A subclass says which `groups` hint at changes, how often at most the list is read, and how the ids of rows begin.
    """

    groups: ClassVar[Sequence[str]]
    every_seconds: ClassVar[float]
    row: ClassVar[str]
    _by_feed: "ClassVar[weakref.WeakKeyDictionary[Feed, WatchedList[Part]]]"

    def __init_subclass__(cls) -> None:
        cls._by_feed = weakref.WeakKeyDictionary()

    @classmethod
    def of(cls, feed: Feed) -> Self:
        """The list of a feed."""
        watched = cls._by_feed.setdefault(feed, cls())
        assert isinstance(watched, cls)
        return watched

    def __init__(self) -> None:
        self.version = 0
        self._subscribers: set[ListSubscriber[Part]] = set()
        self._due = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self._forget()

    @staticmethod
    def read(viewers: frozenset[Viewer[Part]]) -> Reading[Part]:
        """Reads the list for these viewers, in a thread."""
        raise NotImplementedError

    def _forget(self) -> None:
        self._reading = Reading[Part](frozenset(), {}, {})
        self._hinted_at = 0.0
        self._changed_at: dict[Page[Part], dict[str, int]] = {}
        """For each page, the version in which each fragment changed, or came to it."""
        self._messages: dict[tuple[Page[Part], int], Messages] = {}

    async def watch(self, feed: Feed, subscriber: ListSubscriber[Part]) -> None:
        """Calls the subscriber whenever the list was read; soon for the first time."""
        self._subscribers.add(subscriber)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read_after_hints())
        for group in self.groups:
            await feed.subscribe(group, self)
        if self._knows(subscriber.shown.viewer):
            subscriber.list_read()
        else:
            self._due.set()

    async def unwatch(self, feed: Feed, subscriber: ListSubscriber[Part]) -> None:
        """Ends what `watch` began."""
        self._subscribers.discard(subscriber)
        if self._subscribers or self._reader is None:
            return
        self._reader.cancel()
        self._reader = None
        # Without a socket no hint is heard.
        self._forget()
        for group in self.groups:
            await feed.unsubscribe(group, self)

    def hint_received(self) -> None:
        """Something has changed: the list is read again soon."""
        self._hinted_at = monotonic()
        self._due.set()

    def take_changes(self, shown: ShownList[Part]) -> Messages:
        """The messages that bring a page up to date; it counts as up to date from now on."""
        if not self._knows(shown.viewer) or shown.version == self.version:
            return NO_MESSAGES
        own = self._reading.own.get(shown.viewer, {})
        if shown.version and not own and not shown.own:
            found = self._messages_since(shown.viewer.page, shown.version)
        else:
            found = Messages(joined(self._changed(shown, own)))
        shown.version, shown.own = self.version, own
        return found

    def _knows(self, viewer: Viewer[Part]) -> bool:
        return viewer in self._reading.viewers

    def _messages_since(self, page: Page[Part], version: int) -> Messages:
        """Made once for all sockets that show the same."""
        key = page, version
        if key not in self._messages:
            changed_at, html = self._changed_at[page], self._reading.pages[page]
            self._messages[key] = Messages(joined(html[name] for name in html if changed_at[name] > version))
        return self._messages[key]

    def _changed(self, shown: ShownList[Part], own: Mapping[str, str]) -> list[str]:
        """The fragments that differ from what a page shows that has some of its own, or that was just opened."""
        page = shown.viewer.page
        html, changed_at = {**self._reading.pages[page], **own}, self._changed_at[page]
        if not shown.version:
            return fragments_not_seen(html, shown.seen, self.row)
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
                self.take(await in_thread(self.read, viewers))
                if self._reading.read_at < self._hinted_at:
                    # What was read may have been kept for some seconds, so what the hint was about may be missing.
                    self._due.set()
            except Exception as fault:
                # Their browsers connect again, and have it read again.
                logger.error("The sockets of a list are closed after %s", describe_fault(fault))
                self._forget()
                for subscriber in list(self._subscribers):
                    subscriber.list_failed()
            await asyncio.sleep(self.every_seconds)

    def take(self, reading: Reading[Part]) -> None:
        """Keeps what was read, and tells all sockets."""
        self.version += 1
        before, self._reading = self._reading, reading
        self._messages.clear()
        changed_at: dict[Page[Part], dict[str, int]] = {}
        for page, html in reading.pages.items():
            old, versions = before.pages.get(page, {}), self._changed_at.get(page, {})
            changed_at[page] = {
                name: versions[name] if old.get(name) == text else self.version for name, text in html.items()
            }
        self._changed_at = changed_at
        for subscriber in list(self._subscribers):
            subscriber.list_read()


def fragments_not_seen(html: Mapping[str, str], seen: str, row: str) -> list[str]:
    """The fragments without the rows that a page already shows, by the digests that it was made with.

    The ids of rows begin with `row` and end with a number.
    """
    rows = sorted((int(name.removeprefix(row)), text) for name, text in html.items() if name.startswith(row))
    shown = {number for at, (number, text) in enumerate(rows) if digest_at(seen, at) == row_digest_of(text)}
    return [text for name, text in html.items() if not (name.startswith(row) and int(name.removeprefix(row)) in shown)]


def joined(fragments: Iterable[str]) -> list[str]:
    """Joins fragments to texts of messages that a socket takes."""
    texts: list[str] = []
    for text in fragments:
        if texts and len(texts[-1]) + len(text) <= MESSAGE_LENGTH:
            texts[-1] += text
        else:
            texts.append(text)
    return texts
