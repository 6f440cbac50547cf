"""Rows of the cage: desks with their drawers, what was counted, and receipts without gaps (M4)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cashier.models.ledger import Entry


class Cage(models.Model):
    """A desk where money comes in and goes out; its row is locked while its drawer changes."""

    name = models.CharField(_("name"), max_length=40, unique=True)
    is_retired = models.BooleanField(_("closed for good"), default=False)

    class Meta:
        ordering: ClassVar = ["name"]
        verbose_name = _("cage")
        verbose_name_plural = _("cages")
        permissions: ClassVar = [
            ("work_cage", "Works at a cage: drawers, deposits, payouts, vouchers, transfers"),
            ("approve_cage", "Approves withdrawals and corrections of somebody else"),
            ("manage_cages", "Adds cages and closes them"),
            ("set_payout_limits", "Sets the limits of payouts"),
        ]

    def __str__(self) -> str:
        return self.name


class PayoutLimit(models.Model):
    """What one person may be paid in a day without a second member of staff, minor units; no row means nothing."""

    currency = models.CharField(_("currency"), max_length=8, unique=True)
    amount = models.BigIntegerField(_("approved by a second person above"), default=0)

    class Meta:
        verbose_name = _("limit of payouts")
        verbose_name_plural = _("limits of payouts")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="cashier_payout_limit_not_negative")
        ]

    def __str__(self) -> str:
        return f"{self.currency}: {self.amount}"


class Drawer(models.Model):
    """A drawer from its counted float to its day-end count; a cage has one open drawer at most."""

    cage = models.ForeignKey(Cage, on_delete=models.PROTECT, related_name="drawers", verbose_name=_("cage"))
    token = models.UUIDField(unique=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("opened by")
    )
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("closed by"),
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    explanation = models.CharField(_("explanation"), max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("drawer")
        verbose_name_plural = _("drawers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cage"], condition=Q(closed_at=None), name="cashier_one_open_drawer"),
        ]

    def __str__(self) -> str:
        return f"{self.cage_id}: {self.pk}"


class DrawerCount(models.Model):
    """One currency of a drawer, minor units: its float, and at the end what was counted and what the book said.

    Pieces are pairs of a note or coin and how many there were; null if only the sum was typed.
    """

    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="counts", verbose_name=_("drawer"))
    currency = models.CharField(_("currency"), max_length=8)
    opening = models.BigIntegerField(_("float"), default=0)
    counted = models.BigIntegerField(_("counted"), null=True, blank=True)
    book = models.BigIntegerField(_("by the book"), null=True, blank=True)
    opening_pieces = models.JSONField(_("notes and coins of the float"), null=True, blank=True)
    counted_pieces = models.JSONField(_("notes and coins counted"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["currency"]
        verbose_name = _("count")
        verbose_name_plural = _("counts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["drawer", "currency"], name="cashier_count_once"),
            models.CheckConstraint(condition=Q(opening__gte=0), name="cashier_float_not_negative"),
            models.CheckConstraint(condition=Q(counted__gte=0) | Q(counted=None), name="cashier_count_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.drawer_id} {self.currency}"

    @property
    def difference(self) -> int:
        """Counted less the book: above zero is over, below zero short; 0 while the drawer is open."""
        return 0 if self.counted is None or self.book is None else self.counted - self.book


class Receipt(models.Model):
    """The receipt of one movement of a drawer's cash; append-only, numbered without gaps in each cage and day.

    `amount` is what the drawer gained, below zero what it gave, minor units. `token` is the form's, so that a second
    submit finds the first one's receipt.
    """

    class Kind(models.TextChoices):
        """What a receipt is for."""

        DEPOSIT = "deposit", _("deposit")
        PAYOUT = "payout", _("payout")
        VOUCHER = "voucher", _("voucher sold")
        REVERSAL = "reversal", _("reversal")
        SENT = "sent", _("sent to another cage")
        RECEIVED = "received", _("received from another cage")
        FLOAT = "float", _("float of the drawer")
        DIFFERENCE = "difference", _("difference at day-end")
        DAY_END = "day_end", _("day-end, to the safe")

    cage = models.ForeignKey(Cage, on_delete=models.PROTECT, related_name="receipts", verbose_name=_("cage"))
    drawer = models.ForeignKey(Drawer, on_delete=models.PROTECT, related_name="receipts", verbose_name=_("drawer"))
    day = models.DateField(_("day"))
    number = models.PositiveIntegerField(_("number"))
    token = models.UUIDField(unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="receipts",
        verbose_name=_("person"),
    )
    amount = models.BigIntegerField(_("amount"))
    currency = models.CharField(_("currency"), max_length=8)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("cashier")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, related_name="receipt", verbose_name=_("entry in the ledger")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("receipt")
        verbose_name_plural = _("receipts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["cage", "day", "number"], name="cashier_receipt_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="cashier_receipt_number"),
            models.CheckConstraint(condition=~Q(amount=0), name="cashier_receipt_moves_something"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Cage, day and number, as printed: `1-20261123-0007`."""
        return f"{self.cage_id}-{self.day:%Y%m%d}-{self.number:04d}"

    @property
    def size(self) -> int:
        """The amount without its direction, minor units."""
        return abs(self.amount)
