"""What sockets read when they open: a crowd that comes at once waits in line and shares what is the same."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeVar, TypeVarTuple
from weakref import WeakKeyDictionary

from django.db import connections

from backoffice.compiled_query import EACH

THREADS = 1
"""Each more would only keep the loop from the interpreter for longer."""
SHARE_OF_PLAY = 2
"""So many times as long as it has read something that can wait, a thread leaves the interpreter to play."""
MOST_TOGETHER = EACH
"""One read finds what so many sockets want."""
FILLING_SECONDS = 0.015
"""After a read, a thread waits so long for more of a crowd before it begins a read that is not full."""
TURNS_AT_ONCE = 8
"""How many sockets continue in one turn of the loop, so that what they ask for next is read together, too."""
IDLE_SECONDS = 0.1
"""How long a thread keeps its connection: taking one from the pool costs as much as two short queries."""

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")
Wanted = TypeVar("Wanted", bound=Hashable)


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
    """A read in the line: `work` finds a result for everything wanted, up to `most` things at once.

    Until it begins, requests with the same key join it.
    """

    key: Hashable
    loop: asyncio.AbstractEventLoop
    # Any: each read has wants and results of its own types.
    work: Callable[[list[Any]], Sequence[Any]]
    results: dict[Any, asyncio.Future[Any]]
    most: int

    @property
    def is_full(self) -> bool:
        """Whether it can take nobody more."""
        return len(self.results) >= self.most


class Readers:
    """Few threads that read in the order they were asked, so that running tables go on meanwhile.

    Of several lines they read the first that is not empty. Whoever asks for what somebody else still waits for gets the
    same result: a read that has not begun yet is as new as one's own. They go on few at a time, in turns of the loop: a
    crowd gets its results at once.
    """

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "opening")
        self._idle = threads
        self._lines: tuple[deque[_Read], ...] = tuple(deque() for _ in Line)
        self._unread = threading.Semaphore(0)
        self._lock = threading.Lock()
        self._not_begun: dict[Hashable, _Read] = {}
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]] = WeakKeyDictionary()

    async def read(self, line: Line, work: Callable[[*Arguments], Result], *args: *Arguments) -> Result:
        """What `work` returns or raises for these arguments, which are hashable and all that it depends on."""
        found: Result = await self._result(line, (work, args), lambda _: [work(*args)], None, most=1)
        return found

    async def read_together(
        self, line: Line, work: Callable[[list[Wanted]], Sequence[Result]], wanted: Wanted
    ) -> Result:
        """What `work` finds for `wanted`; it is called once for what up to `MOST_TOGETHER` in the line want.

        It returns a result for each, in their order. If it fails for several, it is called for each of them.
        """
        found: Result = await self._result(line, work, work, wanted, most=MOST_TOGETHER)
        return found

    async def _result(
        self, line: Line, key: Hashable, work: Callable[[list[Any]], Sequence[Any]], wanted: Hashable, *, most: int
    ) -> Any:  # whatever the work finds
        loop = asyncio.get_running_loop()
        key = loop, key
        with self._lock:
            read = self._not_begun.get(key)
            is_new = read is None or (read.is_full and wanted not in read.results)
            if read is None or is_new:
                read = self._not_begun[key] = _Read(key, loop, work, {}, most)
                self._lines[line].append(read)
            if wanted not in read.results:
                read.results[wanted] = loop.create_future()
        if is_new:
            self._unread.release()
            self._wake_thread()
        # Others may wait for it when this socket ends.
        found = await asyncio.shield(read.results[wanted])
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
        for _ in range(min(TURNS_AT_ONCE, len(turns))):
            turn = turns.popleft()
            if not turn.done():
                turn.set_result(None)
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
                    # From now on it may miss a change, so later sockets read again.
                    if self._not_begun.get(read.key) is read:
                        del self._not_begun[read.key]
                began = time.thread_time()
                self._carry_out(read)
                if line is Line.SHOWN and self._lines[line]:
                    time.sleep((time.thread_time() - began) * SHARE_OF_PLAY)
                elif self._is_filling():
                    time.sleep(FILLING_SECONDS)
        finally:
            connections.close_all()
            with self._lock:
                self._idle += 1
                is_late = any(self._lines)
            if is_late:
                self._wake_thread()

    def _is_filling(self) -> bool:
        """Whether the next read is of those who come, and has room for more of them."""
        with self._lock:
            waiting = [self._lines[line][0] for line in (Line.OPENING, Line.ARRIVED) if self._lines[line]]
            return bool(waiting) and not waiting[0].is_full

    def _carry_out(self, read: _Read) -> None:
        wanted = list(read.results)
        try:
            found = dict(zip(wanted, read.work(wanted), strict=True))
        except Exception as fault:
            connections.close_all()
            if len(wanted) == 1:
                read.loop.call_soon_threadsafe(read.results[wanted[0]].set_exception, fault)
                return
            for one in wanted:
                self._carry_out(read._replace(results={one: read.results[one]}))
        else:
            read.loop.call_soon_threadsafe(_give, read.results, found)


def _give(results: dict[Any, asyncio.Future[Any]], found: dict[Any, Any]) -> None:  # whatever the work finds
    for wanted, result in results.items():
        result.set_result(found[wanted])


_READERS = Readers(THREADS)
in_turn = partial(_READERS.read, Line.OPENING)
after_all = partial(_READERS.read, Line.SHOWN)
together_in_turn = partial(_READERS.read_together, Line.OPENING)
together_as_newcomers = partial(_READERS.read_together, Line.ARRIVED)
together_after_all = partial(_READERS.read_together, Line.SHOWN)
