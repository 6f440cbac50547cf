"""Rule H5 on a live table: the chances of open hands reach everybody, after the deal and without holding it up."""

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
from tests.games.support.live_hosts import QUICK, ViewListener, hosting, open_table, sit, until
from tests.games.web.scenes.games import Play

pytestmark = pytest.mark.django_db(transaction=True)


class Witness(ViewListener):
    """Keeps every view as it came."""

    def changed(self) -> None:
        super().changed()
        assert self.view
        self.seen = [*getattr(self, "seen", []), self.view]


def told(view: TableView | None) -> list[int]:
    """The figures in a view."""
    return [seat.equity for seat in view.seats if seat.equity >= 0] if view else []


@pytest.fixture
def slow_board(alice: User, bob: User) -> Table:
    """Alice and Bob, at a table that runs boards out slowly."""
    made = open_table(clock=QUICK._replace(run_out=20_000, show=20_000))
    sit(alice, made, seat=0)
    sit(bob, made, seat=1)
    return made


async def all_in(table: Table, *people: User) -> None:
    """The first to act moves all-in and is called."""
    both = [await ViewListener(table, person.pk).begin() for person in people]
    first = await until(lambda: next((ear for ear in both if ear.my_turn), None))
    other = next(ear for ear in both if ear is not first)
    assert first.own
    assert (await first.act("raise", amount=first.own.choices.max_to)).ok
    assert (await other.act("call")).ok


async def test_h5_the_figures_come_to_watchers_right_behind_the_hands(
    slow_board: Table, alice: User, bob: User
) -> None:
    async with hosting(Host()):
        rail = Witness(slow_board)
        await rail.begin()
        await all_in(slow_board, alice, bob)
        await until(lambda: told(rail.view))
        assert rail.view
        assert 990 <= sum(told(rail.view)) <= 1010
        open_first = next(view for view in rail.seen if any(seat.shown for seat in view.seats))
        # The hands were shown at once, the figures in a second picture of the same version.
        assert told(open_first) == []
        assert open_first.version == next(view.version for view in rail.seen if told(view))
        for view in rail.seen:
            assert not told(view) or all(seat.shown for seat in view.seats if seat.state in ("in_hand", "all_in"))


async def test_h5_who_looks_later_is_shown_them_too(slow_board: Table, alice: User, bob: User) -> None:
    async with hosting(Host()):
        rail = await ViewListener(slow_board).begin()
        await all_in(slow_board, alice, bob)
        await until(lambda: told(rail.view))
        late = await ViewListener(slow_board).begin()
        await until(lambda: told(late.view))


def open_hands() -> Play:
    """A run-out that waits for its next street."""
    play = Play("holdem", "nl", 3, seed=12, stack=20, run_it=1)
    play.act(RaiseTo(play.hand.legal().max_to))
    while play.hand.to_act >= 0:
        play.act(Call())
    return play


def view_of(play: Play) -> TableView:
    """What everybody sees."""
    return public_view(play.table, table_id=1, version=1)


async def test_the_sums_are_done_in_their_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[str] = []
    heard = asyncio.Event()

    def note(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        where.append(threading.current_thread().name)
        return equity_of(spot)

    def put(message: TableMessage) -> bool:
        heard.set()
        return message is Wake.EQUITY_FOUND

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=put, worker=worker, calculate=note)
    assert told(runner.with_equity(view_of(play), play.hand)) == []
    await asyncio.wait_for(heard.wait(), 60)
    assert len(told(runner.with_equity(view_of(play), play.hand))) == 3
    assert where[0].startswith("worker")
    # The same open cards are not worked out again.
    runner.with_equity(view_of(play), play.hand)
    assert len(where) == 1
    worker.stop()


async def idle(worker: WorkerThread) -> None:
    """Waits until a worker has done all it was given, and its results have been received."""
    await worker.run(int)
    await asyncio.sleep(0.05)


async def test_h5_equity_that_comes_too_late_is_not_shown() -> None:
    heard = asyncio.Event()

    def put(message: TableMessage) -> bool:
        heard.set()
        return True

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=put, worker=worker)
    runner.with_equity(view_of(play), play.hand)
    play.over()
    runner.with_equity(view_of(play), play.hand)
    await idle(worker)
    assert not heard.is_set()
    assert told(runner.with_equity(view_of(play), play.hand)) == []
    worker.stop()


async def test_a_spot_that_cannot_be_worked_out_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(spot: AllInSpot) -> tuple[AllInEquity, ...]:
        raise ValueError(f"a card is named twice: {spot.hands}")

    worker, play = WorkerThread(), open_hands()
    runner = EquityRunner(1, put=lambda message: True, worker=worker, calculate=broken)
    runner.with_equity(view_of(play), play.hand)
    await idle(worker)
    assert told(runner.with_equity(view_of(play), play.hand)) == []
    assert [record.getMessage() for record in caplog.records] == ["Table 1 has no equity to show: ValueError"]
    worker.stop()


def test_h5_equity_depends_on_the_open_cards_alone() -> None:
    spot = AllInSpot("omaha", ((0, (1, 2, 3, 4)), (1, (5, 6, 7, 8))), (), (), 44)
    one, other = random_source(spot), random_source(AllInSpot(*spot))
    rolls = [one(52) for _ in range(500)]
    assert rolls == [other(52) for _ in range(500)]
    assert 0 <= min(rolls) < max(rolls) <= 51
    assert equity_of(spot) == equity_of(spot)
