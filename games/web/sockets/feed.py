"""What a web process receives: one channel for all its sockets, and the newest views of each table they show."""

import asyncio
import itertools
import logging
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Protocol

from channels.layers import get_channel_layer

from games.messaging import messages
from games.messaging.channel_layer import ChannelLayer
from games.messaging.messages import (
    Answer,
    Ask,
    ChatPosted,
    CloseSockets,
    Heartbeat,
    Hint,
    Message,
    NoticeWritten,
    OwnViewUpdate,
    PlayerNotesChanged,
    SeatsChanged,
    ViewUpdate,
    Watch,
    WatchersChanged,
)
from games.web.sockets.watched_tables import TableSubscriber, WatchedTable

logger = logging.getLogger(__name__)

CHECK_EVERY_SECONDS = 1.0
REQUEST_EVERY_SECONDS = 10.0
ANSWER_WITHIN_SECONDS = 3.0
SEND_WITHIN_SECONDS = 2.0
BACKOFF_SECONDS = 1.0


class HintSubscriber(Protocol):
    """Shows something that other processes change."""

    def hint(self) -> None:
        """What it shows has changed."""


class AccountSocket(Protocol):
    """A socket of a signed-in user. No call may block or wait."""

    def access_ended(self) -> None:
        """The user signed out, was banned or changed the password."""

    def notice_written(self, table: int) -> None:
        """There is a new notice for the user about a table."""

    def seats_changed(self) -> None:
        """The user's seats or waiting lists have changed."""

    def player_notes_changed(self) -> None:
        """The user's remarks about players, mutes or calls to the floor have changed."""


