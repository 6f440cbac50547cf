"""Adds every hand to its players' hours, and takes a void one out, in the transaction that keeps the hand."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from games.models import Hand, HandPlayer
from games.models.results import HourlyResult

ADDED = ("net", "entered", "raised", "attacks", "calls", "saw", "showdown", "won_showdown")
_KEY = ("player", "hour", "table", "since", "game", "structure", "small_blind", "big_blind")


def add(hand: Hand, parts: Iterable[HandPlayer]) -> None:
    """One hand more for each of its players, with two queries. The hand's table is locked: nobody else adds to it."""
    same = {
        "table_id": hand.table_id, "hour": _hour(hand), "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
    found = HourlyResult.objects.filter(player__in=[part.player_id for part in parts], **same)
    before = {(row.player_id, row.since): row for row in found}
    rows = []
    for part in parts:
        sums = before.get((part.player_id, part.since), HourlyResult(part=part.pk))
        added = {name: getattr(sums, name) + getattr(part, name) for name in ADDED}
        rows.append(
            HourlyResult(
                player_id=part.player_id, since=part.since, part=sums.part, hands=sums.hands + 1, ended=hand.ended,
                **same, **added,
            )
        )  # fmt: skip
    HourlyResult.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=_KEY, update_fields=["hands", "ended", *ADDED]
    )


def take_out(hand: Hand) -> None:
    """The table's last hand is void: one less for each of its players; of an hour without others nothing is left."""
    same = {
        "table": hand.table_id, "game": hand.game, "structure": hand.structure,
        "small_blind": hand.small_blind, "big_blind": hand.big_blind,
    }  # fmt: skip
    others = HandPlayer.objects.filter(**{f"hand__{name}": value for name, value in same.items()}).exclude(hand=hand)
    for part in hand.parts.all():
        sums = HourlyResult.objects.get(player=part.player_id, since=part.since, hour=_hour(hand), **same)
        if sums.hands == 1:
            sums.delete()
            continue
        mine = others.filter(player=part.player_id, since=part.since).order_by("-hand")
        sums.ended = mine.values_list("hand__ended", flat=True)[0]
        sums.hands -= 1
        for name in ADDED:
            setattr(sums, name, getattr(sums, name) - getattr(part, name))
        sums.save()


def _hour(hand: Hand) -> datetime:
    return timezone.localtime(hand.ended).replace(minute=0, second=0, microsecond=0)
