"""The decisions of a tournament for its pages: latest events, the director's audit log, moves and their cost."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments import api
from tournaments.engine.fairness import Fairness
from tournaments.engine.state import events as ev
from tournaments.engine.views.types import TournamentView
from tournaments.web.text.command_text import COMMAND_NAMES
from tournaments.web.text.event_text import lines_of
from tournaments.web.text.event_text import why_moved as move_reason

READ_BACK = 300
"""The number of decisions searched for the latest events."""
CHUNK = 500
MOST_LINES = 60
MOST_DECISIONS = 120


def news(tournament_id: int, view: TournamentView) -> list[dict[str, Any]]:
    """The latest events, newest first."""
    names = names_in(view)
    lines: list[dict[str, Any]] = []
    for decision in api.decisions(tournament_id, limit=READ_BACK):
        lines += [{"at": decision.at, **line._asdict()} for line in reversed(lines_of(decision.events, names))]
        if len(lines) >= MOST_LINES:
            break
    return lines[:MOST_LINES]


def audit(tournament_id: int, view: TournamentView) -> list[dict[str, Any]]:
    """The decisions, newest first, with who gave each command and why (F3, F4)."""
    names = names_in(view)
    lately = api.decisions(tournament_id, limit=READ_BACK)
    staff = api.decisions(tournament_id, limit=MOST_DECISIONS, by_staff=True)
    rows = []
    for _number, decision in sorted(
        {decision.number: decision for decision in (*lately, *staff)}.items(), reverse=True
    ):
        lines = lines_of(decision.events, names)
        if decision.by or lines:
            rows.append(
                {
                    "at": decision.at,
                    "by": decision.by,
                    "why": decision.why,
                    "kind": COMMAND_NAMES.get(decision.command, decision.command),
                    "lines": lines,
                }
            )
    return rows[:MOST_DECISIONS]


def moves(tournament_id: int, view: TournamentView) -> list[dict[str, Any]]:
    """Each player's share of the play and moves with their reasons, the most moved first (T6)."""
    fairness, names = Fairness(), names_in(view)
    by_player: dict[int, list[str]] = {}
    for event in everything(tournament_id):
        fairness.count(event)
        if isinstance(event, ev.Moved):
            words = _("Table {old} to {new}: {why}")
            said = words.format(old=event.from_table, new=event.table, why=move_reason(event))
            by_player.setdefault(event.player, []).append(said)
    rows: list[dict[str, Any]] = [
        {
            "name": names.get(player, ""),
            "hands": share.hands,
            "big_blinds": share.big_blinds,
            "waited": share.waited,
            "doubled": share.doubled,
            "forced": share.forced,
            "moves": by_player.get(player, []),
        }
        for player, share in fairness.shares.items()
    ]
    return sorted(rows, key=lambda row: (-len(row["moves"]), row["name"]))


def why_moved(tournament_id: int, player: int) -> str:
    """Why a player was last moved, or "" when that is too long ago."""
    for decision in api.decisions(tournament_id, limit=READ_BACK):
        for event in reversed(decision.events):
            if isinstance(event, ev.Moved) and event.player == player:
                return move_reason(event)
    return ""


def everything(tournament_id: int) -> Iterator[ev.Event]:
    """All events, oldest first."""
    pages, before = [], None
    while page := api.decisions(tournament_id, before=before, limit=CHUNK):
        pages.append(page)
        before = page[-1].number
    for page in reversed(pages):
        for decision in reversed(page):
            yield from decision.events


def names_in(view: TournamentView) -> dict[int, str]:
    """The players' names by id."""
    return {row.player: row.name for row in view.standings}
