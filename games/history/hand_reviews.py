"""Reviews of hands by the floor: which of a player's hands were reviewed and when, and what staff read about them."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from games.models.hand_reviews import HandReview


class ReviewedHand(NamedTuple):
    """A review as the players of the hand are told of it: not by whom, and on what suspicion."""

    key: int
    table: int
    table_name: str
    number: int
    at: datetime


def reviews_about(player: int) -> QuerySet[HandReview]:
    """The reviews of hands that this player played, newest first."""
    found = HandReview.objects.filter(hand__hand_players__player=player).select_related("hand__table", "by")
    return found.defer("hand__table__snapshot", "hand__table__next_snapshot", "hand__table__rules_data")


def reviewed_hands(player: int, *, before: int | None = None, limit: int = 25) -> tuple[Sequence[ReviewedHand], int]:
    """A page of the reviews of this player's hands older than the review `before`, newest first.

    Also returns `before` of the next page, 0 on the last.
    """
    found = reviews_about(player)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows = list(found[: limit + 1])
    page = [
        ReviewedHand(row.pk, row.hand.table_id, row.hand.table.name, row.hand.number, row.created_at)
        for row in rows[:limit]
    ]
    return page, page[-1].key if len(rows) > limit else 0
