"""Rake profiles and their versions, which are never changed (R1)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.rules.rake_tariff import RakeTariff

CODE = "profile:"
"""The prefix by which the rules of a table name a profile of the room."""


class RakeProfile(models.Model):
    """A rake profile that operators made, for tables of one currency; a retired one stays where it is used (R1)."""

    name = models.CharField(_("name"), max_length=60)
    name_key = models.TextField(unique=True, editable=False)
    currency = models.CharField(_("currency"), max_length=8)
    created_at = models.DateTimeField(_("made at"), default=timezone.now)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["name"]
        verbose_name = _("rake profile")
        verbose_name_plural = _("rake profiles")

    def __str__(self) -> str:
        return self.name

    @property
    def code(self) -> str:
        """How the rules of a table name it."""
        return f"{CODE}{self.pk}"


class RakeVersion(models.Model):
    """What a profile says from a moment on; append-only, except that it is withdrawn once before it is valid."""

    profile = models.ForeignKey(RakeProfile, on_delete=models.PROTECT, related_name="versions", db_index=False)
    number = models.PositiveIntegerField(_("version"))
    valid_from = models.DateTimeField(_("valid from"))
    tariff_data = models.JSONField()
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    created_at = models.DateTimeField(_("made at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+", verbose_name=_("by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["profile", "number"]
        verbose_name = _("version of a rake profile")
        verbose_name_plural = _("versions of rake profiles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["profile", "number"], name="games_rakeversion_once"),
            models.UniqueConstraint(
                fields=["profile", "valid_from"],
                condition=models.Q(withdrawn_at=None),
                name="games_rakeversion_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.profile_id}/{self.number}"

    @property
    def tariff(self) -> RakeTariff:
        """What it says."""
        return RakeTariff.from_data(self.tariff_data)
