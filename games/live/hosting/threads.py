"""A host's own threads: for the database, so that no commit waits behind a page, and for long calculations."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from games.live.hosting.log_connections import LogConnections

Given = ParamSpec("Given")
Result = TypeVar("Result")
POSTGRES_THREADS = 6


class DatabaseThreads:
    """Runs synchronous database work; each thread keeps its connection until the database fails.

    The thread that was used last works next, as the first hands that a connection ends take PostgreSQL twice as long as
    later ones. SQLite gets one thread, because only one of its connections can write at a time. `log` writes to
    PostgreSQL without a thread.
    """

    def __init__(self, threads: int | None = None) -> None:
        postgres = connection.vendor == "postgresql"
        self.log = LogConnections() if postgres else None
        if threads is None:
            threads = POSTGRES_THREADS if postgres else 1
        self._threads = [ThreadPoolExecutor(1, thread_name_prefix="tables") for _ in range(threads)]
        self._idle = list(self._threads)
        self._free = asyncio.Semaphore(threads)
        self._stopped = False
        self._background = asyncio.Lock()
        self._local = threading.local()
        self._held: list[BaseDatabaseWrapper] = []
        self._failure = object()

    async def run(self, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """Runs `work` in one of the threads; returns or raises what it does.

        Raises CancelledError if it has not begun when the threads are stopped.
        """
        loop = asyncio.get_running_loop()
        async with self._free:
            if self._stopped:
                raise asyncio.CancelledError
            thread = self._idle.pop()
            done = loop.run_in_executor(thread, self._in_thread, partial(work, *args, **kwargs))
            try:
                return await done
            finally:
                # What was cancelled may still be at work, so its thread comes last.
                self._idle.insert(0 if done.cancelled() else len(self._idle), thread)

    async def run_when_idle(self, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """As `run`, for work that can wait: one call at a time, so that decisions find free threads."""
        async with self._background:
            return await self.run(work, *args, **kwargs)

    def _in_thread(self, work: Callable[[], Result]) -> Result:
        known = getattr(self._local, "failure", None)
        if known is None:
            self._held.append(connections["default"])
        elif known is not self._failure:
            connections["default"].close()
        self._local.failure = self._failure
        try:
            return work()
        except (InterfaceError, OperationalError):
            # When the server goes away, the connections of all threads are lost: each opens a new one.
            self._failure = object()
            raise

    def stop(self) -> None:
        """Waits for the work that is running and closes the connections."""
        self._stopped = True
        for thread in self._threads:
            thread.shutdown(wait=True, cancel_futures=True)
        for held in self._held:
            held.inc_thread_sharing()
            held.close()
        if self.log:
            self.log.stop()


class WorkerThread:
    """One thread for long calculations, so that they neither stop the loop nor keep a commit waiting."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="worker")

    async def run(self, work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
        """Runs `work` after the work before it; returns or raises what it does."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, partial(work, *args, **kwargs))

    def stop(self) -> None:
        """Waits for the work that is running."""
        self._executor.shutdown(wait=True, cancel_futures=True)
