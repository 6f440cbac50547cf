"""A table keeps its number of bots: what cannot be done is tried again at every sweep, and told once."""

import asyncio
import logging

import pytest

from games import api
from games.engine.errors import IllegalAction
from games.engine.table.state import Table
from games.engine.views.visibility import public_view
from games.live.bots import runner as runner_module
from games.live.bots.runner import BotsRunner
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.threads import DatabaseThreads
from tests.games.live.bots.bot_table import rules_of


async def sweep(runner: BotsRunner, times: int) -> None:
    """Lets the table be swept, each time until the runner has done its work."""
    view = public_view(Table(rules_of(), 3), table_id=1, version=1)
    for _ in range(times):
        runner.keep_number(view, watched=True)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not asyncio.current_task()))


async def test_bots_that_are_not_free_are_missed_once_and_asked_for_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING, logger="games.live.bots.runner")
    troubles: list[Exception] = []
    tried = list[int]()

    def seat_bot(*, table_id: int) -> int:
        tried.append(table_id)
        if troubles:
            raise troubles[0]
        return 1

    monkeypatch.setattr(runner_module, "bots_wanted", lambda _table: 2)
    monkeypatch.setattr(api, "seat_bot", seat_bot)
    threads = DatabaseThreads(1)
    runner = BotsRunner(1, put=lambda _: True, threads=threads, clock=HostClock())
    troubles[:] = [IllegalAction("no_free_bot")]
    await sweep(runner, 30)
    assert len(tried) > 20
    assert [record.args for record in caplog.records] == [(1, "no_free_bot")]
    troubles.clear()
    await sweep(runner, 3)
    troubles[:] = [RuntimeError("gone")]
    await sweep(runner, 9)
    assert [record.args for record in caplog.records[1:]] == [(1, "RuntimeError")]
