"""The methods of a channel layer that the card room calls; Channels itself has no types."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class ChannelLayer(Protocol):
    """Carries packed messages between processes; which one it is, CHANNEL_LAYERS says."""

    async def new_channel(self) -> str:
        """A channel for one process to receive from."""

    async def receive(self, channel: str) -> dict[str, object]:
        """Waits for the next message."""

    async def send(self, channel: str, message: Mapping[str, object]) -> None:
        """Sends a message to one channel."""

    async def group_add(self, group: str, channel: str) -> None:
        """Adds a channel to a group."""

    async def group_discard(self, group: str, channel: str) -> None:
        """Removes a channel from a group."""

    async def group_send(self, group: str, message: Mapping[str, object]) -> None:
        """Sends a message to all channels of a group."""

    def publish(self, messages: Sequence[tuple[str, dict[str, object]]]) -> None:
        """Sends groups their messages from a thread that has no event loop."""
