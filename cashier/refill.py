"""Play money for players who have run out of it, in limited amounts and not too often."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from cashier import ledger
from cashier.engine import accounts
from cashier.engine.errors import LedgerError
from cashier.engine.posting import Cause, transfer
from cashier.models import Account, Entry, Leg
from cashier.protection import check_deposit

REFILL = "refill"


@dataclass(frozen=True, slots=True)
class RefillTerms:
    """The operator's terms: the balance below which a refill is granted, its amount (minor units), and how often."""

    below: int
    amount: int
    every: timedelta


USUAL_TERMS = RefillTerms(below=1_000_00, amount=10_000_00, every=timedelta(minutes=10))


def refill_terms() -> RefillTerms:
    """The current terms: the settings CASHIER_REFILL_BELOW, _AMOUNT and _SECONDS, or else the usual ones."""
    seconds = getattr(settings, "CASHIER_REFILL_SECONDS", USUAL_TERMS.every.total_seconds())
    return RefillTerms(
        below=getattr(settings, "CASHIER_REFILL_BELOW", USUAL_TERMS.below),
        amount=getattr(settings, "CASHIER_REFILL_AMOUNT", USUAL_TERMS.amount),
        every=timedelta(seconds=seconds),
    )


def may_refill(*, user_id: int, now: datetime) -> bool:
    """Whether `refill` would be granted now."""
    terms = refill_terms()
    wallet = accounts.wallet(user_id, accounts.PLAY)
    held = Account.objects.filter(code=wallet.code).values_list("balance", flat=True).first() or 0
    return held < terms.below and not _too_soon(_last(user_id), now, terms)


def refill(*, user_id: int, now: datetime) -> Entry:
    """Grants play money; raises `LedgerError` with `enough_left` or `too_soon`, checked in that order.

    Raises `Refused` where the player's own limits allow no deposit (M7).
    """
    terms = refill_terms()
    house, wallet = accounts.house(accounts.PLAY), accounts.wallet(user_id, accounts.PLAY)
    with transaction.atomic():
        check_deposit(user_id=user_id, amount=terms.amount, currency=accounts.PLAY, is_own=True)
        # Under the wallet's lock the second of two clicks sees the first.
        ledger.lock_accounts([house, wallet])
        if Account.objects.get(code=wallet.code).balance >= terms.below:
            raise LedgerError("enough_left")
        last = _last(user_id)
        if _too_soon(last, now, terms):
            raise LedgerError("too_soon")
        key = f"refill:{user_id}:{last.pk if last else 0}"
        posting = transfer(key=key, source=house, target=wallet, amount=terms.amount)
        return ledger.post(key=key, cause=Cause(REFILL), legs=posting.legs, by=user_id, at=now)


def _last(user_id: int) -> Entry | None:
    code = accounts.wallet(user_id, accounts.PLAY).code
    legs = Leg.objects.filter(account__code=code, entry__cause_kind=REFILL).select_related("entry")
    newest = legs.order_by("-id").first()
    return newest.entry if newest else None


def _too_soon(last: Entry | None, now: datetime, terms: RefillTerms) -> bool:
    return last is not None and now < last.at + terms.every
