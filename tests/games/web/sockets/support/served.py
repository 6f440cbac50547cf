"""A socket's consumer served without a server, and a feed that records what it is asked for."""

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import ParamSpec, Self, TypeVar, cast

import pytest
from asgiref.typing import ASGIReceiveEvent, ASGISendEvent

from games.engine.views.types import OwnView
from games.messaging.messages import Answer
from games.web.sockets import followed_tournament, push_socket, table_consumer
from games.web.sockets.push_round import PushRound
from games.web.sockets.push_socket import PushSocket
from games.web.sockets.scope import Scope
from games.web.sockets.watched_tables import WatchedTable
from tests.games.web.sockets.support.stepped import SteppedLoop, settle

TABLE, EVE = 77, 5

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Wanted = TypeVar("Wanted")


class RecordedFeed:
    """Stands for the feed of the process; its watched table is filled by tests, its answers are given by tests."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.watched = WatchedTable(TABLE)
        self.pushes = PushRound()
        self.asked: list[asyncio.Future[Answer | None]] = []

    def take_calls(self) -> list[tuple[object, ...]]:
        """What was called since the last time."""
        taken, self.calls = self.calls, []
        return taken

    def own(self, player: int, view: OwnView | None) -> None:
        """Stores a player's own view."""
        self.watched.own_views[player] = view

    async def add_socket(self, user: int, socket: object) -> None:
        self.calls.append(("add", user))

    async def remove_socket(self, user: int, socket: object) -> None:
        self.calls.append(("remove", user))

    async def add_address(self, address: str, socket: object) -> None:
        """Not recorded: every socket does it."""

    async def remove_address(self, address: str, socket: object) -> None:
        """Not recorded either."""

    async def watch(self, table: int, subscriber: object, *, delay: float = 0.0) -> WatchedTable:
        self.calls.append(("watch", table, delay))
        return self.watched

    async def unwatch(self, table: int, subscriber: object) -> None:
        self.calls.append(("unwatch", table))

    async def subscribe(self, group: str, subscriber: object) -> None:
        self.calls.append(("subscribe", group))

    async def unsubscribe(self, group: str, subscriber: object) -> None:
        self.calls.append(("unsubscribe", group))

    async def request_views(self, table: int, players: list[int]) -> None:
        self.calls.append(("request", table, list(players)))

    async def ask(self, table: int, player: int, body: dict[str, object]) -> Answer | None:
        self.calls.append(("ask", table, player, body["do"]))
        self.asked.append(asyncio.get_running_loop().create_future())
        return await self.asked[-1]


async def at_once(work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
    """In place of `in_thread`: what the tests put in place of reading the database needs no thread."""
    return work(*args, **kwargs)


def person(pk: int = EVE, **more: object) -> SimpleNamespace:
    """A signed-in user."""
    return SimpleNamespace(pk=pk, is_authenticated=True, **more)


async def together_at_once(work: Callable[[list[Wanted]], Sequence[Result]], wanted: Wanted) -> Result:
    """In place of `together_in_turn` and its like: nobody else wants anything."""
    return work([wanted])[0]


class Served:
    """One socket: what it sent to its browser, with a recorded feed and a clock that stands still."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        consumer: PushSocket,
        user: SimpleNamespace | None = None,
        **scope: object,
    ) -> None:
        self.clock = SteppedLoop(monkeypatch)
        self.feed = RecordedFeed()
        monkeypatch.setattr(push_socket, "Feed", SimpleNamespace(current=lambda: self.feed))
        for module in (push_socket, table_consumer, followed_tournament):
            monkeypatch.setattr(module, "in_thread", at_once, raising=False)
            monkeypatch.setattr(module, "in_turn", at_once, raising=False)
            monkeypatch.setattr(module, "after_all", at_once, raising=False)
            monkeypatch.setattr(module, "together_in_turn", together_at_once, raising=False)
            monkeypatch.setattr(module, "together_after_all", together_at_once, raising=False)
        put: Callable[..., None] = monkeypatch.setattr
        put(push_socket, "read_own_parts", dict.fromkeys)
        put(push_socket, "my_strip_fragment", lambda user, language, own: f"[strip {user.pk} {language}]")
        put(push_socket, "session_fragment", lambda user, language, own: "")
        self.consumer = consumer
        self.scope = cast(Scope, {"type": "websocket", "user": user, "headers": [], **scope})
        self.sent: list[ASGISendEvent] = []
        self.stuck = False
        self._arriving: asyncio.Queue[ASGIReceiveEvent] = asyncio.Queue()

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self.consumer(self.scope, self._arriving.get, self._send))
        await self.receive({"type": "websocket.connect"})
        return self

    async def __aexit__(self, *_: object) -> None:
        self._arriving.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await settle()
        assert self.task.done(), "the socket has ended"
        self.task.result()

    async def _send(self, message: ASGISendEvent) -> None:
        if self.stuck and message["type"] == "websocket.send":
            await asyncio.Event().wait()
        self.sent.append(message)

    async def receive(self, message: ASGIReceiveEvent) -> None:
        """The server hands a message to the socket."""
        self._arriving.put_nowait(message)
        await settle()

    async def says(self, text: str | dict[str, object]) -> None:
        """The browser sends text, or an object as JSON."""
        await self.receive(
            {
                "type": "websocket.receive",
                "text": text if isinstance(text, str) else json.dumps(text, ensure_ascii=False),
            }
        )

    def take_sent(self) -> list[str | int]:
        """Since the last call: the text of each frame, "accepted", and the codes with which the socket was closed."""
        taken, self.sent = self.sent, []
        return [self._word(message) for message in taken]

    @staticmethod
    def _word(message: ASGISendEvent) -> str | int:
        if message["type"] == "websocket.accept":
            return "accepted"
        if message["type"] == "websocket.close":
            return message["code"]
        assert message["type"] == "websocket.send"
        return str(message["text"])
