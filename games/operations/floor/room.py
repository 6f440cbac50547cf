"""The whole room at once: a pause that is resumed where it was begun, and a freeze of new seats (F1).

Rows of the room are written before any table is locked, so that acts on several tables never wait for each other.
"""

from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON, Announcement
from games.messaging import messages
from games.messaging.orders import send
from games.models import Order, Table
from games.models.room import PausedByRoom, RoomPause, SeatFreeze
from games.operations.floor import table_acts
from games.operations.impartiality import check_plays_nowhere
from games.operations.room_tournaments import RoomTournaments, running_tournaments
from games.seating.seat_freeze import freeze_now

FROZEN, UNFROZEN = "room.seats_frozen", "room.seats_unfrozen"
SUBJECT = "room"
SEATS = "seats"


class PausedNow(NamedTuple):
    """The pause of the room that holds, with the ids of the tables and tournaments that it has paused."""

    pause: RoomPause
    tables: frozenset[int]
    tournaments: frozenset[int]


def paused_now() -> PausedNow | None:
    """The pause that holds now, None if there is none or everything that it paused is over."""
    pause = RoomPause.objects.filter(is_open=True).select_related("by").first()
    return _still_paused(pause) if pause else None


def _still_paused(pause: RoomPause) -> PausedNow | None:
    rows = pause.paused.filter(Q(table=None) | Q(table__closed_at=None), resumed_at=None)
    found = list(rows.values_list("table", "tournament"))
    running = {one.id for one in running_tournaments()} if any(tournament for _, tournament in found) else set()
    tables = frozenset(table for table, _ in found if table)
    tournaments = frozenset(tournament for _, tournament in found if tournament in running)
    return PausedNow(pause, tables, tournaments) if tables or tournaments else None


def pause_table(*, table_id: int, by: int, why: str) -> None:
    """Pauses a cash table as a part of the pause of the room, after the running hand; raises IllegalAction."""
    with transaction.atomic():
        pause = _open_pause(by, why)
        PausedByRoom.objects.get_or_create(pause=pause, table_id=table_id, resumed_at=None)
        table_acts.pause(by=by, table_id=table_id, why=why)


def pause_tournament(*, tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    """Pauses a tournament as a part of the pause of the room; raises IllegalAction."""
    with transaction.atomic():
        pause = _open_pause(by, why)
        PausedByRoom.objects.get_or_create(pause=pause, tournament=tournament, resumed_at=None)
        tournaments.pause(by=by, tournament=tournament, why=why)


def _open_pause(by: int, why: str) -> RoomPause:
    """The pause of the room, which begins with its first table; one of which everything is over ends before."""
    reason = _reason(why)
    before = RoomPause.objects.select_for_update(of=("self",)).filter(is_open=True).first()
    if before is not None and _still_paused(before) is None and before.paused.exists():
        before.end(by)
    return RoomPause.objects.get_or_create(is_open=True, defaults={"by_id": by, "reason": reason})[0]


def resume_table(*, table_id: int, by: int, why: str) -> None:
    """Resumes a table that the pause of the room has paused, unless it goes on already; raises IllegalAction."""
    with transaction.atomic():
        _mark_resumed(by, PausedByRoom.objects.filter(table=table_id))
        if Table.objects.filter(pk=table_id, is_paused=True, is_open=True).exists():
            table_acts.resume(by=by, table_id=table_id, why=why)


def resume_tournament(*, tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    """Resumes a tournament that the pause of the room has paused, unless it goes on already; raises IllegalAction."""
    with transaction.atomic():
        _mark_resumed(by, PausedByRoom.objects.filter(tournament=tournament))
        if any(one.id == tournament and one.is_paused for one in tournaments.running()):
            tournaments.resume(by=by, tournament=tournament, why=why)


def _mark_resumed(by: int, rows: QuerySet[PausedByRoom]) -> None:
    """Marks them as resumed; the pause ends with its last one."""
    pause = RoomPause.objects.select_for_update(of=("self",)).filter(is_open=True).first()
    if pause is None:
        return
    rows.filter(pause=pause, resumed_at=None).update(resumed_at=timezone.now())
    if _still_paused(pause) is None:
        pause.end(by)


def freeze_seats(*, by: int, why: str) -> None:
    """Gives nobody a new seat from now on; everybody at the tables is told. Raises IllegalAction."""
    own, why = check_plays_nowhere(by), _reason(why)
    with transaction.atomic():
        _freeze, is_new = SeatFreeze.objects.get_or_create(is_open=True, defaults={"by_id": by, "reason": why})
        if not is_new:
            raise IllegalAction("seats_frozen_already")
        _tell(Announcement.SEATS_FROZEN, why)
        log(by=by, act=FROZEN, subject=Subject(SUBJECT, SEATS), reason=why, own=own)


def unfreeze_seats(*, by: int, why: str) -> None:
    """Gives new seats again; everybody at the tables is told. Raises IllegalAction."""
    own, why = check_plays_nowhere(by), _reason(why)
    with transaction.atomic():
        freeze = SeatFreeze.objects.select_for_update(of=("self",)).filter(is_open=True).first()
        if freeze is None:
            raise IllegalAction("seats_not_frozen")
        freeze.end(by)
        _tell(Announcement.SEATS_GIVEN, why)
        log(by=by, act=UNFROZEN, subject=Subject(SUBJECT, SEATS), reason=why, own=own)


def _reason(why: str) -> str:
    reason = clean_line(why)[:LONGEST_REASON]
    if not reason:
        raise IllegalAction("why_needed")
    return reason


def _tell(kind: Announcement, why: str) -> None:
    """Announces it at every open cash table."""
    rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot").order_by("pk")
    for table in rows.filter(tournament=None, is_open=True):
        send(table, Order.Kind.ANNOUNCE, payload={"kind": kind, "name": "", "reason": why})
    transaction.on_commit(messages.notify_lobby)
    transaction.on_commit(messages.notify_floor)


def is_frozen() -> bool:
    """Whether nobody is given a new seat now."""
    return freeze_now() is not None
