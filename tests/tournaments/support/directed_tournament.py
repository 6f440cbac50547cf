"""A stored tournament that a test directs itself, one command after another; the test reports the hands."""

from dataclasses import dataclass, field
from random import Random

from games import api as games
from games.engine.errors import IllegalAction
from tests.games.support.tables import START_MS
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.tournament import Decision, decide, due
from tournaments.live.reading import command_from_report
from tournaments.models import TournamentDecision
from tournaments.store import store
from tournaments.store.audit import tournaments_agree
from tournaments.store.codec import event_from_data
from tournaments.store.inbox import check_price
from tournaments.store.table_orders import TableOrders


@dataclass
class DirectedTournament:
    """Directs a tournament through the store; the clock moves only when the test sets `now`."""

    id: int
    now: int = START_MS
    rng: Random = field(default_factory=lambda: Random(3))

    def __post_init__(self) -> None:
        self.state: EngineTournament
        self.state, self.number, self.cursor = store.load(self.id)
        self.tables = TableOrders(self.id)

    def do(
        self,
        command: cm.Command,
        *,
        order: int | None = None,
        cursor: int | None = None,
        by: int | None = None,
        why: str = "",
    ) -> Decision:
        """Decides a command, commits it and keeps the new state; raises IllegalAction."""
        decision = decide(self.state, command, now=self.now, random_bytes=self.rng.randbytes(32))
        if decision.events:
            store.commit(
                self.id,
                self.number + 1,
                self.state,
                decision,
                command=command,
                now=self.now,
                tables=self.tables,
                order=order,
                cursor=cursor,
                by=by,
                why=why,
            )
            self.state, self.number = decision.after, self.number + 1
        elif order is not None:
            store.close_without_effect(order, number=self.number)
        return decision

    def answer_orders(self) -> list[str]:
        """Answers all pending orders; the codes of the refused ones."""
        codes = []
        for order in store.pending_orders(self.id):
            try:
                check_price(self.state.setup, order)
                self.do(order.command, order=order.order, by=order.by, why=order.why)
            except IllegalAction as refusal:
                store.refuse(order.order, refusal.code, refusal.detail, number=self.number)
                codes.append(refusal.code)
        return codes

    def read_reports(self) -> None:
        """Acts on what its tables have reported since."""
        for report in games.reports_after(tournament=self.id, cursor=self.cursor):
            if command := command_from_report(self.state, report, self.tables.table_ids):
                self.do(command, cursor=report.number)
            self.cursor = report.number

    def show_end(self) -> None:
        """A table has shown how its hand ended, so that the next one is released."""
        self.now = due(self.state) or self.now
        self.do(cm.Tick())

    def play_hand(self, winner: int, losers: tuple[int, ...] = (), *, table: int = 1) -> Decision:
        """Reports a hand in which the losers lose everything to the winner."""
        running = self.state.tables[table]
        stacks = {running.seats[seat]: self.state.players[running.seats[seat]].stack for seat in running.dealt}
        for loser in losers:
            stacks[winner] += stacks[loser]
            stacks[loser] = 0
        busts = tuple(cm.Bust(loser, place, 0, (winner,)) for place, loser in enumerate(losers, 1))
        return self.do(cm.ReportHand(table, running.hand, tuple(stacks.items()), busts))

    def events(self) -> list[ev.Event]:
        """All stored events."""
        rows = TournamentDecision.objects.filter(tournament=self.id).order_by("number").values_list("events", flat=True)
        return [event_from_data(event) for row in rows for event in row]

    def audit_findings(self) -> list[tuple[str, str]]:
        """The findings of the audit, except about chips, as no hand is played at the tables."""
        return [breach for breach in tournaments_agree() if breach[0] != "chips_differ"]
