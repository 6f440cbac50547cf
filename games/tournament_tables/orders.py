"""Orders of a tournament's director to its tables; each key is one order, and no money moves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from django.contrib.auth import get_user_model
from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.messaging import messages
from games.messaging.codec import from_data, to_data
from games.models import Hand, Order, Seat, Table

OrderedCommand: TypeAlias = tcm.TournamentCommand | cm.VoidHand | cm.Penalise

COMMANDS: dict[str, type[OrderedCommand]] = {
    Order.Kind.SEAT_ENTRANT: tcm.SeatEntrant,
    Order.Kind.TAKE_AWAY: tcm.UnseatEntrant,
    Order.Kind.SET_CHIPS: tcm.SetChips,
    Order.Kind.GIVE_CHIPS: tcm.GiveChips,
    Order.Kind.SET_ABSENT: tcm.SetAbsent,
    Order.Kind.PENALISE: cm.Penalise,
    Order.Kind.PENALTY_TIME: tcm.SetPenaltyClock,
    Order.Kind.VOID_HAND: cm.VoidHand,
    Order.Kind.HOLD_HANDS: tcm.HoldHands,
    Order.Kind.SHOW_RACE: tcm.RunChipRace,
    Order.Kind.DEAL_HAND: tcm.ReleaseHand,
}
"""The kinds of order that store the fields of an engine command as their payload, the player in a column of its own."""
_KINDS = {command: Order.Kind(kind) for kind, command in COMMANDS.items()}
ORDERS_A_STATEMENT = 500


class TableOrder(NamedTuple):
    """An order to a table that is still to be sent; the same `key` again is the same order of the tournament."""

    table: int
    kind: Order.Kind
    key: str
    player: int | None = None
    payload: Mapping[str, object] = {}


def order_of(table_id: int, command: OrderedCommand, *, key: str) -> TableOrder:
    """The order that carries out this command."""
    payload = command._asdict()
    player = payload.pop("player", None)
    return TableOrder(table_id, _KINDS[type(command)], key, player, to_data(payload))


def read_command(kind: str, player: int | None, payload: Mapping[str, object]) -> OrderedCommand:
    """The command of an order whose kind is among `COMMANDS`; raises msgspec.ValidationError for other data."""
    command = COMMANDS[kind]
    values = {**command._field_defaults, **payload, "player": player}
    return from_data(command, [values[name] for name in command._fields])


def send_all(orders: Sequence[TableOrder]) -> list[int]:
    """Puts orders into the inboxes of their tables, in this order, and notifies the hosts; the ids of the orders.

    No table is locked: the director orders many tables at once and must not wait for their commits.
    """
    rows = _rows(orders)
    Order.objects.bulk_create(rows, ignore_conflicts=True, batch_size=ORDERS_A_STATEMENT)
    sent: dict[str, tuple[int, int, str]] = {}
    for first in range(0, len(rows), ORDERS_A_STATEMENT):
        keys = [row.key for row in rows[first : first + ORDERS_A_STATEMENT]]
        for key, pk, table, kind in Order.objects.filter(key__in=keys).values_list("key", "pk", "table", "kind"):
            sent[key] = pk, table, kind
    for row in rows:
        if sent[row.key][1:] != (row.table_id, row.kind):
            raise IllegalAction("key_used")
    transaction.on_commit(partial(messages.notify_hosts, sorted({order.table for order in orders})))
    return [sent[row.key][0] for row in rows]


def _rows(orders: Sequence[TableOrder]) -> list[Order]:
    tables = Table.objects.filter(pk__in={order.table for order in orders})
    facts = {pk: found for pk, *found in tables.values_list("pk", "tournament", "closed_at")}
    seated = {order.player for order in orders if order.kind is Order.Kind.SEAT_ENTRANT}
    people = get_user_model().objects.in_bulk(seated - {None}) if seated else {}
    rows = []
    for order in orders:
        tournament, closed_at = facts.get(order.table, (None, None))
        if tournament is None:
            raise IllegalAction("no_tournament" if order.table in facts else "no_such_table")
        if closed_at is not None:
            raise IllegalAction("table_closed")
        payload = dict(order.payload)
        if order.kind is Order.Kind.SEAT_ENTRANT:
            person = people[order.player]
            payload |= {
                "name": person.display_name, "bot": person.is_bot, "auto_muck": person.is_bot or person.auto_muck
            }  # fmt: skip
        key = f"t{tournament}:{order.key}"
        rows.append(Order(table_id=order.table, kind=order.kind, key=key, player_id=order.player, payload=payload))
    return rows


def retry(order_id: int) -> None:
    """Has the table try a refused order once more."""
    if Order.objects.filter(pk=order_id, applied_at=None).exclude(refused="").update(refused=""):
        table = Order.objects.values_list("table", flat=True).get(pk=order_id)
        transaction.on_commit(partial(messages.notify_host, table))


def is_refused(order_id: int) -> bool:
    """Whether an order is refused and is not being tried again."""
    return Order.objects.filter(pk=order_id).exclude(refused="").exists()


def expected_chips(table_id: int, chips: Counter[int]) -> Counter[int]:
    """The chips of a table's players once its unanswered orders are carried out; `chips` are those they have now."""
    seated = set(Seat.objects.filter(table=table_id).values_list("player", flat=True))
    waiting = Order.objects.unanswered().filter(table=table_id).order_by("pk")
    for kind, player_id, payload in waiting.values_list("kind", "player", "payload"):
        if kind == Order.Kind.CLOSE:
            chips.clear()
        if kind not in COMMANDS:
            continue
        match read_command(kind, player_id, payload):
            case tcm.SeatEntrant(player=player, chips=added) | tcm.GiveChips(player=player, chips=added):
                chips[player] += added
                seated.add(player)
            case tcm.SetChips(player=player, chips=stack):
                chips[player] = stack
            case tcm.RunChipRace(stacks=stacks):
                chips.update({player: stack - chips[player] for player, stack in stacks})
            case cm.VoidHand(hand=number, last=True):
                ended = Hand.objects.filter(table=table_id, number=number, void=False).first()
                results = ended.results if ended else []
                chips.subtract({player: won for _, player, _, won in results if player in seated})
            case tcm.UnseatEntrant(player=player):
                chips.pop(player, None)
                seated.discard(player)
    return chips