class Feed:
    """The subscriptions of one process; `Feed.current` makes one for each event loop."""

    _feeds: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Feed]" = weakref.WeakKeyDictionary()

    @classmethod
    def current(cls) -> "Feed":
        """The running loop's feed, started at its first use."""
        loop = asyncio.get_running_loop()
        if loop not in cls._feeds:
            cls._feeds[loop] = cls(get_channel_layer())
        return cls._feeds[loop]

    def __init__(self, layer: ChannelLayer, *, request_every: float = REQUEST_EVERY_SECONDS) -> None:
        """Starts receiving; `request_every` seconds the views of all tables are asked for again."""
        self.tables: dict[int, WatchedTable] = {}
        self._layer = layer
        self._request_every = request_every
        self._channel = ""
        self._connected = asyncio.Event()
        self._joined: set[str] = set()
        self._hint_subscribers: dict[str, set[HintSubscriber]] = {}
        self._account_sockets: dict[int, set[AccountSocket]] = {}
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._ask_ids = itertools.count(1)
        self._heartbeats_sent = self._last_heartbeat = 0
        self._misses_messages = False
        self._tasks = [asyncio.create_task(self._receive()), asyncio.create_task(self._check_regularly())]

    # For sockets

    async def watch(self, table: int, subscriber: TableSubscriber, *, delay: float = 0.0) -> WatchedTable:
        """Subscribes to a table's views and chat.

        The views of the last `delay` seconds are kept, for watchers who see them later (K14).
        """
        watched = self.tables.setdefault(table, WatchedTable(table))
        watched.delay = delay
        watched.subscribers.add(subscriber)
        await self._join([messages.views_group(table)])
        await self.request_views(table, [subscriber.player])
        return watched

    async def unwatch(self, table: int, subscriber: TableSubscriber) -> None:
        """Ends a subscription to a table."""
        watched = self.tables.get(table)
        if watched is None:
            return
        watched.subscribers.discard(subscriber)
        if subscriber.player not in watched.players():
            watched.own_views.pop(subscriber.player, None)
        if not watched.subscribers:
            del self.tables[table]
            await self._leave(messages.views_group(table))

    async def subscribe(self, group: str, subscriber: HintSubscriber) -> None:
        """Subscribes to the hints of a group."""
        self._hint_subscribers.setdefault(group, set()).add(subscriber)
        await self._join([group])

    async def unsubscribe(self, group: str, subscriber: HintSubscriber) -> None:
        """Ends a subscription to hints."""
        subscribers = self._hint_subscribers.get(group, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._hint_subscribers.pop(group, None)
            await self._leave(group)

    async def add_socket(self, user: int, socket: AccountSocket) -> None:
        """Passes on what concerns this user."""
        self._account_sockets.setdefault(user, set()).add(socket)
        await self._join([messages.user_group(user)])

    async def remove_socket(self, user: int, socket: AccountSocket) -> None:
        """Ends what `add_socket` began."""
        sockets = self._account_sockets.get(user, set())
        sockets.discard(socket)
        if not sockets:
            self._account_sockets.pop(user, None)
            await self._leave(messages.user_group(user))

    async def request_views(self, table: int, players: Iterable[int]) -> None:
        """Tells the table's host for which players this process shows it; the host answers with complete views."""
        watched = self.tables.get(table)
        if watched and watched.received_at >= watched.requested_at:
            watched.requested_at = asyncio.get_running_loop().time()
        for player in players:
            if not await self._send(Watch(table, player, await self._reply_channel())):
                return

    async def ask(self, table: int, player: int, body: dict[str, object]) -> Answer | None:
        """Sends a player's ask to the table's host; returns its answer, or None when none came in time.

        `body` is JSON from a browser, checked by `player_asks.parse_ask`.
        """
        ask_id = str(next(self._ask_ids))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[ask_id] = answer
        try:
            reply = await self._reply_channel()
            async with asyncio.timeout(ANSWER_WITHIN_SECONDS):
                await self._send(Ask(table, player, body, id=ask_id, reply=reply))
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._answers[ask_id]

    async def close(self) -> None:
        """Ends all subscriptions."""
        self._feeds.pop(asyncio.get_running_loop(), None)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # The channel

    async def _reply_channel(self) -> str:
        await self._connected.wait()
        return self._channel

    async def _send(self, message: Ask | Watch) -> bool:
        return await self._try(
            lambda: self._layer.group_send(messages.host_group(message.table), messages.pack(message))
        )

    async def _try(self, send: Callable[[], Awaitable[None]]) -> bool:
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await send()
        except Exception as error:
            logger.warning("The channel layer doesn't answer: %s.", type(error).__name__)
            return False
        return True

    async def _join(self, groups: Iterable[str]) -> None:
        for group in groups:
            if group not in self._joined and self._channel and await self._add_to(group):
                self._joined.add(group)

    async def _add_to(self, group: str) -> bool:
        return await self._try(lambda: self._layer.group_add(group, self._channel))

    async def _leave(self, group: str) -> None:
        self._joined.discard(group)
        await self._try(lambda: self._layer.group_discard(group, self._channel))

    def _groups(self) -> list[str]:
        """All groups that somebody here has subscribed to."""
        tables = [messages.views_group(table) for table in self.tables]
        return [*tables, *self._hint_subscribers, *map(messages.user_group, self._account_sockets)]

    async def _receive(self) -> None:
        while True:
            try:
                if not self._channel:
                    await self._connect()
                for message in messages.unpack(await self._layer.receive(self._channel)):
                    self._handle(message)
            except Exception as error:
                logger.warning("The process gets a new channel: %s.", type(error).__name__)
                self._channel = ""
                self._connected.clear()
                await asyncio.sleep(BACKOFF_SECONDS)

    async def _connect(self) -> None:
        self._channel, self._joined = await self._layer.new_channel(), set()
        self._connected.set()
        await self._join(self._groups())
        for watched in self.tables.values():
            watched.requested_at = watched.requested_for_all_at = 0.0

    async def _check_regularly(self) -> None:
        """Joins what could not be joined before, and requests views: every ten seconds, or when some may be lost."""
        while True:
            await asyncio.sleep(CHECK_EVERY_SECONDS)
            await self._join([group for group in self._groups() if group not in self._joined])
            receives_again = await self._receives_again()
            for watched in list(self.tables.values()):
                await self._check(watched, receives_again=receives_again)

    async def _check(self, watched: WatchedTable, *, receives_again: bool) -> None:
        now = asyncio.get_running_loop().time()
        silent = watched.is_silent(now)
        if silent:
            watched.requested_at = now
            for subscriber in list(watched.subscribers):
                subscriber.table_silent()
        # A request for one who has just come doesn't count for the others: the host would take them for disconnected.
        if silent or receives_again or now - watched.requested_for_all_at >= self._request_every:
            watched.requested_for_all_at = now
            await self.request_views(watched.id, watched.players())
        elif unanswered := watched.players() - watched.own_views.keys() - {0}:
            await self.request_views(watched.id, unanswered)

    async def _receives_again(self) -> bool:
        """Whether messages were lost until just now: the heartbeat before had not come back, this one has."""
        missed_before, self._misses_messages = self._misses_messages, self._last_heartbeat != self._heartbeats_sent
        self._heartbeats_sent += 1
        await self._try(lambda: self._layer.send(self._channel, messages.pack(Heartbeat(self._heartbeats_sent))))
        return missed_before and not self._misses_messages

    # What comes in

    def _handle(self, message: Message) -> None:
        match message:
            case ViewUpdate():
                self._update_view(message)
            case OwnViewUpdate():
                if watched := self.tables.get(message.table):
                    watched.update_own_view(message)
            case Answer():
                self._resolve_answer(message)
            case ChatPosted():
                for subscriber in self._subscribers(message.table):
                    subscriber.chat_posted(message.entry)
            case WatchersChanged():
                for subscriber in self._subscribers(message.table):
                    subscriber.watchers_changed()
            case Hint():
                for hinted in list(self._hint_subscribers.get(message.group, ())):
                    hinted.hint()
            case CloseSockets():
                for socket in self._sockets(message.user):
                    socket.access_ended()
            case NoticeWritten():
                for socket in self._sockets(message.user):
                    socket.notice_written(message.table)
            case SeatsChanged():
                for socket in self._sockets(message.user):
                    socket.seats_changed()
            case PlayerNotesChanged():
                for socket in self._sockets(message.user):
                    socket.player_notes_changed()
            case Heartbeat():
                self._last_heartbeat = message.number

    def _subscribers(self, table: int) -> list[TableSubscriber]:
        watched = self.tables.get(table)
        return list(watched.subscribers) if watched else []

    def _sockets(self, user: int) -> list[AccountSocket]:
        return list(self._account_sockets.get(user, ()))

    def _update_view(self, message: ViewUpdate) -> None:
        watched = self.tables.get(message.table)
        if watched and watched.update_view(message, asyncio.get_running_loop().time()):
            self._start(self.request_views(watched.id, watched.players()))

    def _resolve_answer(self, message: Answer) -> None:
        waiting = self._answers.get(message.id)
        if waiting and not waiting.done():
            waiting.set_result(message)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)
