"""Decisions of the floor at tables with their reasons; never changed (F3)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.events.kinds import LONGEST_REASON


class RoomReason(models.TextChoices):
    """Why the room itself closes a table, as the reason of a decision that nobody made."""

    CLOSING_TIME = "closing_time", _("Its closing time had come.")
    NOT_NEEDED = "not_needed", _("Nobody sat here, and there was room at another table like it.")


class FloorDecision(models.Model):
    """One decision at a table; `hand` is the last that had begun, `by` is null if the room itself decided (C1).

    `order` is the order sent to the table, which shows whether the decision was carried out. `changes` are the settings
    that a change of the table concerned, each with its old and new value (`games.engine.rules.changes`), or the players
    and tables of a move (`games.operations.floor.decisions`), by ids. `player` is whom it is about, where it is about
    one; `undoes` is the decision that it takes back.
    """

    class Kind(models.TextChoices):
        """What was decided."""

        VOID_HAND = "void_hand", _("void the hand")
        PAUSE = "pause", _("pause")
        RESUME = "resume", _("resume")
        CLOSE = "close", _("close")
        CLOSE_ORBIT = "close_orbit", _("close after the orbit")
        THAW = "thaw", _("let a stopped table continue")
        CHANGE = "change", _("change the table")
        ANNOUNCE = "announce", _("announce")
        CLOSE_AT = "close_at", _("close at a time")
        SPREAD = "spread", _("move the players to other tables and close")
        MERGE = "merge", _("merge the table into another")
        KEEP_OPEN = "keep_open", _("call off a closing")
        WARN = "warn", _("warn")
        PENALISE = "penalise", _("penalise")
        LIFT_PENALTY = "lift_penalty", _("lift a penalty")
        SIT_OUT = "sit_out", _("have a player sit out")
        SIT_IN = "sit_in", _("have a player play again")
        UNSEAT = "unseat", _("take a seat away")
        MOVE = "move", _("move a player")
        STAY = "stay", _("have a player stay after all")
        CALL_OFF = "call_off", _("take a call to a seat back")
        SEAT = "seat", _("call a waiting player to a seat")
        BAR = "bar", _("bar from the table")
        LIFT_BAR = "lift_bar", _("lift a bar")

    table = models.ForeignKey("games.Table", on_delete=models.PROTECT, related_name="+", verbose_name=_("table"))
    hand = models.BigIntegerField(_("hand"))
    kind = models.CharField(_("decision"), max_length=12, choices=Kind.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("by"),
    )
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    changes = models.JSONField(_("changes"), default=list, blank=True)
    order = models.OneToOneField(
        "games.Order", null=True, blank=True, on_delete=models.PROTECT, related_name="+", verbose_name=_("order")
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="floor_decisions",
        verbose_name=_("player"),
    )
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by", verbose_name=_("takes back")
    )
    created_at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [models.Index(fields=["table", "-id"], name="games_floor_table")]
        constraints: ClassVar = [models.CheckConstraint(condition=~models.Q(reason=""), name="games_floor_reason")]
        permissions: ClassVar = [("run_floor", "Can run the floor")]
        verbose_name = _("decision of the floor")
        verbose_name_plural = _("decisions of the floor")

    def __str__(self) -> str:
        return f"{self.table_id}#{self.hand} {self.kind}"
