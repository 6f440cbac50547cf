"""A table keeps its number of bots, and how long each thinks depends on who watches and on the clock."""

import asyncio
import threading
from collections.abc import Callable
from random import Random, SystemRandom

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games import api
from games.engine.hand.actions import Call, Discard, RaiseTo, RunIt
from games.engine.rules.rules import Rules
from games.engine.table.state import Table
from games.engine.views.kinds import SeatState
from games.engine.views.types import OwnView, SeatView, TableView
from games.engine.views.visibility import own_view, public_view
from games.live.bots import runner as runner_module
from games.live.bots.decide import Choice
from games.live.bots.runner import (
    MOST_OF_TURN,
    SWEEPS_BETWEEN_COUNTS,
    UNWATCHED_SLOWDOWN,
    BotsRunner,
    act_body,
    bots_wanted,
)
from games.live.hosting.threads import DatabaseThreads
from games.messaging.messages import Ask
from games.models import Table as TableRow
from games.models.access import WaitingEntry
from tests.games.live.bots.bot_table import rules_of
from tests.games.support.stepped_consumers import SteppedClock
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.scenes.games import BIG, Play


class Keeper:
    """A runner of bots, what it asked for and what it tried."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, wanted: int) -> None:
        self.asks: list[tuple[int, dict[str, object]]] = []
        self.seated: list[int] = []
        self.counts = 0
        self.wanted = wanted
        monkeypatch.setattr(runner_module, "bots_wanted", self.count)
        monkeypatch.setattr(api, "seat_bot", lambda *, table_id: self.seated.append(table_id))
        self.clock = SteppedClock()
        self.runner = BotsRunner(7, put=self.put, threads=DatabaseThreads(1), clock=self.clock)

    def count(self, table: int) -> int:
        self.counts += 1
        assert table == 7
        return self.wanted

    def put(self, ask: Ask) -> bool:
        assert ask.table == 7
        self.asks.append((ask.player, ask.body))
        return True

    async def sweep(self, view: TableView, times: int = 1) -> None:
        for _ in range(times):
            self.runner.keep_number(view, watched=True)
            await asyncio.gather(*(task for task in asyncio.all_tasks() if task is not asyncio.current_task()))


def bot(seat: int, **more: object) -> SeatView:
    return SeatView(seat, SeatState.WAITING, 10 + seat, bot=True, stack=5_00)._replace(**more)


def view(*seats: SeatView, empty: int = 1, **more: object) -> TableView:
    """A table with these seats, and some empty ones."""
    made = public_view(Table(rules_of(), 3), table_id=7, version=1)
    free = [SeatView(len(seats) + number) for number in range(empty)]
    return made._replace(seats=(*seats, *free), **more)


@pytest.mark.parametrize(
    ("seats", "asks"),
    [
        ([bot(0)], []),
        ([bot(0, state="sitting_out")], [(10, {"do": "sit_in"})]),
        ([bot(0, away=True)], [(10, {"do": "sit_in"})]),
        ([bot(0, state="sitting_out", stack=0)], [(10, {"do": "leave"})]),
        ([bot(0, state="sitting_out", leaving=True)], []),
        ([bot(0, state="sitting_out", bot=False)], []),
    ],
)
async def test_bots_that_sit_out_return_or_leave_without_chips(
    monkeypatch: pytest.MonkeyPatch, seats: list[SeatView], asks: list[object]
) -> None:
    keeper = Keeper(monkeypatch, wanted=1)
    await keeper.sweep(view(*seats, tournament=3))
    assert (keeper.asks, keeper.counts, keeper.seated) == (asks, 0, [])


async def test_the_wanted_number_is_read_first_and_at_every_fifth_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(monkeypatch, wanted=1)
    counts = []
    for _ in range(2 * SWEEPS_BETWEEN_COUNTS + 1):
        await keeper.sweep(view(bot(0)))
        counts.append(keeper.counts)
    assert counts == [1] * 5 + [2] * 5 + [3]
    assert (keeper.asks, keeper.seated) == ([], [])


async def test_the_last_bot_leaves_when_there_is_one_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(monkeypatch, wanted=1)
    await keeper.sweep(view(bot(0), bot(1), bot(2), bot(3, leaving=True), bot(4, bot=False)), 2)
    assert keeper.asks == [(12, {"do": "leave"})]
    assert keeper.seated == []


@pytest.mark.parametrize(
    ("empty", "phase", "seated"),
    [(1, "waiting", [7]), (0, "waiting", []), (1, "paused", []), (1, "closed", [])],
)
async def test_a_bot_sits_down_when_one_is_missing_and_can_sit(
    monkeypatch: pytest.MonkeyPatch, empty: int, phase: str, seated: list[int]
) -> None:
    keeper = Keeper(monkeypatch, wanted=2)
    await keeper.sweep(view(bot(0), empty=empty, phase=phase), 2)
    assert (keeper.seated, keeper.asks) == (seated, [])


async def test_one_thing_is_done_at_a_time_and_the_end_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Keeper(monkeypatch, wanted=2)
    await keeper.sweep(view(bot(0)))
    gate = threading.Event()
    monkeypatch.setattr(api, "seat_bot", lambda *, table_id: gate.wait(10))
    before = asyncio.all_tasks()
    keeper.runner.keep_number(view(bot(0)), watched=True)
    keeper.runner.keep_number(view(bot(0)), watched=True)
    [task] = asyncio.all_tasks() - before
    await asyncio.sleep(0.01)
    keeper.runner.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    gate.set()


@pytest.mark.django_db
def test_a_bot_less_is_wanted_for_each_player_who_waits(settings: Settings) -> None:
    main, feeder = open_table("Main", bots=9), open_table("Feeder", bots=9)
    host = SteppedHost(feeder.pk)
    seat(host, *(person(f"Seated {number}", bot=number == 2) for number in range(3)))
    TableRow.objects.filter(pk=feeder.pk).update(feeds=main)
    assert (bots_wanted(main.pk), bots_wanted(feeder.pk)) == (7, 9)
    for number in range(4):
        WaitingEntry.objects.create(player=person(f"Waits {number}"), table=(main, feeder)[number % 2])
    assert (bots_wanted(main.pk), bots_wanted(feeder.pk)) == (5, 5)
    WaitingEntry.objects.filter(table=feeder).update(ended=WaitingEntry.Ended.LEFT)
    assert (bots_wanted(main.pk), bots_wanted(feeder.pk)) == (5, 7)
    TableRow.objects.filter(pk=feeder.pk).update(when_empty={"seats": 6, "rules": None, "reason": "short"})
    assert bots_wanted(feeder.pk) == 0, "bots leave, so that the table can change"
    TableRow.objects.filter(pk=feeder.pk).update(is_open=False, when_empty=None)
    assert (bots_wanted(main.pk), bots_wanted(feeder.pk)) == (7, 0)
    TableRow.objects.filter(pk=main.pk).update(bots=1)
    assert bots_wanted(main.pk) == 0
    TableRow.objects.filter(pk=feeder.pk).update(is_open=True, bots=0)
    with CaptureQueriesContext(connection) as asked:
        assert bots_wanted(feeder.pk) == 0
    assert len(asked) == 1, "nobody is counted for a table without bots"
    TableRow.objects.filter(pk=main.pk).update(bots=3)
    settings.BOTS = False
    assert bots_wanted(main.pk) == 0


@pytest.mark.parametrize(
    ("watched", "people", "tournament", "left", "thinking", "waits"),
    [
        (True, True, 0, 20_000, 100, 2.0),
        (True, False, 0, 20_000, 100, 2.0),
        # Before the first sweep nobody knows whether somebody watches.
        (None, False, 0, 20_000, 100, 2.0),
        (False, True, 0, 20_000, 100, 2.0),
        (False, False, 0, 20_000, 100, 2.0 * UNWATCHED_SLOWDOWN),
        (True, True, 0, 3_000, 100, 3.0 * MOST_OF_TURN),
        (True, True, 0, 20_000, 50, 1.0),
        (False, False, 0, 20_000, 50, 2.0 * UNWATCHED_SLOWDOWN),
        (False, False, 7, 20_000, 50, 1.0 * UNWATCHED_SLOWDOWN),
        (False, False, 0, 20_000, 200, 4.0 * UNWATCHED_SLOWDOWN),
        (False, False, 0, 20_000, 0, 0.0),
        (True, True, 0, -1_000, 100, 0.0),
    ],
)
async def test_a_bot_thinks_longer_unwatched_and_never_past_most_of_its_turn(
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    watched: bool | None,
    people: bool,
    tournament: int,
    left: int,
    thinking: int,
    waits: float,
) -> None:
    settings.BOT_THINKING = thinking
    monkeypatch.setattr(runner_module, "choose", lambda *views: Choice(Call(), 2_000))
    keeper, play = Keeper(monkeypatch, wanted=1), Play("holdem", "nl", 3)
    while play.table.seat(play.hand.to_act).player != 3:
        play.act(Call())
    shown = public_view(play.table, table_id=7, version=1)._replace(tournament=tournament)
    if not people:
        shown = shown._replace(seats=tuple(seat._replace(bot=True) for seat in shown.seats))
    own = own_view(play.table, 3, table_id=7, version=1)
    assert own
    keeper.clock.time = own.deadline - left
    planned: list[tuple[float, int]] = []
    loop = asyncio.get_running_loop()
    call_later = loop.call_later

    def noted(seconds: float, call: Callable[..., object], *args: object) -> asyncio.TimerHandle:
        if args and args[0] == 3:
            planned.append((seconds, 3))
        return call_later(3600, call, *args)

    if watched is not None:
        keeper.runner.keep_number(shown._replace(tournament=1), watched=watched)
    with monkeypatch.context() as patch:
        patch.setattr(loop, "call_later", noted)
        for _ in range(2):
            keeper.runner.update(shown, lambda player: own if player == 3 else None, play.table.rules)
    [(seconds, player)] = planned
    assert player == 3
    assert seconds == pytest.approx(waits)
    keeper.runner.cancel()


def test_an_act_names_the_turn_and_the_price_that_the_bot_saw() -> None:
    play = Play("holdem", "nl", 3)
    shown = public_view(play.table, table_id=7, version=1)
    own = own_view(play.table, play.table.seat(play.hand.to_act).player, table_id=7, version=1)
    assert own
    body = {"do": "act", "hand": 1, "turn": own.turn, "price": BIG, "action": "call"}
    assert act_body(shown, own, Call()) == body
    raised = act_body(shown, own, RaiseTo(3 * BIG))
    assert raised == {**body, "action": "raise", "amount": 3 * BIG}
    unasked = own._replace(choices=None)
    assert act_body(shown, unasked, RunIt(2)) == {**body, "price": 0, "action": "run", "times": 2}
    assert act_body(shown, unasked, Discard((1, 3))) == {**body, "price": 0, "action": "draw", "places": [1, 3]}


async def test_a_new_bot_plays_quickly_with_the_systems_dice_until_a_sweep_found_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dice: list[object] = []

    def chosen(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Choice:
        dice.append(rng)
        return Choice(Call(), 2_000)

    monkeypatch.setattr(runner_module, "choose", chosen)
    play = Play("holdem", "nl", 3)
    while play.table.seat(play.hand.to_act).player != 3:
        play.act(Call())
    shown = public_view(play.table, table_id=7, version=1)
    own = own_view(play.table, 3, table_id=7, version=1)
    assert own
    keeper = Keeper(monkeypatch, wanted=1)
    given = Random(1)
    other = BotsRunner(7, put=keeper.put, threads=DatabaseThreads(1), clock=keeper.clock, rng=given)
    for runner in (keeper.runner, other):
        runner.update(shown, lambda player: own, play.table.rules)
        # Another deadline of the same turn is no new decision.
        runner.update(shown, lambda player: own._replace(deadline=own.deadline + 1), play.table.rules)
        runner.cancel()
    assert [type(each) for each in dice] == [SystemRandom, Random]
    assert dice[1] is given
