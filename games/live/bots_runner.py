"""The house bots of one table: they see what any player sees, think a while, and ask like anybody else."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any

from django.conf import settings

from games import api
from games.engine.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.rules import Rules
from games.engine.views import OwnView, SeatPicture, TableView
from games.live.bots import choose
from games.live.outbox import Message
from games.live.threads import DatabaseThreads
from games.live.world import World
from games.models import Table

logger = logging.getLogger(__name__)

UNWATCHED = 5
LONGEST_SHARE = 0.6
ASK_EVERY = 5
NAMES: dict[type, str] = {Fold: "fold", Check: "check", Call: "call", RaiseTo: "raise"}


def bots_wanted(table: int) -> int:
    """How many house bots the operator wants at a table; none while bots are off."""
    row = Table.objects.filter(pk=table, is_open=True).values_list("bots", flat=True).first()
    return (row or 0) if settings.BOTS else 0


def act_body(view: TableView, own: OwnView, action: Action) -> dict[str, Any]:
    """The ask a browser would send for this action."""
    price = own.choices.call if own.choices else 0
    body = {"do": "act", "hand": view.hand, "turn": own.turn, "price": price, "action": NAMES[type(action)]}
    return {**body, "amount": action.amount} if isinstance(action, RaiseTo) else body


class BotsRunner:
    """Plays for the bots seated at a table and keeps their number; decides from views only."""

    def __init__(self, table: int, *, put: Callable[[Message], bool], threads: DatabaseThreads, world: World) -> None:
        self._table = table
        self._put = put
        self._threads = threads
        self._world = world
        self._dice = secrets.SystemRandom()
        self._planned: tuple[int, int, int] | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._errand: asyncio.Task[None] | None = None
        self._wanted: int | None = None
        self._sweeps = 0
        self._watched = True

    def see(self, view: TableView, own_of: Callable[[int], OwnView | None], rules: Rules) -> None:
        """Starts thinking when it is a bot's turn that it isn't thinking about yet."""
        turn = view.turn
        seat = view.seats[turn.seat] if turn else None
        if not turn or not seat or not seat.bot or self._planned == (view.hand, turn.number, turn.seat):
            return
        own = own_of(seat.player)
        if own is None:
            return
        self._planned = (view.hand, turn.number, turn.seat)
        try:
            action, think = choose(view, own, rules, self._dice)
        except Exception as fault:
            # The clock acts for a bot that can't; its cards must not reach the log.
            logger.error("A bot at table %s had no answer: %s", self._table, type(fault).__name__)
            return
        slow = 1 if self._watched or _people(view) else UNWATCHED
        longest = max(0, turn.deadline - self._world.now()) * LONGEST_SHARE
        wait = min(think * slow, longest) * settings.BOT_THINKING / 100_000
        body = act_body(view, own, action)
        self._thinking = asyncio.get_running_loop().call_later(wait, self._ask, seat.player, body)

    def keep(self, view: TableView, *, watched: bool) -> None:
        """Brings bots back in, sends broke ones home, seats or stands up one when the number is wrong."""
        self._watched = watched
        bots = [seat for seat in view.seats if seat.bot and not seat.leaving]
        for seat in bots:
            if seat.state == "sitting_out":
                self._ask(seat.player, {"do": "sit_in" if seat.stack else "leave"})
        if self._sweeps % ASK_EVERY == 0 or self._wanted is None:
            self._do(self._ask_wanted())
        elif len(bots) > self._wanted:
            self._ask(bots[-1].player, {"do": "leave"})
        elif len(bots) < self._wanted and _free(view) and view.phase not in {"paused", "closed"}:
            self._do(self._seat_one())
        self._sweeps += 1

    def rest(self) -> None:
        """Stops thinking; errands under way end by themselves."""
        if self._thinking:
            self._thinking.cancel()

    def _ask(self, player: int, body: dict[str, Any]) -> None:
        self._put({"type": "ask", "table": self._table, "player": player, "reply": "", "id": "", "ask": body})

    def _do(self, errand: Coroutine[Any, Any, None]) -> None:
        if self._errand and not self._errand.done():
            errand.close()
            return
        self._errand = asyncio.create_task(self._run(errand))

    async def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        try:
            await errand
        except Exception as fault:
            logger.warning("A bot's errand for table %s failed: %s", self._table, type(fault).__name__)

    async def _ask_wanted(self) -> None:
        self._wanted = await self._threads.run(bots_wanted, self._table)

    async def _seat_one(self) -> None:
        await self._threads.run(api.seat_bot, table_id=self._table)


def _people(view: TableView) -> bool:
    return any(seat.player and not seat.bot for seat in view.seats)


def _free(view: TableView) -> list[SeatPicture]:
    return [seat for seat in view.seats if seat.state == "empty"]
