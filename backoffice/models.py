"""Rows of the back office: the log of staff acts with its head, and the settings of the room."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 300
"""Characters; the engine's log of a table has the same bound."""


class StaffAct(models.Model):
    """One act of staff; append-only, numbered without gaps and chained by keyed hashes (F3).

    `subject_kind` and `subject_id` name what was acted on, `about` the person concerned. `changes` are rows of
    [what, before, after]. Names of people are in no column, so that they can be removed. `own` marks an act by which
    somebody decided about themselves, where the owner allows it. `by` is null if the room itself acted.
    """

    number = models.BigIntegerField(_("number"), unique=True)
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("by"),
    )
    act = models.CharField(_("act"), max_length=48)
    subject_kind = models.CharField(_("subject"), max_length=24, blank=True)
    subject_id = models.CharField(_("number of the subject"), max_length=64, blank=True)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("person concerned"),
    )
    changes = models.JSONField(_("changes"), default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    own = models.BooleanField(_("about themselves"), default=False)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["-number"]
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        indexes: ClassVar = [
            models.Index(fields=["subject_kind", "subject_id"], name="backoffice_act_subject"),
            models.Index(fields=["act"], name="backoffice_act_kind"),
            models.Index(fields=["at"], name="backoffice_act_at"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(number__gte=1), name="backoffice_act_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.act}"


class LogHead(models.Model):
    """The last number and hash of the log, in one row; without it the end of the log could be cut off unnoticed."""

    number = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return str(self.number)


class RoomSetting(models.Model):
    """The value of one setting of the room that differs from its default."""

    key = models.CharField(max_length=64, primary_key=True)
    value = models.JSONField()

    def __str__(self) -> str:
        return self.key
