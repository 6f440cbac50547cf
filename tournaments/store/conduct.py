"""What directors decided about the conduct of one player, over all tournaments (T14)."""

from datetime import datetime
from typing import NamedTuple

from tournaments.engine.state import commands as cm
from tournaments.models import TournamentOrder
from tournaments.store.codec import command_from_data

KINDS = tuple(kind.__name__ for kind in (cm.Warn, cm.Penalise, cm.LiftPenalty, cm.Disqualify, cm.TakeBackDeferred))
"""The commands about conduct; the first field of each is the player."""


class ConductRow(NamedTuple):
    """One command with its reason; pending while neither applied nor `refused`, which is a code."""

    at: datetime
    tournament: int
    name: str
    command: cm.Command
    by: str
    why: str
    applied: bool
    refused: str


def conduct_of(*, player: int, limit: int) -> list[ConductRow]:
    """The commands about this player's conduct, newest first."""
    rows = TournamentOrder.objects.filter(tournament__entries__player=player, kind__in=KINDS, payload__0=player)
    fields = ("created_at", "tournament", "tournament__name", "by__display_name", "why", "applied_at", "refused")
    return [
        ConductRow(at, tournament, name, command_from_data(kind, payload), by or "", why, applied is not None, refused)
        for at, tournament, name, by, why, applied, refused, kind, payload in rows.order_by("-pk").values_list(
            *fields, "kind", "payload"
        )[:limit]
    ]
