"""Consumers of tables that a test steps, and an engine that fails when the test wants it to."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.engine.errors import BrokenInvariant
from games.engine.table.decide import Decision, decide
from games.live import table as live_table
from games.live.must_move_runner import MustMoveRunner
from games.live.waiting_list_runner import WaitingListRunner
from games.models import Table
from tests.games.support.stepped_consumers import RecordingSlot, SteppedTable

Breaks = Callable[[Any, Any], bool]
Make = Callable[..., SteppedTable]
TWO_ACES = BrokenInvariant("two of As on the board")


@pytest.fixture
def stepped() -> Iterator[Make]:
    """Makes consumers, and stops their threads after the test."""
    made: list[SteppedTable] = []

    def make(table: Table, slot: RecordingSlot | None = None) -> SteppedTable:
        made.append(SteppedTable(table.pk, slot))
        return made[-1]

    yield make
    for consumer in made:
        consumer.threads.stop()
        consumer.context.worker.stop()


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[object]]:
    """Lets the engine fail at some commands; returns the list of those that failed."""

    def install(breaks: Breaks, fault: Exception = TWO_ACES) -> list[object]:
        failed: list[object] = []

        def broken(table: Any, command: Any, **more: Any) -> Decision:
            if breaks(table, command):
                failed.append(command)
                raise fault
            return decide(table, command, **more)

        monkeypatch.setattr(live_table, "decide", broken)
        return failed

    return install


@pytest.fixture
def fills(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was tried to fill the table's seats."""
    found: list[str] = []

    async def serve(self: WaitingListRunner) -> None:
        found.append("waiting list")

    async def send_on(self: MustMoveRunner, table: object) -> None:
        found.append("must move")

    monkeypatch.setattr(WaitingListRunner, "serve", serve)
    monkeypatch.setattr(MustMoveRunner, "send_on", send_on)
    return found
