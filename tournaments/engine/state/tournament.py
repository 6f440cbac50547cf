"""A tournament as the sum of its events."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import clock, director, entries, hands, results, tables
from tournaments.engine.state.tournament_state import TournamentState

_HANDLERS = {
    **entries.HANDLERS,
    **tables.HANDLERS,
    **clock.HANDLERS,
    **hands.HANDLERS,
    **results.HANDLERS,
    **director.HANDLERS,
}


class Tournament(TournamentState):
    """The state of a tournament, changed by its events alone."""

    __slots__ = ()

    def apply(self, event: ev.Event) -> None:
        """Change the state by one event; raises BrokenInvariant when chips would be made or lost."""
        handler = _HANDLERS.get(type(event))
        if handler:
            handler(self, event)
