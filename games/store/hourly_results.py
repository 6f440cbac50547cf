"""Adds every hand to its players' hourly results, and removes a void one, in the transaction that writes the hand."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from backoffice import plain_sql
from games.models import Hand, HandPlayer
from games.models.results import HourlyResult

_SUMMED_FIELDS = (
    *("net", "rake", "entered", "raised", "bets_and_raises", "calls"),
    *("saw_second_street", "showdown", "won_showdown"),
)
_KEY = ("player_id", "hour", "table_id", "seated_at", "game", "structure", "small_blind", "big_blind")


def add(hand: Hand, hand_players: Iterable[HandPlayer]) -> None:
    """Adds a hand to the hour of each of its players, in one query.

    The caller has locked the hand's table, so nobody else adds to these rows.
    """
    same = {
        "table_id": hand.table_id, "hour": _hour(hand), "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind, "last_hand_at": hand.ended_at, "hands": 1,
    }  # fmt: skip
    rows = [
        {
            "player_id": row.player_id, "seated_at": row.seated_at, "first_hand_player": row.pk, **same,
            **{name: int(getattr(row, name)) for name in _SUMMED_FIELDS},
        }
        for row in hand_players
    ]  # fmt: skip
    plain_sql.add(HourlyResult, rows, sums=("hands", *_SUMMED_FIELDS), latest=("last_hand_at",), unique=_KEY)


def remove(hand: Hand) -> None:
    """Removes the table's last hand from the hour of each of its players; an hour without hands is deleted."""
    same = {
        "table": hand.table_id, "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
    others = HandPlayer.objects.filter(**{f"hand__{name}": value for name, value in same.items()}).exclude(hand=hand)
    for row in hand.hand_players.all():
        sums = HourlyResult.objects.get(player=row.player_id, seated_at=row.seated_at, hour=_hour(hand), **same)
        if sums.hands == 1:
            sums.delete()
            continue
        of_player = others.filter(player=row.player_id, seated_at=row.seated_at)
        sums.last_hand_at = of_player.values_list("hand__ended_at", flat=True)[0]
        sums.hands -= 1
        for name in _SUMMED_FIELDS:
            setattr(sums, name, getattr(sums, name) - getattr(row, name))
        sums.save()


def _hour(hand: Hand) -> datetime:
    return timezone.localtime(hand.ended_at).replace(minute=0, second=0, microsecond=0)
