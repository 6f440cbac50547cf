"""Rule K9 at one table: who is notified of the waiting list, and when it is served again."""

import asyncio
from typing import Any

import pytest

from games.engine import events as ev
from games.live.hosting.table_messages import Wake
from games.live.waiting_list_runner import WaitingListRunner
from games.messaging.messages import LOBBY, Hint, SeatsChanged, user_group
from games.seating import waiting_calls
from games.seating.waiting_calls import ServeResult
from tests.games.support.stepped_consumers import START_MS, SteppedTable

TABLE = 7
TAKEN = ev.SeatTaken(0, 1, "Alice", False, 200_00, False, False, START_MS)
LEFT = ev.SeatLeft(seat=1, player=2, chips=0)
ELSE = ev.SitOutAsked(0, True)
LOBBY_HINT = (LOBBY, Hint(LOBBY), True)


def notified(*players: int) -> list[Any]:
    return [(user_group(player), SeatsChanged(player), True) for player in players]


class List:
    """A table's list, whose database says what the test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.result: ServeResult | Exception = ServeResult()
        self.asked: list[tuple[int, int]] = []
        monkeypatch.setattr(waiting_calls, "serve", self.served)
        self.table = SteppedTable(TABLE)
        self.runner: WaitingListRunner = self.table.waiting_list

    def served(self, table: int, now: int) -> ServeResult:
        self.asked.append((table, now))
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    async def serve(self, result: ServeResult | Exception) -> list[Any]:
        self.result = result
        await self.runner.serve()
        return self.table.box.take()

    def timers(self) -> list[float]:
        return self.table.set_timers(Wake.FILL_SEATS)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> List:
    return List(monkeypatch)


async def test_k9_everybody_in_line_and_the_lobby_are_notified_of_changes(line: List) -> None:
    assert await line.serve(ServeResult()) == []
    assert line.asked == [(TABLE, START_MS)]
    assert await line.serve(ServeResult(False, (4, 5))) == []
    assert await line.serve(ServeResult(True, (4, 5))) == [*notified(4, 5), LOBBY_HINT]
    assert await line.serve(ServeResult(False, (4, 5))) == []
    await asyncio.to_thread(line.table.threads.stop)


async def test_k9_those_in_line_are_notified_once_after_somebody_sat_down(line: List) -> None:
    assert line.runner.after_events((ELSE, TAKEN, LEFT))
    assert line.table.box.take() == notified(1, 2)
    assert line.runner.after_events((LEFT,))
    assert not line.runner.after_events((ELSE,))
    assert line.table.box.take() == notified(2)
    assert await line.serve(RuntimeError("no database")) == []
    assert await line.serve(ServeResult(False, (4,))) == [*notified(4), LOBBY_HINT]
    assert await line.serve(ServeResult(False, (4,))) == []
    await asyncio.to_thread(line.table.threads.stop)


async def test_k9_the_list_is_served_again_when_the_next_call_runs_out(line: List) -> None:
    await line.serve(ServeResult(due=START_MS + 30_000))
    assert line.timers() == [30.001]
    await line.serve(ServeResult(due=START_MS + 10_000))
    assert line.timers() == [10.001]
    await line.serve(ServeResult(due=START_MS - 10_000))
    assert line.timers() == [0.0]
    await line.serve(RuntimeError("no database"))
    assert line.timers() == [0.0]
    await line.serve(ServeResult())
    assert line.timers() == []
    line.runner.cancel()
    await asyncio.to_thread(line.table.threads.stop)
