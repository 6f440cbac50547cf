"""What a host tells the floor's panel about one of its tables: public facts, no cards (F1)."""

from typing import NamedTuple

from games.engine.views.kinds import TablePhase


class FloorSummary(NamedTuple):
    """A table in a few values; `pot` in minor units, `turn` the name of the player in turn, since `turn_since` ms.

    `turn_away` if that player is disconnected; `away` are the names of all disconnected players, `seated` counts
    players and bots.
    """

    table: int
    phase: TablePhase
    hand: int
    pot: int
    seated: int
    turn: str = ""
    turn_since: int = 0
    turn_away: bool = False
    away: tuple[str, ...] = ()
