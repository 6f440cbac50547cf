"""Which host runs which row: a lease on a table or tournament, renewed while its host lives.

A lease only keeps two hosts from doing the same work. What keeps a table or tournament to one writer is the number
of its next decision. The model has the columns `owner` (a host's id, empty when free) and `lease_until`; times are
milliseconds since the epoch by the database's clock. A row without an owner has a lease that has run out.

The lease of a table that sleeps has no end: it is its host's until that host is dead. So a host renews one row for all
that sleep, and nothing is written for them.
"""

import time
from collections.abc import Callable, Collection
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Exists, Model, OuterRef, QuerySet

from backoffice.compiled_query import CompiledQuery, Given
from games.models.hosts import RunningHost
from games.models.tables import Order, Table

FOREVER = 2**62


class LeasedRows:
    """Rows of one model that hosts lease; what every renewal asks about them is turned into SQL once."""

    def __init__(self, rows: Callable[[], QuerySet[Model]]) -> None:
        self.all = rows
        self.locked = CompiledQuery(
            lambda: _ids(rows().select_for_update(no_key=True).filter(owner=Given("owner")).order_by("pk"))
        )
        self.free = CompiledQuery(lambda: _ids(rows().filter(lease_until__lt=Given("now")).order_by())[:1])


def _ids(rows: QuerySet[Model]) -> QuerySet[Model, int]:
    return rows.values_list("pk", flat=True)


OPEN_TABLES = LeasedRows(lambda: Table.objects.filter(closed_at=None, frozen=False))
AWAKE_TABLES = LeasedRows(lambda: OPEN_TABLES.all().filter(asleep=False))
SLEEPING_TABLES = LeasedRows(lambda: OPEN_TABLES.all().filter(asleep=True))

_HOSTS = CompiledQuery(lambda: RunningHost.objects.order_by("name").values_list("name", "lease_until", "most"))
_PROLONG_HOST = (
    f"UPDATE {RunningHost._meta.db_table} SET lease_until = %s, most = %s"  # noqa: S608
    " WHERE name = %s AND lease_until >= %s"
)
_COUNTS = CompiledQuery(
    lambda: (
        Table.objects.filter(closed_at=None)
        .exclude(owner="")
        .order_by()
        .values_list("owner", "asleep")
        .annotate(Count("pk"))
    )
)
_WITH_ORDERS = CompiledQuery(
    lambda: Order.objects.unanswered().filter(table__owner=Given("owner")).values_list("table_id", flat=True)
)
_WANTING_BOTS = CompiledQuery(
    lambda: _ids(Table.objects.filter(owner=Given("owner"), asleep=True, closed_at=None, bots__gt=0, is_open=True))
)


def database_now() -> int:
    """The database's clock, ms since the epoch; all hosts of a room use it."""
    if connection.vendor != "postgresql":
        return time.time_ns() // 1_000_000
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(cursor.fetchone()[0])


def renew(rows: LeasedRows, owner: str, now: int, seconds: float) -> list[int]:
    """Prolongs the leases that `owner` still has on these rows; their ids, from which a lost one is missing.

    Waits for a row that is being written just now.
    """
    with transaction.atomic():
        ids = rows.locked.all(owner=owner)
        if ids:
            table, places = rows.all().model._meta.db_table, ", ".join(["%s"] * len(ids))
            with connection.cursor() as cursor:
                sql = f"UPDATE {table} SET lease_until = %s WHERE id IN ({places})"  # noqa: S608
                cursor.execute(sql, [_end(now, seconds), *ids])
    return ids


def lease(rows: LeasedRows, owner: str, now: int, seconds: float, limit: int) -> list[int]:
    """Leases up to `limit` of these rows that are free or whose lease has run out; their ids.

    Two hosts that ask at the same moment get different rows.
    """
    return _lease(rows, owner, now, _end(now, seconds), limit)


def release(rows: QuerySet[Model], owner: str) -> int:
    """Gives back all of these rows that `owner` has, for others to lease at once; how many it was."""
    with transaction.atomic():
        ids = list(rows.select_for_update(no_key=True).filter(owner=owner).order_by("pk").values_list("pk", flat=True))
        return rows.filter(pk__in=ids).update(owner="", lease_until=0)


# Tables that sleep


def lease_sleeping(owner: str, now: int, limit: int) -> list[int]:
    """As `lease`, for tables that sleep; only for a host that lives."""
    return _lease(SLEEPING_TABLES, owner, now, FOREVER, limit)


