"""Fixtures of tournaments that play on live hosts."""

import pytest
from pytest_django import Settings

from games.live import table as live_table
from games.live.hosting import leased_runner
from tournaments.live import director


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """Makes hosts and directors poll often, and house bots act at once."""
    monkeypatch.setattr(live_table, "SWEEP_SECONDS", 0.1)
    monkeypatch.setattr(leased_runner, "RENEW_EVERY_SECONDS", 0.2)
    monkeypatch.setattr(director, "SWEEP_SECONDS", 0.2)
    settings.BOT_THINKING = 0
