"""A small tournament of the demo, directed and played to its end by the code that every tournament uses."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from random import Random

from games import api as games
from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.hand.hand import Hand
from games.engine.table import commands as table_cm
from pokerroom.demo.borrowed_clock import Clock
from pokerroom.demo.played_table import PlayedTable
from pokerroom.models import User
from tournaments import api as tournaments
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import decide, due
from tournaments.live.reading import command_from_report
from tournaments.store import store
from tournaments.store.inbox import check_price
from tournaments.store.table_orders import TableOrders

FOLDS, ALL_IN = 0.2, 0.6


class BoldTable(PlayedTable):
    """A table whose players are mostly all in or out, so that it is over after a few hands."""

    def connect(self, players: Iterable[int]) -> None:
        """Those who sit here come to the table: until then the room plays for them (T3)."""
        for player in players:
            place = self.table.player_seat(player)
            if place is not None and self.table.seat(place).disconnected_at:
                self._do(table_cm.SetConnected(player, True))

    def choose(self, hand: Hand) -> Action:
        """Mostly all in, else a check, a call or a fold."""
        legal, draw = hand.legal(), self.rng.random()
        if draw > 1 - ALL_IN and legal.min_to:
            return RaiseTo(legal.max_to)
        return Check() if legal.can_check else Fold() if draw < FOLDS else Call()


class PlayedTournament:
    """A sit-and-go whose players have entered; `play` plays it to its end."""

    def __init__(self, setup: Setup, players: Sequence[User], clock: Clock, rng: Random) -> None:
        self.clock, self.rng = clock, rng
        self.id = tournaments.announce(setup=setup)
        for user in players:
            tournaments.enter(user=user, tournament_id=self.id)
        self.state, self.number, self.cursor = store.load(self.id)
        self.orders = TableOrders(self.id)
        self.tables: dict[int, BoldTable] = {}

    def play(self) -> None:
        """Decides and plays whatever is due, and lets the clock run when nothing is."""
        while self.state.stage in (Stage.OPEN, Stage.RUNNING):
            if not (self._answer_orders() or self._read_reports() or self._play_tables()):
                at = due(self.state)
                assert at is not None, "a running tournament waits for something"
                self.clock.moment = max(self.clock.moment, datetime.fromtimestamp(at / 1000, UTC))
                self._do(cm.Tick())
        for table in self.tables.values():
            # The last order closes the table: the winner leaves it now, not when a host finds it a month later.
            table.answer_orders()

    def _answer_orders(self) -> bool:
        orders = store.pending_orders(self.id)
        for order in orders:
            check_price(self.state.setup, order)
            self._do(order.command, order=order.order)
        return bool(orders)

    def _read_reports(self) -> bool:
        reports = games.reports_after(tournament=self.id, cursor=self.cursor)
        for report in reports:
            command = command_from_report(self.state, report, self.orders.table_ids)
            if command is not None:
                self._do(command, cursor=report.number)
            self.cursor = report.number
        return bool(reports)

    def _play_tables(self) -> bool:
        before = {number: table.number for number, table in self.tables.items()}
        for number, table_id in self.orders.table_ids.items():
            table = self.tables.setdefault(number, BoldTable(table_id, self.clock, self.rng))
            table.answer_orders()
            table.connect(self.state.players)
            table.play_hand()
        return before != {number: table.number for number, table in self.tables.items()}

    def _do(self, command: cm.Command, *, order: int | None = None, cursor: int | None = None) -> None:
        now = self.clock.ms()
        decision = decide(self.state, command, now=now, random_bytes=self.rng.randbytes(32))
        if decision.events:
            store.commit(
                self.id, self.number + 1, self.state, decision,
                command=command, now=now, tables=self.orders, order=order, cursor=cursor,
            )  # fmt: skip
            self.state, self.number = decision.after, self.number + 1
        elif order is not None:
            store.close_without_effect(order, number=self.number)
