"""Checks the rules on a simulated tournament, independently of the engine's own code."""

from games.engine.errors import BrokenInvariant
from games.engine.rules.button import Positions
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
    """Checks every decision; `wrong` lists each broken rule once."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.seen = 0
        self.positions: dict[int, Positions] = {}
        self.tables = 0
        self.again: set[int] = set()

    def count(self, decision: Decision) -> None:
        """Check one decision."""
        self.seen += 1
        t = decision.after
        if self.seen % EVERY == 0 and t.stage is Stage.RUNNING:
            try:
                t.check()
            except BrokenInvariant as breach:
                self._say(str(breach))
        self._final_drawn(decision)
        released = [event for event in decision.events if isinstance(event, ev.HandReleased)]
        for event in released:
            self._all_dealt_in(t, event)
            self._balanced(t, event)
        self.positions |= {event.table: t.tables[event.table].positions for event in released}
        self.again |= {event.table for event in decision.events if isinstance(event, ev.HandVoided)}
        anew, self.again = self.again, self.again - {event.table for event in released}
        if any(event.hand_for_hand and event.table not in anew for event in released):
            dealing = {event.table for event in released}
            if any((len(t.ready(table)) > 1) != (number in dealing) for number, table in t.tables.items()):
                self._say("hand-for-hand starts all tables together (T9)")

    def _final_drawn(self, decision: Decision) -> None:
        """The final table is made by a draw for everybody, not by breaking a table (T7)."""
        t = decision.after
        closed = {event.why for event in decision.events if isinstance(event, ev.TableClosed)}
        moved = {event.why for event in decision.events if isinstance(event, ev.Moved)}
        if self.tables > 1 == len(t.tables) and not (closed == {CloseReason.FINAL} and moved == {MoveReason.FINAL}):
            self._say("everybody draws a new seat for the final table (T7)")
        self.tables = len(t.tables) if t.entries_closed and t.stage is Stage.RUNNING and not t.setup.shootout else 0

    def _all_dealt_in(self, t: Tournament, event: ev.HandReleased) -> None:
        """Everybody is dealt in except players between button and small blind (T7), and nobody has two seats."""
        size = len(t.tables[event.table].seats)
        for seat in t.ready(t.tables[event.table]):
            gap = (seat - event.button) % size
            if seat not in event.dealt and not 0 < gap < (event.small - event.button) % size:
                self._say("nobody misses a hand while able to play (T6, T7)")
        if len(event.dealt) < 2 or (event.big >= 0 and event.big not in event.dealt):
            self._say("a hand has a big blind and somebody to play it with (D2)")

    def _balanced(self, t: Tournament, event: ev.HandReleased) -> None:
        """No table deals with two players more than another, unless a fuller one gives first or no seat fits (T6)."""
        if t.setup.shootout or t.final_table or max(t.table_sizes) - min(t.table_sizes) < 2:
            return
        leaving = tables_to_break(t)
        here = t.tables[event.table].taken
        others = [table for table in t.tables.values() if table.number != event.table and table.number not in leaving]
        if event.table in leaving or not others or max(table.taken for table in others) > here:
            return
        fewest = min(table.taken for table in others)
        takers = [self._as_it_was(table) for table in others if table.taken == fewest]
        if here - fewest > 1 and any(worst_seat(table, t.ready(table)) >= 0 for table in takers):
            self._say("tables stay within one player of each other (T6)")

    def _as_it_was(self, table: Table) -> Table:
        """The table with the blinds of its hand before this decision, which may have set the next ones already."""
        return table._replace(positions=self.positions.get(table.number, table.positions))

    def _say(self, wrong: str) -> None:
        if wrong not in self.wrong:
            self.wrong.append(wrong)
