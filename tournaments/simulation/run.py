"""Plays whole tournaments at random in memory, for measurements and tests; no money is involved."""

from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple, TypeAlias

from games.engine.errors import BrokenInvariant
from tournaments.engine.fairness import Fairness
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision, Tournament, decide
from tournaments.simulation.random_hands import Played
from tournaments.simulation.rule_checker import RuleChecker

Dealt: TypeAlias = Callable[[Tournament, ev.HandReleased, Random], Played]

OPENING = 1_700_000_000_000
PACE = 4_000
"""About how long one player takes over a hand, ms."""


class Summary(NamedTuple):
    """Totals of a simulation; `kept` when every invariant held."""

    players: int
    hands: int
    moves: int
    max_moves: int
    prizes_paid: int
    kept: bool


class SimulatedTournament:
    """One tournament from start to end: released tables deal, hands take time, the clock runs."""

    def __init__(self, tournament: Tournament, *, play: Dealt, rng: Random) -> None:
        self.t = tournament
        self.play, self.rng = play, rng
        self.rule_checker = RuleChecker()
        self.now = OPENING
        self.running: list[tuple[int, int, cm.ReportHand]] = []
        self.fairness = Fairness()
        self.hands = 0
        self.paid: dict[int, int] = {}
        self.collected = 0

    def tell(self, command: cm.Command) -> Decision:
        """Decide a command and deal the hands it releases."""
        before = self.t
        decision = decide(before, command, now=self.now, random_bytes=self.rng.randbytes(32))
        self.t = decision.after
        for event in decision.events:
            self.fairness.count(event)
            if isinstance(event, ev.HandReleased):
                self._deal(event)
            elif isinstance(event, ev.PrizeDue | ev.BountyDue):
                self.paid[event.player] = self.paid.get(event.player, 0) + event.amount
        self.rule_checker.count(decision)
        return decision

    def step(self) -> bool:
        """Do the next due thing: a hand ends or the clock ticks; False when nothing is left to happen."""
        due = self.t.due()
        if self.running and (due is None or self.running[0][0] <= due):
            self.now, _, report = heappop(self.running)
            self.tell(report)
        elif due is not None:
            self.now = max(self.now, due)
            self.tell(cm.Tick())
        return self.t.stage is Stage.RUNNING and bool(self.running or self.t.due() is not None)

    def _deal(self, event: ev.HandReleased) -> None:
        self.hands += 1
        played = self.play(self.t, event, self.rng)
        took = PACE * len(event.dealt) * self.rng.randint(50, 150) // 100
        report = cm.ReportHand(event.table, event.hand, played.stacks, played.busts)
        heappush(self.running, (self.now + took, event.table, report))

    def summary(self) -> Summary:
        """The totals."""
        moves = [len(share.moves) for share in self.fairness.shares.values()]
        kept = self.t.stage is Stage.ENDED and not self.broken()
        return Summary(len(self.t.players), self.hands, sum(moves), max(moves), sum(self.paid.values()), kept)

    def broken(self) -> list[str]:
        """The invariants of a whole tournament that do not hold."""
        t, wrong = self.t, self.rule_checker.wrong.copy()
        try:
            t.check()
        except BrokenInvariant as breach:
            wrong.append(str(breach))
        if sorted(entrant.place for entrant in t.players.values()) != list(range(1, len(t.players) + 1)):
            wrong.append("each place is given once (T10)")
        if sum(self.paid.values()) != t.pool + t.overlay + t.bounties:
            wrong.append("prizes are the pool (T16)")
        if any(share.doubled > share.forced for share in self.fairness.shares.values()):
            wrong.append("nobody has the big blind twice running unless a break brought it (D3, T6)")
        return wrong


def run(tournament: Tournament, *, players: int, play: Dealt, rng: Random) -> SimulatedTournament:
    """Enter this many players, numbered from 1, and play to the end."""
    simulated = SimulatedTournament(tournament, play=play, rng=rng)
    for number in range(1, players + 1):
        simulated.tell(cm.Enter(number, f"P{number}"))
    if simulated.t.stage is Stage.OPEN:
        simulated.tell(cm.Start())
    while simulated.step():
        pass
    return simulated
