"""The working copy on which one command is decided."""

from games.engine.errors import IllegalAction
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.table import Table
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage


class Decider:
    """Carries one command out on a copy of the tournament and collects the events."""

    def __init__(self, tournament: Tournament, now: int, rng: RandomSource) -> None:
        self.t = tournament
        self.now = now
        self.rng = rng
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """Apply an event and add it to the decision."""
        self.t.apply(event)
        self.events.append(event)

    def entrant(self, player: int) -> Entrant:
        """The entrant, if still in; raises IllegalAction otherwise."""
        entrant = self.t.players.get(player)
        if entrant is None or entrant.out:
            raise IllegalAction("not_in_tournament")
        return entrant

    def check_running(self) -> None:
        """Raise IllegalAction unless the tournament is running."""
        if self.t.stage is not Stage.RUNNING:
            raise IllegalAction("not_running")

    def check_not_started(self) -> None:
        """Raise IllegalAction once the tournament has started."""
        if self.t.stage is not Stage.OPEN:
            raise IllegalAction("already_started")

    def in_hand(self, entrant: Entrant) -> bool:
        """Whether a hand runs at the player's table; seats do not change during a hand (T6)."""
        return entrant.table > 0 and self.t.tables[entrant.table].running

    def table(self, number: int) -> Table:
        """The table of this number; raises IllegalAction if it is not open."""
        if number not in self.t.tables:
            raise IllegalAction("no_such_table", table=number)
        return self.t.tables[number]

    def open_table(self, seats: int) -> int:
        """Open a table; its number."""
        self.emit(ev.TableOpened(self.t.tables_opened + 1, seats))
        return self.t.tables_opened
