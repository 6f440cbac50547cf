"""The base of all sockets: limits, the user's language, and pushes of the newest HTML."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Coroutine, Sequence
from enum import IntEnum
from functools import partial
from typing import NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from asgiref.sync import sync_to_async
from asgiref.typing import (
    ASGIReceiveCallable,
    ASGISendCallable,
    WebSocketConnectEvent,
    WebSocketDisconnectEvent,
    WebSocketReceiveEvent,
)
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.contrib.auth.models import AbstractUser
from django.db import connections

from games.engine.errors import IllegalAction
from games.lobby.own_parts import read_own_parts
from games.messaging.faults import describe_fault
from games.messaging.rate_limit import Limit, RateLimiter
from games.preferences import Preferences
from games.seating.bans import is_banned
from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.session_bar import session_fragment
from games.web.sockets import connection_limits
from games.web.sockets.feed import Feed
from games.web.sockets.frames import EXTENSION, Line, frame_of
from games.web.sockets.readers import together_after_all
from games.web.sockets.scope import Scope, address_of, has_session, language_of
from games.web.sockets.shared_pushes import SharedPush

logger = logging.getLogger(__name__)

LARGEST_MESSAGE = 16 * 1024
MESSAGE_LIMIT = Limit("socket-messages", times=30, seconds=10)
PING = re.compile(r"ping (\d{1,9})", re.ASCII)
PING_LIMIT = Limit("socket-pings", times=60, seconds=10)
"""An ask brings a ping with it; pings beyond the limit count as messages."""
MOST_REFUSED = 60
"""A socket with so many refused messages, less those accepted since, is closed."""
SEND_WITHIN_SECONDS = 30.0
NO_LAYER = "none: sockets receive through the process's feed"


class CloseCode(IntEnum):
    """Why the server closes a socket; `static/js/transport.js` decides by it whether to connect again."""

    POLICY_VIOLATION = 1008
    MESSAGE_TOO_BIG = 1009
    RECONNECT = 1012
    ACCESS_ENDED = 4401
    BANNED = 4403
    NOTHING_TO_WATCH = 4404
    TOO_MANY_SOCKETS = 4429


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
BrowserEvent: TypeAlias = WebSocketConnectEvent | WebSocketReceiveEvent | WebSocketDisconnectEvent


class Frames(Protocol):
    """What a socket sends at once."""

    def frames(self) -> bytes:
        """Whole frames, of one message or several; empty for nothing."""


class Push(NamedTuple):
    """One message: what a socket shares with others, and HTML of its own."""

    shared: SharedPush | None
    own: str

    def frames(self) -> bytes:
        """The message; the socket's own part is a frame of its own."""
        if self.shared is None:
            return frame_of(self.own) if self.own else b""
        if not self.own:
            return self.shared.frame
        return self.shared.first_frame + frame_of(self.own, first=False)


