"""A table's log: every decision is one row and one transaction; a table is loaded from its snapshot and the log.

The host's worker threads call this; it waits for nothing but the database.
"""

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from backoffice import plain_sql
from backoffice.compiled_query import CompiledQuery, Given
from backoffice.text import clean_line
from games.engine import events as ev
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.events.table import Change
from games.engine.rules.rules import Rules
from games.engine.table.commands import (
    AddChips,
    Announce,
    ChangeRules,
    ClearLog,
    Close,
    Command,
    KeepOpen,
    KeepSeat,
    Pause,
    RemovePlayer,
    Resume,
    SeatOut,
    SetRefill,
    SetTableMove,
    StandUp,
    TakeSeat,
    Warn,
)
from games.engine.table.decide import Decision as Decided
from games.engine.table.facts import TableSnapshot
from games.engine.table.seat import CarriedBlinds
from games.engine.table.state import Table as Played
from games.messaging import messages, notices
from games.messaging.chat import ChatEntry
from games.messaging.codec import from_data, state_from_data
from games.models import Decision, Order, Table
from games.models.conduct import LONGEST_CHAT, ChatLine, HeldChatLine
from games.models.floor_decisions import FloorDecision
from games.money import escrow
from games.seating import reserved_seats, return_rule
from games.store import card_sealing, chat_rules
from games.store.projections import MOVE_KEY, PROJECTED_EVENTS, Projections
from games.tournament_tables import reports
from games.tournament_tables.orders import COMMANDS, read_command

__all__ = [
    "INSERT",
    "DecisionRow",
    "LostTable",
    "OrderGone",
    "add_chat_line",
    "changes_only_log",
    "commit",
    "complete_order",
    "freeze",
    "has_held_lines",
    "hold_chat_line",
    "load",
    "pending_orders",
    "post_held_lines",
    "refuse_order",
    "row_of",
]


INSERT = (
    "INSERT INTO games_decision (table_id, number, hand, created_at, events, sealed)"
    " VALUES (%s, %s, %s, %s, %s::jsonb, %s)"
)
"""Writes a `DecisionRow` to PostgreSQL."""

MOST_HELD = 50
"""The most chat lines that are held back until the end of a hand; older ones are dropped."""


class LostTable(Exception):
    """Another host has written the decision of this number, so this host no longer runs the table."""


class OrderGone(Exception):
    """The order has been applied or refused already; nothing was written."""


def load(table_id: int) -> tuple[Played, int]:
    """The table and the number of its last decision, secret events included.

    Raises Table.DoesNotExist, card_sealing.BrokenSeal, and BrokenInvariant for a log with a gap.
    """
    row = Table.objects.only("snapshot", "snapshot_number").get(pk=table_id)
    number, events = row.snapshot_number, list[ev.TableEvent]()
    later = Decision.objects.filter(table_id=table_id, number__gt=number).order_by("number")
    for found, public, sealed in later.values_list("number", "events", "sealed"):
        if found != number + 1:
            raise BrokenInvariant(f"decision {number + 1} of table {table_id} is missing")
        events += card_sealing.unseal(table_id, found, public, sealed)
        number = found
    table = Played.restore(state_from_data(TableSnapshot, row.snapshot))
    for event in events:
        table.apply(event)
    return table, number


class DecisionRow(NamedTuple):
    """A decision as a row of the log: `events` is JSON, `at` when it was made."""

    table: int
    number: int
    hand: int
    at: datetime
    events: str
    sealed: bytes | None


def row_of(table_id: int, number: int, decision: Decided, *, now: int) -> DecisionRow:
    """The row of a decision made at `now` (ms)."""
    public, sealed = card_sealing.seal(table_id, number, decision.events)
    at = datetime.fromtimestamp(now / 1000, UTC)
    return DecisionRow(table_id, number, decision.table.hand_number, at, msgspec.json.encode(public).decode(), sealed)


def changes_only_log(decision: Decided, *, now: int) -> bool:
    """Whether a decision that carries out no order is one row and nothing else, so that one insert writes all of it."""
    return PROJECTED_EVENTS.isdisjoint(map(type, decision.events)) and not reports.reports_from(decision, now)


