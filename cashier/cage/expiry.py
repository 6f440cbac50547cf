"""Vouchers that nobody used in time: the money goes back to whoever bought them, or else to the house (M4)."""

from datetime import datetime

from django.db import transaction

from backoffice.api import Refused
from cashier import ledger
from cashier.cage.limits import needs_approval
from cashier.engine import accounts
from cashier.engine.accounts import AccountName
from cashier.engine.cash import claim
from cashier.engine.posting import Cause, transfer
from cashier.models import Voucher, Withdrawal
from cashier.protection import check_deposit


def return_expired(*, now: datetime) -> int:
    """Returns the money of every voucher that has expired by now, and how many there were."""
    overdue = Voucher.objects.filter(expires_at__lte=now, used_at=None, returned_at=None).order_by("pk")
    returned = 0
    for voucher_id in overdue.values_list("pk", flat=True):
        # One transaction each: whether a buyer may deposit depends on the vouchers that went back before.
        with transaction.atomic():
            for voucher in overdue.select_for_update().filter(pk=voucher_id):
                _return(voucher, now)
                returned += 1
    return returned


def _return(voucher: Voucher, now: datetime) -> None:
    unused = accounts.vouchers(voucher.currency)
    key = f"voucher:{voucher.pk}:expired"
    if voucher.buyer_id is None:
        legs = claim(unused, -voucher.amount)
    else:
        target = _account_of(voucher.buyer_id, voucher, now)
        legs = transfer(key=key, source=unused, target=target, amount=voucher.amount).legs
    ledger.post(key=key, cause=Cause("voucher_expired", str(voucher.pk)), legs=legs, at=now)
    voucher.returned_at = now
    voucher.save(update_fields=["returned_at"])


def _account_of(buyer: int, voucher: Voucher, now: datetime) -> AccountName:
    """The buyer's wallet; for a buyer who may not deposit now, the money is reserved and paid in cash only (M7)."""
    currency, amount = voucher.currency, voucher.amount
    try:
        check_deposit(user_id=buyer, amount=amount, currency=currency)
    except Refused:
        Withdrawal.objects.create(
            token=voucher.token,
            player_id=buyer,
            currency=currency,
            amount=amount,
            reason=voucher.reason,
            asked_by_id=buyer,
            asked_at=now,
            needs_approval=needs_approval(person=buyer, currency=currency, amount=amount, now=now),
        )
        return accounts.pending(buyer, currency)
    return accounts.wallet(buyer, currency)
