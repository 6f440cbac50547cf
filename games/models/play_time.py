"""When players sat at tables, and when they last looked at the time and their result (M7)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


class Sitting(models.Model):
    """A player's time in a seat, from taking it to leaving it; house bots have none.

    The times are of the hosts' clocks, so a sitting that two hosts saw may end a little before it began.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+")
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["player", "ended_at"], name="games_sitting_player")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "table"], condition=Q(ended_at=None), name="games_sitting_one_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}@{self.table_id}"


class RealityCheck(models.Model):
    """How often a player is told the time played and the result; `seen_at` is when they last went on."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    minutes = models.PositiveSmallIntegerField(null=True)
    seen_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.minutes}"