def commit(table_id: int, number: int, decision: Decided, *, order: int | None = None, now: int) -> None:
    """Writes a decision as the table's `number`th, one more than the last, with all that follows from it.

    `order` is the inbox order it carries out, `now` the host's time in ms. Raises LostTable when the number is
    taken, OrderGone when the order was answered before, IllegalAction when a player has no seat to move to (K8); then
    nothing was written.
    """
    public, sealed = card_sealing.seal(table_id, number, decision.events)
    at = datetime.fromtimestamp(now / 1000, UTC)
    row = Decision(
        table_id=table_id, number=number, hand=decision.table.hand_number, created_at=at, events=public, sealed=sealed
    )
    reported = reports.reports_from(decision, now)
    projected = not PROJECTED_EVENTS.isdisjoint(map(type, decision.events))
    # An ordinary action is one insert, durable by itself: no transaction around it saves two round trips.
    alone = order is None and not projected and not reported and not connection.in_atomic_block
    with nullcontext() if alone else transaction.atomic():
        _insert(row)
        # Locks the tables and people; the order comes after them and before the money, as everywhere.
        projections = Projections(row, decision) if projected else None
        if order is not None:
            _apply(order, row)
        if projections is not None:
            projections.write(decision.events)
        if reported:
            reports.write_reports(decision, reported, row)


def _insert(row: Decision) -> None:
    try:
        plain_sql.insert([row])
    except IntegrityError:
        raise LostTable(f"decision {row.number} of table {row.table_id} is taken") from None


def _apply(order: int, row: Decision) -> None:
    with connection.cursor() as cursor:
        at = connection.ops.adapt_datetimefield_value(row.created_at)
        cursor.execute(_APPLY, [at, row.number, order, row.table_id])
        if not cursor.rowcount:
            raise OrderGone(f"order {order}")
    _tell_floor(order)


_APPLY = (
    "UPDATE games_order SET applied_at = %s, decision = %s"
    " WHERE id = %s AND table_id = %s AND applied_at IS NULL AND refused = ''"
)


def pending_orders(table_id: int) -> list[tuple[int, Command]]:
    """The orders in the inbox that are not answered yet, oldest first, each with its id."""
    return [(order.pk, command_for(order)) for order in _PENDING.all(table=table_id)]


_PENDING = CompiledQuery(lambda: Order.objects.unanswered().filter(table_id=Given("table")))


def command_for(order: Order) -> Command:
    """The engine command that carries out the order."""
    payload, player = order.payload, order.player_id or 0
    if order.kind in COMMANDS:
        return read_command(order.kind, order.player_id, payload)
    match Order.Kind(order.kind):
        case Order.Kind.TAKE_SEAT:
            return TakeSeat(player=player, chips=order.amount, **payload)
        case Order.Kind.ADD_CHIPS:
            return AddChips(player=player, chips=order.amount, **payload)
        case Order.Kind.REFILL:
            return SetRefill(player, **payload)
        case Order.Kind.MOVE:
            return SetTableMove(player, payload["to"], payload["name"], bool(payload.get("must")))
        case Order.Kind.CHANGE_RULES:
            changes = tuple(Change(*change) for change in payload.get("changes", ()))
            reason, seats = payload.get("reason", ""), payload.get("seats", 0)
            return ChangeRules(Rules.from_data(payload["rules"]), changes, reason, seats)
        case Order.Kind.PAUSE:
            return Pause(**payload)
        case Order.Kind.RESUME:
            return Resume(**payload)
        case Order.Kind.CLOSE:
            return Close(**payload)
        case Order.Kind.KEEP_OPEN:
            return KeepOpen(**payload)
        case Order.Kind.KEEP_SEAT:
            return KeepSeat(player, **payload)
        case Order.Kind.SEAT_OUT:
            return SeatOut(player, **payload)
        case Order.Kind.WARN:
            return Warn(player, **payload)
        case Order.Kind.REMOVE:
            return RemovePlayer(player, **payload)
        case Order.Kind.STAND_UP:
            return StandUp(player, **payload)
        case Order.Kind.ANNOUNCE:
            return from_data(Announce, [payload["kind"], payload["name"], payload["reason"]])
        case Order.Kind.CLEAR_LOG:
            return ClearLog()
        case kind:
            raise ValueError(f"no command for {kind}")


def complete_order(order_id: int, *, number: int | None = None) -> None:
    """Marks an order that changed nothing as applied; one that carries chips is refused, so that none are lost.

    `number` and LostTable are as in `refuse_order`.
    """
    with transaction.atomic():
        if not Order.objects.unanswered().filter(pk=order_id, amount=0).update(applied_at=timezone.now()):
            refuse_order(order_id, "no_effect", number=number)
            return
        _check_newest(order_id, number)
        _tell_floor(order_id)


def refuse_order(
    order_id: int, code: str, detail: Mapping[str, int | str] | None = None, *, number: int | None = None
) -> bool:
    """Refuses an order and returns its chips in one transaction; False if it was answered before.

    `detail` holds the amounts and names of the refusal's sentence. `number` is the last decision that a host knows of
    its table: raises LostTable if there is a later one, whose state may allow the order.
    """
    with transaction.atomic():
        refused = {"refused": code[:40], "refused_detail": dict(detail or {})}
        if not Order.objects.unanswered().filter(pk=order_id).update(**refused):
            return False
        _check_newest(order_id, number)
        order = Order.objects.select_related("table").get(pk=order_id)
        if order.table.tournament is not None:
            reports.write_refusal(order, code)
        if order.player_id is not None:
            _return_to_player(order, order.player_id)
        _tell_floor(order_id)
        return True


