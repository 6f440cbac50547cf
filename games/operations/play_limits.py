"""Keeps players to their own limits while they sit: seats are given up, pages told in time (M7)."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.messaging import messages
from games.models import Seat
from games.money import play_limits
from games.operations.removal import give_up_seats
from games.seating import play_time, reality_checks

SWEEP_SECONDS = 20.0
"""A minute holds a few sweeps, so that none of its moments is missed."""
WARN_AT = (15, 5)
"""Minutes before the end of a time limit at which the player's pages say so."""


def keep_play_limits(tables: Iterable[int], *, now: datetime | None = None) -> None:
    """Gives up the seats of players at these tables who are away by choice or have used up a time limit.

    Pages are told of time that is nearly up and of reality checks that are due. Called every `SWEEP_SECONDS` or so; it
    keeps nothing between calls, so it does not matter which host calls it. Tournaments are played to their end.
    """
    now = now or timezone.now()
    players = set(Seat.objects.filter(table__in=tables, bot=False).values_list("player", flat=True))
    if not players:
        return
    away = play_limits.players_away(players)
    told = reality_checks.just_due(players - away, now=now)
    left = {player: limits[0].left for player, limits in play_time.time_left(players - away, now=now).items()}
    for player in away:
        give_up_seats(player=player, notice="went_away")
    for player, minutes in left.items():
        if not minutes:
            give_up_seats(player=player, notice="time_up")
        elif minutes in WARN_AT:
            told.add(player)
    for player in told:
        messages.notify_seats_changed(player)
