"""Plays whole tournaments with random hands in memory, for measurements and tests; no money is involved."""

from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple, TypeAlias

from games.engine.errors import BrokenInvariant
from tournaments.engine.fairness import Fairness
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision, Tournament, decide, due
from tournaments.simulation.random_hands import HandOutcome
from tournaments.simulation.rule_checker import RuleChecker

PlayHand: TypeAlias = Callable[[Tournament, ev.HandReleased, Random], HandOutcome]

OPENING = 1_700_000_000_000
MS_PER_PLAYER = 4_000
"""The average time of one player in a hand."""


class Summary(NamedTuple):
    """Totals of a simulation; `invariants_kept` if all of them held."""

    players: int
    hands: int
    moves: int
    max_moves: int
    prizes_paid: int
    invariants_kept: bool


class SimulatedTournament:
    """One tournament from start to end: released tables deal, hands take time, the clock runs."""

    def __init__(self, tournament: Tournament, *, play: PlayHand, rng: Random) -> None:
        self.t = tournament
        self.play, self.rng = play, rng
        self.rule_checker = RuleChecker()
        self.now = OPENING
        self.running: list[tuple[int, int, cm.ReportHand]] = []
        self.fairness = Fairness()
        self.hands = 0
        self.paid: dict[int, int] = {}
        self.collected = 0

    def do(self, command: cm.Command) -> Decision:
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
        self.rule_checker.check(decision)
        return decision

    def step(self) -> bool:
        """End the next hand or tick the clock, whichever is due first; False once nothing is due."""
        at = due(self.t)
        if self.running and (at is None or self.running[0][0] <= at):
            self.now, _, report = heappop(self.running)
            self.do(report)
        elif at is not None:
            self.now = max(self.now, at)
            self.do(cm.Tick())
        return self.t.stage is Stage.RUNNING and bool(self.running or due(self.t) is not None)

    def _deal(self, event: ev.HandReleased) -> None:
        self.hands += 1
        outcome = self.play(self.t, event, self.rng)
        duration = MS_PER_PLAYER * len(event.dealt) * self.rng.randint(50, 150) // 100
        ends = self.now + duration
        shown_until = ends + self.t.setup.clock.after_showdown
        report = cm.ReportHand(event.table, event.hand, outcome.stacks, outcome.busts, shown_until)
        heappush(self.running, (ends, event.table, report))

    def summary(self) -> Summary:
        """The totals so far."""
        moves = [len(share.moves) for share in self.fairness.shares.values()]
        invariants_kept = self.t.stage is Stage.ENDED and not self.violations()
        return Summary(
            len(self.t.players), self.hands, sum(moves), max(moves), sum(self.paid.values()), invariants_kept
        )

    def violations(self) -> list[str]:
        """The invariants of a whole tournament that do not hold."""
        t, violations = self.t, self.rule_checker.violations.copy()
        try:
            t.check()
        except BrokenInvariant as breach:
            violations.append(str(breach))
        if sorted(entrant.place for entrant in t.players.values()) != list(range(1, len(t.players) + 1)):
            violations.append("each place is given once (T10)")
        if sum(self.paid.values()) != t.pool + t.overlay + t.bounties:
            violations.append("prizes add up to the pool (T16)")
        if any(share.doubled > share.forced for share in self.fairness.shares.values()):
            violations.append("nobody has the big blind twice running unless a forced move caused it (D3, T6)")
        return violations


def run(tournament: Tournament, *, players: int, play: PlayHand, rng: Random) -> SimulatedTournament:
    """Enter this many players, numbered from 1, and play to the end."""
    simulated = SimulatedTournament(tournament, play=play, rng=rng)
    for number in range(1, players + 1):
        simulated.do(cm.Enter(number, f"P{number}"))
    if simulated.t.stage is Stage.OPEN:
        simulated.do(cm.Start())
    while simulated.step():
        pass
    return simulated
