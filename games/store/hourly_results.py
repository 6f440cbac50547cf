"""Adds every hand to its players' hourly results, and removes a void one, in the transaction that writes the hand."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.models import Hand, HandPlayer
from games.models.results import HourlyResult

_SUMMED_FIELDS = (
    *("net", "rake", "entered", "raised", "bets_and_raises", "calls"),
    *("saw_second_street", "showdown", "won_showdown"),
)
_KEY = ("player", "hour", "table", "seated_at", "game", "structure", "small_blind", "big_blind")


def add(hand: Hand, hand_players: Iterable[HandPlayer]) -> None:
    """Adds a hand to the hour of each of its players, in two queries.

    The caller has locked the hand's table, so nobody else adds to these rows.
    """
    same = {
        "table_id": hand.table_id, "hour": _hour(hand), "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
    found = HourlyResult.objects.filter(player__in=[row.player_id for row in hand_players], **same)
    before = {(row.player_id, row.seated_at): row for row in found}
    rows = []
    for row in hand_players:
        sums = before.get((row.player_id, row.seated_at), HourlyResult(first_hand_player=row.pk))
        added = {name: getattr(sums, name) + getattr(row, name) for name in _SUMMED_FIELDS}
        rows.append(
            HourlyResult(
                player_id=row.player_id, seated_at=row.seated_at, first_hand_player=sums.first_hand_player,
                hands=sums.hands + 1, last_hand_at=hand.ended_at, **same, **added,
            )
        )  # fmt: skip
    HourlyResult.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=_KEY, update_fields=["hands", "last_hand_at", *_SUMMED_FIELDS]
    )


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
