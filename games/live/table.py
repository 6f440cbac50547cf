"""The consumer of a table: for each message it decides, commits, publishes the result, and sets its timer."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial

from channels.exceptions import StopConsumer

from games import api
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.events.hand import HandEnded
from games.engine.events.kinds import VoidReason
from games.engine.table.commands import (
    Act,
    Command,
    FoldAndSitOut,
    MoveToTable,
    Recover,
    SetConnected,
    SetTableMove,
    Tick,
    VoidHand,
)
from games.engine.table.decide import Decision, decide
from games.engine.table.state import Table as Played
from games.engine.table.tournament_seat import tournament_of
from games.engine.views.hand_log import HandLog
from games.engine.views.visibility import public_view, with_pots
from games.live.bots.runner import BotsRunner
from games.live.equity_runner import EquityRunner
from games.live.hosting.host_context import HostContext
from games.live.hosting.leased_runner import LeasedConsumer, Slot
from games.live.hosting.table_messages import TableMessage, Wake
from games.live.lost_connections import LostConnections
from games.live.must_move_runner import MustMoveRunner
from games.live.seat_tasks import SeatTasks
from games.live.table_chat import TableChat
from games.live.table_views import BuiltViews, TableViews
from games.live.waiting_list_runner import WaitingListRunner
from games.messaging import messages, player_asks
from games.messaging.faults import describe_fault
from games.messaging.messages import Ask, Hint, ReadInbox, Watch
from games.messaging.rate_limit import Limit, RateLimiter
from games.models import Table
from games.store import table_log
from games.store.card_sealing import BrokenSeal
from games.store.projections import FIGURE_EVENTS, PROJECTED_EVENTS
from games.tournament_tables import reports

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 2.0
TOO_EARLY_SECONDS = 0.25
MOST_ATTEMPTS = 3
MOST_REPAIRS = 3
COMES_AGAIN = (Recover, Tick)
"""Commands of the room that would fail again and again where nobody could act any more."""
ASKS = Limit("asks", times=30, seconds=10)
"""What one player asks over all sockets together, besides acting in turn and the chat, which has a limit of its own."""
WATCHED_WITHIN_MS = 60_000
"""House bots play quickly for so long after somebody last watched."""
SLEEP_AFTER_MS = 30_000
"""A web process that shows a table sends it a message every ten seconds."""


def is_frozen(table: int) -> bool:
    """Whether the table is frozen and waits for the operator."""
    return Table.objects.filter(pk=table, frozen=True).exists()


async def stay_awake(_slot: Slot[TableMessage]) -> bool:
    """For a consumer whose table never sleeps."""
    return False


class TableConsumer(LeasedConsumer[TableMessage]):
    """The only writer of one table: it answers asks, carries out orders, deals, and sends views to its watchers.

    `fall_asleep` is called when nothing goes on here any more; the consumer ends when it returns True.
    """

    lost = table_log.LostTable

    def __init__(
        self,
        *,
        slot: Slot[TableMessage],
        context: HostContext,
        fall_asleep: Callable[[Slot[TableMessage]], Awaitable[bool]] = stay_awake,
    ) -> None:
        super().__init__(slot=slot, context=context)
        self.waiting_list = WaitingListRunner(self.id, context, self.put_later)
        self.must_move = MustMoveRunner(self.id, context)
        self.views = TableViews(self.id, context)
        self.told = HandLog()
        self.chat = TableChat(self.id, threads=self.threads, clock=self.clock, outbox=self.outbox)
        self.equity = EquityRunner(self.id, put=slot.put, worker=context.worker)
        self.lost_connections = LostConnections(self.id, context)
        self.bots = BotsRunner(self.id, put=slot.put, threads=self.threads, clock=self.clock)
        self.seat_tasks = SeatTasks(self.id, put=slot.put, threads=self.threads)
        # A consumer that starts afresh after a crash stays frozen.
        self.frozen = slot.frozen
        self.repairs = 0
        self.asks: defaultdict[int, RateLimiter] = defaultdict(partial(RateLimiter, ASKS))
        self.used_at = context.clock.now()
        self._fall_asleep = fall_asleep
        self.timer: asyncio.TimerHandle | None = None
        self.sweeper: asyncio.TimerHandle | None = None

    async def handle(self, item: TableMessage) -> None:
        """Hands an item to its method."""
        if item is not Wake.SWEEP:
            self.used_at = self.clock.now()
        match item:
            case Ask():
                await self.ask(item)
            case Watch():
                await self.watch(item)
            case ReadInbox():
                await self.read_inbox()
            case MoveToTable():
                await self.move_player(item.player)
            case Wake.TICK:
                await self.tick()
            case Wake.SWEEP:
                await self.sweep()
            case Wake.FILL_SEATS:
                await self.fill_seats()
            case Wake.EQUITY_FOUND:
                await self.equity_found()
            case Wake.LEAVE:
                raise StopConsumer

    # Messages, orders and wake-ups

    async def ask(self, message: Ask) -> None:
        """Carries out a player's ask, or refuses it with a code."""
        try:
            await self._carry_out(message.player, message.body)
        except IllegalAction as refusal:
            self.views.answer(message, code=refusal.code, detail=refusal.detail)
        else:
            self.views.answer(message)

    async def watch(self, message: Watch) -> None:
        """A web process watches for a player (0: for railbirds), and gets the complete views, or does so no more."""
        self.views.watch(message)
        seat = self.views.seat_of(message.player) if message.player else None
        if seat is not None and not seat.connected and not message.ends:
            await self._do_unasked(SetConnected(message.player, True))

    async def read_inbox(self) -> None:
        """Applies each order in the inbox once, or refuses it and returns its chips."""
        for order, command in await self.threads.run(table_log.pending_orders, self.id):
            if self.frozen:
                return
            # An order that keeps crashing the table is refused, so that the table can continue.
            attempts = self.slot.attempts[order] = self.slot.attempts.get(order, 0) + 1
            try:
                if attempts > MOST_ATTEMPTS:
                    raise IllegalAction("table_busy")
                await self._do(command, order=order)
            except IllegalAction as refusal:
                await self.write(table_log.refuse_order, order, refusal.code, refusal.detail)
                if tournament_of(self.table):
                    self._notify_director(tournament_of(self.table))
            del self.slot.attempts[order]
        await self.fill_seats()

    async def fill_seats(self) -> None:
        """Calls the next player on the waiting list, or moves one to the main table, when a seat is free."""
        if not self.frozen and not tournament_of(self.table):
            await self.waiting_list.serve()
            await self.must_move.send_on(self.table)

    async def tick(self) -> None:
        """Does what is due now; a tick that comes too early does nothing."""
        await self._do_unasked(Tick())

    async def equity_found(self) -> None:
        """Sends the views again, with the equity that was calculated."""
        if not self.frozen:
            self._publish(self._build_views(self.table, self.number))

    async def sweep(self) -> None:
        """Every two seconds: marks players as disconnected, corrects the number of bots, or lets the table sleep."""
        self.sweeper = self.put_later(SWEEP_SECONDS, Wake.SWEEP)
        if self.frozen:
            if not await self.threads.run(is_frozen, self.id):
                raise StopConsumer
            return
        now = self.clock.now()
        watchers = self.views.watchers
        for seat in self.views.public.seats:
            if seat.player and not seat.bot and seat.connected and not watchers.is_connected(seat.player, now):
                await self._do_unasked(SetConnected(seat.player, False))
        await self.lost_connections.store(self.table, self.number)
        self.views.forget_silent(now)
        for player in self.asks.keys() - {seat.player for seat in self.views.public.seats}:
            del self.asks[player]
        if self._is_idle(now) and await self._fall_asleep(self.slot):
            raise StopConsumer
        self.bots.keep_number(self.views.public, watched=watchers.has_any(now, within=WATCHED_WITHIN_MS))

    def _is_idle(self, now: int) -> bool:
        """Whether nobody sits here, nothing is due, and no message has come for half a minute."""
        taken = any(seat.player for seat in self.views.public.seats)
        return not taken and self.timer is None and now - self.used_at >= SLEEP_AFTER_MS

    async def move_player(self, player: int) -> None:
        """Moves a player who waited for the end of the hand to another table; they stay if it has no free seat."""
        number = None if self.frozen else self.table.player_seat(player)
        if number is None:
            return
        wanted = self.table.seat(number).target_table
        try:
            await self._do(MoveToTable(player))
        except IllegalAction as refusal:
            if self.frozen:
                return
            # The reserved seat is given up first: if this host dies in between, the next one still finds the move.
            await self.threads.run(api.record_failed_move, player=player, table_id=self.id, to=wanted, why=refusal.code)
            await self._do_unasked(SetTableMove(player, 0, must=True))

    # Decisions

    async def open(self) -> None:
        """Loads the table from its log, publishes it, and does what is due."""
        try:
            self.table, self.number = await self.threads.run(table_log.load, self.id)
        except (BrokenInvariant, BrokenSeal):
            logger.critical("Table %s is frozen: its log can't be read.", self.id)
            await self.threads.run(table_log.freeze, self.id)
            raise StopConsumer from None
        self._publish(self._build_views(self.table, self.number))
        self.sweeper = self.put_later(SWEEP_SECONDS, Wake.SWEEP)
        if self.slot.handed_over:
            # A fault after this is one like any other.
            self.slot.handed_over = False
            self._set_timer(acted=True)
        else:
            await self._do_unasked(Recover())
        if self.frozen:
            return
        await self.chat.load()
        await self.chat.post_held_lines(self.table)
        self.seat_tasks.start(self.table)
        await self.read_inbox()

    async def _carry_out(self, player: int, body: object) -> None:
        request = player_asks.parse_ask(body, player=player)
        if isinstance(request, player_asks.ChatAsk):
            await self.chat.post(request, self.table)
        elif self.frozen:
            raise IllegalAction("table_frozen")
        elif self._asks_too_often(player, request):
            raise IllegalAction("slow_down")
        else:
            await self._do(request)

    def _asks_too_often(self, player: int, command: Command) -> bool:
        """Whether a seated player sends more asks than anybody needs; nobody else's change anything here."""
        if isinstance(command, Act | FoldAndSitOut) or self.table.player_seat(player) is None:
            return False
        return not self.asks[player].allow(self.clock.now() / 1000)

    async def _do_unasked(self, command: Command) -> None:
        """Carries out a command of the room itself; a frozen table, or one that it freezes, ignores it."""
        if self.frozen:
            return
        try:
            await self._do(command)
        except IllegalAction:
            if not self.frozen:
                raise

    async def _do(self, command: Command, *, order: int | None = None) -> None:
        """The only way to change the table: decides, commits, publishes, sets the timer. Raises IllegalAction."""
        now = self.clock.now()
        deals = isinstance(command, Tick) and self.table.needs_deck(now)
        deck = self.context.shuffler.decks(self.table.rules.variant) if deals else None
        try:
            decision = decide(self.table, command, now=now, deck=deck)
        except Exception as fault:
            if not isinstance(fault, BrokenInvariant) and not isinstance(command, COMES_AGAIN):
                raise
            if not await self._repair(describe_fault(fault), deals=deals):
                await self._freeze()
                raise IllegalAction("table_frozen") from None
            await self._do(command, order=order)
            return
        if decision.events:
            views = await self._commit_and_build_views(decision, order, now)
            if any(isinstance(event, HandEnded) for event in decision.events):
                self.repairs = 0
            self.table, self.number = decision.table, self.number + 1
            self._publish(views)
            await self.chat.post_held_lines(self.table)
            self._notify(decision, now)
        elif order is not None:
            await self.write(table_log.complete_order, order)
        self._set_timer(acted=bool(decision.events))

    async def _repair(self, fault: str, *, deals: bool) -> bool:
        """Repairs a broken state (C1, F5): a wrong deck is shuffled again, a running hand is voided.

        False after too many repairs in a row.
        """
        self.repairs += 1
        if self.repairs > MOST_REPAIRS or not (deals or self.table.running):
            return False
        logger.critical("Table %s: hand %s can't go on after %s", self.id, self.table.hand_number, fault)
        if not deals:
            await self._do(VoidHand(self.table.hand_number, VoidReason.FAULT))
        return True

    def _notify(self, decision: Decision, now: int) -> None:
        """Notifies the director of a tournament or, for a cash table, the lobby and the waiting list."""
        fill_seats = self.waiting_list.after_events(decision.events)
        tournament = tournament_of(decision.table)
        if tournament:
            if reports.reports_from(decision, now):
                self._notify_director(tournament)
            return
        if projected := PROJECTED_EVENTS.intersection(map(type, decision.events)):
            group = messages.FIGURES if projected <= FIGURE_EVENTS else messages.LOBBY
            self.outbox.to_group(group, Hint(group), newest=True)
        self.seat_tasks.start(self.table)
        if fill_seats:
            self.put(Wake.FILL_SEATS)

    def _notify_director(self, tournament: int) -> None:
        group = messages.reports_group(tournament)
        self.outbox.to_group(group, Hint(group), newest=True)

    async def _commit_and_build_views(self, decision: Decision, order: int | None, now: int) -> BuiltViews:
        """Writes the decision; meanwhile builds its views, which may be published from then on."""
        committing = asyncio.create_task(self._commit(decision, order, now))
        try:
            # After one turn of the loop the database is at work.
            await asyncio.sleep(0)
            return self._build_views(decision.table, self.number + 1)
        except asyncio.CancelledError:
            committing.cancel()
            raise
        finally:
            await committing

    async def _commit(self, decision: Decision, order: int | None, now: int) -> None:
        number, log = self.number + 1, self.threads.log
        try:
            if log and order is None and table_log.changes_only_log(decision, now=now):
                await log.insert(table_log.row_of(self.id, number, decision, now=now))
            else:
                await self.threads.run(table_log.commit, self.id, number, decision, order=order, now=now)
        except self.lost:
            self.stop_lost()

    async def _freeze(self) -> None:
        self.frozen = self.slot.frozen = True
        self.close()
        self.sweeper = self.put_later(SWEEP_SECONDS, Wake.SWEEP)
        await self.write(table_log.freeze, self.id)
        logger.critical("Table %s is frozen at decision %s: it can't be repaired.", self.id, self.number)
        self._publish(self._build_views(self.table, self.number))

    def _build_views(self, table: Played, number: int) -> BuiltViews:
        public = public_view(table, table_id=self.id, version=number, told=self.told)
        return self.views.build(table, number, self.equity.with_equity(public, table.hand))

    def _publish(self, views: BuiltViews) -> None:
        self.views.publish(views, frozen=self.frozen)
        self.slot.seated = frozenset(seat.player for seat in views.public.seats if seat.player)
        if not self.frozen:
            self.bots.update(with_pots(views.public, self.table.hand), self.views.own, self.table.rules)

    # The clock

    def _set_timer(self, *, acted: bool) -> None:
        if self.timer:
            self.timer.cancel()
            self.timer = None
        due = self.table.next_tick_at()
        if due is None or self.frozen:
            return
        wait = (due - self.clock.now() + 1) / 1000
        self.timer = self.put_later(max(0.0 if acted else TOO_EARLY_SECONDS, wait), Wake.TICK)

    def close(self) -> None:
        """Cancels timers and calculations."""
        for handle in (self.timer, self.sweeper):
            if handle:
                handle.cancel()
        self.context.floor.forget(self.id)
        self.waiting_list.cancel()
        self.equity.cancel()
        self.bots.cancel()
