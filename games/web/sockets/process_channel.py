"""The one channel on which a web process receives; a channel that fails is replaced, and lost messages are noticed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from games.messaging import messages
from games.messaging.channel_layer import ChannelLayer
from games.messaging.messages import Ask, Heartbeat, Message, Watch, WatchFloor

logger = logging.getLogger(__name__)

SEND_WITHIN_SECONDS = 2.0
BACKOFF_SECONDS = 1.0


class ProcessChannel:
    """A channel in all groups that `needed_groups` returns; `handle` is called with each message.

    `on_open` is called whenever a channel has joined its groups: the first, and each that replaces a failed one.
    """

    def __init__(
        self,
        layer: ChannelLayer,
        *,
        needed_groups: Callable[[], list[str]],
        handle: Callable[[Message], None],
        on_open: Callable[[], None],
    ) -> None:
        self._layer = layer
        self._needed_groups = needed_groups
        self._handle = handle
        self._on_open = on_open
        self._name = ""
        self._opened = asyncio.Event()
        self._joined: set[str] = set()
        self._heartbeats_sent = self._last_heartbeat = 0
        self._misses_messages = False

    async def name(self) -> str:
        """The channel's name, for answers to this process; waits until there is a channel."""
        await self._opened.wait()
        return self._name

    async def receive(self) -> None:
        """Receives until it is cancelled."""
        while True:
            try:
                if not self._name:
                    await self._open()
                for message in messages.unpack(await self._layer.receive(self._name)):
                    if isinstance(message, Heartbeat):
                        self._last_heartbeat = message.number
                    else:
                        self._handle(message)
            except Exception as error:
                logger.warning("The process gets a new channel: %s.", type(error).__name__)
                self._name = ""
                self._opened.clear()
                await asyncio.sleep(BACKOFF_SECONDS)

    async def _open(self) -> None:
        self._name, self._joined = await self._layer.new_channel(), set()
        self._opened.set()
        await self.join(self._needed_groups())
        self._on_open()

    async def join(self, groups: Iterable[str]) -> None:
        """Joins groups; one that the layer doesn't take in time is joined by `join_missing`."""
        for group in groups:
            if group not in self._joined and self._name and await self._add_to(group):
                self._joined.add(group)

    async def join_missing(self) -> None:
        """Joins the needed groups that could not be joined before."""
        await self.join(self._needed_groups())

    async def leave(self, group: str) -> None:
        """Leaves a group."""
        self._joined.discard(group)
        await self._attempt(lambda: self._layer.group_discard(group, self._name))

    async def send_to_host(self, table: int, *together: Ask | Watch) -> bool:
        """Sends messages about a table to its host, all at once; returns whether the layer took them."""
        return await self._attempt(lambda: self._layer.group_send(messages.host_group(table), messages.pack(*together)))

    async def send_to_hosts(self, message: WatchFloor) -> bool:
        """Sends a message to all hosts; returns whether the layer took it."""
        return await self._attempt(lambda: self._layer.group_send(messages.HOSTS, messages.pack(message)))

    async def receives_again(self) -> bool:
        """Sends the next heartbeat; returns whether messages were lost until just now.

        They were if the last heartbeat has come back and the one before had not.
        """
        missed_before, self._misses_messages = self._misses_messages, self._last_heartbeat != self._heartbeats_sent
        self._heartbeats_sent += 1
        await self._attempt(lambda: self._layer.send(self._name, messages.pack(Heartbeat(self._heartbeats_sent))))
        return missed_before and not self._misses_messages

    async def _add_to(self, group: str) -> bool:
        return await self._attempt(lambda: self._layer.group_add(group, self._name))

    async def _attempt(self, send: Callable[[], Awaitable[None]]) -> bool:
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await send()
        except Exception as error:
            logger.warning("The channel layer doesn't answer: %s.", type(error).__name__)
            return False
        return True
