"""Vouchers that nobody used in time: the money goes back to who bought them, or else to the house (M4)."""

from datetime import datetime

from django.db import transaction

from cashier import ledger
from cashier.engine import accounts
from cashier.engine.accounts import AccountName
from cashier.engine.cash import claim
from cashier.engine.posting import Cause, transfer
from cashier.models import Voucher


def return_expired(*, now: datetime) -> int:
    """Returns the money of every voucher that has expired by now, and how many there were."""
    overdue = Voucher.objects.filter(expires_at__lte=now, used_at=None, returned_at=None).order_by("pk")
    with transaction.atomic():
        vouchers = list(overdue.select_for_update())
        ledger.lock_accounts(name for voucher in vouchers for name in _accounts(voucher))
        for voucher in vouchers:
            _return(voucher, now)
    return len(vouchers)


def _accounts(voucher: Voucher) -> list[AccountName]:
    currency, buyer = voucher.currency, voucher.buyer_id
    back_to = accounts.house(currency) if buyer is None else accounts.wallet(buyer, currency)
    return [accounts.vouchers(currency), back_to]


def _return(voucher: Voucher, now: datetime) -> None:
    unused = accounts.vouchers(voucher.currency)
    key = f"voucher:{voucher.pk}:expired"
    if voucher.buyer_id is None:
        legs = claim(unused, -voucher.amount)
    else:
        wallet = accounts.wallet(voucher.buyer_id, voucher.currency)
        legs = transfer(key=key, source=unused, target=wallet, amount=voucher.amount).legs
    ledger.post(key=key, cause=Cause("voucher_expired", str(voucher.pk)), legs=legs, at=now)
    voucher.returned_at = now
    voucher.save(update_fields=["returned_at"])