def sleeping(owner: str) -> set[int]:
    """The ids of all tables of this host that sleep."""
    return set(Table.objects.filter(owner=owner, asleep=True, closed_at=None).values_list("pk", flat=True))


def put_to_sleep(table: int, owner: str) -> bool:
    """Lets a table of this host sleep; False if it is another's, has orders to carry out, or wants house bots."""
    rows = Table.objects.filter(pk=table, owner=owner, closed_at=None, frozen=False)
    if settings.BOTS:
        rows = rows.filter(bots=0)
    ordered = Order.objects.unanswered().filter(table=OuterRef("pk"))
    return bool(rows.exclude(Exists(ordered)).update(asleep=True, lease_until=FOREVER))


def needed(owner: str) -> set[int]:
    """The tables of this host that have orders to carry out, and those that sleep although they want house bots."""
    found = set(_WITH_ORDERS.all(owner=owner))
    if settings.BOTS:
        found |= set(_WANTING_BOTS.all(owner=owner))
    return found


def wake(table: int, owner: str, now: int, seconds: float) -> bool:
    """Gives a table of this host a lease of its own again; False if it is another's."""
    rows = Table.objects.filter(pk=table, owner=owner, closed_at=None, frozen=False)
    return bool(rows.update(asleep=False, lease_until=_end(now, seconds)))


class Load(NamedTuple):
    """A host, its tables that are awake and those that sleep, and the most that it runs together."""

    host: str
    awake: int
    asleep: int
    most: int


def renew_host(owner: str, now: int, seconds: float, *, most: int) -> bool:
    """Prolongs the life of a host that runs `most` tables at most, and frees the sleeping tables of dead hosts.

    False when the host itself had counted as dead or is new, so that it may have lost tables.
    """
    until = _end(now, seconds)
    with connection.cursor() as cursor:
        cursor.execute(_PROLONG_HOST, [until, most, owner, now])
        known: bool = cursor.rowcount > 0
    if not known:
        RunningHost.objects.update_or_create(name=owner, defaults={"lease_until": until, "most": most})
    if not known or any(end < now for _, end, _ in _HOSTS.all()):
        rows = RunningHost.objects.filter(lease_until__gte=now)
        with transaction.atomic():
            dead = Table.objects.filter(asleep=True, closed_at=None).exclude(owner="").exclude(owner__in=rows)
            locked = dead.select_for_update(skip_locked=True, no_key=True).order_by("pk")
            Table.objects.filter(pk__in=list(locked.values_list("pk", flat=True))).update(owner="", lease_until=0)
        RunningHost.objects.filter(lease_until__lt=now).delete()
    return known


def hosts_on(machine: str, now: int) -> list[str]:
    """The ids of the hosts that live on this machine: those that have renewed their leases of late."""
    return [name for name, end, _ in _HOSTS.all() if end >= now and name.rsplit(".", 2)[0] == machine]


def loads(now: int) -> dict[str, Load]:
    """The hosts that live, by their ids; without their tables if there is only one."""
    most = {name: most for name, end, most in _HOSTS.all() if end >= now}
    counts = {row[:2]: row[2] for row in _COUNTS.all()} if len(most) > 1 else {}
    return {host: Load(host, counts.get((host, False), 0), counts.get((host, True), 0), most[host]) for host in most}


def give(tables: Collection[int], owner: str, to: str) -> list[int]:
    """Gives tables of this host to another, as they are, asleep or awake; the ids of those that it had."""
    with transaction.atomic():
        rows = Table.objects.select_for_update(no_key=True).filter(pk__in=tables, owner=owner, closed_at=None)
        ids = list(rows.order_by("pk").values_list("pk", flat=True))
        Table.objects.filter(pk__in=ids).update(owner=to)
    return ids


def end_host(owner: str) -> None:
    """The host has given everything back."""
    RunningHost.objects.filter(name=owner).delete()


def _end(now: int, seconds: float) -> int:
    return now + int(seconds * 1000)


def _lease(rows: LeasedRows, owner: str, now: int, until: int, limit: int) -> list[int]:
    if not rows.free.all(now=now):
        return []
    with transaction.atomic():
        locked = rows.all().select_for_update(skip_locked=True, no_key=True).filter(lease_until__lt=now)
        ids = list(_ids(locked.order_by("pk"))[:limit])
        rows.all().model._default_manager.filter(pk__in=ids).update(owner=owner, lease_until=until)
    return ids
