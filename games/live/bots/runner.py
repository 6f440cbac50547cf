"""The house bots of one table: they see what any player in their seat sees, wait, and send the same asks."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from random import Random
from typing import TypeAlias

from django.conf import settings
from django.db.models import Count, F, Q

from backoffice.compiled_query import CompiledQuery, Given
from games import api
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.rules import Rules
from games.engine.views.kinds import LineCode, TablePhase
from games.engine.views.types import OwnView, SeatView, TableView
from games.live.bots.decide import QUICKEST, agrees_to_post, choose, is_asked
from games.live.hosting.clock_and_shuffle import HostClock
from games.live.hosting.table_messages import TableMessage
from games.live.hosting.threads import DatabaseThreads
from games.messaging.messages import Ask
from games.models import Table
from games.seating import table_groups

logger = logging.getLogger(__name__)

Asked: TypeAlias = tuple[int, int, bool, int, int, bool]

UNWATCHED_SLOWDOWN = 5
MOST_OF_TURN = 0.6
SWEEPS_BETWEEN_COUNTS = 5
CANNOT_SEAT_BOTS = (TablePhase.PAUSED, TablePhase.CLOSED)
NAMES: dict[type, str] = {
    Fold: "fold",
    Check: "check",
    Call: "call",
    RaiseTo: "raise",
    Discard: "draw",
    RunIt: "run",
    Muck: "muck",
}

_HAVING_BOTS = CompiledQuery(lambda: Table.objects.filter(pk=Given("table"), bots__gt=0).values_list("pk", flat=True))


def bots_wanted(table: int) -> int:
    """How many house bots the operator wants at a table; none while bots are off or changes wait until it is empty.

    One less for each player who waits for it, for its main table, for one that was full when it opened, or at its
    must-move table.
    """
    if not settings.BOTS or not _HAVING_BOTS.all(table=table):
        return 0
    people = (
        Count("waiting", filter=Q(waiting__ended=""), distinct=True)
        + Count("feeds__waiting", filter=Q(feeds__waiting__ended=""), distinct=True)
        + Count("feeders__taken_seats", filter=Q(feeders__taken_seats__bot=False, feeders__is_open=True), distinct=True)
    )
    row = (
        Table.objects.filter(pk=table, is_open=True, when_empty__isnull=True)
        .values_list(F("bots") - people, flat=True)
        .first()
    )
    others = Table.objects.filter(table_groups.lists_served_by(table, of=""), waiting__ended="")
    return max((row or 0) - others.count(), 0)


def act_body(view: TableView, own: OwnView, action: Action) -> dict[str, object]:
    """The ask a browser would send for this action."""
    price = own.choices.call if own.choices else 0
    body = {"do": "act", "hand": view.hand, "turn": own.turn, "price": price, "action": NAMES[type(action)]}
    match action:
        case RaiseTo(amount):
            return {**body, "amount": amount}
        case RunIt(times):
            return {**body, "times": times}
        case Discard(places):
            return {**body, "places": list(places)}
    return body


class BotsRunner:
    """Plays for the bots seated at a table and keeps their number. It decides from views only."""

    def __init__(
        self,
        table: int,
        *,
        put: Callable[[TableMessage], bool],
        threads: DatabaseThreads,
        clock: HostClock,
        rng: Random | None = None,
    ) -> None:
        self._table = table
        self._put = put
        self._threads = threads
        self._clock = clock
        self._rng: Random = rng or secrets.SystemRandom()
        self._planned: dict[int, Asked] = {}
        self._thinking: dict[int, asyncio.TimerHandle] = {}
        self._task: asyncio.Task[None] | None = None
        self._wanted: int | None = None
        self._sweeps = 0
        self._watched = True
        self._troubles: dict[str, str] = {}

    def update(self, view: TableView, own_of: Callable[[int], OwnView | None], rules: Rules) -> None:
        """Starts thinking for every bot that has to act and is not thinking yet."""
        turn = view.turn
        for seat in [view.seats[turn.seat]] if turn else view.seats:
            own = own_of(seat.player) if seat.bot else None
            if own is None or not is_asked(own):
                self._planned.pop(seat.player, None)
            elif _asked(own) != self._planned.get(seat.player):
                self._planned[seat.player] = _asked(own)
                self._think(view, own, rules)

    def _think(self, view: TableView, own: OwnView, rules: Rules) -> None:
        body: dict[str, object]
        try:
            if own.asked_to_post:
                body, think = {"do": "post", "agree": agrees_to_post(own)}, QUICKEST
            elif own.rabbit_option == "agree":
                body, think = {"do": "rabbit", "hand": view.hand}, QUICKEST
            else:
                action, think = choose(view, own, rules, self._rng)
                body = act_body(view, own, action)
        except Exception as fault:
            # The clock acts for a bot that fails; the error's text could name its cards, so it is not logged.
            logger.error("A bot at table %s could not decide: %s", self._table, type(fault).__name__)
            return
        percent = settings.BOT_THINKING
        if not (self._watched or _has_people(view)):
            think *= UNWATCHED_SLOWDOWN
            # Nobody waits for quick bots here; in a tournament the other tables do.
            percent = max(percent, 100) if percent and not view.tournament else percent
        longest = max(0, own.deadline - self._clock.now()) * MOST_OF_TURN
        wait = min(think, longest) * percent / 100_000
        loop = asyncio.get_running_loop()
        self._thinking[own.player] = loop.call_later(wait, self._ask, own.player, body)

    def keep_number(self, view: TableView, *, watched: bool) -> None:
        """Lets bots that sit out return or, without chips, leave; adds or removes one bot if the number is wrong."""
        self._watched = watched
        bots = [seat for seat in view.seats if seat.bot and not seat.leaving]
        for seat in bots:
            if seat.state == "sitting_out" or seat.away:
                self._ask(seat.player, {"do": "sit_in" if seat.stack else "leave"})
        if view.tournament or _is_last_orbit(view):
            # The tournament director seats and removes bots; in the last orbit they play on with the others.
            return
        if not settings.BOTS:
            self._wanted = 0
        if self._wanted is None or (settings.BOTS and self._sweeps % SWEEPS_BETWEEN_COUNTS == 0):
            self._start("read", self._read_wanted())
        elif len(bots) > self._wanted:
            self._ask(bots[-1].player, {"do": "leave"})
        elif len(bots) < self._wanted and _empty_seats(view) and view.phase not in CANNOT_SEAT_BOTS:
            self._start("seat", self._seat_bot())
        self._sweeps += 1

    def cancel(self) -> None:
        """Cancels planned asks and the task that is running."""
        for timer in self._thinking.values():
            timer.cancel()
        if self._task:
            self._task.cancel()

    def _ask(self, player: int, body: dict[str, object]) -> None:
        self._put(Ask(self._table, player, body))

    def _start(self, name: str, work: Coroutine[object, object, None]) -> None:
        if self._task and not self._task.done():
            work.close()
            return
        self._task = asyncio.create_task(self._run(name, work))

    async def _run(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Does the work, which is tried again at every sweep: a fault that lasts is logged once."""
        trouble = ""
        try:
            await work
        except IllegalAction as refusal:
            trouble = refusal.code
        except Exception as fault:
            trouble = type(fault).__name__
        if trouble and trouble != self._troubles.get(name):
            logger.warning("The number of bots at table %s could not be kept: %s", self._table, trouble)
        self._troubles[name] = trouble

    async def _read_wanted(self) -> None:
        self._wanted = await self._threads.run_when_idle(bots_wanted, self._table)

    async def _seat_bot(self) -> None:
        await self._threads.run_when_idle(api.seat_bot, table_id=self._table)


def _asked(own: OwnView) -> Asked:
    """Identifies a decision, so that the seat answers it once; the start of the time bank is no new decision."""
    post = own.deadline if own.asked_to_post else 0
    return own.hand, own.turn, own.asked_to_show, own.max_boards, post, own.rabbit_option == "agree"


def _is_last_orbit(view: TableView) -> bool:
    return any(line.code is LineCode.CLOSING and line.amount for line in view.orders)


def _has_people(view: TableView) -> bool:
    return any(seat.player and not seat.bot for seat in view.seats)


def _empty_seats(view: TableView) -> list[SeatView]:
    return [seat for seat in view.seats if seat.state == "empty"]
