"""Rules K5 and K8: each automatic top-up is bought once per hand, each move is asked for once."""

import asyncio

import pytest

from games import api
from games.engine.table import commands as cm
from games.live.hosting.table_messages import TableMessage
from games.live.hosting.threads import DatabaseThreads
from games.live.seat_tasks import SeatTasks
from games.messaging.messages import Ask
from tests.games.web.scenes.games import BIG, Play

TABLE = 7


def finished() -> Play:
    """A table between two hands; the first player has automatic top-ups."""
    play = Play("holdem", "nl", 3).over()
    play.send(cm.SetRefill(1, 900 * BIG, 800 * BIG, rebuy=True))
    return play


class Tasks:
    """The seat tasks of a table, what they bought and what they asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, bought: bool, takes: bool = True) -> None:
        self.buys: list[tuple[int, int, int, int]] = []
        self.put: list[TableMessage] = []
        self.takes = takes

        def refill(*, player: int, table_id: int, to: int, hand: int) -> bool:
            self.buys.append((player, table_id, to, hand))
            return bought

        monkeypatch.setattr(api, "refill", refill)
        self.threads = DatabaseThreads(1)
        self.tasks = SeatTasks(TABLE, put=self.queue, threads=self.threads)

    def queue(self, message: TableMessage) -> bool:
        self.put.append(message)
        return self.takes

    async def start(self, play: Play) -> None:
        self.tasks.start(play.table)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not asyncio.current_task()))


@pytest.mark.parametrize("bought", [True, False])
async def test_k5_a_top_up_is_bought_once_per_hand_and_switched_off_when_it_cannot_be(
    monkeypatch: pytest.MonkeyPatch, bought: bool
) -> None:
    tasks, play = Tasks(monkeypatch, bought=bought), finished()
    for _ in range(3):
        await tasks.start(play)
    off = Ask(TABLE, 1, {"do": "refill_off"})
    assert tasks.buys == [(1, TABLE, 900 * BIG, 1)]
    assert tasks.put == ([] if bought else [off])
    while play.table.hand_number == 1:
        play.tick()
    play.over()
    await tasks.start(play)
    assert tasks.buys == [(1, TABLE, 900 * BIG, 1), (1, TABLE, 900 * BIG, 2)]


async def test_k8_a_move_is_asked_for_once_and_again_when_the_queue_was_full(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks, play = Tasks(monkeypatch, bought=True, takes=False), Play("holdem", "nl", 3).over()
    play.send(cm.SetTableMove(2, 5, "Brno"))
    await tasks.start(play)
    tasks.takes = True
    for _ in range(2):
        await tasks.start(play)
    assert tasks.put == [cm.MoveToTable(2)] * 2
    play.send(cm.SetTableMove(2, 0))
    await tasks.start(play)
    play.send(cm.SetTableMove(2, 5, "Brno"))
    await tasks.start(play)
    assert tasks.put == [cm.MoveToTable(2)] * 3
