"""Fixtures of the cage's tests: two cages, the first with an open drawer, and people on both sides of the desk."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client

from cashier import api
from cashier.audit import CHECKS
from cashier.cage import checks, desk, drawers
from cashier.models import Cage, Drawer, PayoutLimit, Receipt
from pokerroom.models import User
from tests.staff import staff

NOON = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
CZK, EUR = "CZK", "EUR"
FLOAT, LIMIT = 50_000_00, 10_000_00


@pytest.fixture(autouse=True)
def _only_the_cashiers_checks() -> Iterator[None]:
    """The audit proves the ledger and the cage; tables here are only numbers."""
    kept = list(CHECKS)
    CHECKS[:] = [check for check in kept if check.__module__ in ("cashier.audit", checks.__name__)]
    yield
    CHECKS[:] = kept


@dataclass
class Desk:
    """A cage with an open drawer, its cashier, a second member of staff, and a player at the desk."""

    cage: Cage
    other: Cage
    drawer: Drawer
    cashier: int
    second: int
    player: int

    def deposit(self, amount: int, *, currency: str = CZK, person: int | None = None, at: datetime = NOON) -> Receipt:
        """Takes cash from the player, or another person."""
        return desk.deposit(
            token=uuid4(), cage_id=self.cage.pk, person=self.player if person is None else person, currency=currency,
            amount=amount, reason="cash", by=self.cashier, now=at,
        )  # fmt: skip

    def payout(self, amount: int, *, currency: str = CZK, at: datetime = NOON) -> Receipt:
        """Pays the player in cash."""
        return desk.payout(
            token=uuid4(), cage_id=self.cage.pk, person=self.player, currency=currency, amount=amount, reason="cash",
            by=self.cashier, now=at,
        )  # fmt: skip

    def wallet(self, *, currency: str = CZK, person: int | None = None) -> int:
        """What the player has, or another person."""
        return api.balance(user_id=self.player if person is None else person, currency=currency)

    def cash(self, currency: str = CZK) -> int:
        """What the drawer holds by the book."""
        return drawers.book(self.cage.pk).get(currency, 0)


@pytest.fixture
def cage_desk(alice: User, bob: User, charlie: User) -> Desk:
    """Charlie works at the desk, Bob approves, Alice plays; the drawer holds 50,000 CZK and 1,000 EUR."""
    cage, other = Cage.objects.create(name="Main desk"), Cage.objects.create(name="Poker hall")
    PayoutLimit.objects.create(currency=CZK, amount=LIMIT)
    floats = {CZK: FLOAT, EUR: 1_000_00}
    drawer = drawers.open_drawer(token=uuid4(), cage_id=cage.pk, floats=floats, by=charlie.pk, now=NOON)
    return Desk(cage, other, drawer, charlie.pk, bob.pk, alice.pk)


@pytest.fixture
def cashier(cage_desk: Desk) -> Client:
    """Signed in as a cashier."""
    return staff("cashier", "Teller")
