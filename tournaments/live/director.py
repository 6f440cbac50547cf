"""The consumer of a tournament: it reads asks and reports, decides, commits, notifies watchers, and sets its timer."""

import asyncio
import logging
import secrets
from enum import Enum, auto
from typing import Any, NoReturn

from channels.exceptions import StopConsumer

from games import api as games
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.table.tournament_reports import ReportKind
from games.live.api import HostContext, LeasedConsumer, Slot
from tournaments import bots
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import decide
from tournaments.lifecycle import freeze
from tournaments.live.reading import OrderRefused, command_from_report, table_number
from tournaments.store import messages, store
from tournaments.store.inbox import price_of
from tournaments.store.table_orders import TableOrders

logger = logging.getLogger(__name__)

HINT_EVERY_SECONDS = 1.0
SWEEP_SECONDS = 5.0
TOO_EARLY_SECONDS = 0.1
REPORTS_AT_ONCE = 100
PRICED = (cm.Enter, cm.TakeRebuy, cm.TakeAddOn)


class Wake(Enum):
    """Why the consumer runs."""

    READ = auto()
    """Somebody has asked, a table has reported, or the timer has run out."""
    SWEEP = auto()
    """It is time to check for missing house bots and lost hints."""


class TournamentConsumer(LeasedConsumer[Wake]):
    """The only writer of one tournament: it answers asks, acts on reports of tables, and gives the tables orders."""

    def __init__(self, *, slot: Slot[Wake], context: HostContext) -> None:
        super().__init__(slot=slot, context=context)
        self.timer: asyncio.TimerHandle | None = None
        self.sweeper: asyncio.TimerHandle | None = None
        self.hinter: asyncio.TimerHandle | None = None
        self.hinted = 0.0
        self.frozen_tables: frozenset[int] = frozenset()

    async def handle(self, item: Wake) -> None:
        """Hands an item to its method."""
        match item:
            case Wake.READ:
                await self.read()
            case Wake.SWEEP:
                await self.sweep()

    def close(self) -> None:
        """Cancels timers."""
        for handle in (self.timer, self.sweeper, self.hinter):
            if handle:
                handle.cancel()

    # Wake-ups

    async def read(self) -> None:
        """Decides on all asks and reports that wait and on what is due, then sets the timer."""
        if not await self.threads.run(store.is_last, self.id, self.number):
            self._lost()
        while await self._asks() or await self._reports() or await self._clock():
            pass
        self._set_timer()
        if self.state.stage not in (Stage.OPEN, Stage.RUNNING):
            self._hint_now()
            raise StopConsumer

    async def sweep(self) -> None:
        """Every five seconds: enters missing house bots, and reads what no hint announced."""
        self.sweeper = self.put_later(SWEEP_SECONDS, Wake.SWEEP)
        if self.state.stage is Stage.OPEN:
            await self.threads.run(bots.fill, self.id, self.clock.now())
        elif (frozen := await self.threads.run(freeze.frozen_tables, self.id)) != self.frozen_tables:
            self.frozen_tables = frozen
            self._hint()
        await self.read()

    # Decisions

    async def open(self) -> None:
        """Loads the tournament from its log, and reads the asks and reports that wait."""
        try:
            self.state, self.number, self.cursor = await self.threads.run(store.load, self.id)
            self.state.check()
        except BrokenInvariant:
            await self._freeze("its log is inconsistent", kind="state")
        self.tables = await self.threads.run(TableOrders, self.id)
        self.bots = await self.threads.run(bots.bots_of, self.id)
        await self.sweep()

    async def _asks(self) -> bool:
        asked = await self.threads.run(store.pending, self.id)
        for one in asked:
            try:
                if isinstance(one.command, PRICED) and one.amount != price_of(self.state.setup, one.command).total:
                    raise IllegalAction("price_changed")
                if not await self._do(one.command, order=one.order, by=one.by, why=one.why):
                    await self.threads.run(store.done, one.order)
            except IllegalAction as refusal:
                await self.threads.run(store.refuse, one.order, refusal.code)
                self._hint()
        return bool(asked)

    async def _reports(self) -> bool:
        """Acts on the reports of tables; a report that leads to no decision only moves the cursor."""
        lines = await self.threads.run(
            games.reports_after, tournament=self.id, cursor=self.cursor, limit=REPORTS_AT_ONCE
        )
        read = self.cursor
        for line in lines:
            try:
                retried = await self._is_retried(line)
                command = None if retried else command_from_report(self.state, line, self.tables.table_ids)
            except OrderRefused as breach:
                await self._freeze(str(breach), kind="order", **vars(breach))
            try:
                if command and await self._do(command, cursor=line.number):
                    read = line.number
            except IllegalAction as refusal:
                number = table_number(self.tables.table_ids, line.table)
                why = f"a table's report was refused: {refusal.code}"
                await self._freeze(why, kind="report", table=number, code=refusal.code)
            self.cursor = line.number
        if read < self.cursor and lines:
            try:
                await self.threads.run(store.read_up_to, self.id, self.cursor, number=self.number)
            except store.LostTournament:
                self._lost()
        return bool(lines)

    async def _clock(self) -> bool:
        """Decides what is due by now, then answers for house bots; True if something was decided."""
        due = self.state.due()
        if due is not None and due <= self.clock.now() and await self._do(cm.Tick()):
            return True
        answer = bots.answer_of(self.state, self.bots)
        return answer is not None and await self._do(answer)

    async def _do(
        self,
        command: cm.Command,
        *,
        order: int | None = None,
        cursor: int | None = None,
        by: int | None = None,
        why: str = "",
    ) -> bool:
        """The one way to change the tournament: decide, commit, adopt, notify.

        False when nothing happened; raises IllegalAction.
        """
        now = self.clock.now()
        try:
            decision = decide(self.state, command, now=now, random_bytes=secrets.token_bytes(32))
            decision.after.check()
        except BrokenInvariant as breach:
            await self._freeze(str(breach), kind="state")
        if not decision.events:
            return False
        try:
            notices = await self.threads.run(
                store.commit,
                self.id,
                self.number + 1,
                self.state,
                decision,
                command=command,
                now=now,
                tables=self.tables,
                order=order,
                cursor=cursor,
                by=by,
                why=why,
            )
        except store.LostTournament:
            self._lost()
        except store.OrderGone:
            # Another director has answered it in the meantime.
            return False
        except (IllegalAction, BrokenInvariant) as breach:
            await self._freeze(f"{type(command).__name__} could not be carried out: {breach}", kind="state")
        self.state, self.number = decision.after, self.number + 1
        if isinstance(command, cm.Enter):
            self.bots = await self.threads.run(bots.bots_of, self.id)
        for player, _kind in notices:
            self._send_hint(messages.player_group(player))
        self._hint()
        return True

    def _lost(self) -> NoReturn:
        logger.warning("Tournament %s is another host's now.", self.id)
        raise StopConsumer from None

    async def _is_retried(self, line: games.ReportLine) -> bool:
        """Whether the report is of a refused order that an operator has since sent to the table again."""
        if line.kind is not ReportKind.REFUSED:
            return False
        return not await self.threads.run(games.is_refused, order_id=line.data["order"])

    async def _freeze(self, why: str, **stop: Any) -> NoReturn:
        logger.critical("Tournament %s is frozen at decision %s: %s.", self.id, getattr(self, "number", 0), why)
        await self.threads.run(freeze.freeze, self.id, freeze.FreezeReason(**stop))
        self._hint_now()
        raise StopConsumer

    # Hints

    def _hint(self) -> None:
        """Hints everybody who watches, at most once a second: at once, or when the second is over."""
        if self.hinter is None:
            loop = asyncio.get_running_loop()
            wait = self.hinted + HINT_EVERY_SECONDS - loop.time()
            if wait <= 0:
                self._hint_now()
            else:
                self.hinter = loop.call_later(wait, self._hint_now)

    def _hint_now(self) -> None:
        if self.hinter:
            self.hinter.cancel()
            self.hinter = None
        self.hinted = asyncio.get_running_loop().time()
        for group in (messages.tournament_group(self.id), messages.SCHEDULE):
            self._send_hint(group)

    def _send_hint(self, group: str) -> None:
        self.outbox.to_group(group, games.Hint(group), newest=True)

    # The timer

    def _set_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        due = self.state.due()
        if due is not None:
            self.timer = self.put_later(max(TOO_EARLY_SECONDS, (due - self.clock.now() + 1) / 1000), Wake.READ)
