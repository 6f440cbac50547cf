"""What every socket of the games wing shares: one channel for the process, bounded input, its user's language."""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import connections
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.engine.errors import IllegalAction
from games.messaging import messages
from games.messaging.rate_limit import Limit, RateLimiter
from games.web.lobby.my_strip import my_strip_piece
from games.web.sockets import connection_limits
from games.web.sockets.feed import Feed

LARGEST_MESSAGE = 16 * 1024
MESSAGES = Limit("socket-messages", times=30, seconds=10)
MOST_REFUSED = 60
"""A socket with so many refused messages, less those accepted since, is closed."""
SEND_WITHIN_SECONDS = 30.0
TOO_BIG, POLICY, COME_AGAIN, GONE, NO_SUCH_TABLE, FULL = 1009, 1008, 1012, 4401, 4404, 4429
NO_LAYER = "none: sockets hear through the process's feed"

Given = ParamSpec("Given")
Result = TypeVar("Result")


async def in_thread(work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """What `work` returns, done beside the one thread that all pages share."""
    return await sync_to_async(_closing, thread_sensitive=False)(partial(work, *args, **kwargs))


def _closing(work: Callable[[], Result]) -> Result:
    try:
        return work()
    finally:
        connections.close_all()


def language_of(scope: dict[str, Any]) -> str:
    """The language to speak to a socket: its user's, else the browser's choice or wish, else the room's."""
    header = dict(scope.get("headers", ())).get(b"accept-language", b"").decode("latin1")
    wishes = [
        getattr(scope.get("user"), "language", ""),
        scope.get("cookies", {}).get(settings.LANGUAGE_COOKIE_NAME, ""),
        *(language for language, _ in parse_accept_lang_header(header)),
    ]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


class PushSocket(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A socket that is sent the newest pieces of its screen: never more than one push waits for a slow reader."""

    channel_layer_alias = NO_LAYER

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rate_limiter = RateLimiter(MESSAGES)
        self.refused = 0
        self.due = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.player = 0
        self.mine_due = False
        self.counted: dict[str, int] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serves the socket; however it ends, nothing of it stays behind."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            for task in list(self.tasks):
                task.cancel()
            connection_limits.OPEN_SOCKETS.remove(self.counted)
            await asyncio.shield(self.leave())

    async def dispatch(self, message: Any) -> None:
        """Hands a message to its handler; overridden to stay in this thread, since no handler uses the ORM here."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Greets the socket: who it is, then what it watches; refused when there is nothing to watch."""
        user = self.scope.get("user")
        self.user = user if user is not None and user.is_authenticated else None
        self.player = self.user.pk if self.user else 0
        self.language = language_of(self.scope)
        keys = connection_limits.limits_of(self.scope, self.player)
        if not connection_limits.OPEN_SOCKETS.add(keys):
            await self.accept()
            await self.close(FULL)
            return
        self.counted = keys
        if not await self.enter():
            await self.accept()
            await self.close(NO_SUCH_TABLE)
            return
        await self.accept()
        self.feed = Feed.here()
        if self.player:
            await self.feed.join(messages.user_group(self.player), self)
            self.mine()
        await self.begin()
        self.start(self._push())

    async def websocket_receive(self, message: Any) -> None:
        """One message: bounded in size and rate, an object, then `asked`."""
        text = message.get("text")
        if text is None or len(text) > LARGEST_MESSAGE or len(text.encode()) > LARGEST_MESSAGE:
            await self.close(TOO_BIG)
            return
        if not self.rate_limiter.allow():
            self.refused += 1
            if self.refused > MOST_REFUSED:
                await self.close(POLICY)
            else:
                await self.refuse("slow_down")
            return
        self.refused = max(0, self.refused - 1)
        try:
            body = json.loads(text)
        except (ValueError, RecursionError):
            body = None
        if not isinstance(body, dict):
            await self.refuse("bad_message")
            return
        try:
            await self.asked(body)
        except IllegalAction as refusal:
            await self.refuse(refusal.code, refusal.detail)

    async def websocket_disconnect(self, message: Any) -> None:
        """The browser has gone."""
        raise StopConsumer

    def gone(self) -> None:
        """The user signed out, was banned or changed the password."""
        self.start(self.close(GONE))

    def noticed(self, table: int) -> None:
        """There is something to tell the user about a table; a page that is not about it leaves that to the next."""

    def marks_changed(self) -> None:
        """Something only this user has, beside the game, is different now."""

    def mine(self) -> None:
        """The user's seats or waiting lists have changed."""
        self.mine_due = True
        self.due.set()

    def start(self, work: Any) -> None:
        """Runs something beside the socket's messages, for as long as the socket lives."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def speak(self, html: str) -> None:
        """Sends a frame; a reader that takes none for half a minute is closed."""
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await self.send(text_data=html)
        except TimeoutError:
            await self.close(POLICY)

    async def _push(self) -> None:
        while True:
            await self.due.wait()
            self.due.clear()
            html = await self.pieces()
            if self.mine_due:
                self.mine_due = False
                html += await in_thread(my_strip_piece, self.user, self.language)
            if html:
                await self.speak(html)
            await self.pause()

    # What a kind of socket fills in

    async def enter(self) -> bool:
        """Whether this user may watch here."""
        return True

    async def begin(self) -> None:
        """Starts watching."""

    async def leave(self) -> None:
        """Stops watching; called once, whatever happened before."""
        if self.player and hasattr(self, "feed"):
            await self.feed.part(messages.user_group(self.player), self)

    async def pieces(self) -> str:
        """The HTML that has changed since the last push, or nothing."""
        return ""

    async def pause(self) -> None:
        """Rests after a push."""

    async def asked(self, body: dict[str, Any]) -> None:
        """What the browser asks."""
        raise IllegalAction("bad_message")

    async def refuse(self, code: str, detail: dict[str, int] | None = None) -> None:
        """Says no, in words."""
