"""Checks that the rake of each hand is what its players' parts and the ledger say (R5, M2)."""

from collections.abc import Iterator

from django.db.models import F, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.models import Hand, Table
from games.money import escrow


def check_rake_of_hands() -> Iterator[tuple[str, str]]:
    """Yields a code and a text for every hand whose parts do not sum to its rake, or whose rake is not in the ledger.

    Consistent only within a transaction of the caller.
    """
    for table_id in Table.objects.filter(tournament=None).order_by("pk").values_list("pk", flat=True):
        hands = Hand.objects.filter(table=table_id, void=False).order_by("number")
        parts = hands.annotate(parts=F("bots_rake") + Coalesce(Sum("hand_players__rake"), 0)).exclude(rake=F("parts"))
        for number, rake, found in parts.values_list("number", "rake", "parts"):
            yield (
                "rake_parts",
                _("table %(table)s, hand %(hand)s: rake %(rake)s, the players' parts sum to %(found)s")
                % {"table": table_id, "hand": number, "rake": rake, "found": found},
            )
        taken = dict(hands.exclude(rake=0).values_list("number", "rake"))
        booked = escrow.rake_booked(table_id)
        for number in sorted(taken.keys() | booked.keys()):
            if taken.get(number) != booked.get(number):
                text = _("table %(table)s, hand %(hand)s: rake %(rake)s, %(booked)s booked") % {
                    "table": table_id,
                    "hand": number,
                    "rake": taken.get(number, 0),
                    "booked": booked.get(number, 0),
                }
                yield "rake_booked", text
