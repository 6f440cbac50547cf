"""Rule H7: a house bot agrees to a rabbit hunt, once, and never asks for one."""

import asyncio
from typing import Any

import pytest

from games.engine.hand.actions import Fold, RaiseTo
from games.engine.table import commands as cm
from games.engine.views.visibility import own_view, public_view
from games.live.bots.runner import BotsRunner
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.table_messages import TableMessage
from games.live.hosting.threads import DatabaseThreads
from games.messaging.player_asks import parse_ask
from tests.games.web.scenes.games import BIG, Play

BOT = 3


@pytest.mark.parametrize("asker", [0, 1])
async def test_h7_a_bot_agrees_once_and_only_when_somebody_asked(asker: int, settings: Any) -> None:
    settings.BOT_THINKING = 0
    asks = asyncio.Queue[TableMessage]()

    def put(ask: TableMessage) -> bool:
        asks.put_nowait(ask)
        return True

    runner = BotsRunner(1, put=put, threads=DatabaseThreads(1), clock=HostClock())
    play = Play("holdem", "nl", 4, seed=2, rabbit_hunt=True).street(1)
    play.act(RaiseTo(4 * BIG))
    while play.table.running:
        play.act(Fold())
    if asker:
        play.send(cm.AskRabbit(asker, play.table.hand_number))
    for _ in range(3):
        view = public_view(play.table, table_id=1, version=1)
        runner.update(view, lambda player: own_view(play.table, player, table_id=1, version=1), play.table.rules)
    await asyncio.sleep(0.05)
    assert asks.qsize() == asker
    if asker:
        ask = await asyncio.wait_for(asks.get(), 2)
        assert parse_ask(ask.body, player=ask.player) == cm.AskRabbit(BOT, 1)
    assert asks.empty()
    runner.cancel()
