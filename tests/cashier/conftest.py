"""Fixtures of the ledger's tests: players with wallets, seated at a table."""

from collections.abc import Iterator

import pytest

from cashier import api
from cashier.audit import CHECKS
from pokerroom.models import User

TABLE = 3


@pytest.fixture(autouse=True)
def _only_the_cashiers_checks() -> Iterator[None]:
    """Tables here are only numbers, so checks that other apps add to the audit are left out."""
    kept = list(CHECKS)
    CHECKS[:] = [check for check in kept if check.__module__ == "cashier.audit"]
    yield
    CHECKS[:] = kept


@pytest.fixture
def players(alice: User, bob: User) -> tuple[int, int]:
    """Alice and Bob, each with 1,000 in the wallet; their user ids."""
    for person in (alice, bob):
        api.open_wallet(user_id=person.pk, name=person.username, grant=1_000_00, currency="PLAY")
    return alice.pk, bob.pk


@pytest.fixture
def seated(players: tuple[int, int]) -> tuple[int, int]:
    """Alice and Bob, each with 400 of their 1,000 at the table Prague."""
    for user_id in players:
        api.hold(key=f"sit:{user_id}", user_id=user_id, table_id=TABLE, amount=400_00, label="Prague", currency="PLAY")
    return players
