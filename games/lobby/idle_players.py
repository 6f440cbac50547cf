"""Players without a seat, a place on a waiting list and a session: most of a crowd that comes to watch."""

from collections.abc import Collection

from backoffice.compiled_query import CompiledQuery, each, one_of_each
from games.lobby.my_tables import shown_entries
from games.models import Seat
from games.models.play_time import Sitting


def idle_players(players: Collection[int]) -> set[int]:
    """Those of 1 to `EACH` players who sit nowhere, are on no waiting list that is shown to them, and have no session.

    `tables_of`, `waits_of` and `session_start` find nothing for them.
    """
    given = each("player", players)
    return set(players).difference(*(query.all(**given) for query in (_SEATED, _WAITING, _SITTING)))


_SEATED = CompiledQuery(lambda: Seat.objects.filter(one_of_each("player")).values_list("player", flat=True))
_WAITING = CompiledQuery(lambda: shown_entries().filter(one_of_each("player")).values_list("player", flat=True))
_SITTING = CompiledQuery(
    lambda: Sitting.objects.filter(one_of_each("player"), ended_at=None).values_list("player", flat=True)
)
