"""Leases on PostgreSQL: no row is leased to two hosts, and the rows of a dead host are taken over."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.models import Table
from games.store import leases
from tests.games.support.tables import START_MS, open_table

pytestmark = pytest.mark.django_db
SECONDS = 6


def lease(owner: str, now: int, limit: int = 5) -> list[int]:
    return leases.lease(Table.objects.filter(frozen=False), owner, now, SECONDS, limit)


def renew(owner: str, now: int) -> list[int]:
    return leases.renew(Table.objects.filter(frozen=False), owner, now, SECONDS)


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
