"""A tournament for page tests, directed step by step by the test."""

import time

from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.web.support.scenes import SUNDAY
from tournaments import api
from tournaments.engine.setup.setup import LateRegistration, Setup
from tournaments.engine.state import commands as cm
from tournaments.store import store

HOUR = 3_600_000


def soon(
    *,
    name: str = SUNDAY.name,
    seats: int = SUNDAY.seats,
    min_players: int = SUNDAY.min_players,
    late: LateRegistration | None = SUNDAY.late,
) -> Setup:
    """The Sunday tournament, starting in an hour."""
    starts_at = int(time.time() * 1000) + HOUR
    return SUNDAY._replace(name=name, seats=seats, min_players=min_players, late=late, starts_at=starts_at)


class PageTournament(DirectedTournament):
    """Announces a tournament and carries out the orders of its pages."""

    def __init__(self, setup: Setup | None = None, *, password: str = "") -> None:
        super().__init__(api.announce(setup=setup or soon(), password=password))

    def catch_up(self) -> "PageTournament":
        """Reloads the tournament and answers all pending orders."""
        self._reload()
        self.answer_orders()
        return self

    def carry_out(self, command: cm.Command) -> None:
        """Reloads the tournament, then decides and stores one command."""
        self._reload()
        self.do(command)

    def _reload(self) -> None:
        self.now = int(time.time() * 1000)
        self.state, self.number, self.cursor = store.load(self.id)
