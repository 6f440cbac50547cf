"""What tests of hosts share: two people about to play, leases that run out soon."""

import pytest

from games.live import table
from games.live.hosting import leased_runner
from games.models import Table
from pokerroom.models import User
from tests.games.support.live_hosts import open_table, sit


@pytest.fixture
def heads_up(alice: User, bob: User) -> Table:
    """Alice and Bob about to play."""
    made = open_table()
    sit(alice, made, seat=0)
    sit(bob, made, seat=1)
    return made


@pytest.fixture
def quick_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dead host's tables are free after three seconds; a busy machine may keep a living one waiting for two."""
    monkeypatch.setattr(leased_runner, "LEASE_SECONDS", 3.0)
    monkeypatch.setattr(leased_runner, "RENEW_EVERY_SECONDS", 0.3)
    monkeypatch.setattr(table, "SWEEP_SECONDS", 0.05)
