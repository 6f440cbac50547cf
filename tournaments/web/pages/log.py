"""The log of a tournament on its pages: latest events, the director's audit log, moves and the blinds they cost."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments import api
from tournaments.engine.fairness import Fairness
from tournaments.engine.state import events as ev
from tournaments.engine.views.types import TournamentView
from tournaments.models import COMMAND_NAMES
from tournaments.web.pages.announcement_changes import change_lines
from tournaments.web.text.event_text import Line, lines_of, move_reason

MOST_DECISIONS_READ = 300
"""The number of decisions searched for the latest events."""
PAGE_SIZE = 500
"""The number of decisions read at once for a report about all of them."""
MESSAGE_SECONDS = 600
"""A message to the tables can be taken back for this long, if it is among the latest decisions."""
MOST_MESSAGES_READ = 20
MOST_LINES = 60
MOST_DECISIONS_LISTED = 120


class NewsLine(NamedTuple):
    """A sentence about an event with its time and cards."""

    at: datetime
    text: str
    cards: tuple[tuple[str, str], ...]


class AuditRow(NamedTuple):
    """A decision: the director and the reason, both "" for other commands, the command and its events as sentences."""

    at: datetime
    by: str
    why: str
    command: str | Promise
    lines: list[Line]


class MoveRow(NamedTuple):
    """A player's share of the play, as in `fairness.Share`, with the moves as sentences."""

    name: str
    hands: int
    big_blinds: int
    waited: int
    doubled: int
    forced: int
    moves: list[str]


def news(tournament_id: int, view: TournamentView) -> list[NewsLine]:
    """The latest events, newest first."""
    names = names_in(view)
    lines: list[NewsLine] = []
    for decision in api.decisions(tournament_id, limit=MOST_DECISIONS_READ):
        lines += [
            NewsLine(decision.at, *line) for line in reversed(_lines(decision.events, names, view.setup.currency))
        ]
        if len(lines) >= MOST_LINES:
            break
    return lines[:MOST_LINES]


def audit(tournament_id: int, view: TournamentView) -> list[AuditRow]:
    """The latest decisions and the latest ones of staff, newest first (F3, F4)."""
    names = names_in(view)
    latest = api.decisions(tournament_id, limit=MOST_DECISIONS_READ)
    staff = api.decisions(tournament_id, limit=MOST_DECISIONS_LISTED, by_staff=True)
    rows = []
    for _number, decision in sorted(
        {decision.number: decision for decision in (*latest, *staff)}.items(), reverse=True
    ):
        lines = _lines(decision.events, names, view.setup.currency)
        if decision.by or lines:
            command = COMMAND_NAMES.get(decision.command, decision.command)
            rows.append(AuditRow(decision.at, decision.by, decision.why, command, lines))
    return rows[:MOST_DECISIONS_LISTED]


def _lines(events: Iterable[ev.Event], names: dict[int, str], currency: str) -> list[Line]:
    """The sentences of a decision's events, and every setting of an announcement that changed."""
    lines = lines_of(events, names, currency)
    for event in events:
        if isinstance(event, ev.SetupChanged):
            lines += change_lines(event)
    return lines


def moves(tournament_id: int, view: TournamentView) -> list[MoveRow]:
    """Each player's share of the play and moves with their reasons, the most moved first (T6)."""
    fairness, names = Fairness(), names_in(view)
    moves_by_player: dict[int, list[str]] = {}
    for event in all_events(tournament_id):
        fairness.count(event)
        if isinstance(event, ev.Moved):
            text = _("Table {old} to {new}: {why}").format(
                old=event.from_table, new=event.table, why=move_reason(event)
            )
            moves_by_player.setdefault(event.player, []).append(text)
    rows = [
        MoveRow(
            names.get(player, ""),
            share.hands,
            share.big_blinds,
            share.waited,
            share.doubled,
            share.forced,
            moves_by_player.get(player, []),
        )
        for player, share in fairness.shares.items()
    ]
    return sorted(rows, key=lambda row: (-len(row.moves), row.name))


def last_moves(tournament_id: int, players: Collection[int]) -> dict[int, ev.Moved]:
    """The last move of each of these players; a move that is too long ago is left out."""
    moves: dict[int, ev.Moved] = {}
    for decision in api.decisions(tournament_id, limit=MOST_DECISIONS_READ) if players else ():
        for event in reversed(decision.events):
            if isinstance(event, ev.Moved) and event.player in players:
                moves.setdefault(event.player, event)
    return moves


def last_message(tournament_id: int) -> ev.TablesTold | None:
    """The last message of a director to the tables, unless it is old or repeats the one before to take it back."""
    since = timezone.now() - timedelta(seconds=MESSAGE_SECONDS)
    recent = [row for row in api.decisions(tournament_id, limit=MOST_MESSAGES_READ, by_staff=True) if row.at > since]
    told = [event for row in recent for event in row.events if isinstance(event, ev.TablesTold)]
    if not told or (len(told) > 1 and told[1].text in told[0].text):
        return None
    return told[0]


def all_events(tournament_id: int) -> Iterator[ev.Event]:
    """All events, oldest first."""
    pages, before = [], None
    while page := api.decisions(tournament_id, before=before, limit=PAGE_SIZE):
        pages.append(page)
        before = page[-1].number
    for page in reversed(pages):
        for decision in reversed(page):
            yield from decision.events


def names_in(view: TournamentView) -> dict[int, str]:
    """The players' names by id."""
    return {row.player: row.name for row in view.standings}