def _check_newest(order_id: int, number: int | None) -> None:
    """Raises LostTable if the table of the order has a later decision than this one."""
    if number is not None and _LATER.first(order=order_id, number=number) is not None:
        raise LostTable(f"there is a decision after {number}, the last that this host knows")


_LATER = CompiledQuery(
    lambda: (
        Decision.objects.filter(table__orders=Given("order"), number__gt=Given("number"))
        .order_by()
        .values_list("pk", flat=True)[:1]
    )
)


def _tell_floor(order_id: int) -> None:
    """Has the floor's pages show what became of a decision, if the order is that of one."""
    if _FLOOR_DECISION.first(order=order_id) is not None:
        transaction.on_commit(messages.notify_floor)


_FLOOR_DECISION = CompiledQuery(
    lambda: FloorDecision.objects.filter(order=Given("order")).order_by().values_list("pk", flat=True)[:1]
)


def _return_to_player(order: Order, player: int) -> None:
    """Gives back what the player of a refused order had put up for it: chips, and a seat reserved elsewhere."""
    if order.kind == Order.Kind.MOVE and order.payload.get("must"):
        # The player is leaving or has lost all chips meanwhile, so the seat at the other table is given up.
        reserved_seats.end_move(order.table_id, player, reserved_seats.Ended.STAYED)
    escrow.release(
        key=f"refused:{order.pk}",
        user_id=player,
        table_id=order.table_id,
        amount=order.amount,
        currency=order.table.currency,
        cause="refused",
        label=order.table.name,
    )
    if order.key.startswith(MOVE_KEY):
        # The stack was on its way from another table, so the player has left the game with it (K7, K8).
        name, amount, at = order.table.name, order.amount, timezone.now()
        carried = CarriedBlinds(**{name: order.payload[name] for name in order.payload.keys() & CarriedBlinds._fields})
        return_rule.record_departure(player=player, table=order.table, chips=amount, at=at, carried=carried)
        notices.write_notice(
            player, order.table_id, "move_refused", to=name, amount=amount, currency=order.table.currency
        )


def freeze(table_id: int, *, number: int | None = None) -> None:
    """Stops a table whose state cannot be right, with its log intact; no host takes it until the floor releases it.

    `number` and LostTable are as in `refuse_order`.
    """
    rows = Table.objects.filter(pk=table_id)
    if number is not None:
        rows = rows.exclude(decisions__number__gt=number)
    if not rows.update(frozen=True, owner="", lease_until=0):
        raise LostTable(f"there is a decision after {number}, the last that this host knows")


def add_chat_line(table_id: int, player: int, text: str, *, watching: bool = False) -> ChatEntry:
    """Stores a chat line, cleaned and cut to length, and covers its words for others (F6). Raises IllegalAction."""
    cleaned = clean_line(text)[:LONGEST_CHAT]
    chat_rules.check_line(player, cleaned)
    name = get_user_model().objects.values_list("display_name", flat=True).get(pk=player)
    line = ChatLine.objects.create(
        table_id=table_id,
        player_id=player,
        name=name,
        text=cleaned,
        covered=chat_rules.shown_to_others(cleaned),
        watching=watching,
    )
    return ChatEntry.of(line)


def hold_chat_line(table_id: int, player: int, text: str, *, watching: bool = False) -> None:
    """Holds a chat line back until the hand is over (F6). Raises IllegalAction."""
    cleaned = clean_line(text)[:LONGEST_CHAT]
    chat_rules.check_line(player, cleaned)
    HeldChatLine.objects.create(table_id=table_id, player_id=player, text=cleaned, watching=watching)
    too_many = HeldChatLine.objects.filter(table=table_id).order_by("-pk").values_list("pk", flat=True)[MOST_HELD:]
    HeldChatLine.objects.filter(pk__in=list(too_many)).delete()


def has_held_lines(table_id: int) -> bool:
    """Whether chat lines are held back until the end of this table's hand."""
    return HeldChatLine.objects.filter(table=table_id).exists()


def post_held_lines(table_id: int) -> list[ChatEntry]:
    """Posts the lines held back during the hand, each once."""
    posted = []
    with transaction.atomic():
        for line in HeldChatLine.objects.select_for_update().filter(table=table_id):
            with suppress(IllegalAction):
                posted.append(add_chat_line(table_id, line.player_id, line.text, watching=line.watching))
            line.delete()
    return posted
