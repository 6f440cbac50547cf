"""What the panel shows of tables and tournaments from the database: what hosts have not to be asked for (F1)."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from games.engine.rules.stakes import Stakes, Structure
from games.lobby.floor_calls import OpenCall, open_calls
from games.lobby.queries import HOUR, LobbyRow, TableState, lobby_rows
from games.models import Table
from games.models.room import RoomWide
from games.operations.floor import room
from games.operations.room_tournaments import RunningTournament, running_tournaments
from games.seating.seat_freeze import freeze_now
from games.text.amounts import AmountFormat


class TableFacts(NamedTuple):
    """A table as its rows tell it; `tournament` is 0 at a cash table, `empty` are seats that anybody may take."""

    table: int
    name: str
    tournament: int
    currency: str
    amounts: AmountFormat
    game: str
    stakes: Stakes
    seats: int
    taken: int
    empty: int
    waiting: int
    hands_per_hour: int
    state: TableState


class Held(NamedTuple):
    """Something in force for the whole room: who began it, why and when."""

    by: str
    why: str
    since: datetime


class RoomState(NamedTuple):
    """What is in force for the whole room now: a pause, and a freeze of new seats."""

    pause: Held | None = None
    freeze: Held | None = None


NOTHING_HOLDS = RoomState()


class RoomFacts(NamedTuple):
    """The running tables, tournaments and open calls."""

    tables: tuple[TableFacts, ...] = ()
    tournaments: tuple[RunningTournament, ...] = ()
    calls: tuple[OpenCall, ...] = ()
    room: RoomState = NOTHING_HOLDS


def read_facts() -> RoomFacts:
    """Everything as it is now, in a handful of queries whatever the number of tables."""
    tournaments = tuple(running_tournaments())
    tables = [*map(_cash_table, lobby_rows()), *(_tournament_tables() if tournaments else ())]
    return RoomFacts(tuple(tables), tournaments, tuple(open_calls()), _room_state())


def read_cash_tables(facts: RoomFacts) -> RoomFacts:
    """The facts with cash tables, seats and waiting lists as they are now, in fewer queries; the rest as it was."""
    others = (one for one in facts.tables if one.tournament)
    return facts._replace(tables=(*map(_cash_table, lobby_rows()), *others))


def _room_state() -> RoomState:
    paused, freeze = room.paused_now(), freeze_now()
    return RoomState(_held(paused.pause) if paused else None, _held(freeze) if freeze else None)


def _held(row: RoomWide) -> Held:
    return Held(row.by.display_name, row.reason, row.begun_at)


def _cash_table(row: LobbyRow) -> TableFacts:
    return TableFacts(
        table=row.table,
        name=row.name,
        tournament=0,
        currency=row.currency,
        amounts=AmountFormat.of_currency(row.currency),
        game=row.game,
        stakes=Stakes(Structure(row.structure), row.small_blind, row.big_blind, row.ante),
        seats=row.seats,
        taken=row.taken,
        empty=row.open_seats,
        waiting=row.waiting,
        hands_per_hour=row.hands_per_hour,
        state=row.state,
    )


def _tournament_tables() -> list[TableFacts]:
    rows = Table.objects.filter(tournament__isnull=False, closed_at=None).defer("snapshot", "next_snapshot")
    found = []
    for table in rows.annotate(taken_count=Count("taken_seats")).order_by("pk"):
        rules = table.rules
        paused = TableState.PAUSED if table.is_paused else TableState.PLAYING
        found.append(
            TableFacts(
                table=table.pk,
                name=table.title,
                tournament=table.tournament or 0,
                currency=table.currency,
                amounts=AmountFormat.of_currency(table.currency),
                game=rules.variant.code,
                stakes=rules.stakes,
                seats=table.seats,
                taken=table.taken_count,
                empty=table.seats - table.taken_count,
                waiting=0,
                hands_per_hour=HOUR // table.average_hand_ms if table.average_hand_ms else 0,
                state=TableState.STOPPED if table.frozen else paused,
            )
        )
    return found
