"""What every page shows of a signed-in player besides its subject, read for several players together."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils import timezone

from games.lobby.my_tables import MyTable, MyWait, tables_of, waiting_among, waits_of
from games.seating.sessions import Session, sessions_of


class OwnParts(NamedTuple):
    """A player's tables and places on waiting lists, and the session of a seated player."""

    tables: Sequence[MyTable]
    waits: Sequence[MyWait]
    session: Session | None


def read_own_parts(players: Collection[int]) -> dict[int, OwnParts]:
    """The own parts of each player; most of a crowd that comes to watch has none."""
    tables, waiting, sessions = tables_of(players), waiting_among(players), sessions_of(players, now=timezone.now())
    return {
        player: OwnParts(tables.get(player, ()), waits_of(player) if player in waiting else (), sessions.get(player))
        for player in players
    }
