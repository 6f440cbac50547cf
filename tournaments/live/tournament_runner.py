"""Runs the tournaments of a host: one consumer directs each; schedules are announced, late orders refused."""

from games import api as games
from games.live.api import LeasedRows, LeasedRunner, Message, Slot
from tournaments.lifecycle import schedules
from tournaments.live.director import TournamentConsumer, Wake
from tournaments.store import store


class TournamentRunner(LeasedRunner[Wake]):
    """Directs tournaments that are open or running."""

    name = "tournament"
    rows = LeasedRows(store.rows_to_lease)
    queue_size = 64

    def consumer(self, slot: Slot[Wake]) -> TournamentConsumer:
        """The consumer of one tournament."""
        return TournamentConsumer(slot=slot, context=self.context)

    def group(self, pk: int) -> str:
        """The group with the hints about a tournament's reports and orders."""
        return games.reports_group(pk)

    def deliver(self, message: Message) -> None:
        """Wakes the tournament whose group got a hint."""
        if isinstance(message, games.Hint):
            for pk, slot in self.slots.items():
                if message.group == self.group(pk):
                    slot.put(Wake.READ)

    async def renewed(self) -> None:
        """Announces the tournaments that schedules have due, and wakes every tournament in case a hint was lost.

        No consumer is left for the orders of tournaments that are over.
        """
        for slot in self.slots.values():
            slot.put(Wake.READ)
        await self.context.threads.run(store.refuse_left_over)
        if await self.context.threads.run(schedules.announce_due, self.context.clock.now()):
            self.renew_now()
