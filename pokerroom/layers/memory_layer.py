"""The channel layer of a room that is one process."""

import asyncio
import time
from collections.abc import Sequence

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_EVERY_SECONDS = 1.0


class MemoryLayer(InMemoryChannelLayer):  # type: ignore[misc]  # Channels has no types.
    """Scans for expired messages at most once a second and shares messages instead of copying them.

    Every receiver gets the same dict, so a message must not be changed once it is sent.
    """

    _cleaned_at = 0.0

    async def send(self, channel: str, message: dict[str, object]) -> None:
        """Puts a message on a channel; raises ChannelFull when its queue holds `capacity` messages."""
        if "__asgi_channel__" in message:
            raise ValueError("A message may not name its own channel.")
        self.require_valid_channel_name(channel)
        self._put(channel, message)

    def publish(self, messages: Sequence[tuple[str, dict[str, object]]]) -> None:
        """Sends these groups their messages from a thread."""
        async_to_sync(self._send_all)(messages)

    async def _send_all(self, messages: Sequence[tuple[str, dict[str, object]]]) -> None:
        for group, message in messages:
            await self.group_send(group, message)

    async def group_send(self, group: str, message: dict[str, object]) -> None:
        """Puts a message on every channel of a group; a full one misses it, as with any layer."""
        self.require_valid_group_name(group)
        self._clean_expired()
        for channel in tuple(self.groups.get(group, ())):
            try:
                self._put(channel, message)
            except ChannelFull:
                continue

    def _put(self, channel: str, message: dict[str, object]) -> None:
        queue = self.channels.get(channel)
        if queue is None:
            queue = self.channels[channel] = asyncio.Queue(maxsize=self.get_capacity(channel))
        try:
            queue.put_nowait((time.time() + self.expiry, message))
        except asyncio.QueueFull:
            raise ChannelFull(channel) from None

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= CLEAN_EVERY_SECONDS:
            self._cleaned_at = now
            super()._clean_expired()
