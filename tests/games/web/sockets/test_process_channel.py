"""The channel of a web process: what it joins, how it recovers, and how it notices that messages were lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from games.messaging import messages
from games.messaging.messages import Hint, Message, Watch
from games.web.sockets.process_channel import BACKOFF_SECONDS, SEND_WITHIN_SECONDS, ProcessChannel
from tests.games.web.sockets.support.stepped import RecordedLayer, SteppedLoop, settle

WATCH = Watch(7, 5, "reply")


class Process:
    """A process channel and all that it tells its process."""

    def __init__(self, layer: RecordedLayer) -> None:
        self.layer = layer
        self.needed = ["a", "b"]
        self.handled: list[Message] = []
        self.opened = 0
        self.channel = ProcessChannel(
            layer, needed_groups=lambda: self.needed, handle=self.handled.append, on_open=self.open
        )

    def open(self) -> None:
        """Counts the channels that were opened."""
        self.opened += 1


@asynccontextmanager
async def receiving() -> AsyncIterator[Process]:
    """A process whose channel receives."""
    process = Process(RecordedLayer())
    task = asyncio.create_task(process.channel.receive())
    try:
        await settle()
        yield process
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_channel_joins_the_needed_groups_and_hands_on_every_message() -> None:
    async with receiving() as process:
        assert process.layer.take_calls() == [("join", "a", "channel-1"), ("join", "b", "channel-1")]
        assert (process.opened, await process.channel.name()) == (1, "channel-1")
        await process.layer.deliver(Hint("a"), Hint("b"))
        await process.layer.deliver(Hint("c"))
        assert process.handled == [Hint("a"), Hint("b"), Hint("c")]
        assert process.layer.channels == 1


async def test_nothing_is_joined_before_there_is_a_channel_and_its_name_is_waited_for() -> None:
    process = Process(RecordedLayer())
    await process.channel.join(["a"])
    assert process.layer.attempts == 0
    name = asyncio.create_task(process.channel.name())
    await settle()
    assert not name.done()
    receiver = asyncio.create_task(process.channel.receive())
    assert await name == "channel-1"
    receiver.cancel()


async def test_a_group_is_joined_once_until_it_is_left() -> None:
    async with receiving() as process:
        process.layer.take_calls()
        await process.channel.join(["a", "c"])
        await process.channel.join(["c"])
        assert process.layer.take_calls() == [("join", "c", "channel-1")]
        await process.channel.leave("c")
        await process.channel.join(["c"])
        assert process.layer.take_calls() == [("leave", "c", "channel-1"), ("join", "c", "channel-1")]


@pytest.mark.parametrize("fault", [ConnectionError(), None])
async def test_a_group_that_the_layer_does_not_take_is_joined_later(
    monkeypatch: pytest.MonkeyPatch, fault: Exception | None
) -> None:
    clock = SteppedLoop(monkeypatch)
    async with receiving() as process:
        process.layer.take_calls()
        process.needed.append("c")
        process.layer.fault, process.layer.hangs = fault, fault is None
        joining = asyncio.create_task(process.channel.join(["c"]))
        await clock.skip(SEND_WITHIN_SECONDS)
        assert joining.done()
        process.layer.fault, process.layer.hangs = None, False
        assert process.layer.take_calls() == []
        await process.channel.join_missing()
        await process.channel.join_missing()
        assert process.layer.take_calls() == [("join", "c", "channel-1")]


async def test_sending_to_a_host_says_whether_the_layer_took_it() -> None:
    async with receiving() as process:
        assert await process.channel.send_to_host(7, WATCH) is True
        assert process.layer.take_sent() == [(messages.host_group(7), WATCH)]
        process.layer.fault = ConnectionError()
        assert await process.channel.send_to_host(7, WATCH) is False


async def test_a_broken_channel_is_replaced_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SteppedLoop(monkeypatch)
    async with receiving() as process:
        process.layer.take_calls()
        await process.layer.break_channel()
        name = asyncio.create_task(process.channel.name())
        await clock.skip(BACKOFF_SECONDS / 2)
        assert (process.layer.channels, process.opened, name.done()) == (1, 1, False)
        await clock.skip(BACKOFF_SECONDS / 2)
        assert (process.layer.channels, process.opened, await name) == (2, 2, "channel-2")
        assert process.layer.take_calls() == [("join", "a", "channel-2"), ("join", "b", "channel-2")]
        await process.layer.deliver(Hint("a"))
        assert process.handled == [Hint("a")]


async def test_lost_messages_are_noticed_once_a_heartbeat_comes_back() -> None:
    async def beat() -> bool:
        found = await process.channel.receives_again()
        await settle()
        return found

    async with receiving() as process:
        assert [await beat() for _ in range(3)] == [False, False, False]
        process.layer.deaf = True
        assert [await beat() for _ in range(3)] == [False, False, False]
        process.layer.deaf = False
        assert [await beat() for _ in range(3)] == [False, True, False]
        assert process.layer.heartbeats == [1, 2, 3, 4, 5, 6, 7, 8, 9]
        assert process.handled == [], "heartbeats are nobody else's"
