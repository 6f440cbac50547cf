"""Leases on PostgreSQL: no row is leased to two hosts, and the rows of a dead host are taken over."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from games.models import Table
from games.store import leases
from games.store.leases import LeasedRows
from tests.games.support.tables import START_MS, open_table

pytestmark = pytest.mark.django_db
SECONDS = 6
ROWS = LeasedRows(lambda: Table.objects.filter(frozen=False))


def lease(owner: str, now: int, limit: int = 5) -> list[int]:
    return leases.lease(ROWS, owner, now, SECONDS, limit)


def renew(owner: str, now: int) -> list[int]:
    return leases.renew(ROWS, owner, now, SECONDS)


def test_x1_two_hosts_lease_different_tables_and_take_over_those_of_a_dead_host() -> None:
    ids = {open_table(name).pk for name in ("Prague", "Brno", "Bratislava")}
    now = leases.database_now()
    first, second = lease("a", now, 2), lease("b", now)
    assert set(first) | set(second) == ids
    assert not set(first) & set(second)
    assert renew("a", now) == first
    assert lease("b", now) == []
    assert sorted(lease("b", now + SECONDS * 1000 + 1)) == sorted(ids)
    assert renew("a", now + SECONDS * 1000 + 1) == []


def test_released_rows_can_be_leased_at_once_and_frozen_ones_never() -> None:
    ids = {open_table(name).pk for name in ("Prague", "Brno", "Bratislava")}
    now = leases.database_now()
    lease("b", now)
    assert leases.release(Table.objects.all(), "b") == len(ids)
    assert not Table.objects.exclude(owner="").exists()
    assert sorted(lease("a", now)) == sorted(ids)
    frozen = min(ids)
    Table.objects.filter(pk=frozen).update(frozen=True, owner="", lease_until=0)
    assert frozen not in renew("a", now)
    assert lease("b", now) == []


@pytest.mark.django_db(transaction=True)
def test_x1_hosts_that_lease_at_the_same_moment_get_different_tables() -> None:
    for number in range(6):
        open_table(f"Table {number}")
    gate = threading.Barrier(3)

    def lease_two(name: str) -> list[int]:
        gate.wait()
        try:
            return lease(name, START_MS, 2)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        taken = [table for ids in pool.map(lease_two, "abc") for table in ids]
    assert len(taken) == len(set(taken))
    assert sorted(table for owner in "abc" for table in renew(owner, START_MS)) == sorted(taken)
    assert sum(leases.release(Table.objects.all(), owner) for owner in "abc") == len(taken)


def columns() -> list[tuple[str, int]]:
    """Owner and end of the lease of each table, in the order of their ids."""
    return list(Table.objects.order_by("pk").values_list("owner", "lease_until"))


def test_a_lease_lasts_its_seconds_from_now_and_is_free_once_they_are_over() -> None:
    table, _ = open_table("Zlin"), open_table("Brno")
    assert lease("a", START_MS, 1) == [table.pk], "the lowest id first, whatever the names"
    assert columns() == [("a", START_MS + 6_000), ("", 0)]
    assert leases.renew(ROWS, "a", START_MS + 1, 2.5) == [table.pk]
    assert columns() == [("a", START_MS + 2_501), ("", 0)]
    assert lease("b", START_MS + 2_501, 1) != [table.pk]
    assert lease("c", START_MS + 2_501) == []
    assert lease("c", START_MS + 2_502) == [table.pk]


def test_a_host_gives_back_only_its_own_rows() -> None:
    open_table("Prague"), open_table("Brno")
    lease("a", START_MS, 1)
    lease("b", START_MS, 1)
    assert leases.release(Table.objects.all(), "a") == 1
    assert columns() == [("", 0), ("b", START_MS + 6_000)]
    assert leases.release(Table.objects.all(), "c") == 0
    assert renew("c", START_MS) == []


def locks(queries: CaptureQueriesContext) -> list[str]:
    """How the rows of each query are locked and in which order."""
    return [query["sql"].partition("ORDER BY ")[2] for query in queries if "FOR " in query["sql"]]


def test_hosts_lock_rows_in_the_order_of_their_ids_and_skip_what_another_one_leases() -> None:
    open_table()
    with CaptureQueriesContext(connection) as queries:
        lease("a", START_MS)
        renew("a", START_MS)
        leases.release(Table.objects.all(), "a")
    by_id = "1 ASC"  # the first column, which is the id
    assert locks(queries) == [
        f"{by_id} LIMIT 5 FOR NO KEY UPDATE SKIP LOCKED",
        f"{by_id} FOR NO KEY UPDATE",
        f"{by_id} FOR NO KEY UPDATE",
    ]


def test_the_clock_is_the_databases_where_it_has_one(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert leases.database_now() > START_MS
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setattr(time, "time_ns", lambda: START_MS * 1_000_000 + 999_999)
    with django_assert_num_queries(0):
        assert leases.database_now() == START_MS
