"""Links by which players share a hand until they stop sharing it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_TOKEN = 32


class SharedHand(models.Model):
    """One link to a finished hand; it no longer works once `ended_at` is set."""

    hand = models.ForeignKey("games.Hand", on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    token = models.CharField(max_length=LONGEST_TOKEN, unique=True)
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("shared hand")
        verbose_name_plural = _("shared hands")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "hand"], condition=Q(ended_at=None), name="games_sharedhand_once")
        ]

    def __str__(self) -> str:
        return f"{self.hand_id} by {self.player_id}"
