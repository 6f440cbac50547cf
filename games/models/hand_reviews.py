"""Looks of the floor at all cards of a hand, with the suspicion behind each; never changed or deleted (H8)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.events.kinds import LONGEST_REASON

LATELY_HOURS = 12
"""For so long nobody both plays at a table and sees hidden cards of it: who has left may still come back to it."""


class HandReview(models.Model):
    """One look at the hidden cards of a finished hand: who looked, and on what suspicion."""

    class Suspicion(models.TextChoices):
        """What the floor suspects."""

        CHIP_DUMPING = "chip_dumping", _("chips lost to another player on purpose")
        SOFT_PLAY = "soft_play", _("players who spare each other")
        SHARED_CARDS = "shared_cards", _("players who tell each other their cards")
        SAME_PERSON = "same_person", _("one person with several accounts")
        PROGRAM = "program", _("a program that plays in a person's place")
        FAULT = "fault", _("a fault of the room: wrong cards or a wrong result")
        OTHER = "other", _("something else, described below")

    hand = models.ForeignKey("games.Hand", on_delete=models.PROTECT, related_name="reviews", verbose_name=_("hand"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("reviewed by")
    )
    suspicion = models.CharField(_("suspicion"), max_length=16, choices=Suspicion.choices)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(reason=""), name="games_review_reason")]
        permissions: ClassVar = [("review_hand", "Can see all cards of a finished hand")]
        verbose_name = _("review of a hand")
        verbose_name_plural = _("reviews of hands")

    def __str__(self) -> str:
        return f"{self.hand_id}/{self.pk}"
