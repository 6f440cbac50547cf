"""Checks the rules on a simulated tournament, independently of the engine's own code."""

from games.engine.errors import BrokenInvariant
from games.engine.rules.button import Positions
from tournaments.engine.play.release_hands import release_times
from tournaments.engine.seating.blinds import worst_seat
from tournaments.engine.seating.break_tables import tables_to_break
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import CloseReason, MoveReason
from tournaments.engine.state.table import Table
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision, Tournament

EVERY = 64
"""The whole state is checked after this many decisions."""


class RuleChecker:
    """Checks every decision; `violations` lists each broken rule once."""

    def __init__(self) -> None:
        self.violations: list[str] = []
        self.decisions = 0
        self.positions: dict[int, Positions] = {}
        self.tables_before_final = 0
        self.voided_tables: set[int] = set()

    def check(self, decision: Decision) -> None:
        """Check one decision."""
        self.decisions += 1
        t = decision.after
        if self.decisions % EVERY == 0 and t.stage is Stage.RUNNING:
            try:
                t.check()
            except BrokenInvariant as breach:
                self._report(str(breach))
        self._check_play_goes_on(t)
        self._check_final_table(decision)
        released = [event for event in decision.events if isinstance(event, ev.HandReleased)]
        self.voided_tables |= {event.table for event in decision.events if isinstance(event, ev.HandVoided)}
        for event in released:
            self._check_dealt(t, event)
            if event.table not in self.voided_tables:
                # A void hand of a hand-for-hand round is dealt again before anybody moves (F5).
                self._check_balance(t, event)
        self.positions |= {event.table: t.tables[event.table].positions for event in released}
        redealing, self.voided_tables = self.voided_tables, self.voided_tables - {event.table for event in released}
        if any(event.hand_for_hand and event.table not in redealing for event in released):
            dealing = {event.table for event in released}
            if any((len(t.ready(table)) > 1) != (number in dealing) for number, table in t.tables.items()):
                self._report("hand-for-hand starts all tables together (T9)")

    def _check_play_goes_on(self, t: Tournament) -> None:
        """A hand runs or is to be released, unless the director, a break or a re-buy holds the tables (T9)."""
        held = t.hands_held or t.rebuy_pending
        if t.stage is Stage.RUNNING and t.all_idle and not held and not release_times(t):
            self._report("play does not stand still")

    def _check_final_table(self, decision: Decision) -> None:
        """The final table is made by a draw for everybody instead of breaking a table (T7)."""
        t = decision.after
        closed = {event.why for event in decision.events if isinstance(event, ev.TableClosed)}
        moved = {event.why for event in decision.events if isinstance(event, ev.Moved)}
        if self.tables_before_final > 1 == len(t.tables) and not (
            closed == {CloseReason.FINAL} and moved - {MoveReason.DIRECTOR} == {MoveReason.FINAL}
        ):
            self._report("everybody draws a new seat for the final table (T7)")
        self.tables_before_final = (
            len(t.tables) if not t.can_grow and t.stage is Stage.RUNNING and not t.setup.shootout else 0
        )

    def _check_dealt(self, t: Tournament, event: ev.HandReleased) -> None:
        """Everybody is dealt in except players between button and small blind (T7), and nobody has two seats."""
        size = len(t.tables[event.table].seats)
        for seat in t.ready(t.tables[event.table]):
            gap = (seat - event.button) % size
            if seat not in event.dealt and not 0 < gap < (event.small - event.button) % size:
                self._report("nobody misses a hand while able to play (T6, T7)")
        if len(event.dealt) < 2 or (event.big >= 0 and event.big not in event.dealt):
            self._report("a hand has a big blind and an opponent (D2)")

    def _check_balance(self, t: Tournament, event: ev.HandReleased) -> None:
        """No table deals with two players more than another, unless a fuller one gives first or no seat fits (T6)."""
        if t.setup.shootout or t.final_table or max(t.table_sizes) - min(t.table_sizes) < 2:
            return
        leaving = tables_to_break(t)
        count = t.tables[event.table].taken
        others = [table for table in t.tables.values() if table.number != event.table and table.number not in leaving]
        if event.table in leaving or not others or max(table.taken for table in others) > count:
            return
        fewest = min(table.taken for table in others)
        receivers = [self._before_decision(table) for table in others if table.taken == fewest]
        if count - fewest > 1 and any(worst_seat(table, t.ready(table)) >= 0 for table in receivers):
            self._report("tables stay within one player of each other (T6)")

    def _before_decision(self, table: Table) -> Table:
        """The table with the blinds of its hand before this decision, which may already have set the next ones."""
        return table._replace(positions=self.positions.get(table.number, table.positions))

    def _report(self, violation: str) -> None:
        if violation not in self.violations:
            self.violations.append(violation)
