"""The log of a table: event in, state out; every decision is one row and one transaction.

Called from the host's worker threads; nothing here waits for anything but the database.
"""

from contextlib import nullcontext, suppress
from datetime import UTC, datetime

from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.engine import events as ev
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.rules.rules import Rules
from games.engine.table.commands import (
    AddChips,
    ChangeRules,
    Close,
    Command,
    Pause,
    Resume,
    SetRefill,
    SetTableMove,
    TakeSeat,
)
from games.engine.table.decide import Decision as Decided
from games.engine.table.facts import TableSnapshot
from games.engine.table.state import Table as Played
from games.messaging import notices
from games.messaging.chat import ChatEntry, clean_line
from games.messaging.codec import state_from_data
from games.models import Decision, Order, Table
from games.models.conduct import LONGEST_CHAT, ChatBan, ChatLine, HeldLine
from games.money import escrow
from games.seating import reserved_seats, return_rule
from games.store import card_sealing
from games.store.projections import MOVE_KEY, WEIGHTY, Books
from games.tournament_tables import reports
from games.tournament_tables.orders import MADE

__all__ = [
    "LostTable",
    "OrderGone",
    "chat",
    "commit",
    "done",
    "freeze",
    "hold",
    "holds",
    "load",
    "pending",
    "refuse",
    "speak_held",
]


MOST_HELD = 50
"""So many lines of a table wait for the end of its hand, the newest."""


class LostTable(Exception):
    """Somebody else has written the decision of this number: this host no longer runs the table."""


class OrderGone(Exception):
    """The order was applied or refused already; nothing was written."""


