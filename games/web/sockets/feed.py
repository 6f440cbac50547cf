"""What a web process hears: one channel for all its sockets, the newest view of each table they watch."""

import asyncio
import itertools
import logging
import time
import weakref
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from channels.layers import get_channel_layer

from games.engine.views.types import OwnView, TableView
from games.messaging import messages
from games.messaging.chat import ChatEntry
from games.messaging.messages import (
    Answer,
    Ask,
    ChatPosted,
    CloseSockets,
    Hint,
    Message,
    NoticeWritten,
    OwnViewUpdate,
    PlayerNotesChanged,
    Pulse,
    SeatsChanged,
    ViewUpdate,
    Watch,
    WatchersChanged,
)
from games.web.sockets.delayed_views import Past

logger = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 10.0
SILENT_AFTER_SECONDS = 3.0
ANSWER_WITHIN_SECONDS = 3.0
IN_FLIGHT_SECONDS = 0.25
SEND_WITHIN_SECONDS = 2.0
BACKOFF_SECONDS = 1.0


class Listener(Protocol):
    """A socket that watches a table; all calls are plain and must not wait."""

    player: int

    def changed(self) -> None:
        """There is a newer view."""

    def said(self, entry: ChatEntry) -> None:
        """Somebody said something."""

    def silent(self) -> None:
        """The table doesn't answer."""

    def shut(self) -> None:
        """Who may watch has changed."""


@dataclass(eq=False)
class WatchedTable:
    """What this process knows of one table; `drawn` are the pieces of its view that were rendered so far."""

    id: int
    view: TableView | None = None
    drawn: dict[Any, dict[str, str]] = field(default_factory=dict)
    version: int = -1
    host: str = ""
    owns: dict[int, OwnView | None] = field(default_factory=dict)
    listeners: set[Listener] = field(default_factory=set)
    past: Past = field(default_factory=Past)
    delay: float = 0.0
    ahead: int = 0
    looked_at: float = 0.0
    all_looked_at: float = 0.0
    heard_at: float = 0.0

    def now(self) -> int:
        """The table's time in ms: what its deadlines are told by."""
        return int(time.time() * 1000) + self.ahead

    def players(self) -> set[int]:
        """For whom the sockets here watch; 0 for railbirds."""
        return {listener.player for listener in self.listeners}

    def silent_since_look(self, now: float) -> bool:
        """Whether a look has waited too long for its answer."""
        return self.heard_at < self.looked_at and now - self.looked_at > SILENT_AFTER_SECONDS


