"""The archive of the log: decisions of old hands in compressed rows, read as if they were still in the log.

A hand is archived with all its decisions or with none. They are deleted from the log in the transaction that writes the
archived row, after it has been read back and compared; triggers of the database refuse every other deletion.
What a table is loaded from stays in the log, and so does its last hand, which the floor may still declare void.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Max, Q

from games.engine.events import TableEvent
from games.messaging.codec import Record
from games.models import Decision, Hand, Table
from games.models.archive import ArchivedHand
from games.store import card_sealing

HANDS_AT_ONCE = 50
"""A table's own decisions wait for the transaction of so many hands."""
LEVEL = 9
HandKey = tuple[int, int]
"""A table's id and the number of a hand there."""


class BrokenArchive(Exception):
    """An archived hand is not what was written: its digest differs."""


class StoredDecision(NamedTuple):
    """A row of the log, from the log or from the archive."""

    id: int
    number: int
    created_at: datetime
    events: list[Record | None]
    sealed: bytes | None


FIELDS = StoredDecision._fields
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[StoredDecision, ...]).decode


def decisions_of(hands: Iterable[HandKey]) -> dict[HandKey, list[StoredDecision]]:
    """The decisions of each of these hands in order, wherever they are; empty for a hand that never began.

    Raises BrokenArchive.
    """
    found: dict[HandKey, list[StoredDecision]] = {key: [] for key in hands}
    # A hand may be restored between the two reads.
    for read in (_logged, _archived, _logged):
        if missing := [key for key, rows in found.items() if not rows]:
            found |= read(missing)
    return found


def decisions_of_hand(table: int, hand: int) -> list[StoredDecision]:
    """As `decisions_of`, for one hand."""
    return decisions_of([(table, hand)])[table, hand]


def _which(hands: Sequence[HandKey]) -> Q:
    return reduce(or_, (Q(table=table, hand=hand) for table, hand in hands))


def _logged(hands: Sequence[HandKey]) -> dict[HandKey, list[StoredDecision]]:
    found: dict[HandKey, list[StoredDecision]] = {}
    rows = Decision.objects.filter(_which(hands)).order_by("table", "number")
    for table, hand, *row in rows.values_list("table", "hand", *FIELDS):
        found.setdefault((table, hand), []).append(_stored(*row))
    return found


def _stored(id_: int, number: int, at: datetime, events: list[Record | None], sealed: object) -> StoredDecision:
    # PostgreSQL and SQLite hand out binary columns as different types.
    return StoredDecision(id_, number, at, events, bytes(sealed) if sealed is not None else None)  # type: ignore[call-overload]


def _archived(hands: Sequence[HandKey]) -> dict[HandKey, list[StoredDecision]]:
    return {(row.table_id, row.hand): list(_read(row)) for row in ArchivedHand.objects.filter(_which(hands))}


def _read(row: ArchivedHand) -> tuple[StoredDecision, ...]:
    try:
        packed = zlib.decompress(bytes(row.data))
    except zlib.error:
        raise BrokenArchive(str(row)) from None
    if hashlib.sha256(packed).digest() != bytes(row.digest):
        raise BrokenArchive(str(row))
    return _unpack(packed)


def unsealed(table: int, row: StoredDecision) -> tuple[TableEvent, ...]:
    """All events of a decision, secret ones included; raises `BrokenSeal`."""
    return card_sealing.unseal(table, row.number, row.events, row.sealed)


# Archiving and restoring


class Moved(NamedTuple):
    """How much was moved: hands, their decisions, and the bytes of the archived rows."""

    hands: int
    decisions: int
    size: int


def archive(before: datetime) -> Iterator[Moved]:
    """Archives the hands that ended before this moment, some in each transaction; yields after each of them."""
    for table in list(Table.objects.order_by("pk").values_list("pk", flat=True)):
        old = Hand.objects.filter(table=table, ended_at__lt=before)
        most = old.aggregate(most=Max("number"))["most"] or 0
        last = 0
        while logged := _next_logged(table, last, most):
            last = logged[-1]
            moved = _archive(table, list(old.filter(number__in=logged).values_list("number", flat=True)))
            if moved.hands:
                yield moved


def _next_logged(table: int, last: int, most: int) -> list[int]:
    """Some numbers of hands after `last` and up to `most` that are in the log, in order."""
    rows = Decision.objects.filter(table=table, hand__gt=last, hand__lte=most).order_by("hand")
    return list(rows.values_list("hand", flat=True).distinct()[:HANDS_AT_ONCE])


@transaction.atomic
def _archive(table_id: int, numbers: Sequence[int]) -> Moved:
    table = Table.objects.select_for_update(no_key=True).only("snapshot_number").get(pk=table_id)
    newest = Hand.objects.filter(table=table).aggregate(newest=Max("number"))["newest"]
    old = [(table_id, number) for number in numbers if number < newest]
    logged = _logged(old) if old else {}
    hands = {key: rows for key, rows in logged.items() if rows[-1].number <= table.snapshot_number}
    packed = {key: _pack(rows) for key, rows in hands.items()}
    ArchivedHand.objects.bulk_create(
        ArchivedHand(
            table_id=table_id,
            hand=hand,
            first=rows[0].number,
            last=rows[-1].number,
            decisions=len(rows),
            data=zlib.compress(packed[table_id, hand], LEVEL),
            digest=hashlib.sha256(packed[table_id, hand]).digest(),
        )
        for (_, hand), rows in hands.items()
    )
    if not hands:
        return Moved(0, 0, 0)
    written = list(ArchivedHand.objects.filter(_which(list(hands))))
    for row in written:
        if list(_read(row)) != hands[row.table_id, row.hand]:
            raise BrokenArchive(str(row))
    decisions = sum(map(len, hands.values()))
    deleted, _ = Decision.objects.filter(_which(list(hands))).delete()
    if (len(written), deleted) != (len(hands), decisions):
        raise BrokenArchive(f"table {table_id}: {deleted} of {decisions} decisions")
    return Moved(len(hands), decisions, sum(len(row.data) for row in written))


def restore(*, since: datetime, before: datetime) -> Iterator[Moved]:
    """Puts the hands that ended in this time back into the log, some in each transaction; yields after each of them."""
    tables = ArchivedHand.objects.order_by("table").values_list("table", flat=True).distinct()
    for table in list(tables):
        ended = Hand.objects.filter(table=table, ended_at__gte=since, ended_at__lt=before).values("number")
        there = ArchivedHand.objects.filter(table=table, hand__in=ended).order_by("hand").values_list("pk", flat=True)
        while ids := list(there[:HANDS_AT_ONCE]):
            yield _restore(ids)


@transaction.atomic
def _restore(ids: Sequence[int]) -> Moved:
    rows = list(ArchivedHand.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))
    back = [Decision(table_id=row.table_id, hand=row.hand, **one._asdict()) for row in rows for one in _read(row)]
    Decision.objects.bulk_create(back)
    ArchivedHand.objects.filter(pk__in=[row.pk for row in rows]).delete()
    return Moved(len(rows), len(back), sum(len(row.data) for row in rows))