async def in_thread(work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
    """Runs `work` in a thread of its own, not in the one that all pages share; returns its result."""
    return await sync_to_async(_with_own_connections, thread_sensitive=False)(partial(work, *args, **kwargs))


def _with_own_connections(work: Callable[[], Result]) -> Result:
    try:
        return work()
    finally:
        connections.close_all()


def _own_fragments(wanted: Sequence[tuple[AbstractUser, Preferences, str]]) -> list[str]:
    """What every page shows about a user's seats: the strip of tables and waiting lists, and the session.

    Each is wanted for a user with preferences, in a language. Sockets of one user share it only if they know the same
    preferences, as one that opened earlier knows older ones.
    """
    own = read_own_parts({user.pk for user, _, _ in wanted})
    return [
        my_strip_fragment(user, language, own=own[user.pk]) + session_fragment(user, language, own=own[user.pk])
        for user, _, language in wanted
    ]


class PushSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types
    """A socket that pushes its page what has changed; a slow browser skips states and gets the newest.

    A subclass implements `may_open`, `start_watching`, `stop_watching` and `changed_html`.
    """

    channel_layer_alias = NO_LAYER
    player = 0
    refused = 0
    my_tables_due = False

    def __init__(self) -> None:
        super().__init__()
        self.rate_limiter = RateLimiter(MESSAGE_LIMIT)
        self.ping_limiter = RateLimiter(PING_LIMIT)
        self.push_due = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.counted_keys: dict[str, int] = {}
        self.feed: Feed | None = None
        self.line: Line | None = None

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serves the socket until it ends for any reason, then stops its tasks and ends its subscriptions."""
        self.line = scope.get("extensions", {}).get(EXTENSION)
        try:
            await super().__call__(scope, receive, send)
        finally:
            for task in list(self.tasks):
                task.cancel()
            connection_limits.OPEN_SOCKETS.remove(self.counted_keys)
            if self.feed:
                await asyncio.shield(self._leave(self.feed))

    async def dispatch(self, message: BrowserEvent) -> None:
        """Calls the message's handler in this thread: no handler here uses the ORM."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Accepts the socket and starts pushing; closes it with a `CloseCode` if it may not open."""
        user = self.scope.get("user")
        self.user = user if user is not None and user.is_authenticated else None
        self.player = self.user.pk if self.user else 0
        self.language = language_of(self.scope)
        limits = connection_limits.limits_of(self.scope, self.player)
        if not connection_limits.OPEN_SOCKETS.add(limits):
            await self.accept()
            await self.close_with(CloseCode.TOO_MANY_SOCKETS)
            return
        self.counted_keys = limits
        if not await self.may_open():
            await self.accept()
            await self.close_with(CloseCode.NOTHING_TO_WATCH)
            return
        await self.accept()
        self.feed = Feed.current()
        await self.feed.add_address(address_of(self.scope), self)
        if self.player:
            await self.feed.add_socket(self.player, self)
            self.seats_changed()
        await self.start_watching(self.feed)
        self.run_task(self._push())

    async def close_with(self, code: CloseCode) -> None:
        """Closes the socket; the server requires an int that is not an enum."""
        await self.close(code.value)

    async def _leave(self, feed: Feed) -> None:
        await self.stop_watching(feed)
        await feed.remove_address(address_of(self.scope), self)
        if self.player:
            await feed.remove_socket(self.player, self)

    async def websocket_receive(self, message: WebSocketReceiveEvent) -> None:
        """Answers a ping; passes a JSON object from the browser to `handle_ask`, within the limits of size and rate."""
        text = message.get("text")
        if text is None or len(text.encode()) > LARGEST_MESSAGE:
            await self.close_with(CloseCode.MESSAGE_TOO_BIG)
            return
        if (ping := PING.fullmatch(text)) and self.ping_limiter.allow():
            await self._send_text(f"pong {ping[1]}")
            return
        if not self.rate_limiter.allow():
            self.refused += 1
            if self.refused > MOST_REFUSED:
                await self.close_with(CloseCode.POLICY_VIOLATION)
            else:
                await self.refuse("slow_down", ask=_object_in(text))
            return
        self.refused = max(0, self.refused - 1)
        body = _object_in(text)
        if body is None:
            await self.refuse("bad_message")
            return
        try:
            await self.handle_ask(body)
        except IllegalAction as refusal:
            await self.refuse(refusal.code, refusal.detail)

    async def websocket_disconnect(self, message: WebSocketDisconnectEvent) -> None:
        """Ends the consumer when the browser has disconnected."""
        raise StopConsumer

    # The feed's calls (`AccountSocket`, `AddressSocket`)

    def access_ended(self) -> None:
        """Closes the socket: the user signed out, was banned or changed the password."""
        self.run_task(self._end_access())

    async def _end_access(self, *, recheck: bool = False) -> None:
        if await in_thread(is_banned, self.player):
            await self.close_with(CloseCode.BANNED)
        elif recheck and await in_thread(has_session, self.scope):
            # Whoever must not come back is refused at the door.
            await self.close_with(CloseCode.RECONNECT)
        else:
            await self.close_with(CloseCode.ACCESS_ENDED)

    def access_changed(self) -> None:
        """Closes the socket; its page connects again if its session is still valid."""
        self.run_task(self._end_access(recheck=True))

    def address_banned(self) -> None:
        """Closes the socket; its page reloads and says why."""
        self.run_task(self.close_with(CloseCode.BANNED))

    def notice_written(self, table: int) -> None:
        """There is a new notice for the user about a table or the room (0); pages of tables show it."""

    def player_notes_changed(self) -> None:
        """The user's notes, mutes or calls to the floor have changed; table pages show them."""

    def seats_changed(self) -> None:
        """Pushes the strip of the user's tables and waiting lists, which every page shows."""
        self.my_tables_due = True
        self.push_due.set()

    # Pushes

    def run_task(self, work: Coroutine[object, object, None]) -> None:
        """Runs `work` concurrently with the socket's messages; cancelled when the socket ends.

        A fault in it closes the socket, so that the browser connects again and gets everything afresh.
        """
        task = asyncio.create_task(self._run_task(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        # A task cancelled before its first step never reaches `work`.
        task.add_done_callback(lambda _: work.close())

    async def _run_task(self, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except Exception as fault:
            await self._close_after(fault)

    async def _close_after(self, fault: Exception) -> None:
        logger.error("A socket is closed after %s", describe_fault(fault))
        await self.close_with(CloseCode.RECONNECT)

    def push_soon(self) -> None:
        """Pushes what `take_push` returns, in one of the next turns of the loop."""
        if self.line and self.feed:
            self.feed.pushes.add(self)
        else:
            self.push_due.set()

    def push_now(self) -> None:
        """Pushes without waiting, or leaves it to the task that waits for the browser."""
        if self.line is None or not self.line.is_free():
            self.push_due.set()
            return
        try:
            self.line.write(self.take_push().frames())
        except Exception as fault:
            self.run_task(self._close_after(fault))

    async def _push(self) -> None:
        while True:
            await self.push_due.wait()
            await self._wait_for_browser()
            self.push_due.clear()
            # It is sent as soon as it has been taken, so that nothing newer is pushed before it.
            if html := await self.changed_html():
                await self._send_text(html)
            if self.my_tables_due and self.user:
                # This read comes after all that opens, so what the page is about is sent first.
                self.my_tables_due = False
                wanted = self.user, Preferences.of(self.user), self.language
                my_tables = await together_after_all(_own_fragments, wanted)
                await self._wait_for_browser()
                await self._send_text(my_tables)
            await self.pause()

    async def _wait_for_browser(self) -> None:
        """Waits until the browser has taken what was sent before; ends the connection if it does not in time."""
        if self.line is None or self.line.is_free():
            return
        free = asyncio.Event()
        self.line.call_when_free(free.set)
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await free.wait()
        except TimeoutError:
            self.line.abort()

    async def _send_text(self, text: str) -> None:
        """Sends a message; closes the socket if the browser does not take it in time."""
        if self.line and self.line.is_free():
            self.line.write(frame_of(text))
            return
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await self.send(text_data=text)
        except TimeoutError:
            await self.close_with(CloseCode.POLICY_VIOLATION)

    # For subclasses

    async def may_open(self) -> bool:
        """Reads from the URL what the socket shows; returns whether this user may watch it."""
        return True

    async def start_watching(self, feed: Feed) -> None:
        """Subscribes to everything that the socket shows."""

    async def stop_watching(self, feed: Feed) -> None:
        """Ends the subscriptions; called once for every socket that was accepted."""

    async def changed_html(self) -> str:
        """The HTML that has changed since the last push; empty if nothing has."""
        return ""

    def take_push(self) -> Frames:
        """What has changed since the last push, for a socket that can tell without waiting and calls `push_soon`."""
        return Push(None, "")

    async def pause(self) -> None:
        """Waits before the next push."""

    async def handle_ask(self, body: dict[str, object]) -> None:
        """Handles an ask from the browser; raises IllegalAction, always on pages from which nothing can be asked."""
        raise IllegalAction("bad_message")

    async def refuse(
        self, code: str, detail: dict[str, int | str] | None = None, *, ask: dict[str, object] | None = None
    ) -> None:
        """Shows a refusal, if the page has a place for it; `ask` is what was refused unread."""


def _object_in(text: str) -> dict[str, object] | None:
    """The JSON object that a browser sent, None for anything else."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None
