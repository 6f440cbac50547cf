"""Tournaments that are stopped: what is wrong is kept for the operator, who lets them go on or cancels (X2)."""

import uuid
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games import api as games
from tournaments.models import Tournament, TournamentOrder
from tournaments.store import messages
from tournaments.store.table_orders import HARMLESS, numbered

MOST_REPORTS = 10_000
THAW = "Thaw"
"""The one order that is no command: nobody directs a tournament that is stopped."""


class Stop(NamedTuple):
    """What stopped a tournament: `order` (a table refused one of that kind), `report` (of a table), or its `state`."""

    kind: str
    table: int = 0
    order: str = ""
    code: str = ""


def freeze(tournament_id: int, stop: Stop) -> None:
    """Stop a tournament whose state cannot be right, its log intact; nobody directs it until an operator has looked."""
    rows = Tournament.objects.filter(pk=tournament_id)
    rows.update(frozen=True, stopped=stop._asdict(), owner="", lease_until=0)


def thaw(tournament_id: int, *, by: int | None = None, why: str = "") -> None:
    """Let it go on: orders that tables have refused since the last report read are tried once more.

    Whose word it was and why is kept among what the director was asked (F3).
    """
    with transaction.atomic():
        rows = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id, frozen=True)
        cursor = rows.values_list("cursor", flat=True).first()
        if cursor is None:
            return
        for line in games.reports_after(tournament=tournament_id, cursor=cursor, limit=MOST_REPORTS):
            if line.kind == "refused" and line.data["code"] not in HARMLESS:
                games.order_again(order_id=line.data["order"])
        rows.update(frozen=False, stopped={})
        if by is not None:
            told = {"key": f"staff:{uuid.uuid4().hex}", "by_id": by, "why": why, "applied_at": timezone.now()}
            TournamentOrder.objects.create(tournament_id=tournament_id, kind=THAW, payload={}, **told)
        transaction.on_commit(partial(messages.notify_director, tournament_id))
        transaction.on_commit(partial(games.notify, messages.tournament_group(tournament_id)))


def is_stopped(tournament_id: int) -> bool:
    """Whether an operator has yet to look."""
    return bool(Tournament.objects.filter(pk=tournament_id, frozen=True).exists())


def why(tournament_id: int) -> Stop | None:
    """What stopped it, None while it goes on."""
    found = Tournament.objects.filter(pk=tournament_id, frozen=True).values_list("stopped", flat=True).first()
    return None if found is None else Stop(**{"kind": "state", **found})


def tables(tournament_id: int) -> frozenset[int]:
    """The numbers of its tables that are stopped."""
    return frozenset(number for number, table in numbered(tournament_id).items() if table.frozen)
