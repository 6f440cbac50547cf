"""At how many tables one player may sit at once: cash tables and tournament seats together (K11).

The room's limit holds everywhere, a cash table's own limit for everybody who sits there. So a table that allows one
table only is taken with no other, whichever of them comes first. T18 alone limits the seats that tournaments give.
"""

from collections.abc import Iterable

from django.conf import settings

from games.engine.errors import IllegalAction
from games.models import Table
from games.seating import taken_seats


def check_table_limit(*, player: int, table: Table, leaving: int | None = None, seated: set[int] | None = None) -> None:
    """Raises IllegalAction if a seat here would be one table too many; `leaving` is the table given up for it.

    Known `seated`, the player's tables as they are now, saves two queries.
    """
    seated = (taken_seats.tables_of(player) if seated is None else seated) - {leaving, table.pk}
    others = Table.objects.filter(pk__in=seated, tournament=None).only("rules_data") if seated else ()
    limits = [one.rules.house.tables_per_player for one in (table, *others)]
    most = min(settings.TABLES_PER_PLAYER, *limits)
    if len(seated) >= most:
        raise IllegalAction("too_many_tables", count=most)


def players_at_limit(players: Iterable[int], table: Table, *, leaving: int) -> set[int]:
    """Those of `players` for whom moving here from `leaving` would be one table too many."""
    return {player for player in players if _is_at_limit(player, table, leaving)}


def _is_at_limit(player: int, table: Table, leaving: int) -> bool:
    try:
        check_table_limit(player=player, table=table, leaving=leaving)
    except IllegalAction:
        return True
    return False
