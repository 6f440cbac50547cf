"""X1, X2 at tournament tables: whenever a host dies, each hand, order and move is reported exactly once."""

import itertools

import pytest
from django.db import transaction

from games import api
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.tournament import Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.rules.variants import CATALOGUE
from games.models import Table
from games.store import leases
from games.tournament_tables.reports import ReportLine
from pokerroom.models import User
from tests.faults.room import QUICK, HostProcess, Room, in_orm, until
from tests.games.support.tournament_tables import send_order

pytestmark = pytest.mark.usefixtures("audited")
CHIPS = 3_000
_tournaments = itertools.count(1)


@pytest.fixture(scope="module", autouse=True)
def _standby(room: Room) -> None:
    room.standby = room.start_host()


def open_table(room: Room, owner: str) -> tuple[int, int]:
    """Opens a tournament table that this host runs; returns the tournament's id and the table's."""
    tournament = next(_tournaments)
    cash = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200), clock=QUICK)
    rules = for_tournament(cash, Tournament(tournament, pause=10))
    # In one transaction, so that no other host finds the table without an owner.
    with transaction.atomic():
        table = api.open_tournament_table(tournament=tournament, name=f"T{tournament}", rules=rules, seats=6)
        Table.objects.filter(pk=table).update(owner=owner, lease_until=leases.database_now() + 30_000, asleep=False)
    room.tables.append(table)
    return tournament, table


def seat_bots(table: int) -> list[int]:
    """Orders seats for four bots as the director does; repeating it changes nothing."""
    bots = list(User.objects.filter(is_bot=True).order_by("pk").values_list("pk", flat=True)[:4])
    for seat, bot in enumerate(bots):
        send_order(api.order_seat(table_id=table, player=bot, seat=seat, chips=CHIPS, key=f"seat {bot}"))
    return bots


def all_reports(tournament: int) -> list[ReportLine]:
    """Returns every report to the director."""
    return api.reports_after(tournament=tournament, cursor=0, limit=10_000)


async def doomed_table(room: Room, fail: str) -> tuple[HostProcess, HostProcess, int, int]:
    """Returns a host that will die at a failpoint, its successor, and the tournament and table the first one runs."""
    assert room.standby
    doomed = room.start_host(fail=fail)
    await room.host_is_up(room.standby)
    await room.host_is_up(doomed)
    return doomed, room.standby, *await in_orm(open_table, room, doomed.id)


@pytest.mark.parametrize(
    "fail",
    [
        "before_commit:SeatTaken",
        "in_report:SeatTaken",
        "after_commit:SeatTaken",
        "before_commit:HandEnded",
        "in_report:HandEnded",
        "after_commit:HandEnded",
        "in_report:SeatLeft",
        "after_commit:SeatLeft",
    ],
)
async def test_x1_x2_every_report_is_made_once_although_a_host_is_killed_at(room: Room, fail: str) -> None:
    doomed, successor, tournament, table = await doomed_table(room, fail)
    bots = await in_orm(seat_bots, table)
    await until(lambda: not doomed.alive, f"the host's death at {fail}")
    room.expire_leases(doomed)
    await in_orm(seat_bots, table)
    await until(lambda: room.owner(table) == successor.id, "the takeover")
    already = room.hands(table)
    await until(lambda: room.hands(table) > already + 3 or has_a_winner(room, tournament), "the next hands")
    await in_orm(send_order, api.order_pause(table_id=table, key="stop"))
    await until(lambda: paused(room, tournament), "the pause")
    check(await in_orm(all_reports, tournament), bots, room.hands(table))
    counted = await in_orm(api.chips_of_tournament, tournament=tournament)
    assert sum(counted.values()) == len(bots) * CHIPS


def has_a_winner(room: Room, tournament: int) -> bool:
    """Whether one player has all the chips."""
    query = "SELECT count(*) FROM games_tablereport WHERE tournament = %s AND kind = 'unseated'"
    rows = room.ask_sql(query, tournament)
    return bool(rows[0][0] == 3)


def paused(room: Room, tournament: int) -> bool:
    """Whether the table has reported that it waits."""
    rows = room.ask_sql("SELECT count(*) FROM games_tablereport WHERE tournament = %s AND kind = 'waiting'", tournament)
    return bool(rows[0][0])


def check(lines: list[ReportLine], bots: list[int], hands: int) -> None:
    """Checks that reports are numbered without a gap and that chips and hands add up."""
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    chips: dict[int, int] = {}
    finished: list[int] = []
    for line in lines:
        data = line.data
        match line.kind:
            case "seated":
                assert data["player"] not in chips
                chips[data["player"]] = data["chips"]
            case "hand_finished":
                finished.append(data["hand"])
                before = dict(data["stacks_before"])
                assert {player: chips[player] for player in before} == before
                chips |= dict(data["stacks_after"])
            case "unseated":
                assert chips.pop(data["player"]) == data["chips"] == 0
    assert finished == list(range(1, hands + 1))
    assert chips.keys() <= set(bots)
    assert sum(chips.values()) == len(bots) * CHIPS
