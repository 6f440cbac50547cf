"""What all acts of the cage share: amounts, currencies, names of acts, balances."""

from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.api import Refused
from cashier.engine.accounts import PLAY, AccountName
from cashier.engine.money import LARGEST
from cashier.models import Account

DEPOSIT: Final = "cage.deposit"
PAYOUT: Final = "cage.payout"
DRAWER_OPENED: Final = "cage.drawer_opened"
DRAWER_CLOSED: Final = "cage.drawer_closed"
WITHDRAWAL_ASKED: Final = "cage.withdrawal_asked"
WITHDRAWAL_APPROVED: Final = "cage.withdrawal_approved"
WITHDRAWAL_REFUSED: Final = "cage.withdrawal_refused"
VOUCHER_ISSUED: Final = "cage.voucher_issued"
VOUCHER_APPROVED: Final = "cage.voucher_approved"
CORRECTION_ASKED: Final = "cage.correction_asked"
CORRECTION_APPROVED: Final = "cage.correction_approved"
CORRECTION_REFUSED: Final = "cage.correction_refused"
CASH_SENT: Final = "cage.cash_sent"
CASH_RECEIVED: Final = "cage.cash_received"
CASH_TAKEN_BACK: Final = "cage.cash_taken_back"
CAGE_ADDED: Final = "cage.added"
CAGE_CHANGED: Final = "cage.changed"
LIMIT_CHANGED: Final = "cage.limit_changed"


def day_of(at: datetime) -> date:
    """The room's day, whatever time zone the reader has chosen."""
    return timezone.localtime(at, timezone.get_default_timezone()).date()


def check_money(amount: int, currency: str, *, field: str = "amount") -> None:
    """Raises Refused for an amount that no cage pays or takes, and for play money."""
    if currency == PLAY:
        raise Refused("play_money", _("Play money is not paid in or out."), field="currency")
    if not 0 < amount <= LARGEST:
        raise Refused("bad_amount", _("Type an amount above zero."), field=field)


def used_twice() -> Refused:
    """A form that was sent before with other values."""
    return Refused("used_twice", _("This form was already sent with other values. Open a new one."))


def held(name: AccountName) -> int:
    """The balance of an account in minor units, 0 if it was never opened."""
    return Account.objects.filter(code=name.code).values_list("balance", flat=True).first() or 0
