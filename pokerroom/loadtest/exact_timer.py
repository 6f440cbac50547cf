"""A timer of microseconds for an event loop, whose own timers are up to a millisecond late (timerfd of Linux)."""

import asyncio
import ctypes
import heapq
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from time import CLOCK_MONOTONIC, perf_counter
from types import TracebackType
from typing import Any, Final, Self

_libc: Final = ctypes.CDLL(None, use_errno=True)
TFD_TIMER_ABSTIME: Final = 1
ONE_SECOND_NS: Final = 1_000_000_000


class ExactTimer:
    """Calls functions of the running loop when they are due, until its block ends."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[..., object], tuple[Any, ...]]] = []
        self._number = count()

    def __enter__(self) -> Self:
        self._fd = _checked(_libc.timerfd_create(CLOCK_MONOTONIC, os.O_NONBLOCK | os.O_CLOEXEC))
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._fd, self._call_due)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.remove_reader(self._fd)
        os.close(self._fd)

    def call_later(self, seconds: float, call: Callable[..., object], *arguments: Any) -> None:
        """Calls it after so many seconds; what is due earlier is called earlier."""
        heapq.heappush(self._due, (perf_counter() + seconds, next(self._number), call, arguments))
        self._set()

    def _call_due(self) -> None:
        # What was called in the same turn of the loop may have set another time, so that there is nothing to read.
        with suppress(BlockingIOError):
            os.read(self._fd, 8)
        while self._due and self._due[0][0] <= perf_counter():
            _, _, call, arguments = heapq.heappop(self._due)
            call(*arguments)
        if self._due:
            self._set()

    def _set(self) -> None:
        """Has the system wake the loop at the time of the earliest call; the clock of both is the same."""
        # A time of 0 would switch the timer off.
        at = divmod(max(1, int(self._due[0][0] * ONE_SECOND_NS)), ONE_SECOND_NS)
        _checked(_libc.timerfd_settime(self._fd, TFD_TIMER_ABSTIME, struct.pack("4l", 0, 0, *at), None))


def _checked(result: int) -> int:
    """The result of a call of the system; raises OSError if it has failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
