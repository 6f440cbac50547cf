"""The currencies that operators added or changed; the standard ones need no row."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cashier.engine.currency import MOST_DIGITS, CurrencyInfo


class Currency(models.Model):
    """A currency as the operator set it; its code and its decimals never change, and it is never deleted (M4)."""

    code = models.CharField(_("code"), max_length=8, primary_key=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    digits = models.PositiveSmallIntegerField(_("decimals"), default=2)
    symbol = models.CharField(_("symbol"), max_length=8, blank=True)
    symbol_first = models.BooleanField(_("symbol before the amount"), default=False)
    order = models.PositiveSmallIntegerField(_("place in lists"), default=100)
    retired = models.BooleanField(_("retired"), default=False)
    low_stakes = models.BigIntegerField(_("low stakes up to"), default=0)
    middle_stakes = models.BigIntegerField(_("middle stakes up to"), default=0)
    pieces = models.JSONField(_("notes and coins"), default=list, blank=True)

    class Meta:
        ordering: ClassVar = ["order", "code"]
        verbose_name = _("currency")
        verbose_name_plural = _("currencies")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(digits__lte=MOST_DIGITS), name="cashier_currency_digits"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def info(self) -> CurrencyInfo:
        """The row as a plain value."""
        values = {name: getattr(self, name) for name in CurrencyInfo._fields}
        return CurrencyInfo(**{**values, "pieces": tuple(self.pieces)})
