"""The directors of a host: it leases tournaments, runs a consumer for each, and hears for them on one channel."""

import asyncio
import logging
import time
from typing import Any

from channels.layers import get_channel_layer

from games import api as games
from tournaments.lifecycle import schedules
from tournaments.live.director import TournamentConsumer
from tournaments.live.house import House, Wake
from tournaments.store import store

logger = logging.getLogger(__name__)

LEASE_SECONDS = 6
RENEW_EVERY_SECONDS = 2.0
QUEUE = 64
BACKOFF_SECONDS = (0.1, 5.0)
STEADY_AFTER_SECONDS = 30.0
STOP_WITHIN_SECONDS = 5.0


class RunningTournament:
    """One tournament here: its queue, and its director, who starts afresh after a crash."""

    def __init__(self, tournament: int, house: House) -> None:
        self.tournament = tournament
        self.house = house
        self.queue: asyncio.Queue[Wake] = asyncio.Queue(QUEUE)
        self.read_waits = False
        self.stopping = False
        self.task = asyncio.create_task(self._run(), name=f"tournament.{tournament}")

    def put(self, wake: Wake) -> None:
        """Queues what the director is told; one `READ` that waits is enough for all."""
        if wake is Wake.READ:
            if self.read_waits:
                return
            self.read_waits = True
        try:
            self.queue.put_nowait(wake)
        except asyncio.QueueFull:
            self.read_waits = self.read_waits and wake is not Wake.READ

    async def get(self) -> Wake:
        """What the director is told next."""
        wake = await self.queue.get()
        if wake is Wake.READ:
            self.read_waits = False
        return wake

    def stop(self) -> None:
        """Lets the director finish the decision it is at, and end."""
        self.stopping = True
        self.put(Wake.STOP)

    async def _run(self) -> None:
        wait, longest = BACKOFF_SECONDS
        while not self.stopping:
            began = time.monotonic()
            application = TournamentConsumer.as_asgi(place=self, house=self.house)
            try:
                await application({"type": "channel", "channel": f"tournament.{self.tournament}"}, self.get, _nowhere)
                return
            except Exception as fault:
                logger.exception("Tournament %s starts afresh after %s", self.tournament, type(fault).__name__)
            if time.monotonic() - began > STEADY_AFTER_SECONDS:
                wait = BACKOFF_SECONDS[0]
            await asyncio.sleep(wait)
            wait = min(wait * 2, longest)


class Directors:
    """A guest of a host of tables: whatever tournaments nobody directs, it does."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.places: dict[int, RunningTournament] = {}
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._joined: set[str] = set()

    async def run(self) -> None:
        """Directs until cancelled."""
        hearing = asyncio.create_task(self._receive())
        try:
            while True:
                try:
                    await self._renew()
                except Exception as fault:
                    logger.warning("The tournaments could not be looked after: %s", type(fault).__name__)
                await asyncio.sleep(RENEW_EVERY_SECONDS)
        finally:
            hearing.cancel()
            for place in self.places.values():
                place.task.cancel()
            tasks = [hearing, *(place.task for place in self.places.values())]
            await asyncio.gather(*tasks, return_exceptions=True)

    async def hand_over(self) -> None:
        """Every director ends its decision; other hosts may take the tournaments at once."""
        for place in self.places.values():
            place.stop()
        if self.places:
            await asyncio.wait([place.task for place in self.places.values()], timeout=STOP_WITHIN_SECONDS)
        await self.house.threads.run(store.release, self.house.host)

    async def _renew(self) -> None:
        for tournament, place in list(self.places.items()):
            if place.task.done():
                del self.places[tournament]
        now = self.house.world.now()
        await self.house.threads.run(schedules.announce_due, now)
        mine = await self.house.threads.run(store.lease, self.house.host, now, LEASE_SECONDS)
        for tournament in self.places.keys() - set(mine):
            self.places[tournament].stop()
        for tournament in mine:
            if tournament in self.places:
                self.places[tournament].put(Wake.READ)
            else:
                self.places[tournament] = RunningTournament(tournament, self.house)
        await self._listen({games.reports_group(tournament) for tournament in self.places})

    async def _listen(self, groups: set[str]) -> None:
        """Joins the groups of the tournaments here, and no others."""
        if not self._channel:
            return
        for group in groups - self._joined:
            await self._layer.group_add(group, self._channel)
        for group in self._joined - groups:
            await self._layer.group_discard(group, self._channel)
        self._joined = groups

    async def _receive(self) -> None:
        while True:
            try:
                if not self._channel:
                    channel = await self._layer.new_channel()
                    self._channel, self._joined = channel, set()
                    await self._listen({games.reports_group(tournament) for tournament in self.places})
                packed = await self._layer.receive(self._channel)
                hinted = {message.group for message in games.unpack(packed) if isinstance(message, games.Hint)}
                for tournament, place in self.places.items():
                    if games.reports_group(tournament) in hinted:
                        place.put(Wake.READ)
            except Exception as fault:
                logger.warning("The directors' channel is made anew: %s", type(fault).__name__)
                self._channel = ""
                await asyncio.sleep(BACKOFF_SECONDS[1] / 5)


async def _nowhere(message: Any) -> None:
    """A director answers nobody directly."""
