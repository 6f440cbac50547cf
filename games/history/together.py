"""Hands that people played with each other, for the staff (F7)."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from games.models import Hand, HandPlayer


class Opponent(NamedTuple):
    """Somebody with whom a person has played, and in how many hands."""

    player: int
    name: str
    hands: int


def opponents_of(player: int, *, since: datetime, limit: int) -> list[Opponent]:
    """The people with whom this player was dealt most hands since a moment, most first; no house bots."""
    parts = HandPlayer.objects.filter(
        hand__hand_players__player=player, hand__ended_at__gte=since, hand__void=False
    ).exclude(player=player)
    counted = parts.order_by().values_list("player", "player__display_name").annotate(hands=Count("pk"))
    return [Opponent(*row) for row in counted.order_by("-hands", "player")[:limit]]


def hands_together(one: int, other: int) -> QuerySet[Hand]:
    """The hands that both were dealt, newest first, without what they do not need of the tables."""
    both = Hand.objects.filter(void=False, hand_players__player=one).filter(hand_players__player=other)
    return both.select_related("table").defer("table__snapshot", "table__next_snapshot", "table__rules_data")
