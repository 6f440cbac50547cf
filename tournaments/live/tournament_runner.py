"""The tournaments of a host: schedules are announced, and each tournament has one consumer that directs it."""

from django.db.models import Model, QuerySet

from games import api as games
from games.live.api import LeasedRunner, Message, Slot
from tournaments.lifecycle import schedules
from tournaments.live.director import TournamentConsumer, Wake
from tournaments.store.store import rows_to_lease


class TournamentRunner(LeasedRunner[Wake]):
    """Directs tournaments that are open or running."""

    name = "tournament"
    queue_size = 64

    def rows(self) -> QuerySet[Model]:
        """Tournaments that are open or running, and not frozen."""
        return rows_to_lease()

    def consumer(self, slot: Slot[Wake]) -> TournamentConsumer:
        """The consumer of one tournament."""
        return TournamentConsumer(slot=slot, context=self.context)

    def group(self, pk: int) -> str:
        """The group in which a tournament's tables announce their reports, and people their asks."""
        return games.reports_group(pk)

    def deliver(self, message: Message) -> None:
        """Has the tournament whose group a hint came for read what waits for it."""
        if isinstance(message, games.Hint):
            for pk, slot in self.slots.items():
                if message.group == self.group(pk):
                    slot.put(Wake.READ)

    async def renewed(self) -> None:
        """Announces what schedules ask for, and has every tournament read what no hint told it of."""
        for slot in self.slots.values():
            slot.put(Wake.READ)
        if await self.context.threads.run(schedules.announce_due, self.context.clock.now()):
            self.renew_now()
