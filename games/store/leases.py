"""Which host runs which row: a lease on a table or tournament, renewed while its host lives.

A lease only keeps two hosts from doing the same work. What keeps a table or tournament to one writer is the number
of its next decision. The model has the columns `owner` (a host's id, empty when free) and `lease_until`; times are
milliseconds since the epoch by the database's clock.
"""

import time

from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet


def database_now() -> int:
    """The database's clock, ms since the epoch; all hosts of a room go by it."""
    if connection.vendor != "postgresql":
        return time.time_ns() // 1_000_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(cursor.fetchone()[0])


def renew(rows: QuerySet[Model], owner: str, now: int, seconds: float) -> list[int]:
    """Prolongs the leases that `owner` still has on these rows; their ids, from which a lost one is missing.

    Waits for a row that is being written just now.
    """
    with transaction.atomic():
        return _prolong(rows.select_for_update(no_key=True).filter(owner=owner), owner, now, seconds)


def lease(rows: QuerySet[Model], owner: str, now: int, seconds: float, limit: int) -> list[int]:
    """Leases up to `limit` of these rows that are free or whose lease has run out; their ids.

    Two hosts that ask at the same moment get different rows.
    """
    free = Q(owner="") | Q(lease_until__lt=now)
    with transaction.atomic():
        locked = rows.select_for_update(skip_locked=True, no_key=True)
        return _prolong(locked.filter(free), owner, now, seconds, limit)


def release(rows: QuerySet[Model], owner: str) -> int:
    """Gives back all of these rows that `owner` has, for others to lease at once; how many it was."""
    with transaction.atomic():
        ids = list(rows.select_for_update(no_key=True).filter(owner=owner).order_by("pk").values_list("pk", flat=True))
        return rows.filter(pk__in=ids).update(owner="", lease_until=0)


def _prolong(rows: QuerySet[Model], owner: str, now: int, seconds: float, limit: int | None = None) -> list[int]:
    ids: list[int] = list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
    if ids:
        rows.model._default_manager.filter(pk__in=ids).update(owner=owner, lease_until=now + int(seconds * 1000))
    return ids
