"""Leased rows at one host: their queues, and when a consumer starts, starts afresh, stops and is handed over."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from games.live.hosting import leased_runner
from games.live.hosting.leased_runner import (
    BACKOFF_SECONDS,
    LEASE_SECONDS,
    NO_LIMIT,
    RETRY_SECONDS,
    STEADY_AFTER_SECONDS,
    LeasedConsumer,
    LeasedRunner,
    Slot,
)
from games.messaging.messages import Message, ReadInbox
from games.models import Table
from games.store import leases
from games.store.leases import LeasedRows
from tests.games.live.hosting.test_slot import Alarm, Item, taken
from tests.games.support.live_hosts import until
from tests.games.support.stepped_consumers import START_MS, stepped_context


class Clerk(LeasedConsumer[Item]):
    """Notes what happens to it; `faults` are raised one after another when it opens."""

    faults: list[Exception]

    def __init__(self, *, slot: Slot[Item], context: Any) -> None:
        super().__init__(slot=slot, context=context)
        self.seen: list[object] = []

    async def open(self) -> None:
        self.seen.append("open")
        if self.faults:
            raise self.faults.pop(0)

    async def handle(self, item: Item) -> None:
        self.seen.append(item)

    def close(self) -> None:
        self.seen.append("close")


class Office(LeasedRunner[Item]):
    """Runs clerks; keeps those it made, and how often its leases were renewed."""

    name = "desk"
    rows = LeasedRows(Table.objects.none)
    queue_size = 5

    def __init__(self, **more: Any) -> None:
        self.changes = self.renewals = 0
        self.faults: list[Exception] = []
        self.clerks: list[Clerk] = []
        super().__init__(stepped_context(), self.changed, **more)

    async def work(self, slot: Slot[Item]) -> None:
        """Runs the clerks of one desk."""
        await self._run(slot)

    async def changed(self) -> None:
        self.changes += 1

    async def renewed(self) -> None:
        self.renewals += 1

    def group(self, pk: int) -> str:
        return f"desk.{pk}"

    def deliver(self, message: Message) -> None: ...

    def consumer(self, slot: Slot[Item]) -> Clerk:
        clerk = Clerk(slot=slot, context=self.context)
        clerk.faults = self.faults
        self.clerks.append(clerk)
        return clerk


class Lessor:
    """The leases of one host, without a database."""

    def __init__(self) -> None:
        self.free: list[int] = []
        self.held: list[int] = []
        self.asked: list[tuple[str, float, int]] = []
        self.released = 0
        self.now = START_MS + 5_000
        self.faults: list[Exception] = []
        self.during: Callable[[], None] = lambda: None

    def renew(self, rows: object, owner: str, now: int, seconds: float) -> list[int]:
        self.during()
        if self.faults:
            raise self.faults.pop()
        assert (owner, now, seconds) == ("here", self.now, LEASE_SECONDS)
        return list(self.held)

    def lease(self, rows: object, owner: str, now: int, seconds: float, limit: int) -> list[int]:
        self.asked.append((owner, seconds, limit))
        found, self.free = self.free[:limit], self.free[limit:]
        self.held += found
        return found

    def release(self, rows: object, owner: str) -> int:
        self.released += 1
        assert owner == "here"
        return 0


@pytest.fixture
def lessor(monkeypatch: pytest.MonkeyPatch) -> Lessor:
    """Leases without a database."""
    made = Lessor()
    for name in ("renew", "lease", "release"):
        monkeypatch.setattr(leases, name, getattr(made, name))
    monkeypatch.setattr(leases, "database_now", lambda: made.now)
    return made


@pytest.fixture
def office(lessor: Lessor) -> Iterator[Office]:
    """An office of up to three desks."""
    made = Office(limit=3)
    yield made
    made.context.threads.stop()
    made.context.worker.stop()


async def renew(office: Office) -> None:
    """Lets a running office renew its leases once more."""
    before = office.renewals
    office.renew_now()
    await until(lambda: office.renewals > before)


async def running(office: Office) -> "asyncio.Task[None]":
    """The office at work, after it has taken its first leases."""
    task = asyncio.create_task(office.run())
    await until(lambda: office.renewals == office.changes == 1)
    await asyncio.sleep(0)
    return task


async def end(office: Office, task: "asyncio.Task[None]") -> None:
    task.cancel()
    await office.cancel()


async def test_a_consumer_handles_items_until_it_is_stopped_and_is_closed(lessor: Lessor, office: Office) -> None:
    lessor.free = [4, 9]
    task = await running(office)
    assert office.groups == {"desk.4", "desk.9"}
    assert office.slots[9].put(ReadInbox(9))
    clerk = next(clerk for clerk in office.clerks if clerk.id == 9)
    await until(lambda: clerk.seen == ["open", ReadInbox(9)])
    lessor.held = [4]
    await renew(office)
    await until(lambda: clerk.seen == ["open", ReadInbox(9), "close"])
    await renew(office)
    assert (office.groups, len(office.clerks)) == ({"desk.4"}, 2)
    await end(office, task)
    assert all(clerk.seen[-1] == "close" for clerk in office.clerks)


async def test_a_host_leases_rows_up_to_its_limit_and_goes_by_the_databases_clock(
    lessor: Lessor, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[int] = []
    monkeypatch.setattr(office.context.clock, "set", times.append)
    lessor.held, lessor.free = [1], [2, 3, 4]
    task = await running(office)
    assert lessor.asked == [("here", LEASE_SECONDS, 2)]
    assert sorted(office.slots) == [1, 2, 3]
    await renew(office)
    assert (len(lessor.asked), len(office.clerks), times) == (1, 3, [lessor.now] * 2)
    await end(office, task)
    unlimited = Office()
    lessor.held, lessor.free = [], [5]
    task = await running(unlimited)
    assert lessor.asked[-1] == ("here", LEASE_SECONDS, NO_LIMIT)
    await end(unlimited, task)
    await asyncio.to_thread(unlimited.context.threads.stop)


async def test_a_frozen_row_is_kept_without_a_lease_and_loaded_anew_with_one(lessor: Lessor, office: Office) -> None:
    lessor.free = [4]
    task = await running(office)
    slot = office.slots[4]
    slot.frozen, lessor.held = True, []
    await renew(office)
    assert not slot.stopping
    lessor.free = [4]
    await renew(office)
    assert slot.stopping
    await until(lambda: office.clerks[0].seen[-1] == "close")
    await renew(office)
    await until(lambda: len(office.clerks) == 2)
    assert (office.slots[4] is slot, office.slots[4].frozen) == (False, False)
    await end(office, task)


async def test_leases_that_could_not_be_renewed_leave_the_consumers_alone(
    lessor: Lessor, office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    lessor.free = [4]
    task = await running(office)
    lessor.faults = [RuntimeError("no database")]
    office.renew_now()
    await until(lambda: not lessor.faults)
    await renew(office)
    assert (len(office.clerks), office.slots[4].stopping) == (1, False)
    assert "The leases of desks could not be renewed: RuntimeError" in caplog.text
    await end(office, task)


async def test_leases_are_renewed_once_when_asked_and_otherwise_after_a_while(
    lessor: Lessor, office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = await running(office)
    await renew(office)
    await asyncio.sleep(0.05)
    assert office.renewals == 2
    monkeypatch.setattr(leased_runner, "RENEW_EVERY_SECONDS", 0.01)
    await renew(office)
    await until(lambda: office.renewals > 4)
    await end(office, task)


async def test_a_consumer_that_crashes_starts_afresh_after_longer_and_longer_waits(
    lessor: Lessor, office: Office, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits: list[float] = []
    times = iter([value for lasted in [1.0] * 8 + [STEADY_AFTER_SECONDS, 30.5, 1.0] for value in (0.0, lasted)] + [0.0])

    async def waited(seconds: float) -> None:
        waits.append(seconds)

    slot, office.faults = Slot[Item](4, 5), [RuntimeError("As Kd") for _ in range(11)]
    with monkeypatch.context() as patch:
        patch.setattr(asyncio, "sleep", waited)
        patch.setattr(leased_runner, "time", SimpleNamespace(monotonic=lambda: next(times)))
        slot.put(ReadInbox(4))
        work: Awaitable[None] = office.work(slot)
        task = asyncio.ensure_future(work)
        for _ in range(200):
            await asyncio.wait([task], timeout=0)
    first, longest = BACKOFF_SECONDS
    assert waits == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, longest, longest, longest, first, 2 * first]
    assert [clerk.seen for clerk in office.clerks] == [["open", "close"]] * 11 + [["open", ReadInbox(4)]]
    assert "Desk 4 starts afresh after RuntimeError" in caplog.text
    assert "As Kd" not in caplog.text
    slot.stop()
    await asyncio.wait_for(task, 1)
    assert office.clerks[-1].seen[-1] == "close"


async def test_a_stopped_row_does_not_start_afresh(office: Office) -> None:
    slot, office.faults = Slot[Item](4, 5), [RuntimeError()]
    slot.stop()
    await office.work(slot)
    assert office.clerks == []


async def test_an_office_that_closes_lets_its_consumers_finish_and_gives_everything_back(
    lessor: Lessor, office: Office
) -> None:
    lessor.free = [4, 9]
    task = await running(office)
    await asyncio.wait_for(office.hand_over(), 4)
    assert [clerk.seen for clerk in office.clerks] == [["open", "close"]] * 2
    assert lessor.released == 1
    await asyncio.wait_for(task, 1)
    assert office.renewals <= 2


async def test_an_office_without_rows_closes_too(lessor: Lessor, office: Office) -> None:
    task = await running(office)
    await office.hand_over()
    assert lessor.released == 1
    await asyncio.wait_for(task, 1)


async def test_rows_leased_while_the_office_closes_are_given_back_and_never_started(
    lessor: Lessor, office: Office
) -> None:
    loop, closing = asyncio.get_running_loop(), list[asyncio.Task[None]]()
    begun = asyncio.Event()

    async def close() -> None:
        begun.set()
        await office.hand_over()

    def during() -> None:
        lessor.during = lambda: None
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(2)
        loop.call_soon_threadsafe(lambda: closing.append(loop.create_task(close())))
        asyncio.run_coroutine_threadsafe(begun.wait(), loop).result(2)
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0.02), loop).result(2)

    lessor.free, lessor.during = [4], during
    await asyncio.wait_for(office.run(), 5)
    await closing[0]
    assert (lessor.held, office.clerks, office.slots, lessor.released) == ([4], [], {}, 1)


async def test_what_does_not_fit_into_the_queue_is_put_later_unless_the_row_stops(office: Office) -> None:
    slot = Slot[Item](4, 1)
    clerk = office.consumer(slot)
    later: list[tuple[float, Item]] = []

    def put_later(seconds: float, item: Item) -> asyncio.TimerHandle:
        later.append((seconds, item))
        return asyncio.get_running_loop().call_later(0, str)

    handle = clerk.put_later(0.0, Alarm.BUZZ)
    assert not handle.cancelled()
    assert await taken(slot) is Alarm.BUZZ
    clerk.put_later = put_later  # type: ignore[method-assign]
    clerk.put(ReadInbox(4))
    assert later == []
    clerk.put(Alarm.RING)
    assert later == [(RETRY_SECONDS, Alarm.RING)]
    slot.stop()
    clerk.put(Alarm.RING)
    assert len(later) == 1
