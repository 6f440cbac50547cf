"""The timer by which simulated players act."""

import asyncio
from time import perf_counter

from pokerroom.loadtest.exact_timer import ExactTimer


async def test_calls_come_in_the_order_in_which_they_are_due_and_none_too_early() -> None:
    called: list[tuple[str, bool]] = []
    done = asyncio.Event()

    def call(name: str, due: float) -> None:
        called.append((name, perf_counter() >= due))
        if len(called) == 3:
            done.set()

    with ExactTimer() as timer:
        for name, seconds in (("last", 0.02), ("first", 0.001), ("second", 0.01)):
            timer.call_later(seconds, call, name, perf_counter() + seconds)
        await done.wait()
    assert called == [("first", True), ("second", True), ("last", True)]


async def test_a_call_may_ask_for_another_at_once() -> None:
    done = asyncio.Event()
    with ExactTimer() as timer:
        timer.call_later(0, timer.call_later, 0, done.set)
        await done.wait()


async def test_a_time_that_is_set_while_one_has_come_is_not_lost() -> None:
    done = asyncio.Event()
    with ExactTimer() as timer:
        timer.call_later(0, lambda: None)
        timer._call_due()
        # The loop still knows of the time that has come, but there is nothing to be read of it any more.
        timer.call_later(0.005, done.set)
        timer._call_due()
        await done.wait()


async def test_nothing_is_called_after_the_end() -> None:
    called: list[int] = []
    with ExactTimer() as timer:
        timer.call_later(0.001, called.append, 1)
    await asyncio.get_running_loop().run_in_executor(None, _wait_until, perf_counter() + 0.005)
    assert not called


def _wait_until(moment: float) -> None:
    while perf_counter() < moment:
        pass
