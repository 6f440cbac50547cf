"""The channel layers: delivery, full channels, expiry, and what they cost."""

import asyncio
import time
from secrets import token_hex
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from django.conf import settings
from redis import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.connection import Connection
from redis.exceptions import ConnectionError as RedisConnectionError

from pokerroom.environment import derived_keys
from pokerroom.layers import redis_layer
from pokerroom.layers.memory_layer import MemoryLayer
from pokerroom.layers.redis_layer import RedisLayer
from pokerroom.layers.sealing import MessageSeal, SealedSerializer
from tests.tournaments.support.tournaments import until


async def test_group_message_reaches_every_member_and_nobody_else() -> None:
    layer = MemoryLayer()
    for name in ("a", "b", "c"):
        await layer.group_add("views.1" if name != "c" else "views.2", name)
    await layer.group_send("views.1", {"type": "view", "version": 7})
    for name in ("a", "b"):
        assert await asyncio.wait_for(layer.receive(name), 60) == {"type": "view", "version": 7}
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(layer.receive("c"), 0.01)


async def test_a_full_channel_refuses_a_send_and_drops_a_group_message() -> None:
    layer = MemoryLayer(capacity=1)
    await layer.group_add("views.1", "slow")
    await layer.group_add("views.1", "quick")
    await layer.send("slow", {"type": "first"})
    with pytest.raises(ChannelFull):
        await layer.send("slow", {"type": "second"})
    await layer.group_send("views.1", {"type": "view"})
    assert await layer.receive("quick") == {"type": "view"}
    assert await layer.receive("slow") == {"type": "first"}


async def test_expired_messages_are_dropped_within_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = MemoryLayer(expiry=-1)
    await layer.send("unread", {"type": "old"})
    monkeypatch.setattr(layer, "_cleaned_at", float("-inf"))
    await layer.group_send("nobody", {"type": "view"})
    assert "unread" not in layer.channels


async def test_expiry_scans_once_a_second_for_any_number_of_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    scans = 0

    def scan(self: object) -> None:
        nonlocal scans
        scans += 1

    monkeypatch.setattr("channels.layers.InMemoryChannelLayer._clean_expired", scan)
    layer = MemoryLayer(capacity=10_000)
    await layer.group_add("views.1", "a")
    began = time.monotonic()
    for number in range(500):
        await layer.group_send("views.1", {"type": "view", "version": number})
    assert scans <= 2 + (time.monotonic() - began)
    assert [(await layer.receive("a"))["version"] for _ in range(500)] == list(range(500))


async def test_the_redis_layer_still_receives_after_eight_idle_seconds() -> None:
    """Longer than the read timeout that some client versions set on an idle subscription."""
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add("idle", channel)
    waiting = asyncio.ensure_future(layer.receive(channel))
    await asyncio.sleep(8)
    await layer.group_send("idle", {"type": "view", "version": 1})
    assert await asyncio.wait_for(waiting, 30) == {"type": "view", "version": 1}
    await layer.flush()


async def test_a_layer_over_redis_delivers_at_once_and_asks_for_messages_seldom(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float | None] = []
    read_response = Connection.read_response

    # Any: the response is whatever Redis sends.
    async def recorded(self: Connection, *args: Any, **kwargs: Any) -> Any:
        waits.append(kwargs.get("timeout"))
        return await read_response(self, *args, **kwargs)

    monkeypatch.setattr(Connection, "read_response", recorded)
    sender, receiver = RedisLayer(hosts=[redis_url], prefix="a"), RedisLayer(hosts=[redis_url], prefix="a")
    channel = await receiver.new_channel()
    await receiver.group_add("views.1", channel)
    for number in range(20):
        await sender.group_send("views.1", {"type": "view", "version": number})
        assert (await asyncio.wait_for(receiver.receive(channel), 60))["version"] == number
    await receiver.group_discard("views.1", channel)
    await receiver.group_add("views.2", channel)
    await sender.group_send("views.2", {"type": "view", "version": 99})
    assert (await asyncio.wait_for(receiver.receive(channel), 60))["version"] == 99, "it hears a group it joins later"
    assert all(wait is None or wait >= 1 for wait in waits)
    # Two for each message, one for each confirmation of Redis, and a few while it began.
    assert 42 <= len(waits) < 65
    for layer in (sender, receiver):
        await layer.flush()


