"""Adds every hand to its players' hours, in the transaction that keeps the hand."""

from collections.abc import Iterable

from django.utils import timezone

from games.models import Hand, HandPlayer
from games.resultmodels import PlayedHour

ADDED = ("net", "entered", "raised", "attacks", "calls", "saw", "showdown", "won_showdown")
_KEY = ("player", "hour", "table", "since", "game", "structure", "small_blind", "big_blind")


def add(hand: Hand, parts: Iterable[HandPlayer]) -> None:
    """One hand more for each of its players, with two queries. The hand's table is locked: nobody else adds to it."""
    hour = timezone.localtime(hand.ended).replace(minute=0, second=0, microsecond=0)
    same = {
        "table_id": hand.table_id, "hour": hour, "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
    found = PlayedHour.objects.filter(player__in=[part.player_id for part in parts], **same)
    before = {(row.player_id, row.since): row for row in found}
    rows = []
    for part in parts:
        sums = before.get((part.player_id, part.since), PlayedHour(part=part.pk))
        added = {name: getattr(sums, name) + getattr(part, name) for name in ADDED}
        rows.append(
            PlayedHour(
                player_id=part.player_id, since=part.since, part=sums.part, hands=sums.hands + 1, ended=hand.ended,
                **same, **added,
            )
        )  # fmt: skip
    PlayedHour.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=_KEY, update_fields=["hands", "ended", *ADDED]
    )
