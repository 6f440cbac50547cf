"""What sockets read when they open: a crowd that comes at once waits in line and shares what is the same."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

from django.db import connections

THREADS = 1
"""Each more would only keep the loop from the interpreter for longer."""
SHARE_OF_PLAY = 2
"""So many times as long as it has read something that can wait, a thread leaves the interpreter to play."""
IDLE_SECONDS = 0.1
"""So long a thread keeps its connection: to take one from the pool costs as much as two short queries."""

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")
_Wanted: TypeAlias = tuple[asyncio.AbstractEventLoop, Callable[..., object], tuple[Hashable, ...]]


class Line(IntEnum):
    """What is read, most urgent first.

    So those of a crowd who are let in get their picture before the next ones are let in, and play goes on evenly.
    """

    OPENING = 0
    """What a socket must know that has been let in."""
    ARRIVED = 1
    """Who has come."""
    SHOWN = 2
    """What the page has shown already, and may have changed since."""


class _Read(NamedTuple):
    """A read in the line, and who waits for its result."""

    wanted: _Wanted
    # Any: each read has a result of its own type.
    result: asyncio.Future[Any]


class Readers:
    """Few threads that read in the order they were asked, so that running tables go on meanwhile.

    Of several lines they read the first that is not empty. Who asks for what somebody else still waits for gets the
    same result: a read that has not begun yet is as new as one's own. They go on one after another, each in a turn of
    the loop: a table's whole crowd gets its results at once.
    """

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "opening")
        self._idle = threads
        self._lines: tuple[deque[_Read], ...] = tuple(deque() for _ in Line)
        self._unread = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._not_begun: dict[_Wanted, _Read] = {}
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]] = WeakKeyDictionary()

    async def read(self, line: Line, work: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
        """What `work` returns or raises for these arguments, which are hashable and all that it depends on."""
        loop = asyncio.get_running_loop()
        wanted: _Wanted = loop, work, args
        read = self._not_begun.get(wanted)
        if read is None:
            read = self._not_begun[wanted] = _Read(wanted, loop.create_future())
            self._lines[line].append(read)
            self._unread.release()
            self._wake_thread()
        # Others may wait for it when this socket ends.
        found: Result = await asyncio.shield(read.result)
        await self._turn(loop)
        return found

    def _turn(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[None]:
        turn: asyncio.Future[None] = loop.create_future()
        turns = self._turns.setdefault(loop, deque())
        turns.append(turn)
        if len(turns) == 1:
            loop.call_soon(self._give_turn, loop, turns)
        return turn

    def _give_turn(self, loop: asyncio.AbstractEventLoop, turns: deque[asyncio.Future[None]]) -> None:
        if not turns[0].done():
            turns[0].set_result(None)
        turns.popleft()
        if turns:
            loop.call_soon(self._give_turn, loop, turns)

    def _wake_thread(self) -> None:
        with self._lock:
            if not self._idle:
                return
            self._idle -= 1
        self._threads.submit(self._read_all)

    def _read_all(self) -> None:
        """Reads until nobody has asked for a while, over one connection."""
        try:
            while self._unread.acquire(timeout=IDLE_SECONDS):
                with self._lock:
                    line = next(line for line in Line if self._lines[line])
                    read = self._lines[line].popleft()
                    # From now on it may miss a change, so whoever comes later reads anew.
                    del self._not_begun[read.wanted]
                began = time.thread_time()
                self._carry_out(read)
                if line is Line.SHOWN and self._lines[line]:
                    time.sleep((time.thread_time() - began) * SHARE_OF_PLAY)
        finally:
            connections.close_all()
            with self._lock:
                self._idle += 1
                is_late = any(self._lines)
            if is_late:
                self._wake_thread()

    def _carry_out(self, read: _Read) -> None:
        loop, work, args = read.wanted
        try:
            found = work(*args)
        except Exception as fault:
            connections.close_all()
            loop.call_soon_threadsafe(read.result.set_exception, fault)
        else:
            loop.call_soon_threadsafe(read.result.set_result, found)


_read = Readers(THREADS).read
in_turn = partial(_read, Line.OPENING)
as_newcomer = partial(_read, Line.ARRIVED)
after_all = partial(_read, Line.SHOWN)
