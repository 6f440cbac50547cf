"""The director's pieces: clock, tables and players at a glance, what waits, and what was decided."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from tournaments import api
from tournaments.engine.state.reasons import DeferredKind
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import contexts, fragments, log, viewer
from tournaments.web.text import words


def board_pieces(tournament: int, language: str) -> dict[str, SafeString]:
    """The director's pieces by id."""
    with override(language):
        view, _viewer = viewer.seen(tournament, None)
        return {
            **{name: html for name, html in fragments.public_pieces(view, language).items() if name != "t-structure"},
            "t-deal": fragments.rendered("deal", contexts.deal(view, 0)),
            "t-tables": fragments.rendered("tables", contexts.tables(view, 0)),
            "t-people": fragments.rendered("people", people(view)),
            "t-waiting": fragments.rendered("waiting", waiting(view) | stopped(tournament, view)),
            **{name: fragments.rendered(piece, context) for name, piece, context in controls(view)},
            "t-audit": fragments.rendered("audit", {"rows": log.audit(tournament, view)}),
            "t-now": fragments.now_piece(view.version),
        }


def stopped(tournament: int, view: TournamentView) -> dict[str, Any]:
    """The director's last asks, and what is wrong where something is (X2)."""
    stop = api.why_stopped(tournament_id=tournament) if view.frozen else None
    return {"orders": viewer.orders_waiting(tournament), "stopped": words_of_stop(stop) if stop else ""}


def words_of_stop(stop: api.Stop) -> str:
    """What stopped a tournament, for its director (X2)."""
    if stop.kind == "order":
        words = _("Stopped: table {table} refused an order ({order}: {code}). It tries again when you let it go on.")
        return words.format(table=stop.table, order=stop.order, code=stop.code)
    if stop.kind == "report":
        words = _("Stopped: what table {table} reported cannot be true ({code}).")
        return words.format(table=stop.table, code=stop.code)
    return _("Stopped: the state of the tournament cannot be true. Its log is as it was.")


def controls(view: TournamentView) -> list[tuple[str, str, dict[str, Any]]]:
    """What the director's forms offer just now, as (id, template, context)."""
    players = [
        (row.player, f"{row.name} · {row.table}/{row.seat + 1}" if row.table else row.name)
        for row in sorted(view.standings, key=lambda row: row.name.casefold())
        if not row.out
    ]
    tables = [(table.number, f"{table.number} ({table.taken}/{len(table.seats)})") for table in view.tables]
    return [
        ("t-pause", "pause", {"view": view}),
        ("t-hands", "hands", {"view": view}),
        ("t-pick-player", "pick", {"id": "t-pick-player", "name": "player", "options": players, "needed": True}),
        ("t-pick-to", "pick", {"id": "t-pick-to", "name": "to", "options": tables}),
        ("t-pick-table", "pick", {"id": "t-pick-table", "name": "table", "options": tables, "needed": True}),
    ]


def people(view: TournamentView) -> dict[str, Any]:
    """Everybody with what a director looks for."""
    rows = [row._asdict() | {"place_words": words.place_words(row)} for row in view.standings[: contexts.MOST_ROWS]]
    return {"rows": rows, "started": view.stage != Stage.OPEN, "more": len(view.standings) - len(rows)}


def waiting(view: TournamentView) -> dict[str, Any]:
    """What was asked for, or was done and moved no money, and can still be taken back (F4)."""
    said = {
        DeferredKind.MOVE: _("{name} moves to table {table} after the hand."),
        DeferredKind.PENALISE: _("{name}: penalty after the hand."),
        DeferredKind.DISQUALIFY: _("{name} is disqualified after the hand."),
        DeferredKind.LEAVE: _("{name} leaves after the hand."),
    }
    rows = [
        _row(
            said[one.kind].format(name=one.name, table=one.table),
            "" if one.kind is DeferredKind.LEAVE else "player",
            one.player,
        )
        | {"why": one.why}
        for one in view.waiting
    ]
    for table in view.tables:
        if table.breaking:
            rows.append(
                _row(_("Table {table} is broken after the hand.").format(table=table.number), "table", table.number)
            )
    for row in view.standings:
        if row.penalty_hands and not row.out:
            left = ngettext(
                "{name}: {count} hand of penalty left.", "{name}: {count} hands of penalty left.", row.penalty_hands
            )
            rows.append(_row(left.format(name=row.name, count=row.penalty_hands), "lift", row.player))
    if view.stage == Stage.RUNNING and view.ending:
        rows.append(_row(_("The tournament ends when the running hands are over. Then chips are counted."), "end"))
    if view.stage == Stage.RUNNING and view.clock.break_until:
        rows.append(_row(_("Break. All tables start again together."), "rest") | {"does": _("End the break")})
    elif view.stage == Stage.RUNNING and view.clock.break_coming:
        rows.append(_row(_("A break begins as soon as the last table has finished its hand."), "rest"))
    for table in view.tables:
        if table.stopped:
            rows.append(_row(_("Table {table} is stopped: an operator has to look at it.").format(table=table.number)))
    return {"rows": rows}


def _row(said: str, undo: str = "", about: int = 0) -> dict[str, Any]:
    """A line of it; `undo` is the form that takes it back, for player or table `about`, if one does."""
    return {"words": said, "undo": undo, "name": "table" if undo == "table" else "player", "value": about}
