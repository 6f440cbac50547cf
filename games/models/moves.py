"""Players whom the house sends from table to table, and the merging of tables (K8, F1)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.events.kinds import LONGEST_REASON


class TableMerge(models.Model):
    """The floor's merging of one table into another, with its reason; never changed (F3)."""

    source = models.ForeignKey(
        "games.Table", on_delete=models.PROTECT, related_name="merges", verbose_name=_("table that closes")
    )
    target = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("into table"))
    reason = models.CharField(
        _("reason"), max_length=LONGEST_REASON, help_text=_("Kept with the decision and shown to the players")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", editable=False, verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("at"), default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("merging of tables")
        verbose_name_plural = _("mergings of tables")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="games_merge_reason"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="games_merge_two"),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"


class HouseMove(models.Model):
    """A player whom the house sends to another table; a seat is reserved there until the move is over (K8).

    With a `merge` all players of a table move; without one, a seat at the main table has become free for a player
    of its must-move table.
    """

    class Ended(models.TextChoices):
        """How it ended."""

        WENT = "went", _("moved")
        LEFT = "left", _("left the table instead")
        STAYED = "stayed", _("could not be seated there and stays")
        UNDONE = "undone", _("was called off by the floor")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("player")
    )
    source = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("from table"))
    target = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("to table"))
    merge = models.ForeignKey(
        TableMerge,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="moves",
        verbose_name=_("merging of tables"),
    )
    created_at = models.DateTimeField(_("at"), default=timezone.now)
    ended = models.CharField(_("ended"), max_length=6, blank=True, choices=Ended.choices)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("move by the house")
        verbose_name_plural = _("moves by the house")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["source", "player"], condition=Q(ended=""), name="games_housemove_once")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.source} → {self.target}"
