"""A tournament for page tests, directed step by step by the test."""

import time

from tests.tournaments.support.director import Desk
from tests.tournaments.web.support.scenes import SUNDAY
from tournaments import api
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.store import store

HOUR = 3_600_000


def soon(**changes: object) -> Setup:
    """The Sunday tournament, an hour from now."""
    return SUNDAY._replace(starts_at=int(time.time() * 1000) + HOUR, **changes)


class PageDesk(Desk):
    """Announces a tournament and carries out what its pages order."""

    def __init__(self, setup: Setup | None = None, **how: object) -> None:
        super().__init__(api.announce(setup=setup or soon(), **how))

    def work(self) -> "PageDesk":
        """Decides all pending orders."""
        self._look()
        self.read()
        return self

    def tell(self, command: cm.Command) -> None:
        """Decides and stores one command."""
        self._look()
        self.do(command)

    def _look(self) -> None:
        self.now = int(time.time() * 1000)
        self.state, self.number, self.cursor = store.load(self.id)
