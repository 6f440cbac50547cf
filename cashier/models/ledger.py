"""Rows of the ledger: accounts, entries and legs; append-only, guarded by triggers (M1, M2)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Account(models.Model):
    """An account of a player or of the room; `balance` caches the sum of its legs."""

    class Kind(models.TextChoices):
        """What an account holds; the values are `cashier.engine.accounts.Kind`'s."""

        WALLET = "wallet", _("wallet")
        SEAT = "seat", _("seat")
        RAKE = "rake", _("rake")
        HOUSE = "house", _("house")
        FEE = "fee", _("fee")
        POOL = "pool", _("pool")
        CAGE = "cage", _("cash in a cage")
        VOUCHERS = "vouchers", _("unused vouchers")
        PENDING = "pending", _("reserved for a withdrawal")
        DIFFERENCE = "difference", _("over or short")

    code = models.CharField(_("code"), max_length=64, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    currency = models.CharField(_("currency"), max_length=8)
    name = models.CharField(_("name"), max_length=80, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="accounts",
        verbose_name=_("player"),
    )
    table_ref = models.BigIntegerField(_("table number"), null=True, blank=True)
    balance = models.BigIntegerField(_("balance"), default=0)

    class Meta:
        ordering: ClassVar = ["code"]
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        indexes: ClassVar = [models.Index(fields=["table_ref", "kind"], name="cashier_account_table")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(balance__gte=0) | Q(kind="house"), name="cashier_never_overdrawn"),
        ]

    def __str__(self) -> str:
        return self.code


CAUSE_NAMES = {
    "buy_in": _("buy-in"),
    "top_up": _("top-up"),
    "leave": _("cash-out"),
    "refused": _("chips returned"),
    "hand": _("hand"),
    "move": _("move to another table"),
    "rabbit": _("cards that would have come"),
    "void_taken": _("taken back for a void hand"),
    "void_returned": _("returned for a void hand"),
    "entry": _("entry of a tournament"),
    "rebuy": _("re-buy"),
    "addon": _("add-on"),
    "entry_back": _("entry paid back"),
    "fee": _("fee"),
    "ticket": _("ticket"),
    "prize": _("prize"),
    "overlay": _("added to reach the guarantee"),
    "bounty": _("bounty"),
    "welcome": _("welcome"),
    "refill": _("play money topped up"),
    "grant": _("from the house"),
    "reversal": _("reversal"),
    "deposit": _("deposit"),
    "payout": _("payout"),
    "withdrawal": _("withdrawal asked for"),
    "withdrawal_back": _("withdrawal released"),
    "voucher_sold": _("voucher sold"),
    "voucher_given": _("voucher given"),
    "voucher": _("voucher used"),
    "voucher_expired": _("voucher expired"),
    "float": _("float of the drawer"),
    "day_end": _("day-end, to the safe"),
    "difference": _("difference at day-end"),
    "cage_sent": _("sent to another cage"),
    "cage_received": _("received from another cage"),
}
"""The names of the causes of entries."""


class Entry(models.Model):
    """One movement of money and its cause; never changed, never deleted, only reversed."""

    key = models.CharField(_("key"), max_length=120, unique=True)
    cause_kind = models.CharField(_("cause"), max_length=24, choices=CAUSE_NAMES)
    cause_ref = models.CharField(_("number of the cause"), max_length=64, blank=True)
    label = models.CharField(_("description"), max_length=120, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("by"),
    )
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by", verbose_name=_("reverses")
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name = _("entry in the ledger")
        verbose_name_plural = _("entries in the ledger")
        indexes: ClassVar = [
            models.Index(fields=["cause_kind", "cause_ref"], name="cashier_entry_cause"),
            # Reports of money are over all entries but those of hands, of which there are many more.
            models.Index(fields=["at"], condition=~Q(cause_kind="hand"), name="cashier_entry_when"),
        ]
        permissions: ClassVar = [("run_audit", "Can audit the books")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(reverses=None) | ~Q(reason=""), name="cashier_reversal_has_a_reason")
        ]

    def __str__(self) -> str:
        return self.key


class Leg(models.Model):
    """One account's part of an entry, with the account's balance after it."""

    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="legs", db_index=False, verbose_name=_("entry in the ledger")
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="legs", db_index=False, verbose_name=_("account")
    )
    amount = models.BigIntegerField(_("amount"))
    balance_after = models.BigIntegerField(_("balance after it"))

    class Meta:
        ordering: ClassVar = ["id"]
        verbose_name = _("part of an entry")
        verbose_name_plural = _("parts of an entry")
        indexes: ClassVar = [models.Index(F("account"), F("id").desc(), name="cashier_leg_newest")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(amount=0), name="cashier_leg_moves_something"),
            models.UniqueConstraint(fields=["entry", "account"], name="cashier_leg_account_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"
