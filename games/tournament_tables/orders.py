"""Orders of a tournament's director to its tables; each key is one order, and no money moves."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

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


def send_command(table_id: int, command: OrderedCommand, *, key: str) -> int:
    """Sends the order that carries out this command; see `send`."""
    payload = command._asdict()
    player = payload.pop("player", None)
    return send(table_id, _KINDS[type(command)], key=key, player=player, payload=to_data(payload))


def read_command(kind: str, player: int | None, payload: Mapping[str, object]) -> OrderedCommand:
    """The command of an order whose kind is among `COMMANDS`; raises msgspec.ValidationError for other data."""
    command = COMMANDS[kind]
    values = {**command._field_defaults, **payload, "player": player}
    return from_data(command, [values[name] for name in command._fields])


def send(
    table_id: int,
    kind: Order.Kind,
    *,
    key: str,
    player: int | None = None,
    payload: Mapping[str, object] | None = None,
) -> int:
    """Puts an order into the table's inbox and notifies its host; the order's id. A key sent again is the same order.

    The table is not locked: the director orders many tables at once and must not wait for their commits.
    """
    table = Table.objects.filter(pk=table_id).values("tournament", "closed_at").first()
    if table is None or table["tournament"] is None:
        raise IllegalAction("no_tournament" if table else "no_such_table")
    if table["closed_at"] is not None:
        raise IllegalAction("table_closed")
    tournament_key = f"t{table['tournament']}:{key}"
    values = {"table_id": table_id, "kind": kind, "payload": payload or {}, "player_id": player}
    order, _ = Order.objects.get_or_create(key=tournament_key, defaults=values)
    if (order.table_id, order.kind) != (table_id, kind):
        raise IllegalAction("key_used")
    transaction.on_commit(partial(messages.notify_host, table_id))
    return order.pk


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
