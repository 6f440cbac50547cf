"""What is in force for the whole room until somebody ends it: a pause, and a freeze of new seats (F1)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.events.kinds import LONGEST_REASON

PERSON = settings.AUTH_USER_MODEL


class RoomWide(models.Model):
    """Who began it, why and since when, and who ended it; only one at once `is_open`, which is null afterwards."""

    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    begun_at = models.DateTimeField(_("at"), default=timezone.now)
    is_open = models.BooleanField(null=True, default=True, unique=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d %H:%M}"

    def end(self, by: int) -> None:
        """Ends it."""
        self.is_open, self.ended_at, self.ended_by_id = None, timezone.now(), by
        self.save(update_fields=["is_open", "ended_at", "ended_by"])


class SeatFreeze(RoomWide):
    """A time in which nobody is given a new seat at a cash table."""


class RoomPause(RoomWide):
    """A pause of the whole room."""


class PausedByRoom(models.Model):
    """A table, or the tournament with this id, that a pause of the room has paused, until it is resumed."""

    pause = models.ForeignKey(RoomPause, on_delete=models.PROTECT, related_name="paused")
    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", null=True)
    tournament = models.BigIntegerField(null=True)
    resumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(resumed_at=None), name="games_paused_table_once"
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(resumed_at=None), name="games_paused_tournament_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pause_id}: {self.table_id or self.tournament}"
