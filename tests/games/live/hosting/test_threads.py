"""A host's threads: how many work at once, connections that are kept until the database fails, and the end."""

import asyncio
import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.live.hosting import threads
from games.live.hosting.threads import POSTGRES_THREADS, DatabaseThreads, WorkerThread

Threads = DatabaseThreads | WorkerThread


async def meet(pool: Threads, number: int) -> bool:
    """Whether so many calls work at the same time."""
    barrier = threading.Barrier(number)

    def work() -> bool:
        try:
            barrier.wait(0.3)
        except threading.BrokenBarrierError:
            return False
        return True

    return all(await asyncio.gather(*(pool.run(work) for _ in range(number))))


@pytest.mark.django_db(transaction=True)
async def test_postgres_gets_several_threads_and_sqlite_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def both(pool: Threads, number: int) -> tuple[bool, bool]:
        found = await meet(pool, number), await meet(pool, number + 1)
        await asyncio.to_thread(pool.stop)
        return found

    assert await both(DatabaseThreads(), POSTGRES_THREADS) == (True, False)
    assert await both(DatabaseThreads(1), 1) == (True, False)
    assert await both(WorkerThread(), 1) == (True, False)

    class SQLite:
        vendor = "sqlite"

    monkeypatch.setattr(threads, "connection", SQLite)
    assert await both(DatabaseThreads(), 1) == (True, False)


def connected() -> BaseDatabaseWrapper:
    """This thread's connection, after it was used."""
    connection.ensure_connection()
    return connections["default"]


def broken() -> None:
    raise OperationalError("the server went away")


def wrong() -> None:
    raise ValueError("not the server's fault")


@pytest.mark.django_db(transaction=True)
async def test_a_thread_keeps_its_connection_until_the_database_fails_and_closes_it_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[BaseDatabaseWrapper] = []
    close = BaseDatabaseWrapper.close

    def noted(self: BaseDatabaseWrapper) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "close", noted)
    pool = DatabaseThreads(1)
    held = await pool.run(connected)
    with pytest.raises(ValueError, match="not the server's fault"):
        await pool.run(wrong)
    assert await pool.run(connected) is held
    assert closed == []
    with pytest.raises(OperationalError):
        await pool.run(broken)
    await pool.run(connected)
    assert closed == [held]
    await pool.run(connected)
    assert closed == [held]
    assert held.connection is not None
    await asyncio.to_thread(pool.stop)
    assert held.connection is None


@pytest.mark.parametrize("make", [lambda: DatabaseThreads(1), WorkerThread], ids=["database", "worker"])
async def test_the_end_waits_for_the_work_that_runs_and_drops_what_has_not_begun(make: Callable[[], Threads]) -> None:
    pool, began, gate = make(), threading.Event(), threading.Event()

    def work() -> str:
        began.set()
        gate.wait(30)
        return "done"

    running = asyncio.create_task(pool.run(work))
    await asyncio.to_thread(began.wait)
    queued = asyncio.create_task(pool.run(str, "never"))
    await asyncio.sleep(0)
    ending = asyncio.create_task(asyncio.to_thread(pool.stop))
    try:
        await asyncio.sleep(0.05)
        assert not ending.done()
    finally:
        gate.set()
    assert await running == "done"
    await asyncio.wait([queued], timeout=2)
    assert queued.cancelled()
    await ending


async def test_the_thread_that_was_used_last_works_next() -> None:
    pool = DatabaseThreads(3)
    assert await meet(pool, 3)
    last = await pool.run(threading.get_ident)
    assert {await pool.run(threading.get_ident) for _ in range(5)} == {last}
    await asyncio.to_thread(pool.stop)


async def test_a_thread_that_still_does_what_was_cancelled_works_last() -> None:
    pool, began, gate = DatabaseThreads(2), threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        gate.wait(30)

    cancelled = asyncio.create_task(pool.run(work))
    await asyncio.to_thread(began.wait)
    cancelled.cancel()
    await asyncio.wait([cancelled])
    try:
        async with asyncio.timeout(5):
            assert await pool.run(str, "done") == "done"
            assert await pool.run(str, "again") == "again"
    finally:
        gate.set()
    await asyncio.to_thread(pool.stop)


async def test_work_that_can_wait_is_done_one_call_at_a_time() -> None:
    pool, at_once, most = DatabaseThreads(2), 0, 0

    def work() -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        threading.Event().wait(0.02)
        at_once -= 1

    await asyncio.gather(*(pool.run_when_idle(work) for _ in range(3)))
    assert most == 1
    await asyncio.to_thread(pool.stop)
