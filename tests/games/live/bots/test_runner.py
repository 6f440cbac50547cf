"""The runner of a table's bots: each answers exactly once whenever it has to act, in every kind of game."""

import asyncio
from random import Random
from typing import Any

import pytest

from games.engine.hand.actions import Muck
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.state import Table
from games.engine.views.types import OwnView, SeatView, TableView
from games.engine.views.visibility import own_view, public_view
from games.live.bots import runner as runner_module
from games.live.bots.decide import Choice
from games.live.bots.runner import BotsRunner
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.table_messages import TableMessage
from games.live.hosting.threads import DatabaseThreads
from games.messaging.player_asks import parse_ask
from tests.games.live.bots.bot_table import BIG, rules_of


class BotTable:
    """A table of bots whose asks are carried out one by one; time jumps only when nobody has to act."""

    def __init__(self, game: str, rng: Random, *, deep: bool, auto_post: bool) -> None:
        house = HouseRules(run_it=3)
        self.table = Table(rules_of(variant=CATALOGUE[game], house=house), 3)
        self.asks = asyncio.Queue[TableMessage]()
        self.now, self.rng, self.done = 1, rng, list[tuple[str, str]]()
        self.runner = BotsRunner(1, put=self._put, threads=DatabaseThreads(1), clock=HostClock(), rng=rng)
        for player in (1, 2, 3):
            self._do(cm.TakeSeat(player, f"bot {player}", True, -1, (80 if deep else 5) * BIG, False, auto_post))

    async def play(self, hands: int) -> None:
        while self.table.hand_number <= hands and len(self.table.ready()) > 1:
            if self.table.wait.kind in ("next_hand", "deal"):
                self.now = max(self.now, self.table.next_tick_at() or 0)
                self._do(cm.Tick())
                continue
            ask = await asyncio.wait_for(self.asks.get(), 2)
            self.done.append((ask.body["do"], ask.body.get("action", "")))
            asked = parse_ask(ask.body, player=ask.player)
            self._do(asked)

    def _put(self, message: TableMessage) -> bool:
        self.asks.put_nowait(message)
        return True

    def _do(self, command: Any) -> None:
        variant = self.table.rules.variant
        deck = None
        if self.table.needs_deck(self.now):
            deck = [card for _ in range(variant.shuffles) for card in self.rng.sample(variant.deck, len(variant.deck))]
        self.table = decide(self.table, command, now=self.now, deck=deck).table
        view = public_view(self.table, table_id=1, version=1)
        self.runner.update(view, lambda player: own_view(self.table, player, table_id=1, version=1), self.table.rules)


@pytest.mark.parametrize(
    ("game", "deep", "asked"),
    [
        ("holdem", False, {("post", ""), ("act", "run")}),
        ("omaha8", False, {("post", ""), ("act", "run")}),
        ("stud", True, {("act", "muck")}),
        ("double-draw", True, {("act", "draw"), ("act", "muck")}),
    ],
)
async def test_bots_answer_everything_they_are_asked(
    game: str, deep: bool, asked: set[tuple[str, str]], settings: Any
) -> None:
    settings.BOT_THINKING = 0
    done = set[tuple[str, str]]()
    for seed in range(12):
        floor = BotTable(game, Random(seed), deep=deep, auto_post=deep)
        await floor.play(6)
        assert floor.asks.empty(), "nothing is answered twice"
        done.update(floor.done)
    assert asked <= done


async def test_a_bot_thinks_once_about_each_thing_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "choose", lambda *_: Choice(Muck(), 0))
    planned: list[str] = []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(_seconds: float, call: Any, player: int, body: dict[str, str]) -> asyncio.TimerHandle:
        planned.append(body["do"])
        return call_later(3600, call, player, body)

    monkeypatch.setattr(loop, "call_later", noted)
    runner = BotsRunner(1, put=lambda _: True, threads=DatabaseThreads(1), clock=HostClock())
    view = TableView(1, 1, (SeatView(0, player=3, bot=True), SeatView(1, player=4)), hand=5)
    unasked = OwnView(1, 1, 0, 3, hand=5, turn=2, deadline=1)
    rabbit, post = unasked._replace(rabbit_option="agree"), unasked._replace(asked_to_post=True)
    draws, shows = unasked._replace(draw_limit=3), unasked._replace(asked_to_show=True)
    for own, thinks in (
        (rabbit, ["rabbit"]),
        (rabbit._replace(deadline=200), []),
        (unasked, []),
        (rabbit, ["rabbit"]),
        (post, ["post"]),
        (draws, ["act"]),
        (post._replace(deadline=200), ["post"]),
        (post._replace(deadline=200), []),
        (shows, ["act"]),
        (shows._replace(deadline=200), []),
        (unasked._replace(max_boards=2), ["act"]),
        (unasked._replace(max_boards=3), ["act"]),
        (draws._replace(hand=6), ["act"]),
        (draws._replace(hand=6, turn=3), ["act"]),
        (draws._replace(hand=6, turn=3), []),
    ):
        planned.clear()
        runner.update(view, {3: own}.get, rules_of())
        assert planned == thinks, own
    runner.cancel()
