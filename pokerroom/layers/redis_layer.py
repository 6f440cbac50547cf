"""The channel layer over Redis, for a room of several processes."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from channels_redis.serializers import registry
from channels_redis.utils import _consistent_hash, decode_hosts
from redis import Redis
from redis.asyncio.client import PubSub
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from pokerroom.layers.publisher import ANSWER_WITHIN_SECONDS, Publisher
from pokerroom.layers.sealing import SealedSerializer

logger = logging.getLogger(__name__)

RECEIVE_FOR_SECONDS = 5.0
SUBSCRIBED_WITHIN_SECONDS = 0.1
BACKOFF_SECONDS = 1.0

registry.register_serializer("sealed", SealedSerializer)


class RedisLayer(RedisPubSubChannelLayer):  # type: ignore[misc]  # Channels has no types.
    """Redis pub/sub that waits for messages; Channels' own asks for them ten times a second, 2 ms of a second."""

    def _get_layer(self) -> RedisPubSubLoopLayer:
        layer = self._layers.get(asyncio.get_running_loop())
        if layer is None:
            layer = super()._get_layer()
            layer._shards = [_Connection(shard.host, layer) for shard in layer._shards]
        return layer

    def publish(self, messages: Sequence[tuple[str, dict[str, object]]]) -> None:
        """Sends these groups their messages from a thread, over connections that stay open; raises RedisError.

        Through an event loop of its own each time, a thread would open a new connection for each message.
        """
        pipelines = [client.pipeline(transaction=False) for client in self._clients]
        for group, message in messages:
            shard = _consistent_hash(group, len(pipelines))
            pipelines[shard].publish(f"{self._prefix}__group__{group}", self.serialize(message))
        for pipeline in pipelines:
            pipeline.execute()

    @property
    def _prefix(self) -> str:
        prefix: str = self._kwargs.get("prefix", "asgi")
        return prefix

    @cached_property
    def _clients(self) -> list[Redis]:
        """One client for each Redis, which all threads share."""
        # A connection may have been lost long ago, so everything is tried twice.
        limits = {"socket_timeout": ANSWER_WITHIN_SECONDS, "retry": Retry(NoBackoff(), 1)}
        hosts = [dict(host) | limits for host in decode_hosts(self._kwargs.get("hosts"))]
        return [Redis.from_url(host.pop("address"), **host) for host in hosts]


class _Change:
    """Channels to which a connection subscribes, or whose subscriptions it ends, with one command once it is free."""

    def __init__(self, carry_out: Callable[["_Change"], Coroutine[object, object, None]], *, subscribes: bool) -> None:
        self.subscribes = subscribes
        self.channels: set[str] = set()
        self.done = asyncio.create_task(carry_out(self))


class _Connection(RedisSingleShardConnection):  # type: ignore[misc]  # Channels has no types.
    """Publishes over one connection, and reads what comes on another past what redis-py does around every command.

    It subscribes for a crowd at once: one by one, everything that is sent would wait for each. A connection that is
    lost is made anew, with all its subscriptions.
    """

    _publisher: Publisher | None = None
    _next: _Change | None = None

    async def publish(self, channel: str, message: bytes) -> None:
        """Sends a message to everybody who listens; raises what redis-py raises when Redis cannot be reached."""
        try:
            await (await self._open_publisher()).publish(channel, message)
        except RedisConnectionError:
            # It may have been lost long ago, which shows only now.
            await (await self._open_publisher()).publish(channel, message)

    async def _open_publisher(self) -> Publisher:
        publisher = self._publisher
        if publisher is not None and not publisher.is_lost():
            return publisher
        async with self._lock:
            if self._publisher is None or self._publisher.is_lost():
                if self._publisher is not None:
                    await self._publisher.close()
                self._ensure_redis()
                self._publisher = await Publisher.connected(self._redis.connection_pool.make_connection())
            return self._publisher

    async def flush(self) -> None:
        """Closes all connections."""
        publisher, self._publisher = self._publisher, None
        if publisher is not None:
            await publisher.close()
        await super().flush()

    async def subscribe(self, channel: str) -> None:
        """Subscribes to a channel, together with others that wait for it."""
        await self._change(channel, subscribes=True)

    async def unsubscribe(self, channel: str) -> None:
        """Ends the subscription to a channel, together with others that wait for it."""
        await self._change(channel, subscribes=False)

    async def _change(self, channel: str, *, subscribes: bool) -> None:
        # Changes of both kinds are carried out in the order in which they were asked for.
        if self._next is None or self._next.subscribes is not subscribes:
            self._next = _Change(self._carry_out, subscribes=subscribes)
        self._next.channels.add(channel)
        # Others may wait for it when one gives up.
        await asyncio.shield(self._next.done)

    async def _carry_out(self, change: _Change) -> None:
        async with self._lock:
            if self._next is change:
                self._next = None
            self._ensure_redis()
            self._ensure_receiver()
            if change.subscribes and (missing := change.channels - self._subscribed_to):
                await self._pubsub.subscribe(*missing)
                self._subscribed_to |= missing
            elif not change.subscribes and (present := change.channels & self._subscribed_to):
                await self._pubsub.unsubscribe(*present)
                self._subscribed_to -= present

    async def _do_receiving(self) -> None:
        is_away = False
        while True:
            try:
                if self._pubsub and self._pubsub.subscribed:
                    self._receive_message(await self._next_message(self._pubsub))
                    if is_away:
                        logger.warning("Messages are received from Redis again.")
                    is_away = False
                else:
                    await asyncio.sleep(SUBSCRIBED_WITHIN_SECONDS)
            except (RedisError, OSError) as trouble:
                # Until it is back nothing new can be said every second.
                if not is_away:
                    logger.warning("Messages are not received from Redis: %s", trouble)
                is_away = True
                await asyncio.sleep(BACKOFF_SECONDS)
            except Exception:
                logger.exception("Messages are not received from Redis")
                await asyncio.sleep(BACKOFF_SECONDS)

    async def _next_message(self, pubsub: PubSub) -> Mapping[str, object] | None:
        connection = pubsub.connection
        if connection is None or not connection.is_connected:
            # Connects, and subscribes to everything again.
            found: Mapping[str, object] | None = await pubsub.get_message(
                ignore_subscribe_messages=True, timeout=RECEIVE_FOR_SECONDS
            )
            return found
        try:
            response = await connection.read_response(disable_decoding=True, push_request=True)
        except RedisConnectionError:
            # The next message is asked for over a new connection.
            return None
        if response[0] == b"message":
            return {"channel": response[1], "data": response[2]}
        # A confirmation, by which the client notes what it is subscribed to.
        await pubsub.handle_message(response, ignore_subscribe_messages=True)
        return None
