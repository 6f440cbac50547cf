"""Orders of a tournament's director to its tables; each key is one order, and no money moves."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.table import tournament_commands as tcm
from games.engine.table.commands import Command, VoidHand
from games.messaging import messages
from games.models import Hand, Order, Table

Payload: TypeAlias = dict[str, Any]
"""The fields of an order's command, which differ from kind to kind."""

COMMANDS: dict[str, Callable[[int, Payload], Command]] = {
    Order.Kind.SEAT_ENTRANT: lambda player, given: tcm.SeatEntrant(player, **given),
    Order.Kind.TAKE_AWAY: lambda player, given: tcm.UnseatEntrant(player, **given),
    Order.Kind.SET_CHIPS: lambda player, given: tcm.SetChips(player, **given),
    Order.Kind.GIVE_CHIPS: lambda player, given: tcm.GiveChips(player, **given),
    Order.Kind.SET_ABSENT: lambda player, given: tcm.SetAbsent(player, **given),
    Order.Kind.PENALISE: lambda player, given: tcm.Penalise(player, **given),
    Order.Kind.VOID_HAND: lambda _, given: VoidHand(**given),
    Order.Kind.HOLD_HANDS: lambda _, given: tcm.HoldHands(**given),
    Order.Kind.SHOW_RACE: lambda _, given: tcm.RunChipRace(**_with_tuples(given)),
    Order.Kind.DEAL_HAND: lambda _, given: tcm.ReleaseHand(**_with_tuples(given)),
}
"""The engine command of each kind of order, from its player and payload."""


def send(table_id: int, kind: Order.Kind, *, key: str, player: int | None = None, **payload: object) -> int:
    """Puts an order into the table's inbox and notifies its host; the order's id. A key sent again is the same order.

    The table is not locked: the director orders many tables at once and must not wait for their commits.
    """
    table = Table.objects.filter(pk=table_id).values("tournament", "closed_at").first()
    if table is None or table["tournament"] is None:
        raise IllegalAction("no_tournament" if table else "no_such_table")
    if table["closed_at"] is not None:
        raise IllegalAction("table_closed")
    tournament_key = f"t{table['tournament']}:{key}"
    values = {"table_id": table_id, "kind": kind, "payload": payload, "player_id": player}
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
    waiting = Order.objects.unanswered().filter(table=table_id).order_by("pk")
    for kind, player, given in waiting.values_list("kind", "player", "payload"):
        match kind:
            case Order.Kind.SEAT_ENTRANT | Order.Kind.GIVE_CHIPS:
                chips[player] += given["chips"]
            case Order.Kind.SET_CHIPS:
                chips[player] = given["chips"]
            case Order.Kind.SHOW_RACE:
                chips.update({one: after - chips[one] for one, after in given["stacks"]})
            case Order.Kind.VOID_HAND if given.get("last"):
                ended = Hand.objects.filter(table=table_id, number=given["hand"], void=False).first()
                chips.subtract({one: won for _, one, _, won in ended.results} if ended else {})
            case Order.Kind.TAKE_AWAY:
                chips.pop(player, None)
            case Order.Kind.CLOSE:
                chips.clear()
    return chips


def _with_tuples(given: Payload) -> Payload:
    """The payload with its lists turned back into tuples."""
    return {name: _tuple(value) for name, value in given.items()}


def _tuple(value: object) -> object:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value
