"""A tournament for the tests of its pages, directed one step after another by the test."""

import secrets
import time

from games.engine.errors import IllegalAction
from tests.tournaments.web.scenes import SUNDAY
from tournaments import api, store
from tournaments.engine import commands as cm
from tournaments.engine.setup import Setup
from tournaments.engine.state import Tournament
from tournaments.engine.tournament import decide
from tournaments.tables import TableOrders

HOUR = 3_600_000


def soon(**changes: object) -> Setup:
    """The Sunday tournament, an hour from now."""
    return SUNDAY._replace(starts_at=int(time.time() * 1000) + HOUR, **changes)


class Desk:
    """Announces a tournament and carries out what was asked, as its director does."""

    def __init__(self, setup: Setup | None = None, **how: object) -> None:
        self.id = api.announce(setup=setup or soon(), **how)  # type: ignore[arg-type]

    def work(self) -> "Desk":
        """Whatever was asked is decided."""
        for asked in store.pending(self.id):
            try:
                self.tell(asked.command, order=asked.order, by=asked.by, why=asked.why)
            except IllegalAction as refusal:
                store.refuse(asked.order, refusal.code)
        return self

    def tell(self, command: cm.Command, *, order: int | None = None, by: int | None = None, why: str = "") -> None:
        """One command, decided and kept."""
        loaded, now = store.load(self.id), int(time.time() * 1000)
        decision = decide(loaded.state, command, now=now, dice=secrets.token_bytes(32))
        if not decision.events:
            if order is not None:
                store.done(order)
            return
        store.commit(
            self.id,
            loaded.number + 1,
            loaded.state,
            decision,
            command=command,
            now=now,
            tables=TableOrders(self.id),
            order=order,
            by=by,
            why=why,
        )

    @property
    def state(self) -> Tournament:
        """As it stands."""
        return store.load(self.id).state
