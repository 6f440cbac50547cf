"""Rows of players' protection: own limits, cool-off and self-exclusion; append-only, so nobody lifts one early (M7)."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.compiled_query import Given


class PlayerLimit(models.Model):
    """A player's request for an own limit; triggers refuse every change but one confirmation.

    `value` is minor units, or minutes for time, null for no limit. `currency` is "" for time. The limit is in force
    from `confirmed_at`; a lower one is confirmed as it is asked for, a higher one not before `may_confirm_from`.
    """

    class Kind(models.TextChoices):
        """The values are `cashier.engine.limits.LimitKind`'s."""

        DEPOSIT = "deposit", _("deposits")
        LOSS = "loss", _("losses")
        TIME = "time", _("time at tables")

    class Period(models.TextChoices):
        """The values are `cashier.engine.limits.Period`'s."""

        DAY = "day", _("day")
        WEEK = "week", _("week")
        MONTH = "month", _("month")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    period = models.CharField(max_length=8, choices=Period.choices)
    currency = models.CharField(max_length=8, blank=True)
    value = models.BigIntegerField(null=True)
    asked_at = models.DateTimeField(default=timezone.now)
    may_confirm_from = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("own limit of a player")
        verbose_name_plural = _("own limits of players")
        default_permissions: ClassVar = ()
        indexes: ClassVar = [models.Index(fields=["person", "kind"], name="cashier_limit_person")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(value=None) | Q(value__gte=0), name="cashier_limit_value"),
            models.CheckConstraint(
                condition=Q(confirmed_at=None) | Q(confirmed_at__gte=F("may_confirm_from")),
                name="cashier_limit_waits",
            ),
            models.CheckConstraint(
                condition=Q(kind="time", currency="") | (~Q(kind="time") & ~Q(currency="")),
                name="cashier_limit_currency",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.kind} {self.period}"


class Exclusion(models.Model):
    """A cool-off or self-exclusion that a player chose, until a moment or for good; nobody can end it early."""

    class Kind(models.TextChoices):
        """How the player stays away."""

        COOL_OFF = "cool_off", _("cool-off")
        SELF_EXCLUSION = "self_exclusion", _("self-exclusion")

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("time away of a player")
        verbose_name_plural = _("times away of players")
        default_permissions: ClassVar = ()
        permissions: ClassVar = [("view_limited_players", _("Can see whose play is limited"))]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(until=None) | Q(until__gt=F("at")), name="cashier_exclusion_lasts"),
            models.CheckConstraint(
                condition=Q(kind="self_exclusion") | Q(until__isnull=False), name="cashier_cool_off_ends"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.kind}"


def in_force_at(now: datetime | Given) -> Q:
    """The condition of times away that are in force at `now`, also if the clock was set back since."""
    return Q(until=None) | Q(until__gt=now)
