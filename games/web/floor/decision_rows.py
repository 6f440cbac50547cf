"""Decisions of the floor in words, with what became of them and whether they can be taken back (F3)."""

from django.urls import reverse
from django.utils.translation import gettext as _

from backoffice.api import PanelRow
from games.engine.events.kinds import BY_THE_ROOM, VoidReason
from games.models.floor_decisions import FloorDecision, RoomReason
from games.operations.floor import Kind
from games.operations.floor.penalties import history_of, length_of
from games.operations.floor.undo import why_not
from games.operations.room_tournaments import TournamentConduct, conduct_in_tournaments
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.moments import moment_text
from games.text.penalties import penalty_text
from games.text.refusals import refusal_text
from games.web.floor.move_changes import move_text

LATEST = 12


def decision_title(decision: FloorDecision) -> str:
    """What was decided, about whom, and after which hand."""
    name = decision.player.display_name if decision.player else ""
    texts = {
        Kind.VOID_HAND: _("Hand #{number} void"),
        Kind.PAUSE: _("Pause after hand #{number}"),
        Kind.RESUME: _("Resume after hand #{number}"),
        Kind.CLOSE: _("Close after hand #{number}"),
        Kind.CLOSE_ORBIT: _("Close after the orbit that follows hand #{number}"),
        Kind.THAW: _("Let the table continue after hand #{number}"),
        Kind.CHANGE: _("Change the table after hand #{number}"),
        Kind.ANNOUNCE: _("Announce after hand #{number}"),
        Kind.CLOSE_AT: _("Closing time"),
        Kind.KEEP_OPEN: _("Closing called off in hand #{number}"),
        Kind.SPREAD: _("Players moved to other tables after hand #{number}"),
        Kind.MERGE: _("Merged into another table after hand #{number}"),
        Kind.WARN: _("{name} warned in hand #{number}"),
        Kind.PENALISE: _("{name} penalised in hand #{number}: {length}"),
        Kind.LIFT_PENALTY: _("Penalty of {name} lifted in hand #{number}"),
        Kind.SIT_OUT: _("{name} sits out after hand #{number}"),
        Kind.SIT_IN: _("{name} plays again after hand #{number}"),
        Kind.UNSEAT: _("{name} loses the seat after hand #{number}"),
        Kind.MOVE: _("{name} moves to another table after hand #{number}"),
        Kind.STAY: _("{name} stays after all, in hand #{number}"),
        Kind.CALL_OFF: _("Call of {name} to a seat taken back"),
        Kind.SEAT: _("{name} called from the waiting list"),
        Kind.BAR: _("{name} barred from the table"),
        Kind.LIFT_BAR: _("Bar of {name} lifted"),
    }
    length = penalty_text(length_of(decision))
    return texts[Kind(decision.kind)].format(number=decision.hand, name=name, length=length)


def decision_row(decision: FloorDecision, amounts: AmountFormat, *, may_run: bool) -> dict[str, object]:
    """A decision as text, with its result and, for whoever may decide, the way to take it back or why there is none."""
    order, state, refused = decision.order, "done", ""
    if order and order.refused:
        state, refused = "refused", refusal_text(order.refused, order.refused_detail, amount=amounts.text)
    elif order and order.applied_at is None:
        state = "waiting"
    row: dict[str, object] = {
        "id": decision.pk,
        "at": decision.created_at,
        "by": decision.by.display_name if decision.by else _("The room"),
        "text": decision_title(decision),
        "why": _reason(decision),
        "state": state,
        "refused": refused,
        "changes": [_change(what, before, after, amounts) for what, before, after in decision.changes],
        "undo": "",
        "stays": "",
    }
    if may_run:
        code = why_not(decision)
        row["stays"] = refusal_text(code) if code else ""
        row["undo"] = "" if code else reverse("floor:undo", args=[decision.table_id, decision.pk])
    return row


def penalties_of(player: int) -> list[PanelRow]:
    """A player's latest warnings and penalties at cash tables and in tournaments, for the page of a person (T14)."""
    told = [
        (one.created_at, decision_title(one), one.table.name, one.reason, reverse("floor:table", args=[one.table_id]))
        for one in history_of(player)[:LATEST]
    ]
    told += [
        (one.at, one.text, one.tournament, one.refused or one.why, one.url)
        for one in conduct_in_tournaments(player, limit=LATEST)
    ]
    return [
        PanelRow(_("{what}, {table}").format(what=what, table=where), f"{moment_text(at)} · {why}", url)
        for at, what, where, why, url in sorted(told, reverse=True)[:LATEST]
    ]


def history_rows(player: int, amounts: AmountFormat) -> list[dict[str, object]]:
    """A player's latest warnings and penalties, in the form of `decision_row`; amounts as at cash tables (T14)."""
    rows = [(one.created_at, decision_row(one, amounts, may_run=False)) for one in history_of(player)[:LATEST]]
    rows += [(one.at, _tournament_row(one)) for one in conduct_in_tournaments(player, limit=LATEST)]
    return [row for _at, row in sorted(rows, key=lambda pair: pair[0], reverse=True)[:LATEST]]


def _tournament_row(one: TournamentConduct) -> dict[str, object]:
    return {
        "at": one.at,
        "by": one.by,
        "text": _("{what}, {table}").format(what=one.text, table=one.tournament),
        "why": one.why,
        "state": one.state,
        "refused": one.refused,
        "changes": [],
        "undo": "",
        "stays": "",
    }


def _change(what: str, before: str, after: str, amounts: AmountFormat) -> str:
    if moved := move_text(what, before, after):
        return f"{moved.what}: " + " → ".join(filter(None, (moved.before, moved.after)))
    return change_text(what, before, after, amounts)


def _reason(decision: FloorDecision) -> str:
    by_the_room = {
        VoidReason.FAULT: _("Its cards or chips did not add up."),
        VoidReason.INTERRUPTED: _("The table stopped during it, and its house rules call such a hand void."),
    }
    if decision.by_id is not None:
        return decision.reason
    if decision.reason in BY_THE_ROOM:
        return str(by_the_room[VoidReason(decision.reason)])
    return str(RoomReason(decision.reason).label) if decision.reason in RoomReason.values else decision.reason
