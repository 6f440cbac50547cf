"""The tables of a host: delivers messages to their consumers, has inboxes with orders read, and lets tables sleep.

A table sleeps while nobody sits there, nothing is due, and no message has come for half a minute: it has no consumer,
and nothing is loaded or written for it. The host still listens for it, and wakes it for the first message, which is
queued meanwhile.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.live.hosting import leased_runner
from games.live.hosting.fair_share import gifts
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import NO_LIMIT, LeasedRunner, OnChange, Slot
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.table import TableConsumer
from games.messaging.faults import describe_fault
from games.messaging.messages import (
    HOSTS,
    Answer,
    Ask,
    Message,
    ReadInbox,
    TablesReleased,
    TablesTaken,
    Watch,
    host_group,
)
from games.models import Table
from games.store import leases
from games.store.leases import Load

logger = logging.getLogger(__name__)

READ_SLEEPING_EVERY = 30
"""After so many renewals of the leases, which tables sleep is read again; after any fault at once."""


KEEP_MS = 5_000
"""A host that was given a table listens for it within a second or two; messages are kept no longer than this."""


class Taken(NamedTuple):
    """What sleeps here: as known before and as read then, None if it was not, and what was leased in addition.

    `kept` are tables that are awake and were this host's already, as a renewal before or another host has left them;
    `loads` are those of all hosts that live, by id; `needed` have orders to carry out, or sleep and want bots.
    """

    before: set[int]
    read: set[int] | None
    leased: list[int]
    kept: frozenset[int]
    loads: dict[str, Load]
    needed: frozenset[int]


class Moving(NamedTuple):
    """A table that another host has been given, and the messages kept for it until that host listens; `since` is ms."""

    since: int
    kept: list[Ask | Watch | ReadInbox]


class TableRunner(LeasedRunner[TableMessage]):
    """Runs open tables."""

    name = "table"
    rows = leases.AWAKE_TABLES
    queue_size = 256

    def __init__(self, context: HostContext, on_change: OnChange, *, limit: int = NO_LIMIT) -> None:
        super().__init__(context, on_change, limit=limit)
        self.asleep: set[int] = set()
        context.floor.asleep = self.asleep
        self._renewals_left = 0
        self._taken = Taken(set(), None, [], frozenset(), {}, frozenset())
        self._is_new = self._in_doubt = False
        self._leaving: dict[int, str] = {}
        self._moving: dict[int, Moving] = {}
        self._new: dict[int, int] = {}
        self._asked: set[tuple[str, str]] = set()
        self._known: set[int] = set()

    def consumer(self, slot: Slot[TableMessage]) -> TableConsumer:
        """The consumer of one table."""
        return TableConsumer(slot=slot, context=self.context, fall_asleep=self._put_to_sleep)

    def group(self, pk: int) -> str:
        """The group in which a table's host listens."""
        return host_group(pk)

    @property
    def ids(self) -> set[int]:
        """The ids of all tables that are run here, with those that sleep and those that are on their way to others."""
        return self.slots.keys() | self.asleep | self._moving.keys()

    def held(self) -> Iterable[int]:
        """The ids of the open tables of this host, for filters: a query that is not sent before it is needed."""
        return Table.objects.filter(owner=self.context.host, closed_at=None).values_list("pk", flat=True)

    def deliver(self, message: Message) -> None:
        """Queues a message for a table that runs here; an ask is refused when the queue is full."""
        if isinstance(message, TablesReleased):
            self._renewals_left = 0
        if isinstance(message, TablesTaken):
            if not self._moving.keys().isdisjoint(message.tables):
                self.renew_now()
            self._send_on(message.tables)
        if not isinstance(message, Ask | Watch | ReadInbox) or self._is_known(message):
            return
        if moving := self._moving.get(message.table):
            moving.kept.append(message)
        if self.put(message.table, message):
            return
        if isinstance(message, Ask) and message.table in self.slots:
            busy = Answer(message.table, message.player, message.id, ok=False, code="table_busy")
            self.context.outbox.to_channel(message.reply, busy)

    def put(self, table: int, item: TableMessage) -> bool:
        """Queues an item for a table, which is woken if it sleeps; False if it is not run here or its queue is full.

        What onlookers ask, such as lines of the chat, waits behind all that keeps the game going.
        """
        slot = self.slots.get(table)
        if slot is None and table in self.asleep and not self.stopping:
            self.asleep.discard(table)
            slot = self.start(table)
            slot.settled = None
        if slot is None:
            return False
        return slot.put(item, onlooker=isinstance(item, Ask) and item.player not in slot.seated)

    async def renewed(self) -> None:
        """Lets tables read their inboxes, in case the message that announced an order was lost."""
        for pk in self._taken.needed:
            self.put(pk, ReadInbox(pk))
        await self._share()

    # Leases and sleep

    def take_leases(self, now: int) -> list[int]:
        """Renews the leases of this host and takes free ones; the ids of its tables that are awake."""
        here, before, read = self.context.host, self.asleep.copy(), None
        # After a renewal that failed, what is held may have been leased by it, from a host that died.
        in_doubt, self._in_doubt = self._in_doubt, True
        self._renewals_left -= 1
        lives = leases.renew_host(here, now, leased_runner.LEASE_SECONDS, most=self.limit)
        if not lives or self._renewals_left < 0:
            read, self._renewals_left = leases.sleeping(here), READ_SLEEPING_EVERY
        kept, new = self.take_leases_on(self.rows, now, self.limit)
        awake = kept + new
        self._is_new = not lives
        most = self.limit - len(awake) - len(before)
        leased = leases.lease_sleeping(here, now, most) if most > 0 else []
        given = frozenset[int]() if in_doubt else frozenset(kept)
        self._taken = Taken(before, read, leased, given, leases.loads(now), frozenset(leases.needed(here)))
        self._in_doubt = False
        return awake

    def leases_taken(self) -> None:
        """Adopts the tables that sleep as they were read, without those that have been woken meanwhile."""
        before, read, leased, *_ = self._taken
        if read is not None:
            # Those that fell asleep after this was read are not in `before`, and stay.
            self.asleep -= before - read
            self.asleep |= read - self.slots.keys() - self._moving.keys()
        self.asleep |= set(leased) - self.slots.keys() - self._moving.keys()

    def start(self, pk: int) -> Slot[TableMessage]:
        """Runs a table's consumer; what was this host's without one was handed over, by another host or by itself."""
        slot = super().start(pk)
        slot.handed_over = pk in self._taken.kept
        return slot

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

    # Fair shares

    async def _share(self) -> None:
        """Gives tables to a host that has less than its share, and sends on what was kept for too long."""
        now = self.context.clock.now()
        self._send_on([pk for pk, moving in self._moving.items() if now - moving.since > KEEP_MS])
        self._new = {pk: since for pk, since in self._new.items() if now - since <= KEEP_MS}
        if not self._new:
            self._asked.clear()
        loads = self._taken.loads
        self._leaving = {pk: to for pk, to in self._leaving.items() if pk in self.slots and to in loads}
        for pk in self._leaving:
            # Its consumer may have started afresh.
            self.slots[pk].put(Wake.LEAVE)
        here = self.slots.items()
        staying = [pk for pk, slot in here if pk not in self._leaving and slot.settled and not slot.frozen]
        coming = Counter(self._leaving.values())
        others = [one._replace(awake=one.awake + coming[one.host]) for one in loads.values()]
        mine = loads.get(self.context.host)
        if self.stopping or mine is None:
            return
        mine = mine._replace(awake=mine.awake - len(self._leaving))
        awake, asleep = gifts(mine, [one for one in others if one.host != mine.host])
        # A host that has not taken what it was given may be dead, so it is given no more.
        for pk in staying[: 0 if self._moving else awake.tables]:
            if self.slots[pk].put(Wake.LEAVE):
                self._leaving[pk] = awake.to
        if asleep.tables:
            await self._give(sorted(self.asleep)[-asleep.tables :], asleep.to)

    async def ended(self, slot: Slot[TableMessage]) -> None:
        """Gives a table whose consumer has left it between two decisions to its new host."""
        to = self._leaving.pop(slot.pk, "")
        if not to or slot.stopping or slot.frozen:
            return
        slot.settled = None
        try:
            moving = self._moving[slot.pk] = Moving(self.context.clock.now(), [])
            moving.kept.extend(item for item in slot.take_all() if isinstance(item, Ask | Watch | ReadInbox))
        finally:
            self.forget(slot)
        await self._give([slot.pk], to)

    async def _give(self, tables: Sequence[int], to: str) -> None:
        """Gives tables that have no consumer here to another host; messages for them are kept until it listens."""
        now = self.context.clock.now()
        self.asleep.difference_update(tables)
        for pk in tables:
            self._moving.setdefault(pk, Moving(now, []))
        try:
            given = await self.context.threads.run(leases.give, tables, self.context.host, to)
        except Exception as fault:
            logger.warning("Tables could not be given to %s: %s", to, describe_fault(fault))
            given = []
        for pk in set(tables) - set(given):
            # It is still here, or lost: the next renewal shows which.
            del self._moving[pk]
            self._renewals_left = 0
        self.context.outbox.to_group(HOSTS, TablesReleased(), newest=True)

    def _send_on(self, tables: Iterable[int]) -> None:
        """The new hosts of these tables listen: they get what was kept."""
        for pk in tables:
            if moving := self._moving.pop(pk, None):
                for message in moving.kept:
                    self.context.outbox.to_group(HOSTS, message)

    def joined(self) -> None:
        """Tells the host that gave tables to this one that it need not keep messages for them any more.

        When this host has just begun, the others are asked to share their tables with it at once.
        """
        if self._is_new:
            self.context.outbox.to_group(HOSTS, TablesReleased(), newest=True)
        new = self.ids - self._known
        self._known = self.ids
        if new:
            now = self.context.clock.now()
            self._new |= dict.fromkeys(new, now)
            self.context.outbox.to_group(HOSTS, TablesTaken(tuple(sorted(new))))

    def _is_known(self, message: Ask | Watch | ReadInbox) -> bool:
        """Whether an ask has come before: of a table that moves, both hosts may hear it."""
        if not isinstance(message, Ask) or message.table not in self._new or not message.id:
            return False
        if (key := (message.reply, message.id)) in self._asked:
            return True
        self._asked.add(key)
        return False
