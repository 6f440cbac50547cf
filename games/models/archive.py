"""Decisions of old hands, compressed: what `games.store.archive` has moved out of the log."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q


class ArchivedHand(models.Model):
    """The decisions `first` to `last` of one hand of a table, which are no longer rows of the log.

    `data` are their rows, packed and compressed; sealed parts are as they were. `digest` is the SHA-256 of the packed
    rows. It is never changed, and deleted only once its decisions are rows again.
    """

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", db_index=False)
    hand = models.BigIntegerField()
    first = models.BigIntegerField()
    last = models.BigIntegerField()
    decisions = models.IntegerField()
    data = models.BinaryField()
    digest = models.BinaryField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "hand"], name="games_archived_once"),
            models.CheckConstraint(
                condition=Q(first__gte=1, last__gte=F("first"), decisions__gte=1), name="games_archived_decisions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.hand}"
