"""What viewers of the lobby have to do with its tables: their seats, their own tables and their waiting lists."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

from backoffice.compiled_query import CompiledQuery, Given
from games.lobby.my_tables import MyWait, waits_of
from games.lobby.queries import LobbyRow
from games.models import Seat
from games.models.access import WaitingEntry


class ViewerRelation(NamedTuple):
    """A viewer's relation to a table: is seated there, owns it, or waits for it or is called to it (`wait`)."""

    signed_in: bool = False
    is_seated: bool = False
    is_owner: bool = False
    wait: MyWait | None = None


def relations_of(rows: list[LobbyRow], players: Collection[int]) -> dict[int, dict[int, ViewerRelation]]:
    """For each of these players, how they relate to the tables with which they have to do, by table."""
    if not players:
        return {}
    seated_at, owned = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for player, table in _seats_of(players):
        seated_at[player].add(table)
    for row in rows:
        if row.owner in players:
            owned[row.owner].add(row.table)
    waiting = {
        player: {wait.called_to or wait.table: wait for wait in waits_of(player) if not wait.ended}
        for player in _those_who_wait(players)
    }
    return {
        player: {
            table: ViewerRelation(
                True, table in seated_at[player], table in owned[player], waiting.get(player, {}).get(table)
            )
            for table in seated_at[player] | owned[player] | waiting.get(player, {}).keys()
        }
        for player in players
    }


def _seats_of(players: Collection[int]) -> Iterable[tuple[int, int]]:
    """The seats of these players as (player, table); for one player, as for a page, by a compiled query."""
    if len(players) > 1:
        return Seat.objects.filter(player__in=players).values_list("player", "table")
    return ((player, table) for player in players for table in _TABLES_OF.all(player=player))


_TABLES_OF = CompiledQuery(
    lambda: Seat.objects.filter(player=Given("player")).order_by().values_list("table", flat=True)
)


def _those_who_wait(players: Collection[int]) -> Collection[int]:
    """Those of several players who are in a waiting list; of one, whose lists are quickly read, it is not asked."""
    if len(players) == 1:
        return players
    return set(WaitingEntry.objects.filter(ended="", player__in=players).values_list("player", flat=True))
