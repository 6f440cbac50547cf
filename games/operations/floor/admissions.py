"""Bars and invitations: who may sit down at a cash table and who may not (K12)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from backoffice.api import Subject
from backoffice.api import record as log
from games.engine.errors import IllegalAction
from games.messaging import notices
from games.messaging.orders import check_cash_table, lock_table
from games.models import Seat, Table
from games.models.access import Admission
from games.models.restrictions import in_force_now
from games.operations.floor.decisions import Kind, check, record
from games.operations.floor.seats import unseat
from games.seating import bans

BARRED, INVITED = Admission.Kind.BARRED, Admission.Kind.INVITED


def bar(*, by: int, table_id: int, player: int, until: datetime | None, why: str, leaves: bool = False) -> None:
    """Bars a player from the table, for good or until a moment, and tells them (K12).

    One who sits there may play on, or with `leaves` gives up the seat after the hand. Raises IllegalAction for a player
    who is barred or invited, and for a moment that is over.
    """
    why, own = check(by, table_id, why, about=player)
    if until is not None and until <= timezone.now():
        raise IllegalAction("until_is_over")
    with transaction.atomic():
        table = _lock(table_id, player)
        Admission.objects.create(table=table, player_id=player, kind=BARRED, until=until, reason=why, by_id=by)
        bans.tell_barred(player, table, until, stays=not leaves)
        record(Kind.BAR, table_id, by, why, own=own, player=player)
        if leaves and Seat.objects.filter(table=table, player=player).exists():
            unseat(by=by, table_id=table_id, player=player, why=why)


def lift_bar(*, by: int, table_id: int, player: int, why: str, undoes: int | None = None) -> None:
    """Ends the bar of a player from the table and tells them (K12); raises IllegalAction if there is none."""
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        _end(table, player, BARRED, by, why)
        notices.write_notice(player, table_id, "bar_lifted", table=table.name)
        record(Kind.LIFT_BAR, table_id, by, why, own=own, player=player, undoes=undoes)


def invite(*, by: int, table_id: int, player: int, why: str) -> None:
    """Invites a player to the table, which admits invited players only from then on, and tells them (K12).

    Raises IllegalAction for a player who is barred or invited.
    """
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = _lock(table_id, player)
        Admission.objects.create(table=table, player_id=player, kind=INVITED, reason=why, by_id=by)
        notices.write_notice(player, table_id, "invited", table=table.name)
        log(by=by, act="invitation.imposed", subject=Subject("table", table_id), about=player, reason=why, own=own)


def end_invitation(*, by: int, table_id: int, player: int, why: str) -> None:
    """Takes back an invitation and tells the player (K12); the end of the last one opens the table to all.

    Raises IllegalAction if there is none.
    """
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        _end(table, player, INVITED, by, why)
        notices.write_notice(player, table_id, "invitation_ended", table=table.name)
        log(by=by, act="invitation.ended", subject=Subject("table", table_id), about=player, reason=why, own=own)


def invitations(table_id: int) -> int:
    """How many players are invited to the table now; with none it is open to all."""
    return Admission.objects.filter(in_force_now(), table=table_id, kind=INVITED).count()


def _lock(table_id: int, player: int) -> Table:
    """The cash table, locked; raises IllegalAction for a player who is barred from it or invited to it."""
    table = check_cash_table(lock_table(table_id))
    if Admission.objects.filter(in_force_now(), table=table, player=player).exists():
        raise IllegalAction("admitted_already")
    return table


def _end(table: Table, player: int, kind: Admission.Kind, by: int, why: str) -> None:
    rows = Admission.objects.filter(in_force_now(), table=table, player=player, kind=kind)
    if not rows.update(ended_at=timezone.now(), ended_by=by, end_reason=why):
        raise IllegalAction("nothing_changes")
