"""The consumer of a tournament: it reads orders and reports, decides, commits, sends hints and sets its timer."""

import asyncio
import logging
import secrets
from enum import Enum, auto
from typing import NoReturn

from channels.exceptions import StopConsumer

from games import api as games
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.table.tournament_reports import ReportKind
from games.live.api import HostContext, LeasedConsumer, Slot
from tournaments import bots
from tournaments.engine.play import outages
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import decide, due
from tournaments.lifecycle import freeze
from tournaments.lifecycle.freeze import FreezeKind, FreezeReason
from tournaments.live.reading import OrderRefused, command_from_report, table_number
from tournaments.store import messages, store
from tournaments.store.inbox import check_price
from tournaments.store.table_orders import TableOrders

logger = logging.getLogger(__name__)

HINT_EVERY_SECONDS = 1.0
SWEEP_SECONDS = 5.0
CONNECTIONS_EVERY_MS = 1_000
SHORTEST_TIMER_SECONDS = 0.1
REPORTS_AT_ONCE = 100


class Wake(Enum):
    """Why the consumer runs."""

    READ = auto()
    """An order or a report has arrived, or the timer has run out."""
    SWEEP = auto()
    """It is time to check for missing house bots and lost hints."""


class TournamentConsumer(LeasedConsumer[Wake]):
    """The only writer of one tournament: it answers orders, acts on reports of tables, and gives the tables orders."""

    lost = store.LostTournament

    def __init__(self, *, slot: Slot[Wake], context: HostContext) -> None:
        super().__init__(slot=slot, context=context)
        self.timer: asyncio.TimerHandle | None = None
        self.sweep_timer: asyncio.TimerHandle | None = None
        self.hint_timer: asyncio.TimerHandle | None = None
        self.last_hint = 0.0
        self.connections_read_at = 0
        self.frozen_tables: frozenset[int] = frozenset()

    async def handle(self, item: Wake) -> None:
        """Passes an item to its method."""
        match item:
            case Wake.READ:
                await self.read()
            case Wake.SWEEP:
                await self.sweep()

    def close(self) -> None:
        """Cancels timers."""
        for handle in (self.timer, self.sweep_timer, self.hint_timer):
            if handle:
                handle.cancel()

    # Wake-ups

    async def read(self) -> None:
        """Decides all pending orders and reports and everything that is due, then sets the timer."""
        if not await self.threads.run(store.is_last, self.id, self.number):
            self.stop_lost()
        while (
            await self._handle_orders()
            or await self._handle_reports()
            or await self._handle_due()
            or await self._handle_connections()
        ):
            pass
        self._set_timer()
        if self.state.stage not in (Stage.OPEN, Stage.RUNNING):
            self._hint_now()
            raise StopConsumer

    async def sweep(self) -> None:
        """Every five seconds enters missing house bots, and reads orders and reports whose hints were lost."""
        self.sweep_timer = self.put_later(SWEEP_SECONDS, Wake.SWEEP)
        if self.state.stage is Stage.OPEN:
            await self.threads.run(bots.fill, self.id, self.clock.now())
        elif (frozen := await self.threads.run(games.frozen_tables, tournament=self.id)) != self.frozen_tables:
            self.frozen_tables = frozen
            self._hint()
        await self.read()

    # Decisions

    async def open(self) -> None:
        """Loads the tournament from its log, then reads the pending orders and reports."""
        try:
            self.state, self.number, self.cursor = await self.threads.run(store.load, self.id)
            self.state.check()
        except BrokenInvariant:
            await self.threads.run(freeze.freeze, self.id, FreezeReason(FreezeKind.STATE))
            self._stop_frozen("as its log is inconsistent")
        self.tables = await self.threads.run(TableOrders, self.id)
        self.bots = await self.threads.run(bots.bots_of, self.id)
        await self.sweep()

    async def _handle_orders(self) -> bool:
        orders = await self.threads.run(store.pending_orders, self.id)
        for order in orders:
            try:
                check_price(self.state.setup, order)
                if not await self._do(order.command, order=order.order, by=order.by, why=order.why):
                    await self.write(store.close_without_effect, order.order)
            except IllegalAction as refusal:
                await self.write(store.refuse, order.order, refusal.code, refusal.detail)
                self._hint()
        return bool(orders)

    async def _handle_reports(self) -> bool:
        """Acts on the reports of tables; a report that leads to no decision only moves the cursor."""
        reports = await self.threads.run(
            games.reports_after, tournament=self.id, cursor=self.cursor, limit=REPORTS_AT_ONCE
        )
        read = self.cursor
        for report in reports:
            try:
                retried = await self._is_retried(report)
                command = None if retried else command_from_report(self.state, report, self.tables.table_ids)
            except OrderRefused as breach:
                reason = FreezeReason(FreezeKind.ORDER, breach.table, breach.order, breach.code)
                await self._freeze(str(breach), reason)
            try:
                if command and await self._do(command, cursor=report.number):
                    read = report.number
            except IllegalAction as refusal:
                number = table_number(self.tables.table_ids, report.table)
                why = f"a table's report was refused: {refusal.code}"
                await self._freeze(why, FreezeReason(FreezeKind.REPORT, number, code=refusal.code))
            self.cursor = report.number
        if read < self.cursor and reports:
            await self.write(store.read_up_to, self.id, self.cursor)
        return bool(reports)

    async def _handle_due(self) -> bool:
        """Decides everything due by now, then answers for house bots; True if something was decided."""
        at = due(self.state)
        if at is not None and at <= self.clock.now() and await self._do(cm.Tick()):
            return True
        answer = bots.pending_answer(self.state, self.bots)
        return answer is not None and await self._do(answer)

    async def _handle_connections(self) -> bool:
        """Once a second decides what follows from the connections that the tables have lost (T3)."""
        now = self.clock.now()
        if self.state.stage is not Stage.RUNNING or now - self.connections_read_at < CONNECTIONS_EVERY_MS:
            return False
        self.connections_read_at = now
        lost = await self.threads.run(games.disconnected_players, tournament=self.id)
        command = outages.command_due(self.state, lost, self.bots, now) if lost or self.state.outage else None
        return command is not None and await self._do(command)

    async def _do(
        self,
        command: cm.Command,
        *,
        order: int | None = None,
        cursor: int | None = None,
        by: int | None = None,
        why: str = "",
    ) -> bool:
        """The one way to change the tournament: decides, commits, adopts the new state, and sends hints.

        False when nothing changed; raises IllegalAction.
        """
        now = self.clock.now()
        try:
            decision = decide(self.state, command, now=now, random_bytes=secrets.token_bytes(32))
            decision.after.check(since=self.state)
        except BrokenInvariant as breach:
            await self._freeze(str(breach), FreezeReason(FreezeKind.STATE))
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
        except self.lost:
            self.stop_lost()
        except store.OrderGone:
            # Another director has closed the order in the meantime.
            return False
        except (IllegalAction, BrokenInvariant) as breach:
            why = f"{type(command).__name__} could not be carried out: {breach}"
            await self._freeze(why, FreezeReason(FreezeKind.STATE))
        self.state, self.number = decision.after, self.number + 1
        if isinstance(command, cm.Enter):
            self.bots = await self.threads.run(bots.bots_of, self.id)
        for player, _kind in notices:
            self._send_hint(messages.player_group(player))
        self._hint()
        return True

    async def _is_retried(self, report: games.ReportLine) -> bool:
        """Whether the report is about a refused order that an operator has since sent to the table again."""
        if report.kind is not ReportKind.REFUSED:
            return False
        return not await self.threads.run(games.is_refused, order_id=report.data["order"])

    async def _freeze(self, why: str, reason: FreezeReason) -> NoReturn:
        await self.write(freeze.freeze, self.id, reason)
        self._stop_frozen(f"at decision {self.number}: {why}")

    def _stop_frozen(self, why: str) -> NoReturn:
        logger.critical("Tournament %s is frozen %s.", self.id, why)
        self._hint_now()
        raise StopConsumer

    # Hints

    def _hint(self) -> None:
        """Sends hints to everybody who watches, at most once a second: at once, or when the second is over."""
        if self.hint_timer is None:
            loop = asyncio.get_running_loop()
            wait = self.last_hint + HINT_EVERY_SECONDS - loop.time()
            if wait <= 0:
                self._hint_now()
            else:
                self.hint_timer = loop.call_later(wait, self._hint_now)

    def _hint_now(self) -> None:
        if self.hint_timer:
            self.hint_timer.cancel()
            self.hint_timer = None
        self.last_hint = asyncio.get_running_loop().time()
        for group in (messages.tournament_group(self.id), messages.SCHEDULE):
            self._send_hint(group)

    def _send_hint(self, group: str) -> None:
        self.outbox.to_group(group, games.Hint(group), newest=True)

    # The timer

    def _set_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        at = due(self.state)
        if at is not None:
            self.timer = self.put_later(max(SHORTEST_TIMER_SECONDS, (at - self.clock.now() + 1) / 1000), Wake.READ)
