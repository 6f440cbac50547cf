"""The log of staff acts: one chain of keyed hashes, in which every edit, deletion, reorder and gap is found (F3)."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from backoffice.models import LONGEST_REASON, LogHead, StaffAct
from backoffice.snapshot import snapshot
from backoffice.text import clean_line


class Change(NamedTuple):
    """What changed, with its value before and after as text; "" stands for nothing."""

    what: str
    before: str
    after: str


class Subject(NamedTuple):
    """What an act concerns: a registered kind such as "table", and its id."""

    kind: str
    id: str | int


NO_SUBJECT = Subject("", "")


class NewAct(NamedTuple):
    """An act that is to be written; `by` None is the room itself."""

    by: int | None
    act: str
    subject: Subject = NO_SUBJECT
    about: int | None = None
    changes: Sequence[Change] = ()
    reason: str = ""
    own: bool = False


class Fault(NamedTuple):
    """A place where the log is not what was written: a stable code, the number of the row, and what was found."""

    code: str
    number: int
    text: str


def record(
    *,
    by: int | None,
    act: str,
    subject: Subject = NO_SUBJECT,
    about: int | None = None,
    changes: Sequence[Change] = (),
    reason: str = "",
    own: bool = False,
) -> StaffAct:
    """Writes one act of staff, as `record_all` does; `by` None is the room itself."""
    [row] = record_all([NewAct(by, act, subject, about, changes, reason, own)])
    return row


def record_all(acts: Sequence[NewAct]) -> list[StaffAct]:
    """Writes acts of staff in this order, in the caller's transaction if there is one.

    It locks the head of the log until the transaction ends, so call it last: after the locks of tables and accounts.
    """
    with transaction.atomic():
        LogHead.objects.get_or_create(pk=1)
        head = LogHead.objects.select_for_update().get(pk=1)
        rows = [_chained(act, head) for act in acts]
        StaffAct.objects.bulk_create(rows)
        head.save(update_fields=["number", "hash"])
    return rows


def _chained(act: NewAct, head: LogHead) -> StaffAct:
    """The row of an act that follows the head of the log, which it becomes."""
    row = StaffAct(
        number=head.number + 1,
        at=timezone.now(),
        by_id=act.by,
        act=act.act,
        subject_kind=act.subject.kind,
        subject_id=str(act.subject.id),
        about_id=act.about,
        changes=[list(change) for change in act.changes],
        reason=clean_line(act.reason)[:LONGEST_REASON],
        own=act.own,
        previous_hash=head.hash,
    )
    row.hash = _hash(row, settings.STAFF_LOG_KEYS[0])
    head.number, head.hash = row.number, row.hash
    return row


def faults(*, expected: tuple[int, str] | None = None) -> Iterator[Fault]:
    """Reads the whole log and yields every fault; `expected` is a number and hash noted down earlier.

    Log and head are read as of one moment, so acts that staff do meanwhile are no faults.
    """
    with snapshot():
        yield from _faults(expected)


def _faults(expected: tuple[int, str] | None) -> Iterator[Fault]:
    last, previous, known = 0, "", False
    for row in StaffAct.objects.order_by("number").iterator(chunk_size=1000):
        if row.number != last + 1:
            yield Fault("gap", row.number, f"act {row.number} follows act {last}")
        if row.previous_hash != previous:
            yield Fault("chain", row.number, f"act {row.number} does not follow from the act before it")
        if not any(hmac.compare_digest(row.hash, _hash(row, key)) for key in settings.STAFF_LOG_KEYS):
            yield Fault("edited", row.number, f"act {row.number} is not what was written")
        known = known or (row.number, row.hash) == expected
        last, previous = row.number, row.hash
    head = LogHead.objects.filter(pk=1).first() or LogHead()
    if (head.number, head.hash) != (last, previous):
        yield Fault("cut_off", last, f"the log ends with act {last}, its head says {head.number}")
    if expected is not None and not known:
        yield Fault("expected", expected[0], f"act {expected[0]} with the noted hash is not in the log")


def log_end() -> tuple[int, str]:
    """The number and hash of the last act, to be noted down outside the room; (0, "") for an empty log."""
    head = LogHead.objects.filter(pk=1).first() or LogHead()
    return head.number, head.hash


def _hash(row: StaffAct, key: str) -> str:
    written = [
        row.number, _moment(row.at), row.by_id, row.act, row.subject_kind, row.subject_id, row.about_id,
        row.changes, row.reason, row.own, row.previous_hash,
    ]  # fmt: skip
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def changes_between(before: Iterable[tuple[str, object]], after: Iterable[tuple[str, object]]) -> list[Change]:
    """The values that differ between two lists of the same (name, value) pairs."""
    pairs = zip(before, after, strict=True)
    return [Change(name, _text(old), _text(new)) for (name, old), (_, new) in pairs if old != new]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)
