"""Where people are signed in, banned network addresses, and notes of the staff."""

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from backoffice.api import LONGEST_REASON

LONGEST_NOTE = 1000
LONGEST_DEVICE = 60
LONGEST_ADDRESS = 45
PERSON = settings.AUTH_USER_MODEL


class SignIn(models.Model):
    """A browser in which somebody is or was signed in, from one address; an IPv6 address stands for its /64 network.

    The key is that of the session, empty once it has ended.
    """

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="sign_ins", verbose_name=_("person"))
    session_key = models.CharField(max_length=40, blank=True, db_index=True)
    address = models.CharField(_("network address"), max_length=LONGEST_ADDRESS, blank=True, db_index=True)
    device = models.CharField(_("device"), max_length=LONGEST_DEVICE, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)
    seen_at = models.DateTimeField(_("last seen"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-seen_at"]
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "session_key", "address"], condition=~Q(session_key=""), name="sign_in_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.address}"


class StaffNote(models.Model):
    """A note of staff about somebody; append-only, but for its text, which is erased when the account is deleted."""

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="staff_notes", verbose_name=_("person"))
    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    text = models.CharField(_("note"), max_length=LONGEST_NOTE)
    once = models.UUIDField(unique=True, default=uuid4, editable=False)
    at = models.DateTimeField(_("at"), default=timezone.now)
    erased_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("note")
        verbose_name_plural = _("notes")

    def __str__(self) -> str:
        return self.text[:40]


class ExcludedEmail(models.Model):
    """The keyed hash of an e-mail address whose owner excluded themselves, until a moment or for good (M7).

    Append-only: it outlives the account, so that no other account takes the address before the end.
    """

    person = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    email_hash = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return str(self.pk)


class AddressBan(models.Model):
    """A network address from which nobody enters the room, until staff lift it or it ends; append-only (F3)."""

    address = models.CharField(_("network address"), max_length=LONGEST_ADDRESS, db_index=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON)
    by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), default=timezone.now)
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    lifted_by = models.ForeignKey(
        PERSON, on_delete=models.PROTECT, related_name="+", null=True, blank=True, verbose_name=_("lifted by")
    )
    lift_reason = models.CharField(_("reason of the end"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("banned address")
        verbose_name_plural = _("banned addresses")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason="") & ~Q(address=""), name="address_ban_has_a_reason"),
            models.CheckConstraint(condition=Q(until=None) | Q(until__gt=F("at")), name="address_ban_ends_after_start"),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None, lift_reason="")
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lift_reason="")),
                name="address_ban_lifted",
            ),
        ]

    def __str__(self) -> str:
        return self.address
