"""Stored tournaments for tests: quick announcements, players and house bots with money, directors."""

import asyncio
import time
from collections.abc import Callable
from io import StringIO
from typing import Any

from asgiref.sync import sync_to_async
from django.core.management import call_command

from games.engine.rules.rules import Clock
from games.live.host import Host
from pokerroom.models import User
from tests.games.support.live_hosts import SetClock, hosting
from tests.games.support.tables import person
from tournaments import api
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.structure import MINUTE, Structure, usual_races
from tournaments.engine.setup.templates import CHIPS, ladder
from tournaments.engine.state import events as ev
from tournaments.live.tournament_runner import TournamentRunner
from tournaments.models import Entry, Tournament

QUICK = Clock(turn=2_000, bank=0, show=50, run_out=2, after_fold=2, after_showdown=2, draw_shown=0)
PRICE = Price(pool=100_00, fee=10_00)
LEVELS = ladder(1)
DEEP = Structure(10_000, LEVELS, chips=CHIPS, races=usual_races(LEVELS, CHIPS))
SHORT = Structure(500, LEVELS, chips=CHIPS, races=usual_races(LEVELS, CHIPS))
"""Ten big blinds deep, one-minute levels."""


def announcement(name: str = "Evening", **changes: Any) -> Setup:
    """A sit-and-go of six for 100 + 10."""
    setup = Setup(name, SHORT, seats=6, max_players=6, price=PRICE, payouts=Payouts())
    return setup._replace(**changes)


def robots(count: int, *, grant: int = 1_000_00) -> list[User]:
    """House bots with money."""
    return [person(f"Robot {number}", bot=True, grant=grant) for number in range(1, count + 1)]


announce, people_of, direct = sync_to_async(api.announce), sync_to_async(robots), sync_to_async(api.direct)


def enter_all(tournament: int, people: list[User]) -> None:
    """Registers everybody."""
    for user in people:
        api.enter(user=user, tournament_id=tournament, key="in")


def audit() -> None:
    """The ledger and the chips agree."""
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit:
        raise AssertionError(out.getvalue()) from None


def happened(tournament: int) -> list[ev.Event]:
    """All events so far."""
    lines = api.decisions(tournament, limit=100_000)
    return [event for line in reversed(lines) for event in line.events]


def directing_host(**settings: Any) -> Host:
    """A host of tables and tournaments."""
    return Host(runners=[TournamentRunner], **settings)


async def until(holds: Callable[[], Any], what: str = "it", *, within: float = 180.0) -> Any:
    """Waits until the database satisfies the condition."""
    end = time.monotonic() + within
    look = sync_to_async(holds)
    while not (found := await look()):
        assert time.monotonic() < end, f"{what} did not happen within {within} s"
        await asyncio.sleep(0.02)
    return found


def stage(tournament: int) -> str:
    """The tournament's stage."""
    return Tournament.objects.values_list("stage", flat=True).get(pk=tournament)


def over(tournament: int) -> bool:
    """Whether it has ended or is frozen."""
    row = Tournament.objects.defer("snapshot").get(pk=tournament)
    assert not row.frozen, "the tournament was frozen"
    return row.stage in ("ended", "cancelled")


def prizes(tournament: int) -> dict[int, int]:
    """The prizes by place, with their winners."""
    rows = Entry.objects.filter(tournament=tournament, prize__gt=0)
    return dict(rows.values_list("place", "prize"))


__all__ = ["MINUTE", "Payouts", "Price", "SetClock", "hosting"]
