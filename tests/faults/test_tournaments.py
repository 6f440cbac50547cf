"""X1, X2 in tournaments: whenever a host dies, every decision, chip and prize is recorded exactly once."""

import pytest
from django.db import transaction

from cashier import api as cashier
from games.models.tournament_reports import TableReport
from games.store import leases
from pokerroom.models import User
from tests.faults.room import QUICK, Room, in_orm, until
from tests.tournaments.support.tournaments import announcement, events_of, prizes
from tournaments import api
from tournaments.engine.state import events as ev
from tournaments.models import Tournament, TournamentDecision

pytestmark = pytest.mark.usefixtures("audited")
DIRECTORS = [
    "before_decision:Entered",
    "in_decision:Entered",
    "after_decision:Entered",
    "in_decision:Started",
    "after_decision:Started",
    "before_decision:HandPlayed",
    "in_decision:HandReleased",
    "after_decision:HandReleased",
    "in_decision:Moved",
    "after_decision:Moved",
    "in_decision:PrizeDue",
    "after_decision:PrizeDue",
]
TABLES = ["before_commit:HandEnded", "in_report:HandEnded", "after_commit:HandEnded", "after_commit:SeatLeft"]


@pytest.fixture(scope="module", autouse=True)
def _standby(room: Room) -> None:
    room.standby = room.start_host()


def bots() -> list[User]:
    return list(User.objects.filter(is_bot=True).order_by("pk")[:6])


def announced(owner: str) -> int:
    """Announces a tournament with three seats a table whose director runs on this host."""
    with transaction.atomic():
        tournament = api.announce(setup=announcement(seats=3, clock=QUICK))
        Tournament.objects.filter(pk=tournament).update(owner=owner, lease_until=leases.database_now() + 30_000)
    return tournament


def enter(tournament: int) -> int:
    """Orders an entry for every bot; returns the sum of their wallets before."""
    people = bots()
    money = sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in people)
    for user in people:
        api.enter(user=user, tournament_id=tournament, key="in")
    return money


def check(tournament: int, before: int) -> None:
    """Checks that each decision, hand and prize is recorded exactly once."""
    numbers = TournamentDecision.objects.filter(tournament=tournament).order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    reports = events_of(tournament)
    hands = [(event.table, event.hand) for event in reports if isinstance(event, ev.HandPlayed)]
    assert len(hands) == len(set(hands))
    reported = TableReport.objects.filter(tournament=tournament, kind="hand_finished").count()
    assert reported == len(hands), "the director did not get a report of every hand"
    assert not TableReport.objects.filter(tournament=tournament, kind="refused").exists()
    assert sorted(event.place for event in reports if isinstance(event, ev.PlaceGiven)) == [1, 2, 3, 4, 5, 6]
    assert sum(prizes(tournament).values()) == 600_00
    after = sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in bots())
    assert after == before - 60_00, "the players do not have everything back except the fees"
    assert cashier.pool_money(tournament_id=tournament) == (0, 60_00)


@pytest.mark.parametrize("fail", DIRECTORS)
async def test_x1_x2_a_tournament_survives_a_director_killed_at(room: Room, fail: str) -> None:
    assert room.standby
    doomed = room.start_host(fail=fail)
    await room.host_is_up(room.standby)
    await room.host_is_up(doomed)
    tournament: int = await in_orm(announced, doomed.id)
    money = await in_orm(enter, tournament)
    await until(lambda: not doomed.alive, f"the host's death at {fail}")
    room.expire_leases(doomed)
    await until(lambda: over(room, tournament), "the end")
    await in_orm(check, tournament, money)


@pytest.mark.parametrize("fail", TABLES)
async def test_x1_x2_a_tournament_survives_a_table_host_killed_at(room: Room, fail: str) -> None:
    """The doomed host runs the tables; the standby runs the director."""
    assert room.standby
    await room.host_is_up(room.standby)
    tournament: int = await in_orm(announced, room.standby.id)
    doomed = room.start_host(fail=fail)
    await room.host_is_up(doomed)
    money = await in_orm(enter, tournament)
    await until(lambda: tables_of(room, tournament), "the tables")
    for table in tables_of(room, tournament):
        room.give_lease(table, doomed.id)
    await until(lambda: not doomed.alive or over(room, tournament), f"the host's death at {fail}")
    if not doomed.alive:
        room.expire_leases(doomed)
    await until(lambda: over(room, tournament), "the end")
    await in_orm(check, tournament, money)


def tables_of(room: Room, tournament: int) -> list[int]:
    return [table for (table,) in room.ask_sql("SELECT id FROM games_table WHERE tournament = %s", tournament)]


def over(room: Room, tournament: int) -> bool:
    query = "SELECT stage, frozen, freeze_reason FROM tournaments_tournament WHERE id = %s"
    ((stage, frozen, reason),) = room.ask_sql(query, tournament)
    assert not frozen, reason
    return bool(stage == "ended")