async def test_a_layer_sends_and_hears_again_after_redis_has_dropped_its_connections(
    redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"layer.{token_hex(4)}"
    layer = RedisLayer(hosts=[{"address": redis_url, "client_name": name}], prefix=name)
    channel = await layer.new_channel()
    await layer.group_add("views.1", channel)
    with Redis.from_url(redis_url) as redis:
        for number in range(3):
            await layer.group_send("views.1", {"type": "view", "version": number})
            assert (await asyncio.wait_for(layer.receive(channel), 60))["version"] == number
            ours = {client["id"] for client in redis.client_list() if client["name"] == name}
            assert len(ours) == 2, "one that publishes and one that listens"
            for client in ours:
                redis.client_kill_filter(_id=client)
            await until(lambda: all(count for _, count in redis.pubsub_numsub(channel)), "its return")
    await layer.flush()
    assert not caplog.records


async def test_a_redis_that_is_away_for_long_is_logged_once_and_its_return_once(
    redis_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, next_message = iter(range(20)), redis_layer._Connection._next_message

    # Any: a connection of the layer, and what Redis sends.
    async def refuse(self: Any, pubsub: PubSub) -> Any:
        if next(refused, None) is not None:
            raise RedisConnectionError("Error 111 connecting to redis:6379.")
        return await next_message(self, pubsub)

    monkeypatch.setattr(redis_layer, "BACKOFF_SECONDS", 0)
    monkeypatch.setattr(redis_layer._Connection, "_next_message", refuse)
    layer = RedisLayer(hosts=[redis_url])
    channel = await layer.new_channel()
    await layer.group_add("views.1", channel)
    await until(lambda: len(caplog.records) == 2, "its return")
    await layer.group_send("views.1", {"type": "view", "version": 1})
    assert await asyncio.wait_for(layer.receive(channel), 60) == {"type": "view", "version": 1}
    await layer.flush()
    assert caplog.messages == [
        "Messages are not received from Redis: Error 111 connecting to redis:6379.",
        "Messages are received from Redis again.",
    ]
    assert not any(record.exc_info for record in caplog.records), "one line, not a page"


def test_a_sealed_message_is_opened_with_an_older_key_too_and_shows_nothing() -> None:
    new, old = derived_keys(["new", "old"], purpose="test")
    message = {"type": "messages", "body": b"hole cards"}
    sealed = SealedSerializer([old]).serialize(message)
    assert b"hole" not in sealed
    assert sealed != SealedSerializer([old]).serialize(message)
    assert SealedSerializer([new, old]).deserialize(sealed) == message


def test_no_nonce_comes_twice_from_one_process_or_from_two() -> None:
    seals = [MessageSeal(derived_keys(["key"], purpose="test")) for _ in range(2)]
    assert len({seal.encrypt(b"")[:12] for seal in seals for _ in range(300)}) == 600


@pytest.mark.parametrize("byte", [0, 11, 12, 30, -1])
def test_a_changed_message_is_not_opened(byte: int, caplog: pytest.LogCaptureFixture) -> None:
    serializer = SealedSerializer(derived_keys(["key"], purpose="test"))
    sealed = bytearray(serializer.serialize({"type": "messages", "body": b"hole cards"}))
    sealed[byte] ^= 1
    assert serializer.deserialize(bytes(sealed)) == {}
    assert "hole" not in caplog.text


@pytest.mark.parametrize("foreign", [b"", b"short", b"gAAAAABof-another-kind-of-seal=="])
def test_what_nobody_here_has_sealed_is_an_empty_message(foreign: bytes) -> None:
    assert SealedSerializer(derived_keys(["key"], purpose="test")).deserialize(foreign) == {}


async def test_a_crowd_comes_and_goes_with_one_command_and_each_hears_its_own(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[int] = []
    subscribe, unsubscribe = PubSub.subscribe, PubSub.unsubscribe

    async def subscribe_counted(self: PubSub, *channels: str) -> None:
        commands.append(len(channels))
        await subscribe(self, *channels)

    async def unsubscribe_counted(self: PubSub, *channels: str) -> None:
        commands.append(-len(channels))
        await unsubscribe(self, *channels)

    monkeypatch.setattr(PubSub, "subscribe", subscribe_counted)
    monkeypatch.setattr(PubSub, "unsubscribe", unsubscribe_counted)
    layer = RedisLayer(hosts=[redis_url])
    channel = await layer.new_channel()
    groups = [f"crowd.{number}" for number in range(50)]
    await asyncio.gather(*(layer.group_add(group, channel) for group in groups))
    assert commands == [1, len(groups)]
    for group in groups:
        await layer.group_send(group, {"type": "hint", "group": group})
    async with asyncio.timeout(60):
        assert [(await layer.receive(channel))["group"] for _ in groups] == groups
    *left, stays = groups
    await asyncio.gather(*(layer.group_discard(group, channel) for group in left))
    assert commands == [1, len(groups), -len(left)]
    for group in groups:
        await layer.group_send(group, {"type": "hint", "group": group})
    async with asyncio.timeout(60):
        assert (await layer.receive(channel))["group"] == stays
    await layer.flush()


async def test_a_group_that_is_left_and_joined_again_while_others_join_is_heard(redis_url: str) -> None:
    """The connection may be busy, so that what was asked for before and after the group was left waits together."""
    layer = RedisLayer(hosts=[redis_url])
    channel = await layer.new_channel()
    for group in ("again", "left"):
        await layer.group_add(group, channel)
    (connection,) = layer._get_layer()._shards
    async with connection._lock:
        waiting = []
        for change, group in (
            (layer.group_add, "other"),
            (layer.group_discard, "again"),
            (layer.group_discard, "left"),
            (layer.group_add, "again"),
        ):
            waiting.append(asyncio.create_task(change(group, channel)))
            await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    names = [f"asgi__group__{group}" for group in ("other", "again", "left")]
    assert [count for _, count in await connection._redis.pubsub_numsub(*names)] == [1, 1, 0]
    for group in ("other", "again"):
        await layer.group_send(group, {"type": "hint", "group": group})
    async with asyncio.timeout(60):
        assert [(await layer.receive(channel))["group"] for _ in range(2)] == ["other", "again"]
    await layer.flush()


@pytest.mark.parametrize("name", ["redis", "memory"])
async def test_what_a_thread_publishes_reaches_the_group_in_order(name: str) -> None:
    layer = get_channel_layer() if name == "redis" else MemoryLayer()
    assert layer is not None
    group, channel = token_hex(8), await layer.new_channel()
    await layer.group_add(group, channel)
    messages = [(group, {"type": "view", "version": number}) for number in range(3)]
    await sync_to_async(layer.publish)([*messages, (token_hex(8), {"type": "view", "version": 9})])
    assert [(await asyncio.wait_for(layer.receive(channel), 30))["version"] for _ in range(3)] == [0, 1, 2]
    await layer.flush()


def test_threads_publish_over_connections_that_stay_open_and_open_new_ones_when_those_are_lost() -> None:
    layer, redis = get_channel_layer(), Redis.from_url(settings.REDIS_URL)
    assert isinstance(layer, RedisLayer)
    group = token_hex(8)
    listening = redis.pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]  # It has no types.
    listening.subscribe(f"{settings.REDIS_PREFIX}__group__{group}")

    def publish(version: int) -> object:
        layer.publish([(group, {"type": "view", "version": version})])
        while (found := listening.get_message(timeout=30)) is None:
            pass
        return layer.deserialize(found["data"])["version"]

    def connection() -> object:
        """The number that Redis has given to the connection over which this thread publishes."""
        return layer._clients[0].client_id()

    assert publish(1) == 1
    first = connection()
    assert [publish(number) for number in range(2, 12)] == list(range(2, 12))
    assert connection() == first
    redis.client_kill_filter(_id=str(first))
    assert publish(12) == 12
    assert connection() != first
    listening.close()
