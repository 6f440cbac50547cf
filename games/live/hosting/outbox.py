"""The messages that a host sends: no table waits for the channel layer, and only the newest of each view is queued."""

import asyncio
import itertools
import logging
from collections.abc import Hashable
from typing import Any, NamedTuple

from channels.exceptions import ChannelFull

from games.messaging.messages import Message, pack

logger = logging.getLogger(__name__)

SEND_WITHIN_SECONDS = 2.0
AGAIN_AFTER_SECONDS = 0.3
MOST = 20_000
MOST_TOGETHER = 64


class Letter(NamedTuple):
    """One message, to a group or to a process's channel; one that is `kept` is sent again until it succeeds."""

    group: bool
    address: str
    message: Message
    kept: bool


class Outbox:
    """Sends in order through the channel layer; its errors delay messages but never reach a table."""

    def __init__(self, layer: Any) -> None:  # Channels has no types.
        self._layer = layer
        self._letters: dict[Hashable, Letter] = {}
        self._count = itertools.count()
        self._filled = asyncio.Event()
        self._is_away = False

    def to_group(self, group: str, message: Message, *, newest: bool = False) -> None:
        """Sends to a group; with `newest` it replaces a queued message of its type, and is sent again after errors."""
        key = (group, type(message)) if newest else next(self._count)
        self._put(key, Letter(True, group, message, newest))

    def to_channel(self, channel: str, message: Message, *, newest: Hashable = None) -> None:
        """Sends to one process; a queued message with the same `newest` key is replaced."""
        key = next(self._count) if newest is None else (channel, newest)
        self._put(key, Letter(False, channel, message, newest is not None))

    def _put(self, key: Hashable, letter: Letter) -> None:
        if len(self._letters) >= MOST and key not in self._letters:
            return
        self._letters[key] = letter
        self._filled.set()

    async def run(self) -> None:
        """Sends until cancelled."""
        while True:
            await self._filled.wait()
            self._filled.clear()
            await self.drain()

    async def drain(self) -> None:
        """Sends everything that is queued; messages for one process go out together."""
        while self._letters:
            letters = self._next()
            if not await self._sent(list(letters.values())):
                for key, letter in letters.items():
                    if letter.kept:
                        self._letters.setdefault(key, letter)
                await asyncio.sleep(AGAIN_AFTER_SECONDS)

    def _next(self) -> dict[Hashable, Letter]:
        first = next(iter(self._letters.values()))
        if first.group:
            key = next(iter(self._letters))
            return {key: self._letters.pop(key)}
        together = [key for key, letter in self._letters.items() if letter[:2] == first[:2]][:MOST_TOGETHER]
        return {key: self._letters.pop(key) for key in together}

    async def _sent(self, letters: list[Letter]) -> bool:
        first = letters[0]
        send = self._layer.group_send if first.group else self._layer.send
        try:
            async with asyncio.timeout(SEND_WITHIN_SECONDS):
                await send(first.address, pack(*(letter.message for letter in letters)))
        except ChannelFull:
            # A process that does not read gets the complete view when it next reports that it watches.
            return True
        except Exception as trouble:
            # Until it is back nothing new can be said of every message.
            if not self._is_away:
                logger.warning("The channel layer does not take messages: %s.", type(trouble).__name__)
            self._is_away = True
            return False
        if self._is_away:
            logger.warning("The channel layer takes messages again.")
        self._is_away = False
        return True
