"""Rows of the cage that wait for somebody: withdrawals, vouchers, corrections, transfers (M4). Each ends once."""

from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cashier.models.cage import Cage, Receipt

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _person(label: "str | _StrPromise", *, null: bool = False) -> Any:  # Any: a foreign key's type depends on `null`
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=null,
        blank=null,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=label,
    )


class Request(models.Model):
    """What one person asked for and another, or the same, ended; `token` is that of the form that asked."""

    token = models.UUIDField(unique=True)
    asked_by = _person(_("asked by"))
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    closed_by = _person(_("ended by"), null=True)
    closed_at = models.DateTimeField(_("ended"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=300, blank=True)

    class Meta:
        abstract = True


class Withdrawal(Request):
    """Money of a player that is reserved until it is paid out, refused or cancelled; minor units.

    One that stands for an expired voucher has the voucher's `token` and can only be paid out.
    """

    class Outcome(models.TextChoices):
        """How a request ended; "" while it waits."""

        PAID = "paid", _("paid out")
        REFUSED = "refused", pgettext_lazy("withdrawal", "refused")
        CANCELLED = "cancelled", _("cancelled")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="withdrawals", verbose_name=_("player")
    )
    currency = models.CharField(_("currency"), max_length=8)
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    needs_approval = models.BooleanField(_("needs a second person"), default=True)
    approved_by = _person(_("approved by"), null=True)
    approved_at = models.DateTimeField(_("approved"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True, default="")
    receipt = models.OneToOneField(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="withdrawal", verbose_name=_("receipt")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("withdrawal")
        verbose_name_plural = _("withdrawals")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cashier_withdrawal_above_zero"),
            models.CheckConstraint(
                condition=~Q(outcome="paid") | Q(needs_approval=False) | Q(approved_by__isnull=False),
                name="cashier_withdrawal_paid_if_approved",
            ),
            models.CheckConstraint(
                condition=Q(outcome="paid", receipt__isnull=False) | (~Q(outcome="paid") & Q(receipt=None)),
                name="cashier_withdrawal_paid_with_receipt",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.amount} {self.currency}"

    @property
    def may_be_paid(self) -> bool:
        """Whether only the cash is missing."""
        return not self.outcome and (not self.needs_approval or self.approved_by_id is not None)

    @property
    def voucher(self) -> "Voucher | None":
        """The expired voucher whose money this is, if it is."""
        return Voucher.objects.filter(token=self.token).first()


class Voucher(models.Model):
    """Money behind a printed code that works once; only a hash of the code is kept. Minor units.

    A large one that the house gives works once a second person has approved it.
    """

    token = models.UUIDField(unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    code_end = models.CharField(_("last letters of the code"), max_length=4)
    currency = models.CharField(_("currency"), max_length=8)
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    buyer = _person(_("bought by"), null=True)
    issued_by = _person(_("issued by"))
    issued_at = models.DateTimeField(_("issued"), default=timezone.now)
    expires_at = models.DateTimeField(_("valid until"))
    receipt = models.OneToOneField(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="voucher", verbose_name=_("receipt")
    )
    needs_approval = models.BooleanField(_("needs a second person"), default=False, db_default=False)
    approved_by = _person(_("approved by"), null=True)
    approved_at = models.DateTimeField(_("approved"), null=True, blank=True)
    used_by = _person(_("used by"), null=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    returned_at = models.DateTimeField(_("expired and returned"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("voucher")
        verbose_name_plural = _("vouchers")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cashier_voucher_above_zero"),
            models.CheckConstraint(condition=Q(used_at=None) | Q(returned_at=None), name="cashier_voucher_ends_once"),
            models.CheckConstraint(
                condition=Q(used_at=None) | Q(needs_approval=False) | Q(approved_by__isnull=False),
                name="cashier_voucher_used_if_approved",
            ),
        ]

    def __str__(self) -> str:
        return f"…{self.code_end}"

    @property
    def waits_for_approval(self) -> bool:
        """Whether a second person has to approve it before it works."""
        return self.needs_approval and self.approved_by_id is None and self.used_at is None and self.returned_at is None


class Correction(Request):
    """A receipt that is wrong, asked by one and decided by another; `amount` 0 takes it back. Minor units."""

    class Outcome(models.TextChoices):
        """How a correction ended; "" while it waits."""

        APPROVED = "approved", _("approved")
        REFUSED = "refused", pgettext_lazy("withdrawal", "refused")

    receipt = models.ForeignKey(
        Receipt, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("receipt")
    )
    person = _person(_("right person"))
    amount = models.BigIntegerField(_("right amount"))
    reason = models.CharField(_("reason"), max_length=300)
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True, default="")
    reversal = models.OneToOneField(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="reversal_of", verbose_name=_("reversal")
    )
    new = models.OneToOneField(
        Receipt, null=True, blank=True, on_delete=models.PROTECT, related_name="new_of", verbose_name=_("new receipt")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("correction")
        verbose_name_plural = _("corrections")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="cashier_correction_not_negative"),
            models.CheckConstraint(condition=~Q(reason=""), name="cashier_correction_has_a_reason"),
            models.UniqueConstraint(
                fields=["receipt"], condition=~Q(outcome="refused"), name="cashier_receipt_corrected_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.receipt_id}: {self.amount}"


class CageTransfer(models.Model):
    """Cash on its way from one cage to another: sent by one, then counted by another or taken back; minor units."""

    UNDER_WAY: ClassVar = Q(received_at=None, taken_back_at=None)

    token = models.UUIDField(unique=True)
    source = models.ForeignKey(Cage, on_delete=models.PROTECT, related_name="+", verbose_name=_("from"))
    target = models.ForeignKey(Cage, on_delete=models.PROTECT, related_name="+", verbose_name=_("to"))
    currency = models.CharField(_("currency"), max_length=8)
    amount = models.BigIntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=300)
    sent_by = _person(_("sent by"))
    sent_at = models.DateTimeField(_("sent"), default=timezone.now)
    counted = models.BigIntegerField(_("counted"), null=True, blank=True)
    explanation = models.CharField(_("explanation"), max_length=300, blank=True)
    received_by = _person(_("received by"), null=True)
    received_at = models.DateTimeField(_("received"), null=True, blank=True)
    taken_back_by = _person(_("taken back by"), null=True)
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("transfer between cages")
        verbose_name_plural = _("transfers between cages")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="cashier_transfer_above_zero"),
            models.CheckConstraint(condition=~Q(source=models.F("target")), name="cashier_transfer_to_another"),
            models.CheckConstraint(
                condition=Q(received_at=None) | Q(taken_back_at=None), name="cashier_transfer_ends_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} → {self.target_id}: {self.amount} {self.currency}"
