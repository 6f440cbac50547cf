"""A director for tests that decides one command after another through the store; the tests report the hands."""

from dataclasses import dataclass, field
from random import Random

from games.engine.errors import IllegalAction
from tests.games.support.tables import START_MS
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.tournament import Decision, decide
from tournaments.models import TournamentDecision
from tournaments.store import store
from tournaments.store.audit import tournaments_agree
from tournaments.store.codec import event_from_data
from tournaments.store.table_orders import TableOrders


@dataclass
class Desk:
    """Directs one tournament; the clock moves only when the test says so."""

    id: int
    now: int = START_MS
    rng: Random = field(default_factory=lambda: Random(3))

    def __post_init__(self) -> None:
        self.state: EngineTournament
        self.state, self.number, self.cursor = store.load(self.id)
        self.tables = TableOrders(self.id)

    def do(self, command: cm.Command, *, order: int | None = None, by: int | None = None, why: str = "") -> Decision:
        """Decide, commit and keep the new state."""
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
                by=by,
                why=why,
            )
            self.state, self.number = decision.after, self.number + 1
        elif order is not None:
            store.done(order)
        return decision

    def read(self) -> list[str]:
        """Answers every pending order; the codes of the refused ones."""
        codes = []
        for asked in store.pending(self.id):
            try:
                self.do(asked.command, order=asked.order, by=asked.by, why=asked.why)
            except IllegalAction as refusal:
                store.refuse(asked.order, refusal.code)
                codes.append(refusal.code)
        return codes

    def hand(self, winner: int, losers: tuple[int, ...] = (), *, table: int = 1) -> Decision:
        """A hand in which the losers lose everything to the winner."""
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

    def wrong(self) -> list[tuple[str, str]]:
        """The audit's findings, except for tables nobody plays at."""
        return [breach for breach in tournaments_agree() if breach[0] != "chips_differ"]
