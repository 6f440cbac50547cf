"""What all sockets of a web process share: the newest views of the tables they show, and the messages to each."""

import asyncio
import itertools
import weakref
from collections.abc import Coroutine, Iterable

from channels.layers import get_channel_layer

from games.messaging import messages
from games.messaging.channel_layer import ChannelLayer
from games.messaging.messages import (
    NO_VERSION,
    AddressBanned,
    Answer,
    Ask,
    ChatPosted,
    CloseSockets,
    FloorSummaries,
    Hint,
    Message,
    NoticeWritten,
    OwnViewUpdate,
    PlayerNotesChanged,
    SeatsChanged,
    ViewUpdate,
    Watch,
    WatchersChanged,
    WatchFloor,
)
from games.web.sockets.floor_tables import FloorSubscriber, FloorTables
from games.web.sockets.process_channel import ProcessChannel
from games.web.sockets.push_round import PushRound
from games.web.sockets.subscribers import AccountSocket, AddressSocket, HintSubscriber
from games.web.sockets.watched_tables import TableSubscriber, WatchedTable

CHECK_EVERY_SECONDS = 1.0
REQUEST_EVERY_SECONDS = 10.0
ANSWER_WITHIN_SECONDS = 3.0


class Feed:
    """The subscriptions of all sockets of one process; `Feed.current` makes one for each event loop."""

    _feeds: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Feed]" = weakref.WeakKeyDictionary()

    @classmethod
    def current(cls) -> "Feed":
        """The running loop's feed, started at its first use."""
        loop = asyncio.get_running_loop()
        if loop not in cls._feeds:
            cls._feeds[loop] = cls(get_channel_layer())
        return cls._feeds[loop]

    def __init__(self, layer: ChannelLayer, *, request_every: float = REQUEST_EVERY_SECONDS) -> None:
        """Starts receiving; every `request_every` seconds the views of all tables are requested again."""
        self.tables: dict[int, WatchedTable] = {}
        self.floor = FloorTables()
        self.pushes = PushRound()
        self._request_every = request_every
        self._hint_subscribers: dict[str, set[HintSubscriber]] = {}
        self._account_sockets: dict[int, set[AccountSocket]] = {}
        self._address_sockets: dict[str, set[AddressSocket]] = {}
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._ask_ids = itertools.count()
        self._channel = ProcessChannel(
            layer, needed_groups=self._groups, handle=self._handle, on_open=self._channel_opened
        )
        self._has_received = False
        self._tasks = [asyncio.create_task(self._channel.receive()), asyncio.create_task(self._check_regularly())]

    # For sockets

    async def watch(self, table: int, subscriber: TableSubscriber, *, delay: float = 0.0) -> WatchedTable:
        """Subscribes to a table's views and chat.

        The host is asked for what is not here yet: nothing, if the view here shows that the player has no seat, or
        another socket of the same player shows the table. The views of the last `delay` seconds are kept, for watchers
        who see them later (K14).
        """
        watched = self.tables.setdefault(table, WatchedTable(table))
        has_all, known = watched.has_all_for(subscriber.player), watched.version if watched.is_answered else NO_VERSION
        watched.delay = delay
        watched.add(subscriber)
        await self._channel.join([messages.views_group(table)])
        if not has_all:
            await self.request_views(table, [subscriber.player], known=known)
        return watched

    async def unwatch(self, table: int, subscriber: TableSubscriber) -> None:
        """Ends a subscription to a table; the host hears at once that no socket shows it to a seated player."""
        watched = self.tables.get(table)
        if watched is None:
            return
        watched.remove(subscriber)
        player = subscriber.player
        if not watched.players():
            del self.tables[table]
            await self._channel.leave(messages.views_group(table))
        if player in watched.players() or not watched.has_seat(player):
            return
        ends = Watch(table, player, await self._channel.name(), ends=True)
        # Another socket of the player may have opened in the meantime.
        if table not in self.tables or player not in self.tables[table].players():
            await self._channel.send_to_host(table, ends)

    async def subscribe(self, group: str, subscriber: HintSubscriber) -> None:
        """Subscribes to the hints of a group."""
        self._hint_subscribers.setdefault(group, set()).add(subscriber)
        await self._channel.join([group])

    async def unsubscribe(self, group: str, subscriber: HintSubscriber) -> None:
        """Ends a subscription to hints."""
        subscribers = self._hint_subscribers.get(group, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._hint_subscribers.pop(group, None)
            await self._channel.leave(group)

    async def add_socket(self, user: int, socket: AccountSocket) -> None:
        """Calls the socket on every message to this user."""
        self._account_sockets.setdefault(user, set()).add(socket)
        await self._channel.join([messages.user_group(user)])

    async def remove_socket(self, user: int, socket: AccountSocket) -> None:
        """Ends what `add_socket` began."""
        sockets = self._account_sockets.get(user, set())
        sockets.discard(socket)
        if not sockets:
            self._account_sockets.pop(user, None)
            await self._channel.leave(messages.user_group(user))

    async def add_address(self, address: str, socket: AddressSocket) -> None:
        """Tells the socket if its address is banned."""
        self._address_sockets.setdefault(address, set()).add(socket)
        await self._channel.join([messages.ADDRESSES])

    async def remove_address(self, address: str, socket: AddressSocket) -> None:
        """Ends what `add_address` began."""
        sockets = self._address_sockets.get(address, set())
        sockets.discard(socket)
        if not sockets:
            self._address_sockets.pop(address, None)
        if not self._address_sockets:
            await self._channel.leave(messages.ADDRESSES)

    async def watch_floor(self, subscriber: FloorSubscriber) -> None:
        """Subscribes to the summaries of all tables in `floor`."""
        if not self.floor.subscribers:
            self.floor.begin(asyncio.get_running_loop().time())
        self.floor.subscribers.add(subscriber)
        await self._request_summaries()

    async def unwatch_floor(self, subscriber: FloorSubscriber) -> None:
        """Ends a subscription to the summaries; hosts stop by themselves when nobody asks again."""
        self.floor.subscribers.discard(subscriber)

    async def request_views(self, table: int, players: Iterable[int], *, known: int = NO_VERSION) -> None:
        """Registers with the table's host for these players; the host answers with complete views.

        It leaves out the public view if that is still of the version `known`.
        """
        watched = self.tables.get(table)
        if watched and watched.is_answered and known == NO_VERSION:
            watched.requested_at = asyncio.get_running_loop().time()
        reply = await self._channel.name()
        if together := [Watch(table, player, reply, known) for player in players]:
            await self._channel.send_to_host(table, *together)

    async def ask(self, table: int, player: int, body: dict[str, object]) -> Answer | None:
        """Sends a player's ask to the table's host; returns its answer, or None when none came in time.

        `body` is JSON from a browser, checked by `player_asks.parse_ask`.
        """
        ask_id = str(next(self._ask_ids))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._answers[ask_id] = answer
        try:
            reply = await self._channel.name()
            async with asyncio.timeout(ANSWER_WITHIN_SECONDS):
                await self._channel.send_to_host(table, Ask(table, player, body, id=ask_id, reply=reply))
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

    def _groups(self) -> list[str]:
        """All groups that somebody here has subscribed to."""
        tables = [messages.views_group(table) for table in self.tables]
        users = map(messages.user_group, self._account_sockets)
        return [*tables, *self._hint_subscribers, *users, *([messages.ADDRESSES] if self._address_sockets else [])]

    # Requests for views

    def _channel_opened(self) -> None:
        """Has everything read again that an earlier channel may have missed."""
        for watched in self.tables.values():
            watched.requested_at = watched.requested_for_all_at = 0.0
        self.floor.requested_at = 0.0
        if self._has_received:
            self._hint_all()
        self._has_received = True

    def _hint_all(self) -> None:
        """Has everything read again that hints are about: some may be lost."""
        for subscriber in {one for subscribers in self._hint_subscribers.values() for one in subscribers}:
            subscriber.hint_received()
        for user in self._account_sockets:
            for socket in self._sockets(user):
                socket.seats_changed()

    async def _check_regularly(self) -> None:
        """Joins missing groups, and requests views: every ten seconds, or as soon as some may be lost."""
        while True:
            await asyncio.sleep(CHECK_EVERY_SECONDS)
            await self._channel.join_missing()
            receives_again = await self._channel.receives_again()
            if receives_again:
                self._hint_all()
            await self._check_floor(receives_again=receives_again)
            for watched in list(self.tables.values()):
                await self._check(watched, receives_again=receives_again)

    async def _request_summaries(self) -> None:
        self.floor.requested_at = asyncio.get_running_loop().time()
        await self._channel.send_to_hosts(WatchFloor(await self._channel.name()))

    async def _check_floor(self, *, receives_again: bool) -> None:
        is_due = asyncio.get_running_loop().time() - self.floor.requested_at >= self._request_every
        if self.floor.subscribers and (receives_again or is_due):
            await self._request_summaries()

    async def _check(self, watched: WatchedTable, *, receives_again: bool) -> None:
        now = asyncio.get_running_loop().time()
        silent = watched.is_silent(now)
        if silent:
            watched.requested_at = now
            for subscriber in watched.subscribers:
                subscriber.table_silent()
        # Requests for one new player do not count here: the host would take all others for disconnected.
        if silent or receives_again or now - watched.requested_for_all_at >= self._request_every:
            watched.requested_for_all_at = now
            await self.request_views(watched.id, watched.players())
        elif unanswered := watched.players() - watched.own_views.keys() - {0}:
            # Of those without a seat the host hears here: a crowd of watchers in one message.
            known = NO_VERSION if watched.own_views_due() else watched.version
            await self.request_views(watched.id, unanswered, known=known)

    # Messages

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
                if watched := self.tables.get(message.table):
                    watched.settings = None
                for subscriber in self._subscribers(message.table):
                    subscriber.watchers_changed()
            case FloorSummaries():
                self.floor.receive(message.tables, asyncio.get_running_loop().time())
            case Hint():
                for subscribed in list(self._hint_subscribers.get(message.group, ())):
                    subscribed.hint_received()
            case CloseSockets():
                for socket in self._sockets(message.user):
                    if message.recheck:
                        socket.access_changed()
                    else:
                        socket.access_ended()
            case AddressBanned():
                for listening in list(self._address_sockets.get(message.address, ())):
                    listening.address_banned()
            case NoticeWritten():
                for socket in self._sockets(message.user):
                    socket.notice_written(message.table)
            case SeatsChanged():
                for socket in self._sockets(message.user):
                    socket.seats_changed()
            case PlayerNotesChanged():
                for socket in self._sockets(message.user):
                    socket.player_notes_changed()

    def _subscribers(self, table: int) -> list[TableSubscriber]:
        watched = self.tables.get(table)
        return watched.subscribers if watched else []

    def _sockets(self, user: int) -> list[AccountSocket]:
        return list(self._account_sockets.get(user, ()))

    def _update_view(self, message: ViewUpdate) -> None:
        watched = self.tables.get(message.table)
        if watched is None:
            return
        due = watched.own_views_due()
        if watched.update_view(message, asyncio.get_running_loop().time()):
            self._start(self.request_views(watched.id, watched.players()))
        elif seated := watched.own_views_due() - due:
            # They have sat down before the host has heard that they watch.
            self._start(self.request_views(watched.id, seated, known=watched.version))

    def _resolve_answer(self, message: Answer) -> None:
        waiting = self._answers.get(message.id)
        if waiting and not waiting.done():
            waiting.set_result(message)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)
