"""Tables with waiting lists for tests: players who sit, wait and leave."""

from games import api
from games.engine.table import commands as cm
from games.models import Seat
from games.models.access import WaitingEntry
from games.seating import waiting_calls, waiting_list
from games.tables.kind import TableKind
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat


def full_table(name: str = "Prague", *, seats: int = 2) -> SteppedHost:
    """A table whose seats are all taken."""
    host = SteppedHost(open_table(name, seats=seats).pk)
    seat(host, *(person(f"{name}{number}") for number in range(seats)))
    return host


def kind_of(host: SteppedHost) -> TableKind:
    return TableKind.of(NL_10_20, "PLAY")


def leave(host: SteppedHost, place: int = 0) -> None:
    """Makes the player in this seat leave."""
    host.do(cm.Leave(Seat.objects.get(table=host.id, seat=place).player_id))


def join(user: User, host: SteppedHost, **more: str) -> WaitingEntry:
    return WaitingEntry.objects.get(pk=waiting_list.join(user_id=user.pk, table_id=host.id, **more))


def called(host: SteppedHost) -> list[str]:
    """The names of the players called to the table, in the order of the list."""
    rows = waiting_calls.active_entries().filter(called_to=host.id)
    return list(rows.values_list("player__display_name", flat=True))


def sit(user: User, host: SteppedHost, place: int = -1, **more: str) -> int:
    return api.take_seat(user=user, table_id=host.id, seat=place, amount=1_000_00, **more)
