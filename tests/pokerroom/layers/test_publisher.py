"""Publishing to Redis: nobody waits for the answers to others, and a connection that owes one for long is given up."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from urllib.parse import urlsplit

import pytest
from redis import Redis
from redis.asyncio.connection import Connection
from redis.client import PubSub
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoPermissionError

from pokerroom.layers.publisher import ANSWER_WITHIN_SECONDS, Publisher
from pokerroom.layers.redis_layer import RedisLayer


class Relay:
    """Stands between clients and Redis, and keeps answers back from `hold` to `let_go` on the connections there are."""

    def __init__(self, redis_url: str) -> None:
        self._to = urlsplit(redis_url)
        self._gates: list[asyncio.Event] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Listens at `port`."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]

    def hold(self) -> None:
        """Keeps answers back."""
        for gate in self._gates:
            gate.clear()

    def let_go(self) -> None:
        """Passes on what was kept back."""
        for gate in self._gates:
            gate.set()

    async def stop(self) -> None:
        """Ends all connections."""
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, commands: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        opened, gate = asyncio.Event(), asyncio.Event()
        for event in (opened, gate):
            event.set()
        self._gates.append(gate)
        from_redis, to_redis = await asyncio.open_connection(self._to.hostname, self._to.port)
        for way in (_pass(commands, to_redis, opened), _pass(from_redis, answers, gate)):
            self._tasks.append(asyncio.create_task(way))


async def _pass(source: asyncio.StreamReader, target: asyncio.StreamWriter, gate: asyncio.Event) -> None:
    try:
        with suppress(OSError):
            while data := await source.read(65536):
                await gate.wait()
                target.write(data)
    finally:
        target.close()


@asynccontextmanager
async def relay_to(redis_url: str) -> AsyncIterator[Relay]:
    """A relay in front of the Redis of the tests."""
    relay = Relay(redis_url)
    await relay.start()
    try:
        yield relay
    finally:
        await relay.stop()


@pytest.fixture
def heard(redis_url: str) -> Iterator[PubSub]:
    """A subscription to channels with `heard` in their names."""
    with Redis.from_url(redis_url) as redis, redis.pubsub() as subscription:
        subscription.psubscribe("*heard*")
        assert subscription.get_message(timeout=60)
        yield subscription


def next_text(heard: PubSub) -> bytes:
    """The next message that somebody has published."""
    message = heard.get_message(ignore_subscribe_messages=True, timeout=60)
    assert message
    return bytes(message["data"])


async def test_messages_go_out_in_order_while_those_before_are_not_answered(redis_url: str, heard: PubSub) -> None:
    async with relay_to(redis_url) as relay:
        publisher = await Publisher.connected(Connection(port=relay.port))
        relay.hold()
        sending = [asyncio.create_task(publisher.publish("heard.1", b"%d" % number)) for number in range(5)]
        assert [await asyncio.to_thread(next_text, heard) for _ in sending] == [b"0", b"1", b"2", b"3", b"4"]
        assert not any(task.done() for task in sending)
        relay.let_go()
        await asyncio.wait_for(asyncio.gather(*sending), 60)
        await publisher.close()


async def test_a_sender_that_gives_up_leaves_the_answers_to_the_others(redis_url: str, heard: PubSub) -> None:
    async with relay_to(redis_url) as relay:
        publisher = await Publisher.connected(Connection(port=relay.port))
        relay.hold()
        gives_up, waits = (asyncio.create_task(publisher.publish("heard.1", text)) for text in (b"first", b"second"))
        assert [await asyncio.to_thread(next_text, heard) for _ in range(2)] == [b"first", b"second"]
        gives_up.cancel()
        relay.let_go()
        await asyncio.wait_for(waits, 60)
        assert gives_up.cancelled()
        await asyncio.wait_for(publisher.publish("heard.1", b"third"), 60)
        assert not publisher.is_lost()
        await publisher.close()


async def test_a_refused_message_fails_alone(redis_url: str) -> None:
    name, to = f"publisher.{token_hex(4)}", urlsplit(redis_url)
    with Redis.from_url(redis_url) as redis:
        redis.acl_setuser(name, enabled=True, nopass=True, commands=["+@all"], channels=["open.*"], reset_channels=True)
        connection = Connection(host=str(to.hostname), port=to.port or 6379, username=name, password="any")
        publisher = await Publisher.connected(connection)
        sending = [publisher.publish(f"{group}.1", b"text") for group in ("open", "closed", "open")]
        results = await asyncio.wait_for(asyncio.gather(*sending, return_exceptions=True), 60)
        assert [type(result) for result in results] == [type(None), NoPermissionError, type(None)]
        await publisher.close()
        redis.acl_deluser(name)


async def test_whoever_waits_is_told_when_the_connection_ends(redis_url: str, heard: PubSub) -> None:
    async with relay_to(redis_url) as relay:
        publisher = await Publisher.connected(Connection(port=relay.port))
        relay.hold()
        waits = asyncio.create_task(publisher.publish("heard.1", b"text"))
        assert await asyncio.to_thread(next_text, heard) == b"text"
        await relay.stop()
        with pytest.raises(RedisConnectionError):
            await asyncio.wait_for(waits, 60)
        assert publisher.is_lost()


async def test_a_connection_that_owes_an_answer_for_long_is_replaced(redis_url: str, heard: PubSub) -> None:
    async with relay_to(redis_url) as relay:
        layer = RedisLayer(hosts=[f"redis://127.0.0.1:{relay.port}"], prefix="heard")
        await layer.group_send("before", {"number": 0})
        relay.hold()
        kept_waiting = asyncio.create_task(layer.group_send("kept", {"number": 1}))
        before, kept = [await asyncio.to_thread(next_text, heard) for _ in range(2)]
        (connection,) = layer._get_layer()._shards
        unanswered = connection._publisher._unanswered
        unanswered[0] = unanswered[0]._replace(since=unanswered[0].since - ANSWER_WITHIN_SECONDS)
        await asyncio.wait_for(layer.group_send("new", {"number": 2}), 60)
        await asyncio.wait_for(kept_waiting, 60)
        # What nobody has answered is sent once more: a message may come twice, and may not be lost.
        new, again = [await asyncio.to_thread(next_text, heard) for _ in range(2)]
        assert len({before, kept, new, again}) == 3
        await layer.flush()
