"""What goes on in the room at this moment."""

from typing import NamedTuple

from django.db.models import Count, Q

from games.models import Seat, Table
from games.models.conduct import FloorCall

ENOUGH_TO_PLAY = 2


class RoomNow(NamedTuple):
    """Players at tables, open cash tables, those of them at which enough sit to play, and calls for the floor."""

    players: int
    open: int
    running: int
    calls: int


def rooms_now() -> RoomNow:
    """Counts them, house bots aside: a table of bots alone is not running for anybody."""
    tables = Table.objects.filter(tournament=None, closed_at=None, is_open=True)
    seated = tables.annotate(
        taken=Count("taken_seats"), people=Count("taken_seats", filter=Q(taken_seats__bot=False))
    ).values_list("taken", "people")
    rows = list(seated)
    return RoomNow(
        players=Seat.objects.filter(bot=False).values("player").distinct().count(),
        open=len(rows),
        running=sum(taken >= ENOUGH_TO_PLAY and people > 0 for taken, people in rows),
        calls=FloorCall.objects.filter(answered_at=None).count(),
    )
