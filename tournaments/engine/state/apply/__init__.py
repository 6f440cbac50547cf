"""How each event changes the state of a tournament, one module for each kind of event."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tournaments.engine.state.tournament_state import TournamentState

Handlers: TypeAlias = Mapping[type, Callable[[TournamentState, Any], None]]
"""The function that applies each event; Any, as every function takes the event it is listed for."""
