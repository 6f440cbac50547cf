"""The tables of a host: delivers messages to their consumers, has inboxes with orders read, and lets tables sleep.

A table sleeps while nobody sits there, nothing is due, and no message has come for half a minute: it has no consumer,
and nothing is loaded or written for it. The host still listens for it, and wakes it for the first message, which is
queued meanwhile.
"""

import logging
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Model, QuerySet

from games.live.hosting import leased_runner
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import NO_LIMIT, LeasedRunner, OnChange, Slot
from games.live.hosting.table_messages import TableMessage
from games.live.table import TableConsumer
from games.messaging.faults import describe_fault
from games.messaging.messages import Answer, Ask, Message, ReadInbox, Watch, host_group
from games.models import Table
from games.store import leases

logger = logging.getLogger(__name__)

READ_SLEEPING_EVERY = 30
"""After so many renewals of the leases, which tables sleep is read again; after any fault at once."""


class Taken(NamedTuple):
    """What sleeps here: as known before and as read then, None if it was not, and what was leased in addition."""

    before: set[int]
    read: set[int] | None
    leased: list[int]


class TableRunner(LeasedRunner[TableMessage]):
    """Runs open tables."""

    name = "table"
    queue_size = 256

    def __init__(self, context: HostContext, on_change: OnChange, *, limit: int = NO_LIMIT) -> None:
        super().__init__(context, on_change, limit=limit)
        self.asleep: set[int] = set()
        context.floor.asleep = self.asleep
        self._renewals_left = 0
        self._taken = Taken(set(), None, [])

    def rows(self) -> QuerySet[Model]:
        """Tables that are open and not frozen."""
        return Table.objects.filter(closed_at=None, frozen=False)

    def consumer(self, slot: Slot[TableMessage]) -> TableConsumer:
        """The consumer of one table."""
        return TableConsumer(slot=slot, context=self.context, fall_asleep=self._put_to_sleep)

    def group(self, pk: int) -> str:
        """The group in which a table's host listens."""
        return host_group(pk)

    @property
    def ids(self) -> set[int]:
        """The ids of all tables that are run here, those that sleep among them."""
        return self.slots.keys() | self.asleep

    def held(self) -> Iterable[int]:
        """The ids of the open tables of this host, for filters: a query that is not sent before it is needed."""
        return Table.objects.filter(owner=self.context.host, closed_at=None).values_list("pk", flat=True)

    def deliver(self, message: Message) -> None:
        """Queues a message for a table that runs here; an ask is refused when the queue is full."""
        if not isinstance(message, Ask | Watch | ReadInbox) or self.put(message.table, message):
            return
        if isinstance(message, Ask) and message.table in self.slots:
            busy = Answer(message.table, message.player, message.id, ok=False, code="table_busy")
            self.context.outbox.to_channel(message.reply, busy)

    def put(self, table: int, item: TableMessage) -> bool:
        """Queues an item for a table, which is woken if it sleeps; False if it is not run here or its queue is full."""
        slot = self.slots.get(table)
        if slot is None and table in self.asleep and not self.stopping:
            self.asleep.discard(table)
            slot = self.start(table)
            slot.settled = None
        return slot is not None and slot.put(item)

    async def renewed(self) -> None:
        """Lets tables read their inboxes, in case the message that announced an order was lost."""
        for pk in await self.context.threads.run(leases.needed, self.context.host):
            self.put(pk, ReadInbox(pk))

    # Leases and sleep

    def take_leases(self, now: int) -> list[int]:
        """Renews the leases of this host and takes free ones; the ids of its tables that are awake."""
        here, before, read = self.context.host, self.asleep.copy(), None
        self._renewals_left -= 1
        if not leases.renew_host(here, now, leased_runner.LEASE_SECONDS) or self._renewals_left < 0:
            read, self._renewals_left = leases.sleeping(here), READ_SLEEPING_EVERY
        awake = self.take_leases_on(self.rows().filter(asleep=False), now, self.limit)
        most = self.limit - len(awake) - len(before)
        leased = leases.lease_sleeping(self.rows(), here, now, most) if most > 0 else []
        self._taken = Taken(before, read, leased)
        return awake

    def leases_taken(self) -> None:
        """Adopts the tables that sleep as they were read, without those that have been woken meanwhile."""
        before, read, leased = self._taken
        if read is not None:
            # Those that fell asleep after this was read are not in `before`, and stay.
            self.asleep -= before - read
            self.asleep |= read - self.slots.keys()
        self.asleep |= set(leased) - self.slots.keys()

    def release(self) -> None:
        """Gives all tables back."""
        super().release()
        leases.end_host(self.context.host)

    async def prepare(self, slot: Slot[TableMessage]) -> None:
        """Gives a table that was asleep a lease of its own; it stops if another host has the table."""
        if slot.settled is not None:
            return
        now = self.context.clock.now()
        held = await self.context.threads.run(leases.wake, slot.pk, self.context.host, now, leased_runner.LEASE_SECONDS)
        slot.settled = object()
        if not held:
            slot.stop()

    async def _put_to_sleep(self, slot: Slot[TableMessage]) -> bool:
        """Lets a table sleep, unless a message comes meanwhile; its consumer ends at once when this returns True."""
        here = self.context.host
        slot.settled = None
        try:
            if not await self.context.threads.run(leases.put_to_sleep, slot.pk, here):
                return False
            if slot.is_empty and not slot.stopping:
                # Nothing is awaited from here until the consumer has ended, so no message is queued in vain.
                self.forget(slot)
                self.asleep.add(slot.pk)
                return True
            await self.prepare(slot)
            return False
        except Exception as fault:
            logger.warning("Table %s could not be put to sleep: %s", slot.pk, describe_fault(fault))
            self._renewals_left = 0
            slot.stop()
            return False
        finally:
            slot.settled = object()
