"""F1: the board of a process reads the database after hints and seldom else, however many sockets show the panel."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.rules.stakes import Stakes, Structure
from games.engine.views.kinds import TablePhase
from games.lobby.queries import TableState
from games.messaging import messages
from games.messaging.floor_summary import FloorSummary
from games.messaging.messages import FloorSummaries, Hint
from games.operations.room_tournaments import RunningTournament
from games.text.amounts import AmountFormat
from games.web.floor.panel import board as boards
from games.web.floor.panel.board import READ_AT_LEAST_SECONDS, READ_EVERY_SECONDS, READ_TOURNAMENTS_SECONDS, Board
from games.web.floor.panel.facts import RoomFacts, TableFacts
from games.web.floor.panel.fragments import LIVE, ROW, PanelView
from tests.games.web.sockets.support.stepped import settle
from tests.games.web.sockets.support.stepped_feed import Stand, standing

STAKES = Stakes(Structure.NO_LIMIT, 10, 20)
VIEW = PanelView("en")


class Watched:
    """A board whose reads are counted, and a socket that shows it."""

    def __init__(self, stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tournaments: tuple[RunningTournament, ...] = ()
        self.board, self.stand, self.reads, self.pushes, self.pot = Board(), stand, 0, 0, 0
        self.reads_of_tables = 0
        monkeypatch.setattr(boards, "in_thread", self.in_thread)
        monkeypatch.setattr(boards, "read_facts", self.read)
        monkeypatch.setattr(boards, "read_cash_tables", self.read_cash_tables)

    async def in_thread(self, work: Callable[..., Any], *args: RoomFacts) -> Any:  # whatever the work gives
        return work(*args)

    def read_cash_tables(self, facts: RoomFacts) -> RoomFacts:
        self.reads_of_tables += 1
        return facts

    def read(self) -> RoomFacts:
        self.reads += 1
        tables = (
            TableFacts(one, f"T{one}", 0, "PLAY", AmountFormat(), "holdem", STAKES, 9, 5, 4, 0, 60, TableState.PLAYING)
            for one in (1, 2)
        )
        return RoomFacts(tuple(tables), self.tournaments)

    def board_changed(self) -> None:
        self.pushes += 1

    async def play(self, seconds: int) -> int:
        """The first table acts every second for so long; how often the database was read meanwhile."""
        before = self.reads
        for _ in range(seconds):
            self.pot += 100
            summary = FloorSummary(1, TablePhase.BETTING, 3, self.pot, 5, turn="Anna")
            await self.stand.layer.deliver(FloorSummaries((summary,)))
            await self.stand.clock.skip(1)
        return self.reads - before

    def html(self) -> dict[str, str]:
        """The fragments that the board shows."""
        panel = self.board.panel(VIEW)
        assert panel is not None
        return panel.html

    async def hint(self, group: str) -> None:
        await self.stand.layer.deliver(Hint(group))


def test_F1_play_alone_has_the_database_read_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with standing(monkeypatch) as stand:
            one = Watched(stand, monkeypatch)
            await one.board.add(one, stand.feed)
            await settle()
            assert one.reads == 1
            period = int(READ_AT_LEAST_SECONDS)
            assert await one.play(2 * period + 2) == 2
            assert one.pushes >= 2 * period
            two = Watched(stand, monkeypatch)
            monkeypatch.setattr(boards, "read_facts", one.read)
            await one.board.add(two, stand.feed)
            assert await one.play(2 * period) == 2, "two sockets read no more than one"
            one.tournaments = (RunningTournament(9, "Daily", 20, 8),)
            await one.play(period)
            assert await one.play(30) == 30 // READ_TOURNAMENTS_SECONDS, "tournaments give no hints"
            for socket in (one, two):
                await one.board.remove(socket, stand.feed)
            await settle()

    asyncio.run(run())


def test_F1_a_hint_to_the_floor_is_read_at_once_and_those_of_seats_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with standing(monkeypatch) as stand:
            one = Watched(stand, monkeypatch)
            await one.board.add(one, stand.feed)
            await one.play(2)
            await one.hint(messages.FLOOR)
            assert await one.play(2) == 1
            for _ in range(3):
                await one.hint(messages.LOBBY)
            assert await one.play(int(READ_EVERY_SECONDS)) == 0
            assert one.reads_of_tables == 1, "a seat changes neither calls nor tournaments"
            await one.hint(messages.LOBBY)
            await one.hint(messages.FLOOR)
            assert await one.play(int(READ_EVERY_SECONDS)) == 1
            assert one.reads_of_tables == 1, "all was read, and the seats with it"
            await one.hint(messages.FIGURES)
            assert await one.play(2) == 0, "a hand that is over changes nothing that the floor sees"
            await one.board.remove(one, stand.feed)
            await settle()

    asyncio.run(run())


def test_F1_a_room_in_which_nothing_happens_is_read_again_as_hints_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with standing(monkeypatch) as stand:
            one = Watched(stand, monkeypatch)
            await one.board.add(one, stand.feed)
            await settle()
            for _ in range(int(READ_AT_LEAST_SECONDS + READ_TOURNAMENTS_SECONDS)):
                await stand.clock.skip(1)
            assert one.reads == 2
            await one.board.remove(one, stand.feed)
            await settle()

    asyncio.run(run())


def test_F1_only_the_table_that_has_acted_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with standing(monkeypatch) as stand:
            one = Watched(stand, monkeypatch)
            await one.board.add(one, stand.feed)
            await one.play(2)
            before = one.html()
            await one.play(1)
            now = one.html()
            changed = {name for name, html in now.items() if before[name] != html}
            assert changed == {f"{LIVE}1"}
            assert all(now[name] is before[name] for name in (f"{ROW}1", f"{ROW}2", f"{LIVE}2"))
            await one.board.remove(one, stand.feed)
            await settle()

    asyncio.run(run())


def test_F1_a_page_whose_browser_was_busy_for_long_gets_all_that_it_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with standing(monkeypatch) as stand:
            one = Watched(stand, monkeypatch)
            await one.board.add(one, stand.feed)
            await one.play(2)
            panel = one.board.panel(VIEW)
            assert panel is not None
            shown = panel.number
            await one.play(5)
            later = one.board.panel(VIEW)
            assert later is not None and later is not panel, "nobody asked for this way of seeing it meanwhile"
            assert f"pot {one.pot // 100}<" in later.since(shown)
            assert later.since(later.number) == ""
            await one.board.remove(one, stand.feed)
            await settle()

    asyncio.run(run())
