"""The director's panel: clock, tables, players, deferred commands and decisions."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from games import api as games
from games.engine.events.kinds import LONGEST_REASON
from games.web.api import Visitor, calls_fragment, can_answer_calls
from tournaments import api
from tournaments.engine.state.reasons import DeferredKind
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import contexts, fragments, lists, log, queries
from tournaments.web.pages.drawing import draw
from tournaments.web.text import labels
from tournaments.web.text.event_text import void_refused


def page_fragments(
    tournament: int, user: Visitor | None, language: str, *, view: TournamentView | None = None
) -> dict[str, str]:
    """All fragments of the director's page by id: those of the panel, and the open calls at its tables (F2)."""
    may_answer = user is not None and can_answer_calls(user)
    calls = calls_fragment(language, may_answer=may_answer, tournament=tournament)
    return {**panel_fragments(tournament, language, viewer=queries.id_of(user), view=view), "f-calls": calls}


def panel_fragments(
    tournament: int, language: str, *, viewer: int, view: TournamentView | None = None
) -> dict[str, SafeString]:
    """The fragments of the panel by id; a `viewer` who plays in the tournament reads no reports about its players.

    A page passes the `view` that the rest of it shows, as the tournament may change between two reads.
    """
    with override(language):
        view = view or queries.view_for(tournament, None)[0]
        return {
            **{
                name: html for name, html in fragments.public_fragments(view, language).items() if name != "t-structure"
            },
            "t-deal": draw("deal", contexts.deal(view, 0), language),
            "t-tables": lists.tables(view, 0, language),
            "t-people": draw("people", people(view), language),
            "t-waiting": fragments.render(
                "waiting", waiting(view, told=told(tournament, view)) | orders_and_freeze(tournament, view)
            ),
            **controls(view, language),
            "t-reports": fragments.render("reports", reports(tournament, view, viewer)),
            "t-audit": fragments.render("audit", {"rows": log.audit(tournament, view)}),
            "t-server-time": fragments.time_fragment(view.version),
        }


def orders_and_freeze(tournament: int, view: TournamentView) -> dict[str, object]:
    """The director's latest orders, and the reason if the tournament is frozen (X2)."""
    reason = api.freeze_reason(tournament_id=tournament) if view.frozen else None
    orders = queries.director_order_statuses(tournament, view.setup.currency)
    return {"orders": orders, "freeze_text": freeze_text(reason) if reason else ""}


def freeze_text(reason: api.FreezeReason) -> str:
    """Why the tournament is frozen, as a sentence for its director (X2)."""
    if reason.kind == api.FreezeKind.ORDER:
        text = _(
            "Frozen: table {table} refused an order ({order}: {code}). It tries again when you unfreeze the tournament."
        )
        return text.format(table=reason.table, order=reason.order, code=reason.code)
    if reason.kind == api.FreezeKind.REPORT:
        text = _("Frozen: the report of table {table} is inconsistent ({code}).")
        return text.format(table=reason.table, code=reason.code)
    return _("Frozen: the state of the tournament is inconsistent. Its log is intact.")


def controls(view: TournamentView, language: str) -> dict[str, SafeString]:
    """The parts of the director's forms that follow the tournament, by id."""
    players, tables = players_left(view), tables_open(view)
    picks: dict[str, dict[str, object]] = {
        "t-pick-player": {"name": "player", "options": players, "required": True},
        "t-pick-to": {"name": "to", "options": tables},
        "t-pick-told": {"name": "table", "options": tables, "empty": _("All tables")},
        "t-pick-table": {"name": "table", "options": tables, "required": True},
    }
    return {
        "t-pause": fragments.render("pause", {"view": view}),
        "t-hands": fragments.render("hands", {"view": view}),
        **{name: draw("pick", {"id": name, **pick}, language) for name, pick in picks.items()},
    }


def players_left(view: TournamentView) -> list[tuple[int, str]]:
    """The players still in by name, with table and seat, to choose from."""
    return [
        (row.player, f"{row.name} · {row.table}/{row.seat + 1}" if row.table else row.name)
        for row in sorted(view.standings, key=lambda row: row.name.casefold())
        if not row.out
    ]


def tables_open(view: TournamentView) -> list[tuple[int, str]]:
    """The tables with how many seats of each are taken, to choose from."""
    return [(table.number, f"{table.number} ({table.taken}/{len(table.seats)})") for table in view.tables]


