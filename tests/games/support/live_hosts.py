"""Live hosts for tests: tables with a quick clock, players with money, and listeners to their messages."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async

from cashier import api as cashier
from games import api
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.views.types import OwnView, TableView
from games.live.host import Host
from games.live.hosting.clock_and_shuffle import HostClock
from games.messaging.chat import ChatEntry
from games.messaging.messages import Answer
from games.models import Decision, Table
from games.web.sockets.feed import Feed
from pokerroom.models import User
from tests.games.support.tables import SteppedHost

QUICK_CLOCK = Clock(show=200, run_out=10, after_fold=10, after_showdown=10, draw_shown=0)
BLINDS = Stakes(Structure.NO_LIMIT, 100, 200)


class SetClock(HostClock):
    """A clock that a test can set forward in addition to real time."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped = 0

    def now(self) -> int:
        return super().now() + self.skipped


def holdem(clock: Clock = QUICK_CLOCK) -> Rules:
    """No-limit hold'em 1/2 without rake."""
    return Rules(CATALOGUE["holdem"], BLINDS, clock=clock)


def open_table(name: str = "Quick", *, seats: int = 6, bots: int = 0, clock: Clock = QUICK_CLOCK) -> Table:
    """An open table."""
    return api.open_table(name=name, rules=holdem(clock), seats=seats, bots=bots, currency="PLAY")


def sit(user: User, table: Table, *, seat: int = -1, amount: int = 200_00) -> None:
    """Gives the player money and orders a seat."""
    cashier.open_wallet(user_id=user.pk, name=user.display_name, grant=1_000_00, currency="PLAY")
    api.take_seat(user=user, table_id=table.pk, seat=seat, amount=amount)


def seat_those_who_wait(*of: Table) -> None:
    """Carries out the orders for seats at these tables before a host runs them, by the clock on the wall."""
    for table in of:
        SteppedHost(table.pk, now=HostClock().now()).read_inbox()


async def until(holds: Callable[[], Any], *, within: float = 30.0) -> Any:
    """Waits until a condition holds; fails after `within` seconds."""
    end = time.monotonic() + within
    while not (found := holds()):
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.005)
    return found


async def until_stored(holds: Callable[[], Any], *, within: float = 60.0) -> Any:
    """Waits until a condition on the database holds; fails with its last value after `within` seconds."""
    end = time.monotonic() + within
    check = sync_to_async(holds)
    while not (found := await check()):
        assert time.monotonic() < end, f"it did not happen in time: {found!r}"
        await asyncio.sleep(0.02)
    return found


@asynccontextmanager
async def hosting(*hosts: Host) -> AsyncIterator[list["asyncio.Task[None]"]]:
    """Runs hosts in this loop, and stops them and the loop's feed afterwards."""
    tasks = [asyncio.create_task(host.run()) for host in hosts]
    try:
        yield tasks
    finally:
        for host in hosts:
            host.stop()
        await asyncio.gather(*tasks, return_exceptions=True)
        await Feed.current().close()


class ViewListener:
    """Receives the views of one player (0: a watcher) at a table through this process's feed."""

    def __init__(self, table: Table, player: int = 0, feed: Feed | None = None) -> None:
        self.table = table.pk
        self.player = player
        self.lines: list[ChatEntry] = []
        self.changes = 0
        self.silences = 0
        self.feed = feed or Feed.current()

    async def begin(self) -> "ViewListener":
        """Starts watching."""
        self.watched = await self.feed.watch(self.table, self)
        return self

    def view_changed(self) -> None:
        self.changes += 1

    def chat_posted(self, entry: ChatEntry) -> None:
        self.lines.append(entry)

    def table_silent(self) -> None:
        self.silences += 1

    @property
    def view(self) -> TableView | None:
        """The newest public view."""
        return self.watched.view

    @property
    def own(self) -> OwnView | None:
        """The newest own view."""
        return self.watched.own_views.get(self.player)

    @property
    def my_turn(self) -> bool:
        """Whether the player may act, by the newest views."""
        own, view = self.own, self.view
        if not own or not own.choices or not view or not view.turn:
            return False
        return (own.seat, own.hand, own.turn) == (view.turn.seat, view.hand, view.turn.number)

    async def ask(self, body: dict[str, Any]) -> Answer:
        """Sends a request to the table and returns its answer."""
        answer = await self.feed.ask(self.table, self.player, body)
        assert answer is not None, "the table did not answer"
        return answer

    def body(self, action: str, **more: Any) -> dict[str, Any]:
        """Acts on the turn that the player sees."""
        own = self.own
        assert own
        assert own.choices
        act = {"do": "act", "hand": own.hand, "turn": own.turn, "price": own.choices.call, "action": action}
        return {**act, **more}

    async def act(self, action: str, **more: Any) -> Answer:
        """Waits for the turn, then acts."""
        await until(lambda: self.my_turn)
        return await self.ask(self.body(action, **more))


async def watch_as(of: Table, *people: User) -> list[ViewListener]:
    """One listener for each of the players at this table."""
    return [await ViewListener(of, person.pk).begin() for person in people]


def decision_numbers(of: Table) -> list[int]:
    """The numbers of the table's decisions, in order."""
    return list(Decision.objects.filter(table=of).order_by("number").values_list("number", flat=True))
