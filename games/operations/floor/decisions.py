"""What every decision of the floor has: who may make it, its reason, its row and its entry in the log (F3, F8)."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.db import transaction
from django.db.models import OuterRef, Subquery

from backoffice.api import Change as LoggedChange
from backoffice.api import NewAct, Subject
from backoffice.api import record_all as log_all
from backoffice.text import clean_line
from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.engine.events.table import Change
from games.engine.history.player_stats import player_stats
from games.lobby.queries import HandLine, hand_line
from games.messaging import messages
from games.models import Decision, Hand, Table
from games.models.floor_decisions import FloorDecision
from games.operations.impartiality import check_no_opponent, check_not_playing
from games.store.card_sealing import public_events

Kind = FloorDecision.Kind

LISTED = 40
INTO, MOVES = "into", "moves"
"""What changes where players move: a table that takes some of them, and each player with the table; both by ids."""


class CurrentHandState(StrEnum):
    """The state of the last hand that began."""

    NONE = "none"
    RUNNING = "running"
    ENDED = "ended"
    VOID = "void"


class CurrentHand(NamedTuple):
    """The last hand that began, number 0 if there was none; `line` is the result of an ended or void hand."""

    number: int
    state: CurrentHandState
    line: HandLine | None = None


def current_hand(table_id: int) -> CurrentHand:
    """The hand of the table that may be called void now, found from public events."""
    number = Decision.objects.filter(table=table_id).order_by("-number").values_list("hand", flat=True).first() or 0
    if not number:
        return CurrentHand(0, CurrentHandState.NONE)
    hand = Hand.objects.filter(table=table_id, number=number).first()
    if hand is not None:
        state = CurrentHandState.VOID if hand.void else CurrentHandState.ENDED
        return CurrentHand(number, state, hand_line(hand))
    log = Decision.objects.filter(table=table_id, hand=number).values_list("events", flat=True)
    void = any(data and data[0] == ev.HandVoided.__name__ for events in log for data in events)
    return CurrentHand(number, CurrentHandState.VOID if void else CurrentHandState.RUNNING)


class Checked(NamedTuple):
    """A reason as one line, and whether the member of staff plays there with the owner's leave."""

    why: str
    own: bool


def check(by: int, table_id: int, why: str, *, hand: int = 0, about: int | None = None) -> Checked:
    """The reason of a decision at a table, or about a player there.

    Raises IllegalAction without a reason (F3), or where the member of staff plays, or plays with the player (F8).
    """
    own = check_not_playing(by, table_id=table_id, hand=hand)
    if about is not None:
        own = check_no_opponent(by, about) or own
    return Checked(checked_reason(why), own)


def checked_reason(why: str) -> str:
    """A reason as one line; raises IllegalAction where nothing of it could be read (F3)."""
    line = clean_line(why)[:LONGEST_REASON]
    if not line:
        raise IllegalAction("why_needed")
    return line


def record(
    kind: Kind,
    table_id: int,
    by: int | None,
    why: str,
    *,
    own: bool,
    order: int | None = None,
    hand: int | None = None,
    changes: Sequence[Change] = (),
    player: int | None = None,
    undoes: int | None = None,
) -> None:
    """Records a decision of the floor in the transaction of its order, as the last thing of it (F3)."""
    decision = FloorDecision(
        table_id=table_id,
        hand=last_hands([table_id])[table_id] if hand is None else hand,
        kind=kind,
        by_id=by,
        reason=why,
        changes=list(changes),
        order_id=order,
        player_id=player,
        undoes_id=undoes,
    )
    subject = Subject("table", table_id) if hand is None else Subject("hand", f"{table_id}:{hand}")
    _write([decision], [_act(decision, subject, own=own)])


def record_orders(
    kind: Kind, orders: Mapping[int, int], by: int, why: str, *, own: Collection[int], undoes: int | None = None
) -> None:
    """Records the same decision for the order at each of several tables, as `record` does for one; `own` are tables."""
    hands = last_hands(orders)
    decisions = [
        FloorDecision(
            table_id=table, hand=hands[table], kind=kind, by_id=by, reason=why, order_id=order, undoes_id=undoes
        )
        for table, order in orders.items()
    ]
    acts = [_act(one, Subject("table", one.table_id), own=one.table_id in own) for one in decisions]
    _write(decisions, acts)


def last_hands(tables: Collection[int]) -> dict[int, int]:
    """The number of the last hand that began at each of the tables, 0 if there was none."""
    last = Decision.objects.filter(table=OuterRef("pk")).order_by("-number").values("hand")[:1]
    rows = Table.objects.filter(pk__in=tables).values_list("pk", Subquery(last))
    return {table: hand or 0 for table, hand in rows}


def _act(decision: FloorDecision, subject: Subject, *, own: bool) -> NewAct:
    return NewAct(
        by=decision.by_id,
        act=f"table.{decision.kind}" if decision.by_id else f"table.{decision.reason}",
        subject=subject,
        about=decision.player_id,
        changes=[LoggedChange(*change) for change in decision.changes],
        reason=decision.reason if decision.by_id else "",
        own=own,
    )


def _write(decisions: Sequence[FloorDecision], acts: Sequence[NewAct]) -> None:
    FloorDecision.objects.bulk_create(decisions)
    log_all(acts)
    transaction.on_commit(messages.notify_floor)


def chips_put_in(table_id: int, *, hand: int) -> dict[int, int]:
    """The chips in the pots of a running hand by seat, minor units, found from public events."""
    log = Decision.objects.filter(table=table_id, hand=hand).order_by("number").values_list("events", flat=True)
    return {player.seat: player.invested for player in player_stats(public_events(log))}


def decisions_at(table_id: int) -> list[FloorDecision]:
    """The latest decisions at the table, newest first, with their orders and what took them back."""
    rows = FloorDecision.objects.filter(table=table_id)
    return list(rows.select_related("by", "player", "order", "undone_by")[:LISTED])


def table_of(table_id: int) -> Table | None:
    """A cash table, closed or not; None if there is none with this id."""
    return Table.objects.filter(pk=table_id, tournament=None).defer("snapshot", "next_snapshot").first()
