"""Decisions written without a thread: the same rows as with one, one writer for each number, and lost connections."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from psycopg.errors import OperationalError

from games.engine.hand.actions import Call, Fold
from games.engine.table.commands import Tick
from games.engine.table.decide import Decision as Decided
from games.engine.table.decide import decide
from games.live.hosting.log_connections import LogConnections
from games.models import Decision, Table
from games.store import card_sealing, table_log
from games.store.table_log import DecisionRow, LostTable
from tests.games.live.conftest import Make
from tests.games.support.live_hosts import until_stored
from tests.games.support.stepped_consumers import opened

pytestmark = pytest.mark.django_db(transaction=True)


@asynccontextmanager
async def log_connections() -> AsyncIterator[LogConnections]:
    """Connections that are closed at the end."""
    log = LogConnections()
    try:
        yield log
    finally:
        log.stop()


def row(table: Table, number: int) -> DecisionRow:
    """A decision without events."""
    return DecisionRow(table.pk, number, 0, datetime(2026, 1, 1, tzinfo=UTC), "[]", None)


def decisions_from(table: Table, number: int) -> list[Decision]:
    """The decisions of this number and above, in order."""
    return list(Decision.objects.filter(table=table, number__gte=number).order_by("number"))


def numbers(table: Table) -> list[int]:
    """The numbers of the decisions that are stored."""
    return [one.number for one in decisions_from(table, 1)]


def end_sessions_of_the_log() -> None:
    """Ends the sessions that write decisions, as a server does that restarts."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'INSERT INTO games_decision%' AND query LIKE '%$1%'"
            " AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchall()


def inserts_that_wait() -> int:
    """How many inserts into the log wait for another transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO games_d%'"
        )
        return int(cursor.fetchone()[0])


@contextmanager
def number_being_written(url: str, table: Table, number: int) -> Iterator[None]:
    """Another session has written this decision and not committed it; at the end it is rolled back."""
    with psycopg.connect(url) as other:
        other.execute(table_log.INSERT, row(table, number))
        yield
        other.rollback()


async def test_x1_a_decision_is_the_same_row_with_and_without_a_thread(heads_up: Table, stepped: Make) -> None:
    consumer = await opened(stepped(heads_up))
    await consumer.do(consumer.next_act(Fold()))
    now = consumer.table.next_tick_at() or 0
    deck = consumer.context.shuffler.decks(consumer.table.rules.variant)
    decision, number = decide(consumer.table, Tick(), now=now, deck=deck), consumer.number + 1
    async with log_connections() as log:
        await log.insert(table_log.row_of(heads_up.pk, number, decision, now=now))
    await sync_to_async(table_log.commit)(heads_up.pk, number + 1, decision, now=now)
    rows = await sync_to_async(decisions_from)(heads_up, number)
    without, with_thread = rows
    for one in rows:
        assert card_sealing.unseal(heads_up.pk, one.number, one.events, one.sealed) == decision.events
    assert (without.events, without.hand, without.created_at) == (
        (with_thread.events, with_thread.hand, with_thread.created_at)
    )
    assert None in without.events


async def test_x1_a_number_that_is_taken_is_a_lost_table_and_writes_nothing(heads_up: Table) -> None:
    async with log_connections() as log:
        await log.insert(row(heads_up, 1))
        with pytest.raises(LostTable):
            await log.insert(row(heads_up, 1)._replace(hand=7))
        await log.insert(row(heads_up, 2))
    stored = [(one.number, one.hand) for one in await sync_to_async(decisions_from)(heads_up, 1)]
    assert stored == [(1, 0), (2, 0)]


async def test_after_a_restart_of_the_server_one_decision_fails_and_the_next_are_written(heads_up: Table) -> None:
    async with log_connections() as log:
        await asyncio.gather(*(log.insert(row(heads_up, number)) for number in (1, 2, 3)))
        await sync_to_async(end_sessions_of_the_log)()
        with pytest.raises(OperationalError):
            await log.insert(row(heads_up, 4))
        await asyncio.gather(*(log.insert(row(heads_up, number)) for number in (4, 5, 6)))
    assert await sync_to_async(numbers)(heads_up) == [1, 2, 3, 4, 5, 6]


async def test_a_cancelled_insert_writes_nothing_and_its_connection_is_not_used_again(
    heads_up: Table, pg_url: str
) -> None:
    async with log_connections() as log:
        with number_being_written(pg_url, heads_up, 1):
            waiting = asyncio.create_task(log.insert(row(heads_up, 1)))
            await until_stored(inserts_that_wait)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
        await log.insert(row(heads_up, 2))
    assert await sync_to_async(numbers)(heads_up) == [2]


async def test_only_decisions_that_change_nothing_but_the_log_are_written_without_a_thread(
    heads_up: Table, stepped: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    consumer, commit, in_thread = await opened(stepped(heads_up)), table_log.commit, list[int]()

    def noted(table: int, number: int, decision: Decided, *, order: int | None = None, now: int) -> None:
        in_thread.append(number)
        commit(table, number, decision, order=order, now=now)

    monkeypatch.setattr(table_log, "commit", noted)
    await consumer.do(consumer.next_act(Call()))
    assert in_thread == []
    await consumer.do(consumer.next_act(Fold()))
    assert in_thread == [consumer.number]
    assert (await sync_to_async(numbers)(heads_up))[-2:] == [consumer.number - 1, consumer.number]
