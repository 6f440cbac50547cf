"""The web process of the benchmark, with a host that shows recorded hands at all tables in turn.

`python -m benchmarks.deliveries.web room|bare PORT TABLES ROUNDS [BYTES]` prints "ready", and after each line of input
plays the rounds and prints the processor seconds they took; then, for the room, how they divide.
"""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

import uvloop

asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from daphne.server import Server, twisted_loop  # noqa: E402

SEATS = 9
LOOK_EVERY, QUIET_LOOKS, QUIET_SECONDS = 0.03, 3, 0.0006
RECORDINGS = 8


class Bare(AsyncWebsocketConsumer):  # type: ignore[misc]  # Channels has no types.
    """A consumer that does nothing: the ceiling of Daphne."""

    channel_layer_alias = "none"
    by_table: dict[str, "list[Bare]"] = {}

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Calls the handler without the hop to a thread."""
        await getattr(self, message["type"].replace(".", "_"))(message)

    async def connect(self) -> None:
        """Is one of its table's sockets."""
        await self.accept()
        self.by_table.setdefault(self.scope["path"], []).append(self)
        await self.send(text_data="open")


async def idle() -> None:
    """Waits until this process has had hardly anything to do a few times in a row."""
    quiet = 0
    while quiet < QUIET_LOOKS:
        began = process_time()
        await asyncio.sleep(LOOK_EVERY)
        quiet = quiet + 1 if process_time() - began < QUIET_SECONDS else 0


async def bare_round(text: str) -> None:
    """Sends to all sockets of all tables."""
    for sockets in Bare.by_table.values():
        for one in sockets:
            await one.send(text_data=text)
        await asyncio.sleep(0)


class RecordedHost:
    """Shows recorded hands at all tables, and answers web processes that ask for views."""

    def __init__(self, tables: int, rounds: int) -> None:
        from channels.layers import get_channel_layer

        from benchmarks.deliveries.recorded import packed, play

        self.layer = get_channel_layer()
        self.reply = ""
        self.tables = range(1, tables + 1)
        self.round = 0
        hands = [play(seed, rounds) for seed in range(RECORDINGS)]
        self.messages = [
            [
                packed(shown, table=table, version=number, first_player=1 + (table - 1) * SEATS)
                for table in self.tables
                for shown in [hands[table % RECORDINGS][number]]
            ]
            for number in range(rounds)
        ]

    async def answer(self) -> None:
        """Answers requests for views with the newest, complete where nothing has been shown yet."""
        from games.messaging import messages

        channel = await self.layer.new_channel()
        for table in self.tables:
            await self.layer.group_add(messages.host_group(table), channel)
        while True:
            for message in messages.unpack(await self.layer.receive(channel)):
                if isinstance(message, messages.Watch):
                    self.reply = message.reply
                    await self.layer.send(self.reply, self.messages[self.round][message.table - 1])

    async def play(self) -> None:
        """The next decision at every table."""
        self.round += 1
        for message in self.messages[self.round]:
            await self.layer.send(self.reply, message)


@contextmanager
def timed(split: dict[str, float], name: str, module: Any, function: str) -> Iterator[None]:
    """Adds the time inside a function to `split`."""
    original = getattr(module, function)

    def call(*args: Any, **kwargs: Any) -> Any:
        began = process_time()
        try:
            return original(*args, **kwargs)
        finally:
            split[name] = split.get(name, 0.0) + process_time() - began

    setattr(module, function, call)
    try:
        yield
    finally:
        setattr(module, function, original)


async def measured(rounds: int, play: Callable[[], Awaitable[None]]) -> float:
    """The processor seconds of some rounds."""
    await idle()
    began = process_time()
    for _ in range(rounds):
        await play()
        await idle()
    return process_time() - began


async def serve(kind: str, tables: int, rounds: int, size: int) -> None:
    """Plays as it is told on standard input."""
    lines = asyncio.Queue[bytes]()
    asyncio.get_running_loop().add_reader(0, lambda: lines.put_nowait(os.read(0, 100)))
    if kind == "bare":
        print("ready", flush=True)
        text = "x" * size
        while await lines.get():
            print(await measured(rounds, lambda: bare_round(text)), flush=True)
        return
    host = RecordedHost(tables, 2 * rounds + 2)
    answering = asyncio.create_task(host.answer())
    began = process_time()
    print("ready", flush=True)
    await lines.get()
    await idle()
    print(process_time() - began, flush=True)
    await lines.get()
    print(await measured(rounds, host.play), flush=True)
    await lines.get()
    from games.messaging import messages
    from games.web.table import fragments

    split: dict[str, float] = {}
    with (
        timed(split, "decode", messages, "unpack"),
        timed(split, "draw for all", fragments, "public_fragments"),
        timed(split, "draw for one", fragments, "own_fragments"),
        timed(split, "log", fragments, "log_fragments"),
    ):
        total = await measured(rounds, host.play)
    print(" ".join(f"{name.replace(' ', '_')}={seconds / total:.3f}" for name, seconds in split.items()), flush=True)
    answering.cancel()


def main(kind: str, port: int, tables: int, rounds: int, size: int = 0) -> None:
    """Serves until it is killed."""
    if kind == "bare":
        server = Server(Bare.as_asgi(), endpoints=[f"tcp:port={port}:interface=127.0.0.1"], verbosity=0)
        task = twisted_loop.create_task(serve(kind, tables, rounds, size))
        server.run()
    else:
        import django

        django.setup()
        from pokerroom.asgi import application
        from pokerroom.serving.python_runtime import settle_memory
        from pokerroom.serving.server import RoomServer

        task = twisted_loop.create_task(serve(kind, tables, rounds, size))
        room = RoomServer(application, host="127.0.0.1", port=port, accepting=lambda: None)
        settle_memory()
        room.run()
    task.cancel()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
