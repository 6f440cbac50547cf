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

    code = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    currency = models.CharField(max_length=8)
    name = models.CharField(max_length=80, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="accounts"
    )
    table_ref = models.BigIntegerField(null=True, blank=True)
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["code"]
        indexes: ClassVar = [models.Index(fields=["table_ref", "kind"], name="cashier_account_table")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(balance__gte=0) | Q(kind="house"), name="cashier_never_overdrawn"),
        ]

    def __str__(self) -> str:
        return self.code


class Entry(models.Model):
    """One movement of money and its cause; never changed, never deleted, only reversed."""

    key = models.CharField(max_length=120, unique=True)
    cause_kind = models.CharField(max_length=24)
    cause_ref = models.CharField(max_length=64, blank=True)
    label = models.CharField(max_length=120, blank=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by")

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name_plural = "entries"
        indexes: ClassVar = [models.Index(fields=["cause_kind", "cause_ref"], name="cashier_entry_cause")]

    def __str__(self) -> str:
        return self.key


class Leg(models.Model):
    """One account's part of an entry, with the account's balance after it."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="legs", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="legs", db_index=False)
    amount = models.BigIntegerField()
    balance_after = models.BigIntegerField()

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(F("account"), F("id").desc(), name="cashier_leg_newest")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(amount=0), name="cashier_leg_moves_something"),
            models.UniqueConstraint(fields=["entry", "account"], name="cashier_leg_account_once"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"
