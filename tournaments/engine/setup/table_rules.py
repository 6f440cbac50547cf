"""The rules of a tournament's tables, from its announcement, at a level and in a game (T4, T12, T13)."""

from games.engine.rules.rules import Rules
from games.engine.rules.tournament import LateReturn
from games.engine.rules.tournament import Tournament as TableTournament
from tournaments.engine.setup.house_rules import LeaveTournament
from tournaments.engine.setup.setup import Setup

PAUSE_MS = 600
"""The room waits this long before it acts for an absent player (T13)."""


def rules_of(setup: Setup, *, tournament_id: int, level: int, turn: int) -> Rules:
    """The rules of a table at a level, in game number `turn` of the rotation (T4)."""
    late = LateReturn(setup.house.late_return.value)
    table_tournament = TableTournament(tournament_id, late, PAUSE_MS, rebuys=seats_kept_when_broke(setup))
    return setup.table_rules(table_tournament, level=level, turn=turn)


def seats_kept_when_broke(setup: Setup) -> bool:
    """Whether players without chips keep their seats until the director decides, as they may get more (T12, T13)."""
    surrender = setup.house.leave is LeaveTournament.SURRENDER
    return setup.rebuy is not None or setup.addon is not None or surrender
