"""T3, F4: real tables tell a tournament's director of lost connections, which pauses it and goes on by itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from asgiref.sync import sync_to_async

from backoffice.models import StaffAct
from games.engine.events.kinds import PauseReason, WaitKind
from games.live.hosting.leased_runner import Slot
from games.live.hosting.table_messages import Wake as TableWake
from games.messaging.messages import ReadInbox, Watch
from games.models.tournament_reports import TableConnections
from games.tournament_tables import connections
from pokerroom.models import User
from tests.games.support.stepped_consumers import SteppedClock, SteppedTable, stepped_context
from tests.games.support.tables import person
from tests.tournaments.support.tournaments import DEEP, QUICK, announcement, enter_all, events_of
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.live.director import TournamentConsumer, Wake
from tournaments.store.table_orders import TableOrders

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = 1_000
CLOCK = QUICK._replace(turn=20_000)
NAMES = ("Adam", "Bela", "Cyril", "David")


class Evening:
    """A tournament of two tables with two players each, whose consumers a test steps by one clock."""

    def __init__(self, tournament: int, players: list[User]) -> None:
        self.id, self.players = tournament, players
        self.clock = SteppedClock()
        self.tables: list[SteppedTable] = []
        self.director = self.new_director()
        self.directors = [self.director]

    def new_director(self) -> TournamentConsumer:
        """A consumer of the tournament, as at a new host."""
        return TournamentConsumer(slot=Slot[Wake](self.id, 8), context=stepped_context(self.clock))

    async def begin(self) -> None:
        """Starts the tournament; everybody has opened the table."""
        await self.director.open()
        ids = (await sync_to_async(TableOrders)(self.id)).table_ids
        for table_id in ids.values():
            table = SteppedTable(table_id)
            table.time.time = self.clock.time
            self.tables.append(table)
            await table.open()
        await self.show(*self.players)

    async def show(self, *players: User) -> None:
        """The pages of these players report to their tables."""
        for table in self.tables:
            for user in players:
                if table.table.player_seat(user.pk) is not None:
                    await table.handle(Watch(table.id, user.pk, "web"))

    async def close(self, *players: User) -> None:
        """The last pages of these players close."""
        for table in self.tables:
            for user in players:
                if table.table.player_seat(user.pk) is not None:
                    await table.handle(Watch(table.id, user.pk, "web", ends=True))

    async def pass_time(self, seconds: int, *there: User) -> None:
        """Time passes, second by second, in which these players stay and everybody does what is due."""
        for _ in range(seconds):
            self.clock.time += SECOND
            await self.show(*there)
            for table in self.tables:
                table.time.time = self.clock.time
                await table.handle(ReadInbox(table.id))
                await table.handle(TableWake.TICK)
                await table.handle(TableWake.SWEEP)
                await self.act(table, *there)
            await self.director.handle(Wake.READ)

    async def act(self, table: SteppedTable, *there: User) -> None:
        """Whoever of these players is to act at the table checks or folds."""
        hand = table.table.hand if table.table.wait.kind == WaitKind.TURN else None
        if hand is not None and table.table.seat(hand.to_act).player in {user.pk for user in there}:
            await table.do(table.next_act(hand.default_action()))

    async def replace_director(self) -> None:
        """The director's host is killed, and another continues."""
        self.director.close()
        self.director = self.new_director()
        self.directors.append(self.director)
        await self.director.open()

    async def reasons(self) -> list[str]:
        """Why the tournament has been paused and resumed."""
        events = await sync_to_async(events_of)(self.id)
        return [event.why for event in events if isinstance(event, ev.Paused | ev.Resumed)]

    async def hands(self) -> int:
        """How many hands have been released."""
        events = await sync_to_async(events_of)(self.id)
        return sum(isinstance(event, ev.HandReleased) for event in events)

    async def end(self) -> None:
        """Stops all threads."""
        consumers: list[SteppedTable | TournamentConsumer] = [*self.tables, *self.directors]
        for consumer in consumers:
            consumer.close()
            await sync_to_async(consumer.threads.stop)()
            consumer.context.worker.stop()


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    """A tournament of four people that has been running for half a minute."""

    def announced() -> tuple[int, list[User]]:
        players = [person(name) for name in NAMES]
        tournament = api.announce(setup=announcement(max_players=4, seats=2, structure=DEEP, clock=CLOCK))
        enter_all(tournament, players)
        return tournament, players

    running = Evening(*await sync_to_async(announced)())
    try:
        await running.begin()
        await running.pass_time(30, *running.players)
        yield running
    finally:
        await running.end()


async def test_T3_F4_a_mass_outage_pauses_within_ten_seconds_and_ends_by_itself() -> None:
    async with evening() as running:
        adam, *others = running.players
        await running.close(*others)
        await running.pass_time(10, adam)
        assert await running.reasons() == [PauseReason.LOST]
        assert all(table.table.pause_reason == PauseReason.LOST for table in running.tables if not table.table.running)
        await running.pass_time(60, adam)
        hands = await running.hands()
        await running.pass_time(30, adam)
        assert await running.hands() == hands, "no hand is dealt"
        await running.pass_time(12, *running.players)
        assert await running.reasons() == [PauseReason.LOST, PauseReason.BACK]
        await running.pass_time(3, *running.players)
        assert await running.hands() > hands
        acts = await sync_to_async(lambda: list(StaffAct.objects.order_by("number")))()
        assert [act.act for act in acts] == ["tournament.paused_for_outage", "tournament.resumed_after_outage"]
        assert {act.by_id for act in acts} == {None}, "the room is the author"


async def test_T3_a_short_restart_of_the_web_process_pauses_nothing() -> None:
    async with evening() as running:
        await running.close(*running.players)
        await running.pass_time(4)
        await running.pass_time(20, *running.players)
        assert await running.reasons() == []


async def test_X1_T3_a_new_director_and_new_hosts_of_tables_keep_the_pause_and_end_it() -> None:
    async with evening() as running:
        adam, *others = running.players
        await running.close(*others)
        await running.pass_time(10, adam)
        await running.replace_director()
        await running.pass_time(5, adam)
        assert await running.reasons() == [PauseReason.LOST]
        assert running.director.state.outage is not None
        await running.pass_time(300, adam)
        assert await running.reasons() == [PauseReason.LOST, PauseReason.LONG]
        await running.pass_time(20, adam)
        assert len(await running.reasons()) == 2, "who is still missing is no new outage"


async def test_X1_a_host_that_has_lost_a_table_replaces_nothing_newer() -> None:
    async with evening() as running:
        table = running.tables[0].id

        def stored(number: int, *players: tuple[int, int]) -> dict[int, int]:
            connections.store(table_id=table, tournament=running.id, number=number, players=players)
            return connections.disconnected_players(running.id)

        store = sync_to_async(stored)
        assert await store(70) == {}
        assert not await sync_to_async(TableConnections.objects.exists)(), "nobody is missing: there is no row"
        assert await store(70, (5, 1_000)) == {5: 1_000}
        assert await store(69, (6, 2_000)) == {5: 1_000}
        assert await store(71) == {}


async def test_F4_a_directors_command_ends_the_pause_for_good(dana: User) -> None:
    async with evening() as running:
        adam, *others = running.players
        await running.close(*others)
        await running.pass_time(10, adam)
        await sync_to_async(api.direct)(user=dana, tournament_id=running.id, command=cm.Resume("go"), why="go")
        await running.pass_time(20, adam)
        assert await running.reasons() == [PauseReason.LOST, "go"]