def proposed_seats(view: TournamentView) -> list[tuple[int, int, int]]:
    """Player, table and seat, from 1, of everybody at balanced tables, for a director who changes some (T3, T6)."""
    players = [row.player for row in view.standings if not row.out]
    tables = max(1, -(-len(players) // view.setup.seats))
    return [(player, at % tables + 1, at // tables + 1) for at, player in enumerate(players)]


def reports(tournament: int, view: TournamentView, viewer: int) -> dict[str, object]:
    """What players report from the tables of this tournament, for whoever does not play in it (F6)."""
    if api.is_refused_in(viewer, tournament):
        return {"reports": [], "newest": 0}
    numbers = {table.table_id: table.number for table in view.tables}
    rows = [row._asdict() | {"number": numbers.get(row.table, 0)} for row in games.reports_of_tournament(tournament)]
    return {"reports": rows, "newest": max((int(row["at"].timestamp() * 1000) for row in rows), default=0)}


def people(view: TournamentView) -> dict[str, object]:
    """The players with the details a director needs."""
    rows = [
        row._asdict() | {"place_text": labels.place_text(row), "penalised": row.penalised}
        for row in view.standings[: contexts.MOST_ROWS]
    ]
    return {
        "rows": rows,
        "bots": view.bots,
        "started": view.stage != Stage.OPEN,
        "more": len(view.standings) - len(rows),
        "columns": 8,
    }


class WaitingRow(NamedTuple):
    """A line of the list of deferred commands.

    `form` names the form that takes it back, if any; its button sends `value` as `name` and is labelled `button`. A
    `proposed_reason` may be changed before it is sent, since players are told it; with `asks_why` one has to be typed.
    """

    text: str
    form: str = ""
    name: str = "player"
    value: int | str = 0
    why: str = ""
    button: str = ""
    proposed_reason: str = ""
    asks_why: bool = False


def told(tournament: int, view: TournamentView) -> Sequence[WaitingRow]:
    """The last message to the tables, which can be taken back for a while by telling them so (F1)."""
    message = log.last_message(tournament) if view.stage == Stage.RUNNING else None
    if message is None or message.table not in {0, *(table.number for table in view.tables)}:
        return ()
    button, back = _("Tell them"), _("No longer in force: {text}").format(text=message.text)
    text = _("The tables were told:") if not message.table else _("Table {table} was told:").format(table=message.table)
    return (WaitingRow(text, "told", "table", message.table, message.text, button, back[:LONGEST_REASON]),)


def waiting(view: TournamentView, told: Sequence[WaitingRow] = ()) -> dict[str, object]:
    """The lines about deferred commands, penalties, ends and breaks that can be taken back, and frozen tables (F4).

    `told` are lines about messages to the tables.
    """
    sentences = {
        DeferredKind.MOVE: _("{name} moves to table {table} after the hand."),
        DeferredKind.PENALISE: _("{name}: penalty after the hand."),
        DeferredKind.DISQUALIFY: _("{name} is disqualified after the hand."),
        DeferredKind.LEAVE: _("{name} leaves after the hand."),
    }
    rows: list[WaitingRow] = []
    before: Counter[tuple[int, DeferredKind]] = Counter()
    for command in view.waiting:
        text = sentences[command.kind].format(name=command.name, table=command.table)
        named = f"{command.player} {command.kind} {before[command.player, command.kind]}"
        before[command.player, command.kind] += 1
        form = "" if command.kind is DeferredKind.LEAVE else "player"
        rows.append(WaitingRow(text, form, "named", named, command.why))
    for table in view.tables:
        if table.breaking:
            text = _("Table {table} is broken after the hand.").format(table=table.number)
            rows.append(WaitingRow(text, "table", "table", table.number))
    rows += [WaitingRow(void_refused(table.number)) for table in view.tables if table.void_refused]
    for row in view.standings:
        if row.penalised:
            text, button = labels.penalty_text(row), _("Lift the penalty")
            rows.append(WaitingRow(text, "lift", value=row.player, button=button, asks_why=True))
    if view.stage == Stage.RUNNING and view.ending:
        text = _("The tournament ends when the current hands are over. Then the chips are counted.")
        rows.append(WaitingRow(text, "end"))
    back = _("Back to the tables")
    if view.stage == Stage.RUNNING and view.clock.break_until:
        text = _("Break. All tables start again together.")
        rows.append(WaitingRow(text, "rest", button=_("End the break"), proposed_reason=back))
    elif view.stage == Stage.RUNNING and view.clock.break_coming:
        text = _("A break begins as soon as the last table has finished its hand.")
        rows.append(WaitingRow(text, "rest", proposed_reason=back))
    for table in view.tables:
        if table.frozen:
            text = _("Table {table} is frozen: an operator has to check it.").format(table=table.number)
            rows.append(WaitingRow(text))
    return {"rows": [*rows, *told]}
