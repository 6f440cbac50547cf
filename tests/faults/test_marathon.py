"""A large tournament of house bots on two hosts that are killed repeatedly. Run with MARATHON=200 (players)."""

import itertools
import os
import time

import pytest

from cashier import api as cashier
from pokerroom.models import User
from tests.faults.room import QUICK, HostProcess, Room, in_orm, until
from tests.games.support.tables import person
from tests.tournaments.support.tournaments import announcement, events_of, prizes
from tournaments import api
from tournaments.engine.state import events as ev
from tournaments.models import TournamentDecision

PLAYERS = int(os.environ.get("MARATHON", "0"))
KILL_EVERY_SECONDS = 6.0
WITHIN_SECONDS = 900.0 + PLAYERS
pytestmark = [
    pytest.mark.usefixtures("audited"),
    pytest.mark.skipif(not PLAYERS, reason="a long run: set MARATHON=<players>"),
]


def prepare() -> tuple[int, list[User], int]:
    """Announces the tournament and enters the players; returns its id, the players and their money afterwards."""
    people = [person(f"Runner {number}", bot=True, grant=1_000_00) for number in range(PLAYERS)]
    tournament = api.announce(setup=announcement(name="Marathon", seats=9, max_players=PLAYERS, clock=QUICK))
    for user in people:
        api.enter(user=user, tournament_id=tournament, key="in")
    return tournament, people, sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people)


def check(tournament: int, people: list[User], before: int) -> None:
    numbers = TournamentDecision.objects.filter(tournament=tournament).order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    reports = events_of(tournament)
    hands = [(event.table, event.hand) for event in reports if isinstance(event, ev.HandPlayed)]
    assert len(hands) == len(set(hands))
    assert sorted(event.place for event in reports if isinstance(event, ev.PlaceGiven)) == list(range(1, PLAYERS + 1))
    assert sum(prizes(tournament).values()) == PLAYERS * 100_00
    assert sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people) == before + PLAYERS * 100_00
    print(f"{PLAYERS} players, {len(hands)} hands, {len(numbers)} decisions")


async def test_x1_x2_a_long_tournament_survives_hosts_that_are_killed(room: Room) -> None:
    hosts: list[HostProcess] = [room.start_host(), room.start_host()]
    for host in hosts:
        await room.host_is_up(host)
    tournament, people, money = await in_orm(prepare)
    began, kills = time.monotonic(), 0
    for turn in itertools.count():
        assert time.monotonic() < began + WITHIN_SECONDS, "the tournament did not end"
        until_kill = time.monotonic() + KILL_EVERY_SECONDS
        await until(lambda end=until_kill: over(room, tournament) or time.monotonic() > end, "the next kill")
        if over(room, tournament):
            break
        await in_orm(room.audit)
        hosts[turn % 2].kill()
        kills += 1
        hosts[turn % 2] = room.start_host()
        await room.host_is_up(hosts[turn % 2])
    print(f"{kills} kills in {time.monotonic() - began:.0f} s")
    await in_orm(check, tournament, people, money)


def over(room: Room, tournament: int) -> bool:
    ((stage, frozen),) = room.ask_sql("SELECT stage, frozen FROM tournaments_tournament WHERE id = %s", tournament)
    assert not frozen
    return bool(stage == "ended")
