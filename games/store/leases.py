"""Which host runs which tables: a lease on the table's row, renewed while the host lives.

A lease only spares two hosts the trouble: what keeps a table to one writer is the number of its next decision.
Times are milliseconds since the epoch by the database's clock.
"""

import time

from django.db import connection, transaction
from django.db.models import Q

from games.models import Table


def database_now() -> int:
    """The database's clock, ms since the epoch; the hosts of a room agree on it and on nothing else."""
    if connection.vendor != "postgresql":
        return time.time_ns() // 1_000_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(cursor.fetchone()[0])


def lease(host_id: str, now: int, seconds: float, limit: int) -> list[int]:
    """Take up to `limit` tables that nobody has or whose lease has run out; their ids.

    Two hosts asking at once get different ones.
    """
    free = Q(owner="") | Q(lease_until__lt=now)
    with transaction.atomic():
        rows = Table.objects.select_for_update(skip_locked=True, no_key=True)
        ids = list(rows.filter(free, closed_at=None, frozen=False).order_by("pk").values_list("pk", flat=True)[:limit])
        if ids:
            Table.objects.filter(pk__in=ids).update(owner=host_id, lease_until=now + int(seconds * 1000))
        return ids


def renew(host_id: str, now: int, seconds: float) -> list[int]:
    """Prolong what this host still has; the ids, from which a lost table is missing."""
    with transaction.atomic():
        rows = Table.objects.select_for_update(no_key=True).filter(owner=host_id, closed_at=None, frozen=False)
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        if ids:
            Table.objects.filter(pk__in=ids).update(lease_until=now + int(seconds * 1000))
        return ids


def release(host_id: str) -> int:
    """Give all of the host's tables back, so that another may take them at once; how many it was."""
    return Table.objects.filter(owner=host_id).update(owner="", lease_until=0)


def owner_of(table_id: int) -> str:
    """The host that has the table by its row, empty when none."""
    return Table.objects.filter(pk=table_id).values_list("owner", flat=True).first() or ""


def freeze(table_id: int) -> None:
    """Stop a table whose state cannot be right, its log intact; no host takes it until the floor has looked."""
    Table.objects.filter(pk=table_id).update(frozen=True, owner="", lease_until=0)
