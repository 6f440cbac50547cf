"""Stored tournaments for tests: fast announcements, house bots with money, hosts that direct."""

import asyncio
import time
from collections.abc import Callable
from io import StringIO
from typing import TypeVar, Unpack

from asgiref.sync import sync_to_async
from django.core.management import call_command

from games.engine.rules.rules import Clock
from games.live.host import Host
from games.live.hosting.leased_runner import NO_LIMIT
from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.support.setup_fields import SetupFields
from tournaments import api
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.structure import Structure, usual_races
from tournaments.engine.setup.templates import CHIPS, ladder
from tournaments.engine.state import events as ev
from tournaments.live.tournament_runner import TournamentRunner
from tournaments.models import Entry, Tournament

QUICK = Clock(turn=2_000, bank=0, show=50, run_out=2, after_fold=2, after_showdown=2, draw_shown=0)
PRICE = Price(pool=100_00, fee=10_00)
LEVELS = ladder(1)
Found = TypeVar("Found")
DEEP = Structure(10_000, LEVELS, chips=CHIPS, races=usual_races(LEVELS, CHIPS))
SHORT = Structure(500, LEVELS, chips=CHIPS, races=usual_races(LEVELS, CHIPS))
"""Ten big blinds deep, one-minute levels."""


def announcement(**changes: Unpack[SetupFields]) -> Setup:
    """A sit-and-go of six for 100 + 10, called "Evening", with a quick clock."""
    setup = Setup("Evening", SHORT, seats=6, max_players=6, price=PRICE, payouts=Payouts(), clock=QUICK)
    return setup._replace(**changes)


def house_bots(count: int, *, grant: int = 1_000_00) -> list[User]:
    """House bots with money."""
    return [person(f"Robot {number}", bot=True, grant=grant) for number in range(1, count + 1)]


announce, create_bots, direct = sync_to_async(api.announce), sync_to_async(house_bots), sync_to_async(api.direct)


def enter_all(tournament: int, players: list[User]) -> None:
    """Registers these users."""
    for user in players:
        api.enter(user=user, tournament_id=tournament, key="in")


def check_audit() -> None:
    """Asserts that the audit of ledger and chips finds nothing."""
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit:
        raise AssertionError(out.getvalue()) from None


def events_of(tournament: int) -> list[ev.Event]:
    """All events of the tournament so far."""
    lines = api.decisions(tournament, limit=100_000)
    return [event for line in reversed(lines) for event in line.events]


def directing_host(*, share: int = NO_LIMIT) -> Host:
    """A host of tables and tournaments."""
    return Host(runners=[TournamentRunner], share=share)


async def until(condition: Callable[[], Found], what: str, *, within: float = 180.0) -> Found:
    """Waits until the condition yields something true; asserts that `what` happens within the seconds."""
    end = time.monotonic() + within
    check = sync_to_async(condition)
    while not (found := await check()):
        assert time.monotonic() < end, f"{what} did not happen within {within} s"
        await asyncio.sleep(0.02)
    return found


def stage(tournament: int) -> str:
    """The tournament's stage."""
    return Tournament.objects.values_list("stage", flat=True).get(pk=tournament)


def is_over(tournament: int) -> bool:
    """Whether it has ended or been cancelled; asserts that it is not frozen."""
    row = Tournament.objects.defer("snapshot").get(pk=tournament)
    assert not row.frozen, "the tournament was frozen"
    return row.stage in ("ended", "cancelled")


def prizes(tournament: int) -> dict[int, int]:
    """The prizes by place, minor units."""
    rows = Entry.objects.filter(tournament=tournament, prize__gt=0)
    return dict(rows.values_list("place", "prize"))
