"""Rule H5 on a live table: the equity of face-up hands is sent after the deal, which does not wait for it."""

import asyncio
import threading

import pytest

from games.engine.hand.actions import Call, RaiseTo
from games.engine.views.all_in_equity import AllInEquity, AllInSpot
from games.engine.views.types import TableView
from games.engine.views.visibility import public_view
from games.live.equity_runner import EquityRunner, equity_of, random_source
from games.live.host import Host
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.hosting.threads import WorkerThread
from games.models import Table
from pokerroom.models import User
from tests.games.support.live_hosts import QUICK_CLOCK, ViewListener, hosting, open_table, sit, until
from tests.games.web.scenes.games import Play

pytestmark = pytest.mark.django_db(transaction=True)


class ViewRecorder(ViewListener):
    """Keeps every public view it receives."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.views: list[TableView] = []

    def view_changed(self) -> None:
        super().view_changed()
        assert self.view
        self.views.append(self.view)


def equities(view: TableView | None) -> list[int]:
    """The equities shown in a view."""
    return [seat.equity for seat in view.seats if seat.equity >= 0] if view else []


@pytest.fixture
def slow_board(alice: User, bob: User) -> Table:
    """Alice and Bob, at a table that runs boards out slowly."""
    made = open_table(clock=QUICK_CLOCK._replace(run_out=20_000, show=20_000))
    sit(alice, made, seat=0)
    sit(bob, made, seat=1)
    return made


async def all_in(table: Table, *people: User) -> None:
    """The first to act moves all-in and is called."""
    both = [await ViewListener(table, person.pk).begin() for person in people]
    first = await until(lambda: next((player for player in both if player.my_turn), None))
    other = next(player for player in both if player is not first)
    assert first.own
    assert (await first.act("raise", amount=first.own.choices.max_to)).ok
    assert (await other.act("call")).ok


async def test_h5_watchers_see_the_open_hands_first_and_then_their_equity(
    slow_board: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()):
        rail = ViewRecorder(slow_board)
        await rail.begin()
        await all_in(slow_board, alice, bob)
        await until(lambda: equities(rail.view))
        assert rail.view
        assert 990 <= sum(equities(rail.view)) <= 1010
        open_first = next(view for view in rail.views if any(seat.shown for seat in view.seats))
        # The hands are shown at once, their equity in a second view of the same version.
        assert equities(open_first) == []
        assert open_first.version == next(view.version for view in rail.views if equities(view))
        for view in rail.views:
            assert not equities(view) or all(seat.shown for seat in view.seats if seat.state in ("in_hand", "all_in"))


async def test_h5_watchers_who_come_later_see_the_equity_too(slow_board: Table, alice: User, bob: User) -> None:
    async with hosting(Host()):
        rail = await ViewListener(slow_board).begin()
        await all_in(slow_board, alice, bob)
        await until(lambda: equities(rail.view))
        late = await ViewListener(slow_board).begin()
        await until(lambda: equities(late.view))


def open_hands() -> Play:
    """An all-in hand of three players before the next street is dealt."""
    play = Play("holdem", "nl", 3, seed=12, stack=20, run_it=1)
    play.act(RaiseTo(play.hand.legal().max_to))
    while play.hand.to_act >= 0:
        play.act(Call())
    return play


def view_of(play: Play) -> TableView:
    """The public view."""
    return public_view(play.table, table_id=1, version=1)


async def test_equity_is_calculated_in_a_worker_thread_and_once_for_the_same_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[str] = []
    received = asyncio.Event()

    def note(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        threads.append(threading.current_thread().name)
        return equity_of(spot)

    def put(message: TableMessage) -> bool:
        received.set()
        return message is Wake.EQUITY_FOUND

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=put, worker=worker, calculate=note)
    assert equities(runner.with_equity(view_of(play), play.hand)) == []
    await asyncio.wait_for(received.wait(), 60)
    assert len(equities(runner.with_equity(view_of(play), play.hand))) == 3
    assert threads[0].startswith("worker")
    runner.with_equity(view_of(play), play.hand)
    assert len(threads) == 1
    worker.stop()


async def idle(worker: WorkerThread) -> None:
    """Waits until the worker has finished and its results have been received."""
    await worker.run(int)
    await asyncio.sleep(0.05)


async def test_h5_equity_that_comes_too_late_is_not_shown() -> None:
    received = asyncio.Event()

    def put(message: TableMessage) -> bool:
        received.set()
        return True

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=put, worker=worker)
    runner.with_equity(view_of(play), play.hand)
    play.over()
    runner.with_equity(view_of(play), play.hand)
    await idle(worker)
    assert not received.is_set()
    assert equities(runner.with_equity(view_of(play), play.hand)) == []
    worker.stop()


async def test_equity_counts_burnt_cards_among_those_that_may_come() -> None:
    spots: list[AllInSpot] = []

    def note(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        spots.append(spot)
        return ()

    worker, play = WorkerThread(), Play("holdem", "nl", 2, seed=12, stack=20, run_it=1).street(1)
    play.act(RaiseTo(play.hand.legal().max_to))
    play.act(Call())
    runner = EquityRunner(1, put=lambda message: True, worker=worker, calculate=note)
    assert runner.with_equity(view_of(play), None) == view_of(play)
    assert spots == []
    runner.with_equity(view_of(play), play.hand)
    await idle(worker)
    assert [spot[-1] for spot in spots] == [52 - 2 * 2 - 3]
    worker.stop()


async def test_a_calculation_is_abandoned_when_the_table_closes() -> None:
    gate, received = threading.Event(), list[TableMessage]()

    def slow(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        gate.wait(10)
        return ()

    def put(message: TableMessage) -> bool:
        received.append(message)
        return True

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=put, worker=worker, calculate=slow)
    runner.cancel()
    before = asyncio.all_tasks()
    runner.with_equity(view_of(play), play.hand)
    [task] = asyncio.all_tasks() - before
    await asyncio.sleep(0.01)
    runner.cancel()
    await asyncio.wait([task], timeout=1)
    assert task.cancelled()
    gate.set()
    await idle(worker)
    assert received == []
    worker.stop()


async def test_a_failed_calculation_is_logged_without_cards_and_shows_no_equity(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        raise ValueError(f"a card is named twice: {spot.hands}")

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=lambda message: True, worker=worker, calculate=broken)
    runner.with_equity(view_of(play), play.hand)
    await idle(worker)
    assert equities(runner.with_equity(view_of(play), play.hand)) == []
    assert [record.getMessage() for record in caplog.records] == ["Table 1 has no equity to show: ValueError"]
    worker.stop()


def test_h5_equity_depends_on_the_open_cards_alone() -> None:
    spot = AllInSpot("omaha", ((0, (1, 2, 3, 4)), (1, (5, 6, 7, 8))), (), (), 44)
    one, other = random_source(spot), random_source(AllInSpot(*spot))
    rolls = [one(52) for _ in range(500)]
    assert rolls == [other(52) for _ in range(500)]
    assert 0 <= min(rolls) < max(rolls) <= 51
    assert equity_of(spot) == equity_of(spot)
