"""Which tables a visitor may open and watch, and with what delay (K14)."""

from datetime import datetime, timedelta

from django.http import Http404
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.lobby.queries import table_row
from games.models import Seat, Table
from games.web.security.requests import Visitor, account_id

READ_HANDS = "games.view_hand"
"""The permission of staff who read finished hands at every table (M6)."""
REVIEW_HAND = "games.review_hand"
"""The permission to see all cards of a finished hand (H8)."""


def open_table_or_404(table_id: int) -> Table:
    """The table, without its state; raises Http404 if there is none or it is closed."""
    table = table_row(table_id)
    if table is None or table.closed_at is not None:
        raise Http404
    return table


def sits_at(table_id: int, player: int) -> bool:
    """Whether this player has a seat at the table."""
    return _SEAT.first(table=table_id, player=player or 0) is not None


_SEAT = CompiledQuery(
    lambda: Seat.objects.filter(table=Given("table"), player=Given("player")).values_list("pk", flat=True)
)


def may_watch(table: Table, user: Visitor) -> bool:
    """Whether this visitor may see the table's game and its hands; a closed table is for its players only."""
    return not table.closed_to_watchers or sits_at(table.pk, account_id(user))


def may_read_hands(table: Table, user: Visitor) -> bool:
    """Whether this visitor may open finished hands of the table; staff may also where watchers may not."""
    return may_watch(table, user) or user.has_perm(READ_HANDS)


def can_review(user: Visitor, table: Table) -> bool:
    """Whether this person may see all cards of hands of the table: directors only of tournaments' (H8)."""
    whose = table.tournament is not None or user.has_perm("games.run_floor")
    return bool(user.is_active and user.has_perm(REVIEW_HAND) and whose)


def shown_until(table: Table, user: Visitor) -> datetime:
    """The moment up to which this visitor may see the table; it is in the past for watchers of a delayed table."""
    delayed = table.watch_delay and not sits_at(table.pk, account_id(user))
    return timezone.now() - timedelta(seconds=table.watch_delay if delayed else 0)
