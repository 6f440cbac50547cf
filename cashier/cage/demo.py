"""A cage with a few days of history, for the demo room."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.db import transaction

from cashier.cage import desk, drawers, vouchers, withdrawals
from cashier.cage.common import held
from cashier.engine import accounts
from cashier.models import Cage, PayoutLimit

FLOATS = {"CZK": 30_000_00, "EUR": 800_00}
LIMITS = {"CZK": 10_000_00, "EUR": 400_00}
DAYS = 4
REASON = "Cash at the desk"


class Served(NamedTuple):
    """Somebody at the desk: the place among the players, and what was brought or, below zero, fetched."""

    player: int
    amount: int
    currency: str = "CZK"


DAY = (
    Served(0, 5_000_00),
    Served(1, 2_000_00),
    Served(2, 150_00, "EUR"),
    Served(0, -1_200_00),
    Served(3, 8_000_00),
    Served(2, -60_00, "EUR"),
    Served(1, -500_00),
)
SHORT = {1: ("CZK", -100_00, "A note of 100 was given out twice."), 3: ("EUR", 5_00, "A coin too much in the tray.")}
"""Days ago, and what the count was off by."""


def open_cages() -> int:
    """Opens the cages "Main desk" and "Poker hall", with what they pay without a second person; the second one's id."""
    for currency, amount in LIMITS.items():
        PayoutLimit.objects.get_or_create(currency=currency, defaults={"amount": amount})
    Cage.objects.get_or_create(name="Main desk")
    return Cage.objects.get_or_create(name="Poker hall")[0].pk


def seed_cage(*, cashier: int, players: Sequence[int], now: datetime, days: int = DAYS) -> None:
    """Fills the cage "Main desk" once: days of receipts in two currencies, an open drawer, withdrawals that wait."""
    with transaction.atomic():
        open_cages()
        main = Cage.objects.get(name="Main desk")
        if main.drawers.exists():
            return
        for back in range(days, 0, -1):
            _day(main.pk, cashier, players, now - timedelta(days=back), back)
        _open(main.pk, cashier, now - timedelta(hours=1))
        _serve(main.pk, cashier, players, DAY[:3], now - timedelta(minutes=50))
        vouchers.issue_voucher(
            token=uuid4(), currency="CZK", amount=500_00, expires_at=now + timedelta(days=90), by=cashier, now=now,
            cage_id=main.pk, reason="Voucher",
        )  # fmt: skip
        for player, amount in ((players[0], LIMITS["CZK"] + 500_00), (players[1], 700_00)):
            if (missing := amount - held(accounts.wallet(player, "CZK"))) > 0:
                _serve(main.pk, cashier, (player,), (Served(0, missing),), now - timedelta(minutes=20))
            withdrawals.ask(token=uuid4(), player=player, currency="CZK", amount=amount, by=player, now=now)


def _day(cage_id: int, cashier: int, players: Sequence[int], begins: datetime, days: int) -> None:
    drawer_id = _open(cage_id, cashier, begins)
    _serve(cage_id, cashier, players, DAY, begins + timedelta(minutes=7))
    counted = drawers.book(cage_id)
    currency, off, explanation = SHORT.get(days, ("CZK", 0, ""))
    counted[currency] += off
    closes = begins + timedelta(minutes=7 * len(DAY) + 30)
    drawers.close_drawer(drawer_id=drawer_id, counted=counted, explanation=explanation, by=cashier, now=closes)


def _open(cage_id: int, cashier: int, now: datetime) -> int:
    return drawers.open_drawer(token=uuid4(), cage_id=cage_id, floats=FLOATS, by=cashier, now=now).pk


def _serve(cage_id: int, cashier: int, players: Sequence[int], queue: Sequence[Served], begins: datetime) -> None:
    for place, one in enumerate(queue):
        serve = desk.deposit if one.amount > 0 else desk.payout
        serve(
            token=uuid4(),
            cage_id=cage_id,
            person=players[one.player],
            currency=one.currency,
            amount=abs(one.amount),
            reason=REASON,
            by=cashier,
            now=begins + timedelta(minutes=7 * place),
        )
