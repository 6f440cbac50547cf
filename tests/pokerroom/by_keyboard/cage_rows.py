"""What waits in a cage for somebody else's decision."""

from datetime import datetime, timedelta
from uuid import uuid4

from cashier.cage import corrections, desk, drawers, transfers, vouchers, withdrawals
from cashier.models import Cage, PayoutLimit


def waiting_in(desk_cage: Cage, hall: Cage, *, player: int, other: int, now: datetime) -> list[str]:
    """The pages of acts on withdrawals, vouchers, corrections and transfers that `other` has brought about.

    The drawer of `desk_cage` is open; that of `hall` is opened here.
    """
    PayoutLimit.objects.create(currency="CZK", amount=500_00)
    common = {"by": other, "now": now}
    drawers.open_drawer(token=uuid4(), cage_id=hall.pk, floats={"CZK": 5_000_00}, **common)
    cash = {"person": player, "currency": "CZK", "amount": 1_000_00, "reason": "x"}
    receipts = [desk.deposit(token=uuid4(), cage_id=hall.pk, **cash, **common) for _ in range(2)]
    wanted = (600_00, 10_00, 20_00)
    approved, refused, paid = (
        withdrawals.ask(token=uuid4(), player=player, currency="CZK", amount=amount, by=player, now=now).pk
        for amount in wanted
    )
    allowed, denied = (
        corrections.ask(token=uuid4(), receipt_id=one.pk, person=player, amount=900_00, reason="x", **common).pk
        for one in receipts
    )
    given = vouchers.issue_voucher(
        token=uuid4(), currency="CZK", amount=600_00, expires_at=now + timedelta(days=9), cage_id=None, **common
    ).voucher.pk
    sent = {"source": hall.pk, "target": desk_cage.pk, "currency": "CZK", "amount": 100_00, "reason": "x"}
    received, taken_back = (transfers.send(token=uuid4(), **sent, **common).pk for _ in range(2))
    acts = [
        *(f"withdrawals/{approved}/approve/", f"withdrawals/{refused}/refuse/", f"withdrawals/{paid}/pay/"),
        f"vouchers/{given}/approve/",
        *(f"corrections/{allowed}/approve/", f"corrections/{denied}/refuse/"),
        *(f"transfers/{received}/receive/", f"transfers/{taken_back}/take-back/"),
    ]
    return [f"/office/cage/{act}" for act in acts]
