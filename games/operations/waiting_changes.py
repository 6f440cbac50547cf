"""Changes of a table that wait until nobody sits there: another game, another number of seats.

Players sat down to a game and to a seat; neither is taken from them. What waits is kept with the table and carried out
by an order once it is empty; until then house bots leave, and anything else may be changed meanwhile.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from games.engine.events.table import Change
from games.engine.rules.changes import rule_changes
from games.engine.rules.rules import Rules
from games.messaging.orders import send
from games.models import Order, Seat, Table
from games.operations.tables import newest_rules

SEATS = "seats"


class WaitingChange(NamedTuple):
    """What waits: the number of seats and the rules, None where they stay, and the reason that players are told."""

    seats: int
    rules: Rules | None
    reason: str

    def to_data(self) -> dict[str, Any]:
        """JSON-ready data; `Any`, as the values are of many types."""
        return {"seats": self.seats, "rules": self.rules.to_data() if self.rules else None, "reason": self.reason}

    @classmethod
    def of(cls, table: Table) -> "WaitingChange | None":
        """What waits at a table; None for nothing."""
        data = table.when_empty
        if not data:
            return None
        return cls(data["seats"], Rules.from_data(data["rules"]) if data["rules"] else None, data["reason"])


def changes_waiting(table: Table, waiting: WaitingChange) -> list[Change]:
    """What will change at the table, with old and new values."""
    changes = list(rule_changes(newest_rules(table), waiting.rules)) if waiting.rules else []
    return [*changes, *seats_change(table, waiting.seats)]


def seats_change(table: Table, seats: int) -> list[Change]:
    """The change of the number of seats; nothing where it stays."""
    return [Change(SEATS, str(table.seats), str(seats))] if seats != table.seats else []


def is_empty(table_id: int) -> bool:
    """Whether nobody sits at the table or is about to."""
    coming = Order.objects.for_seats().filter(table=table_id)
    return not Seat.objects.filter(table=table_id).exists() and not coming.exists()


def send_changes(table: Table, waiting: WaitingChange) -> int:
    """Orders a locked, empty table to change; the order's id."""
    rules = waiting.rules or newest_rules(table)
    payload = {
        "rules": rules.to_data(),
        "changes": seats_change(table, waiting.seats),
        "reason": waiting.reason,
        "seats": waiting.seats,
    }
    return send(table, Order.Kind.CHANGE_RULES, payload=payload)


def apply_at_empty_tables(tables: Iterable[int]) -> Sequence[int]:
    """Carries out what waits at those of these tables that are empty now; returns their ids."""
    rows = Table.objects.filter(pk__in=tables, closed_at=None, empty_since__isnull=False)
    changed = []
    for table_id in rows.filter(when_empty__isnull=False).values_list("pk", flat=True):
        with transaction.atomic():
            # Under the lock nobody can sit down between the check and the order.
            found = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
            table = found.get(pk=table_id)
            waiting = WaitingChange.of(table)
            if waiting is None or table.closed_at is not None or not is_empty(table_id):
                continue
            send_changes(table, waiting)
            table.when_empty = None
            table.save(update_fields=["when_empty"])
            changed.append(table_id)
    return changed
