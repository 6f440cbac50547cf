"""Tables close by themselves at the moment that an operator or a schedule has set; its players are told before."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.engine.events.kinds import Announcement
from games.messaging import notices
from games.messaging.orders import send
from games.models import Order, Seat, Table
from games.models.floor_decisions import RoomReason
from games.operations import floor

TOLD_BEFORE = timedelta(minutes=10)


def announce_closing(tables: Iterable[int], now: datetime) -> list[int]:
    """Tells those who sit at these tables, once for each moment, that the table closes within minutes; its ids."""
    rows = _open(tables).filter(closes_at__gt=now, closes_at__lte=now + TOLD_BEFORE, taken_seats__bot=False)
    return [table_id for table_id in rows.values_list("pk", flat=True).distinct() if _announce(table_id, now)]


def close_due(tables: Iterable[int], now: datetime) -> list[int]:
    """Closes those of these tables whose moment has come, after the running hand; returns their ids."""
    due = _open(tables).filter(closes_at__lte=now).values_list("pk", flat=True)
    return [table_id for table_id in due if _close(table_id, now)]


def _open(tables: Iterable[int]) -> QuerySet[Table]:
    return Table.objects.filter(pk__in=tables, is_open=True, tournament=None).order_by("pk")


def _lock(table_id: int) -> Table | None:
    """The table, None if it was closed meanwhile."""
    rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
    return rows.filter(pk=table_id, is_open=True).first()


def _announce(table_id: int, now: datetime) -> bool:
    with transaction.atomic():
        table = _lock(table_id)
        if table is None or table.closes_at is None or not now < table.closes_at <= now + TOLD_BEFORE:
            return False
        at = round(table.closes_at.timestamp() * 1000)
        key = f"closes:{table_id}:{at}"
        if Order.objects.filter(key=key).exists():
            return False
        payload = {"kind": Announcement.CLOSES_SOON, "name": str(at), "reason": ""}
        send(table, Order.Kind.ANNOUNCE, key=key, payload=payload)
        for player in Seat.objects.filter(table=table, bot=False).values_list("player", flat=True):
            notices.write_notice(player, table_id, "closes_soon", table=table.name, until=at)
    return True


def _close(table_id: int, now: datetime) -> bool:
    with transaction.atomic():
        table = _lock(table_id)
        if table is None or table.closes_at is None or table.closes_at > now:
            return False
        payload = {"kind": Announcement.CLOSING_TIME, "name": "", "reason": ""}
        send(table, Order.Kind.ANNOUNCE, payload=payload)
        floor.close_by_the_room(table_id=table_id, why=RoomReason.CLOSING_TIME)
    return True
