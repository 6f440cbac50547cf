"""The whole room at once: a pause that is resumed where it was begun, and a freeze of new seats (F1).

Rows of the room are written before any table is locked, so that acts on several tables never wait for each other.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.messaging import messages
from games.messaging.orders import lock_tables, send_to_all
from games.models import Order, Table
from games.models.room import PausedByRoom, RoomPause, SeatFreeze
from games.operations.floor.decisions import checked_reason
from games.operations.floor.table_orders import PAUSE, RESUME, Ordered, order_at_all
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
    """The pause in force now, None if there is none or everything that it paused is over."""
    pause = RoomPause.objects.filter(is_open=True).select_related("by").first()
    return _still_paused(pause) if pause else None


def _still_paused(pause: RoomPause) -> PausedNow | None:
    rows = pause.paused.filter(Q(table=None) | Q(table__closed_at=None), resumed_at=None)
    found = list(rows.values_list("table", "tournament"))
    running = {one.id for one in running_tournaments()} if any(tournament for _, tournament in found) else set()
    tables = frozenset(table for table, _ in found if table)
    tournaments = frozenset(tournament for _, tournament in found if tournament in running)
    return PausedNow(pause, tables, tournaments) if tables or tournaments else None


def pause_tables(tables: Sequence[int], *, by: int, why: str) -> list[Ordered]:
    """Pauses cash tables as a part of the pause of the room, after their running hands; what came of it at each.

    Raises IllegalAction without a reason.
    """
    with transaction.atomic():
        pause = _open_pause(by, why)
        done = order_at_all(tables, PAUSE, by=by, why=why)
        paused = {one.table for one in done if one.refusal is None}
        known = pause.paused.filter(table__in=paused, resumed_at=None).values_list("table", flat=True)
        rows = [PausedByRoom(pause=pause, table_id=table) for table in sorted(paused.difference(known))]
        PausedByRoom.objects.bulk_create(rows)
        # A pause of nothing does not begin.
        transaction.set_rollback(not paused)
    return done


def pause_tournament(*, tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    """Pauses a tournament as a part of the pause of the room; raises IllegalAction."""
    with transaction.atomic():
        pause = _open_pause(by, why)
        PausedByRoom.objects.get_or_create(pause=pause, tournament=tournament, resumed_at=None)
        tournaments.pause(by=by, tournament=tournament, why=why)


def _open_pause(by: int, why: str) -> RoomPause:
    """The pause of the room, which begins with its first table; one of which everything is over ends before."""
    reason = checked_reason(why)
    before = _locked_pause()
    if before is not None and _still_paused(before) is None and before.paused.exists():
        before.end(by)
    return RoomPause.objects.get_or_create(is_open=True, defaults={"by_id": by, "reason": reason})[0]


def resume_tables(tables: Sequence[int], *, by: int, why: str) -> list[Ordered]:
    """Resumes tables that the pause of the room has paused, unless they go on already; what came of it at each.

    Raises IllegalAction without a reason.
    """
    with transaction.atomic():
        # The pause is locked before any table, as in `pause_tables`.
        _locked_pause()
        still = set(Table.objects.filter(pk__in=tables, is_paused=True, is_open=True).values_list("pk", flat=True))
        done = {one.table: one for one in order_at_all([one for one in tables if one in still], RESUME, by=by, why=why)}
        outcomes = [done.get(table, Ordered(table)) for table in tables]
        going_on = [one.table for one in outcomes if one.refusal is None]
        _mark_resumed(by, PausedByRoom.objects.filter(table__in=going_on))
    return outcomes


def resume_tournament(*, tournaments: RoomTournaments, tournament: int, by: int, why: str) -> None:
    """Resumes a tournament that the pause of the room has paused, unless it goes on already; raises IllegalAction."""
    with transaction.atomic():
        _mark_resumed(by, PausedByRoom.objects.filter(tournament=tournament))
        if any(one.id == tournament and one.is_paused for one in tournaments.running()):
            tournaments.resume(by=by, tournament=tournament, why=why)


def _locked_pause() -> RoomPause | None:
    """The pause of the room that is open, locked until the transaction ends."""
    return RoomPause.objects.select_for_update(of=("self",)).filter(is_open=True).first()


def _mark_resumed(by: int, rows: QuerySet[PausedByRoom]) -> None:
    """Marks them as resumed; the pause ends with its last one."""
    pause = _locked_pause()
    if pause is None:
        return
    rows.filter(pause=pause, resumed_at=None).update(resumed_at=timezone.now())
    if _still_paused(pause) is None:
        pause.end(by)


def freeze_seats(*, by: int, why: str) -> None:
    """Gives nobody a new seat from now on; everybody at the tables is told. Raises IllegalAction."""
    own, why = check_plays_nowhere(by), checked_reason(why)
    with transaction.atomic():
        _freeze, is_new = SeatFreeze.objects.get_or_create(is_open=True, defaults={"by_id": by, "reason": why})
        if not is_new:
            raise IllegalAction("seats_frozen_already")
        _tell(Announcement.SEATS_FROZEN, why)
        log(by=by, act=FROZEN, subject=Subject(SUBJECT, SEATS), reason=why, own=own)


def unfreeze_seats(*, by: int, why: str) -> None:
    """Gives new seats again; everybody at the tables is told. Raises IllegalAction."""
    own, why = check_plays_nowhere(by), checked_reason(why)
    with transaction.atomic():
        freeze = SeatFreeze.objects.select_for_update(of=("self",)).filter(is_open=True).first()
        if freeze is None:
            raise IllegalAction("seats_not_frozen")
        freeze.end(by)
        _tell(Announcement.SEATS_GIVEN, why)
        log(by=by, act=UNFROZEN, subject=Subject(SUBJECT, SEATS), reason=why, own=own)


def _tell(kind: Announcement, why: str) -> None:
    """Announces it at every open cash table."""
    tables = Table.objects.filter(tournament=None, is_open=True).values_list("pk", flat=True)
    locked = [table for table in lock_tables(tables).values() if table.is_open]
    send_to_all(locked, Order.Kind.ANNOUNCE, payload={"kind": kind, "name": "", "reason": why})
    transaction.on_commit(messages.notify_floor)


def is_frozen() -> bool:
    """Whether nobody is given a new seat now."""
    return freeze_now() is not None
