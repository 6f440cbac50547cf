"""Freezes a tournament after a fault and keeps the reason for the operator, who thaws or cancels it (X2)."""

import uuid
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from backoffice.api import Subject, record
from games import api as games
from games.engine.table.tournament_reports import ReportKind
from tournaments.models import Tournament, TournamentOrder
from tournaments.store import messages
from tournaments.store.impartiality import check_not_entered
from tournaments.store.staff_acts import act_of
from tournaments.store.store import LostTournament
from tournaments.store.table_orders import HARMLESS_REFUSALS

MOST_REPORTS = 10_000
THAW = "Thaw"
"""The kind of the only order that is not a command, as a frozen tournament carries out none."""


class FreezeKind(StrEnum):
    """The fault: an order that a table refused, a report of a table, or the state of the tournament."""

    ORDER = "order"
    REPORT = "report"
    STATE = "state"


class FreezeReason(NamedTuple):
    """Why a tournament is frozen: the table and the kind of the `order` it refused, or the `code` of the refusal."""

    kind: FreezeKind
    table: int = 0
    order: str = ""
    code: str = ""


def freeze(tournament_id: int, reason: FreezeReason, *, number: int | None = None) -> None:
    """Freeze a tournament whose state cannot be right: its log stays, and no host leases it until it is thawed.

    `number` is the last decision of that state: raises LostTournament if it is not the last one, as a director that
    has lost the tournament knows nothing of the state.
    """
    rows = Tournament.objects.filter(pk=tournament_id, **({} if number is None else {"number": number}))
    if not rows.update(frozen=True, freeze_reason=reason._asdict(), owner="", lease_until=0):
        raise LostTournament(f"tournament {tournament_id} has moved on from decision {number}")


def thaw(tournament_id: int, *, by: int | None = None, why: str = "") -> None:
    """Thaw a tournament; orders that tables have refused since the last report read are sent again.

    The operator and the reason are kept among the tournament's orders (F3). Raises IllegalAction if the operator plays
    in it.
    """
    own = check_not_entered(by, tournament_id) if by is not None else False
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id, frozen=True)
        cursor = rows.values_list("cursor", flat=True).first()
        if cursor is None:
            return
        for report in games.reports_after(tournament=tournament_id, cursor=cursor, limit=MOST_REPORTS):
            if report.kind is ReportKind.REFUSED and report.data["code"] not in HARMLESS_REFUSALS:
                games.retry_order(order_id=report.data["order"])
        rows.update(frozen=False, freeze_reason={})
        if by is not None:
            row = {"key": f"staff:{uuid.uuid4().hex}", "by_id": by, "why": why, "applied_at": timezone.now()}
            TournamentOrder.objects.create(tournament_id=tournament_id, kind=THAW, payload={}, **row)
            record(by=by, act=act_of(THAW), subject=Subject("tournament", tournament_id), reason=why, own=own)
        transaction.on_commit(partial(messages.notify_director, tournament_id))
        transaction.on_commit(partial(games.notify, messages.tournament_group(tournament_id)))


def reason_of(tournament_id: int) -> FreezeReason | None:
    """Why the tournament is frozen, None if it is not."""
    found = Tournament.objects.filter(pk=tournament_id, frozen=True).values_list("freeze_reason", flat=True).first()
    if found is None:
        return None
    return FreezeReason(**{**found, "kind": FreezeKind(found.get("kind", FreezeKind.STATE))})
