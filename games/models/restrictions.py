"""What staff impose on players, with reason and author; each is ended once and never changed or deleted (F3)."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.compiled_query import Given
from games.engine.events.kinds import LONGEST_REASON

PERSON = settings.AUTH_USER_MODEL
ENDS = ("ended_at", "ended_by_id", "end_reason")
"""The columns that are filled when a restriction ends."""


ENDS_TOO_EARLY = _("The end must be after the beginning.")
NO_REASON = _("Give a reason: it is kept with the decision.")
IN_FORCE = Q(ended_at=None)
"""Restrictions that have not been ended."""


def in_force_at(now: datetime | Given) -> Q:
    """Restrictions in force at a time, of a kind whose rows may end by themselves: at `until`, if there is one."""
    return IN_FORCE & (Q(until=None) | Q(until__gt=now))


def in_force_now() -> Q:
    """Restrictions in force now."""
    return in_force_at(timezone.now())


class Restriction(models.Model):
    """A restriction in force until a member of staff ends it for a reason."""

    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", editable=False, verbose_name=_("by"))
    created_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True, editable=False)
    ended_by = models.ForeignKey(
        PERSON,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
        verbose_name=_("ended by"),
    )
    end_reason = models.CharField(_("reason of the end"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by=None, end_reason="")
                | (Q(ended_at__isnull=False, ended_by__isnull=False) & ~Q(end_reason="")),
                name="games_%(class)s_ended",
                violation_error_message=NO_REASON,
            )
        ]
