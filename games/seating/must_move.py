"""Must-move tables: players move to the main table of the same game and stakes, longest seated first (K8).

The must-move table has priority over the waiting lists: while anybody plays there, a free seat at the main table is for
its players, and players waiting for either table are offered seats at the must-move table. A seat to which somebody was
already called stays theirs. If a main table has several must-move tables, the first that asks gets the seat.
"""

from collections.abc import Sequence

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.engine.rules.rules import Rules
from games.messaging import notices
from games.messaging.orders import send
from games.models import Order, Table
from games.models.moves import HouseMove, TableMerge
from games.seating import reserved_seats, waiting_calls
from games.seating.bans import barred_players, players_at
from games.seating.return_rule import game_key
from games.seating.table_limit import players_at_limit
from games.seating.taken_seats import players_at_each


def check_must_move_link(*, main: Table | None, rules: Rules, currency: str, table_id: int | None = None) -> None:
    """Raises IllegalAction unless a table with these rules can feed `main`, and its own must-move table can feed it."""
    fed = Table.objects.filter(feeds=table_id, is_open=True) if table_id else Table.objects.none()
    if main is None:
        if any(game_key(one.rules, one.currency) != game_key(rules, currency) for one in fed):
            raise IllegalAction("feeder_differs")
        return
    if main.pk == table_id:
        raise IllegalAction("feeds_itself")
    if not main.is_open or main.closed_at is not None or main.tournament is not None:
        raise IllegalAction("feeds_closed")
    if main.feeds_id is not None:
        raise IllegalAction("feeds_chain")
    if fed.exists():
        raise IllegalAction("is_fed")
    if game_key(main.rules, main.currency) != game_key(rules, currency):
        raise IllegalAction("feeds_another_game")


def lock_two_tables(first: int, second: int) -> dict[int, Table]:
    """Locks two tables in the order used by every move between tables; returns those that exist, by id."""
    rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
    return {table.pk: table for table in rows.filter(pk__in=(first, second)).order_by("pk")}


def unreserved_seats(target: Table) -> int:
    """How many seats of a locked table are neither taken nor reserved for moving or called players."""
    return unreserved_seats_of([target])[target.pk]


def unreserved_seats_of(targets: Sequence[Table]) -> dict[int, int]:
    """The seats of each of several locked tables that are neither taken nor reserved for moving or called players."""
    ids = [target.pk for target in targets]
    people = players_at_each(ids)
    moving = reserved_seats.open_moves().filter(target__in=ids).values_list("target", "player")
    called = waiting_calls.active_entries().filter(called_to__in=ids).values_list("called_to", "player")
    free = {target.pk: target.seats - len(people[target.pk]) for target in targets}
    for reserved in (moving, called):
        for table, player in set(reserved):
            free[table] -= player not in people[table]
    return free


def send_to_main_table(*, table_id: int, line: Sequence[int]) -> list[int]:
    """Reserves free seats at the main table for the first of `line`, orders their moves and notifies them; their ids.

    They move after their hand. Calling it again reserves nothing twice, since the reservation is stored with the order.
    If the main table has closed, the link to it is removed.
    """
    main_id = Table.objects.filter(pk=table_id).values_list("feeds", flat=True).first()
    if main_id is None:
        return []
    with transaction.atomic():
        tables = lock_two_tables(table_id, main_id)
        table, main = tables[table_id], tables[main_id]
        if table.feeds_id != main_id or not (
            waiting_calls.accepts_players(table) and waiting_calls.accepts_players(main)
        ):
            if not main.is_open and table.feeds_id == main_id:
                Table.objects.filter(pk=table_id).update(feeds=None)
                payload = {"kind": Announcement.UNLINKED, "name": main.name, "reason": ""}
                send(table, Order.Kind.ANNOUNCE, payload=payload)
            return []
        if game_key(table.rules, table.currency) != game_key(main.rules, main.currency):
            return []
        out = players_at(main_id) | barred_players(main_id, line)
        out |= set(reserved_seats.open_moves().filter(source=table_id).values_list("player", flat=True))
        out |= players_at_limit(line, main, leaving=table_id)
        going = [player for player in line if player not in out][: max(0, unreserved_seats(main))]
        for player in going:
            order_house_move(player, table, main)
            notices.write_notice(player, table_id, "must_move", to=main.name)
    return going


def order_house_move(player: int, source: Table, target: Table, merge: TableMerge | None = None) -> None:
    """Reserves a seat at the target and orders the move there; the caller has locked both tables."""
    HouseMove.objects.create(player_id=player, source=source, target=target, merge=merge)
    send(source, Order.Kind.MOVE, payload={"to": target.pk, "name": target.name, "must": True}, player=player)