class Feed:
    """One process's ear; made by `Feed.here`, one for each event loop."""

    _feeds: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Feed]" = weakref.WeakKeyDictionary()

    @classmethod
    def here(cls) -> "Feed":
        """The running loop's feed, started at its first use."""
        loop = asyncio.get_running_loop()
        if loop not in cls._feeds:
            cls._feeds[loop] = cls()
        return cls._feeds[loop]

    def __init__(self) -> None:
        self.tables: dict[int, WatchedTable] = {}
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._joined: set[str] = set()
        self._wanted: dict[str, set[Any]] = {}
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._ids = itertools.count(1)
        self._open = asyncio.Event()
        self._pulse = self._echo = 0
        self._deaf = False
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._keep_looking())]

    # For sockets

    async def watch(self, table: int, listener: Listener, *, delay: float = 0.0) -> WatchedTable:
        """Starts watching a table; the listener is called when there is something new.

        Its views of the last `delay` seconds are kept, for those who are to see them later.
        """
        watched = self.tables.setdefault(table, WatchedTable(table))
        watched.delay = delay
        watched.listeners.add(listener)
        await self.join(messages.views_group(table), listener)
        await self.look(table, [listener.player])
        return watched

    async def unwatch(self, table: int, listener: Listener) -> None:
        """Stops watching."""
        watched = self.tables.get(table)
        if watched is None:
            return
        watched.listeners.discard(listener)
        if listener.player not in watched.players():
            watched.owns.pop(listener.player, None)
        if not watched.listeners:
            del self.tables[table]
        await self.part(messages.views_group(table), listener)

    async def join(self, group: str, member: Any) -> None:
        """Hears a group on behalf of `member`."""
        self._wanted.setdefault(group, set()).add(member)
        await self._join_all([group])

    async def part(self, group: str, member: Any) -> None:
        """Stops hearing a group once its last member has gone."""
        members = self._wanted.get(group, set())
        members.discard(member)
        if not members:
            self._wanted.pop(group, None)
            self._joined.discard(group)
            await self._try(lambda: self._layer.group_discard(group, self._channel))

    async def look(self, table: int, players: Iterable[int]) -> None:
        """Tells the table's host for whom this process watches; it answers with complete views."""
        watched = self.tables.get(table)
        if watched and watched.heard_at >= watched.looked_at:
            watched.looked_at = asyncio.get_running_loop().time()
        for player in players:
            if not await self._send(Watch(table, player, await self._reply())):
                return

    async def ask(self, table: int, player: int, body: dict[str, Any]) -> Answer | None:
        """A player's ask to the table: the host's answer, or None when none came in time."""
        ask_id = str(next(self._ids))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[ask_id] = answer
        try:
            reply = await self._reply()
            async with asyncio.timeout(ANSWER_WITHIN_SECONDS):
                await self._send(Ask(table, player, body, id=ask_id, reply=reply))
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._answers[ask_id]

    def members(self, group: str) -> list[Any]:
        """Those on whose behalf a group is heard."""
        return list(self._wanted.get(group, ()))

    async def close(self) -> None:
        """Ends the feed; its channel is given back."""
        self._feeds.pop(asyncio.get_running_loop(), None)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # The channel

    async def _reply(self) -> str:
        await self._open.wait()
        return self._channel

    async def _send(self, message: Ask | Watch) -> bool:
        return await self._try(
            lambda: self._layer.group_send(messages.host_group(message.table), messages.pack(message))
        )

    async def _try(self, send: Callable[[], Awaitable[None]]) -> bool:
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await send()
        except Exception as trouble:
            logger.warning("The channel layer doesn't answer: %s.", type(trouble).__name__)
            return False
        return True

    async def _join_all(self, groups: Iterable[str]) -> None:
        for group in groups:
            if group not in self._joined and self._channel and await self._add_to(group):
                self._joined.add(group)

    async def _add_to(self, group: str) -> bool:
        return await self._try(lambda: self._layer.group_add(group, self._channel))

    async def _receive(self) -> None:
        while True:
            try:
                if not self._channel:
                    await self._begin()
                for message in messages.unpack(await self._layer.receive(self._channel)):
                    self._hear(message)
            except Exception as fault:
                logger.warning("The process's channel is made anew: %s.", type(fault).__name__)
                self._channel = ""
                self._open.clear()
                await asyncio.sleep(BACKOFF_SECONDS)

    async def _begin(self) -> None:
        self._channel, self._joined = await self._layer.new_channel(), set()
        self._open.set()
        await self._join_all(list(self._wanted))
        for watched in self.tables.values():
            watched.looked_at = watched.all_looked_at = 0.0

    async def _keep_looking(self) -> None:
        """Looks every ten seconds for everybody here, sooner when a table is silent; mends what wasn't joined."""
        while True:
            await asyncio.sleep(1.0)
            await self._join_all([group for group in self._wanted if group not in self._joined])
            hears_again = await self._hears_again()
            now = asyncio.get_running_loop().time()
            for watched in list(self.tables.values()):
                silent = watched.silent_since_look(now)
                if silent:
                    watched.looked_at = now
                    for listener in list(watched.listeners):
                        listener.silent()
                # A look for one who has just come is no look for the others: their lines would be taken for lost.
                if silent or hears_again or now - watched.all_looked_at >= LOOK_EVERY_SECONDS:
                    watched.all_looked_at = now
                    await self.look(watched.id, watched.players())
                elif unanswered := watched.players() - watched.owns.keys() - {0}:
                    await self.look(watched.id, unanswered)

    async def _hears_again(self) -> bool:
        """Whether messages were lost until just now: a pulse sent to ourselves every second had not come back."""
        was_deaf, self._deaf = self._deaf, self._echo != self._pulse
        self._pulse += 1
        await self._try(lambda: self._layer.send(self._channel, messages.pack(Pulse(self._pulse))))
        return was_deaf and not self._deaf

    # What comes in

    def _hear(self, message: Message) -> None:
        match message:
            case ViewUpdate():
                self._view(message)
            case OwnViewUpdate():
                self._own(message)
            case Answer():
                self._answer(message)
            case ChatPosted():
                for listener in self._listeners(message.table):
                    listener.said(message.entry)
            case WatchersChanged():
                for listener in self._listeners(message.table):
                    listener.shut()
            case Hint():
                for member in self.members(message.group):
                    member.hint()
            case CloseSockets():
                for socket in self._sockets(message.user):
                    socket.gone()
            case NoticeWritten():
                for socket in self._sockets(message.user):
                    socket.noticed(message.table)
            case SeatsChanged():
                for socket in self._sockets(message.user):
                    socket.mine()
            case PlayerNotesChanged():
                for socket in self._sockets(message.user):
                    socket.marks_changed()
            case Pulse():
                self._echo = message.number

    def _listeners(self, table: int) -> list[Listener]:
        watched = self.tables.get(table)
        return list(watched.listeners) if watched else []

    def _sockets(self, user: int) -> list[Any]:
        return self.members(messages.user_group(user))

    def _view(self, message: ViewUpdate) -> None:
        watched = self.tables.get(message.table)
        if watched is None:
            return
        watched.heard_at = asyncio.get_running_loop().time()
        if message.version < watched.version:
            return
        looked_lately = not watched.host and watched.heard_at - watched.looked_at < IN_FLIGHT_SECONDS
        if watched.host != message.host and not looked_lately:
            self._later(self.look(watched.id, watched.players()))
        watched.host, watched.version = message.host, message.version
        watched.ahead = message.at - int(time.time() * 1000)
        if message.view == watched.view:
            return
        watched.view, watched.drawn = message.view, {}
        if watched.delay:
            watched.past.add(watched.view, watched.heard_at, watched.delay)
        for listener in list(watched.listeners):
            listener.changed()

    def _own(self, message: OwnViewUpdate) -> None:
        watched, player = self.tables.get(message.table), message.player
        if watched is None or player not in watched.players():
            return
        before = watched.owns.get(player)
        if before is not None and message.version < before.version:
            return
        watched.owns[player] = message.view
        if message.version > watched.version:
            # The public view of this version comes right behind and wakes everybody: one push shows both.
            return
        for listener in list(watched.listeners):
            if listener.player == player:
                listener.changed()

    def _answer(self, message: Answer) -> None:
        waiting = self._answers.get(message.id)
        if waiting and not waiting.done():
            waiting.set_result(message)

    def _later(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)