def load(table_id: int) -> tuple[Played, int]:
    """The table as its log says, and the number of its last decision; seals are opened here and in `histories`.

    Raises Table.DoesNotExist, sealing.BrokenSeal, and BrokenInvariant for a log with a gap.
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


def commit(table_id: int, number: int, decision: Decided, *, order: int | None = None, now: int | None = None) -> None:
    """Write a decision as the table's `number`th, one more than the last, with all that follows from it.

    `order` is the inbox order it carries out, `now` the host's time in ms. Raises LostTable when the number is
    taken, OrderGone when the order has had its answer, IllegalAction when a player has no seat to move to (K8); then
    nothing was written.
    """
    public, sealed = card_sealing.seal(table_id, number, decision.events)
    at = timezone.now() if now is None else datetime.fromtimestamp(now / 1000, UTC)
    row = Decision(
        table_id=table_id, number=number, hand=decision.table.hand_number, at=at, events=public, sealed=sealed
    )
    told = reports.told_by(decision, int(at.timestamp() * 1000) if now is None else now)
    weighty = not WEIGHTY.isdisjoint(map(type, decision.events))
    # An ordinary action is one insert, durable by itself: no transaction around it saves two round trips.
    alone = order is None and not weighty and not told and not connection.in_atomic_block
    with nullcontext() if alone else transaction.atomic():
        _insert(row)
        if weighty:
            Books(row, decision).keep(decision.events)
        if order is not None:
            _apply(order, row)
        if told:
            reports.keep(decision, told, row)


def _insert(row: Decision) -> None:
    try:
        row.save(force_insert=True)
    except IntegrityError:
        raise LostTable(f"decision {row.number} of table {row.table_id} is taken") from None


def _apply(order: int, row: Decision) -> None:
    mine = Order.objects.unanswered().filter(pk=order, table_id=row.table_id)
    if not mine.update(applied_at=row.at, decision=row.number):
        raise OrderGone(f"order {order}")


def pending(table_id: int) -> list[tuple[int, Command]]:
    """The inbox: orders not yet answered, oldest first, each with its id."""
    orders = Order.objects.unanswered().filter(table_id=table_id).order_by("pk")
    return [(order.pk, command_of(order)) for order in orders]


def command_of(order: Order) -> Command:
    """What the order tells the engine."""
    payload = order.payload
    if order.kind in MADE:
        return MADE[order.kind](order.player_id or 0, payload)
    match Order.Kind(order.kind):
        case Order.Kind.TAKE_SEAT:
            return TakeSeat(player=order.player_id or 0, chips=order.amount, **payload)
        case Order.Kind.ADD_CHIPS:
            return AddChips(player=order.player_id or 0, chips=order.amount, **payload)
        case Order.Kind.REFILL:
            return SetRefill(order.player_id or 0, **payload)
        case Order.Kind.MOVE:
            return SetTableMove(order.player_id or 0, payload["to"], payload["name"], payload.get("must", False))
        case Order.Kind.CHANGE_RULES:
            return ChangeRules(Rules.from_data(payload["rules"]))
        case Order.Kind.PAUSE:
            return Pause()
        case Order.Kind.RESUME:
            return Resume()
        case Order.Kind.CLOSE:
            return Close()
        case kind:
            raise ValueError(f"no command for {kind}")


def done(order_id: int) -> None:
    """Answer an order that had nothing to change; one that carries chips is refused, so that none are lost."""
    if not Order.objects.unanswered().filter(pk=order_id, amount=0).update(applied_at=timezone.now()):
        refuse(order_id, "no_effect")


def refuse(order_id: int, code: str) -> bool:
    """Mark an order refused and give its chips back in one transaction; False if it had its answer already."""
    with transaction.atomic():
        if not Order.objects.unanswered().filter(pk=order_id).update(refused=code[:40]):
            return False
        order = Order.objects.select_related("table").get(pk=order_id)
        if order.table.tournament is not None:
            reports.keep_refusal(order, code)
        if order.kind == Order.Kind.MOVE and order.payload.get("must"):
            # Who is about to leave or has lost all their chips meanwhile: the seat there is not theirs any more.
            reserved_seats.end_move(order.table_id, order.player_id or 0, reserved_seats.Ended.STAYED)
        if order.amount and order.player_id:
            escrow.release(
                key=f"refused:{order_id}",
                user_id=order.player_id,
                table_id=order.table_id,
                amount=order.amount,
                currency=order.table.currency,
                cause="refused",
                label=order.table.name,
            )
            if order.key.startswith(MOVE_KEY):
                # The stack of a player on the way from another table: they have left the game with it (K7, K8).
                name, amount, at = order.table.name, order.amount, timezone.now()
                return_rule.record_departure(player=order.player_id, table=order.table, chips=amount, at=at)
                notices.tell(order.player_id, order.table_id, "move_refused", to=name, amount=amount)
        return True


def freeze(table_id: int) -> None:
    """Stop a table whose state cannot be right, its log intact; no host takes it until the floor has looked."""
    Table.objects.filter(pk=table_id).update(frozen=True, owner="", lease_until=0)


def chat(table_id: int, player: int, text: str, *, watching: bool = False) -> ChatEntry:
    """Keep a chat line, cleaned and cut to length. Raises IllegalAction for a player who is muted."""
    if ChatBan.objects.filter(player=player, until__gt=timezone.now()).exists():
        raise IllegalAction("muted")
    name = get_user_model().objects.values_list("display_name", flat=True).get(pk=player)
    said = clean_line(text)[:LONGEST_CHAT]
    line = ChatLine.objects.create(table_id=table_id, player_id=player, name=name, text=said, watching=watching)
    return ChatEntry.of(line)


def hold(table_id: int, player: int, text: str, *, watching: bool = False) -> None:
    """Keep a line of talk from everybody until the hand is over (F6)."""
    HeldLine.objects.create(
        table_id=table_id, player_id=player, text=clean_line(text)[:LONGEST_CHAT], watching=watching
    )
    too_many = HeldLine.objects.filter(table=table_id).order_by("-pk").values_list("pk", flat=True)[MOST_HELD:]
    HeldLine.objects.filter(pk__in=list(too_many)).delete()


def holds(table_id: int) -> bool:
    """Whether lines wait for the end of this table's hand."""
    return HeldLine.objects.filter(table=table_id).exists()


def speak_held(table_id: int) -> list[ChatEntry]:
    """The hand is over: what was held is said now, each line once."""
    said = []
    with transaction.atomic():
        for line in HeldLine.objects.select_for_update().filter(table=table_id):
            with suppress(IllegalAction):
                said.append(chat(table_id, line.player_id, line.text, watching=line.watching))
            line.delete()
    return said
