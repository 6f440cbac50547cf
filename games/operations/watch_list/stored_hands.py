"""Reads finished hands for the detectors, in batches from the log; their cards are unsealed in memory only (F7)."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from games.engine import events as ev
from games.engine.rules.rules import Rules
from games.engine.watch_list.hands import Part, WatchedHand
from games.engine.watch_list.reader import read_hand
from games.engine.watch_list.sampling import assess
from games.models import Hand
from games.operations.watch_list.access import NO_ACCESS, Access
from games.store.archive import StoredDecision, decisions_of, unsealed

logger = logging.getLogger(__name__)

BATCH = 100
Timed = tuple[int, ev.TableEvent]


def hands_between(since: datetime, until: datetime, access: Mapping[int, Access]) -> Iterator[WatchedHand | None]:
    """The hands that ended in this time and are not void, oldest first; None for one that cannot be read."""
    last = 0
    rows = Hand.objects.filter(void=False, ended_at__gte=since, ended_at__lt=until).order_by("pk")
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        last = batch[-1].pk
        log = decisions_of((row.table_id, row.number) for row in batch)
        for row in batch:
            yield _read(row, log[row.table_id, row.number], access)


def _read(row: Hand, decisions: Sequence[StoredDecision], access: Mapping[int, Access]) -> WatchedHand | None:
    parts = {}
    for seat, player, _name, net in row.results:
        devices, addresses = access.get(player, NO_ACCESS)
        parts[seat] = Part(player, net, devices, addresses)
    try:
        events = _hand_events(decisions, table=row.table_id, number=row.number)
        return assess(read_hand(Rules.from_data(row.rules_data), events, parts, table=row.table_id))
    except Exception as fault:
        # A hand that an older version of the room wrote must not end the search; the fault may name cards.
        logger.warning("Hand %s of table %s could not be read: %s", row.number, row.table_id, type(fault).__name__)
        return None


def _hand_events(decisions: Sequence[StoredDecision], *, table: int, number: int) -> list[Timed]:
    """The events from the beginning of the hand to its end, each with its time in ms."""
    found: list[Timed] = []
    for decision in decisions:
        at = int(decision.created_at.timestamp() * 1000)
        for event in unsealed(table, decision):
            if found or (isinstance(event, ev.HandBegan) and event.number == number):
                found.append((at, event))
            if isinstance(event, ev.HandEnded):
                return found
    return found
