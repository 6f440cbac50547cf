"""Waiting lists under concurrent requests (K9)."""

from functools import partial

import pytest

from cashier.audit import run_audit
from games.models import Order
from games.seating import waiting_calls, waiting_list
from tests.games.support.concurrency import concurrent_outcomes, run_concurrently
from tests.games.support.tables import START_MS, person
from tests.games.support.waiting_lists import (
    called,
    full_table,
    join,
    kind_of,
    leave,
    sit,
)

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_K9_a_list_joined_by_several_requests_at_once_is_joined_once() -> None:
    host, alice = full_table(), person("Alice")
    entries = run_concurrently(4, lambda _: waiting_list.join(user_id=alice.pk, table_id=host.id))
    assert len(set(entries)) == 1
    kinds = run_concurrently(4, lambda _: waiting_list.join_kind(user_id=alice.pk, kind=kind_of(host)))
    assert len(set(kinds)) == 1
    assert waiting_calls.active_entries().filter(player=alice).count() == 2


@pytest.mark.django_db(transaction=True)
def test_K9_only_the_called_player_gets_a_reserved_seat() -> None:
    host, alice = full_table(), person("Alice")
    join(alice, host)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    people = [alice, *(person(f"Rusher{number}") for number in range(3))]
    outcomes = concurrent_outcomes(*(partial(sit, user, host) for user in people))
    assert outcomes[0] == "ok"
    assert set(outcomes[1:]) <= {"seat_kept", "table_full"}
    assert Order.objects.filter(table=host.id, applied_at=None, refused="").count() == 1
    assert run_audit().breaches == ()


@pytest.mark.django_db(transaction=True)
def test_K9_tables_that_serve_one_list_at_once_call_each_player_once() -> None:
    tables = [full_table(name) for name in ("Prague", "Brno", "Plzen", "Tabor")]
    people = [person(name) for name in ("Alice", "Bob", "Carl")]
    for user in people:
        waiting_list.join_kind(user_id=user.pk, kind=kind_of(tables[0]))
    for table in tables:
        leave(table)
    run_concurrently(4, lambda number: waiting_calls.serve(tables[number].id, START_MS))
    names = [name for table in tables for name in called(table)]
    assert sorted(names) == ["Alice", "Bob", "Carl"]
    assert all(len(called(table)) <= 1 for table in tables)
