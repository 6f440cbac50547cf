"""One more table opens when all like it are full, and closes again when nobody needs it: once, whichever hosts ask.

A seat of a house bot counts as free, as bots make room for whoever waits; seats kept for somebody count as taken.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from backoffice.api import Change, Subject, record
from games.models import Order, Seat, Table
from games.models.access import Admission
from games.models.floor_decisions import RoomReason
from games.models.restrictions import in_force_now
from games.operations import floor
from games.operations.automatic.closing_times import TOLD_BEFORE
from games.operations.opening import LONGEST_NAME
from games.operations.table_names import MOST_NUMBER_DIGITS, numbered_names
from games.operations.tables import newest_rules, open_table
from games.seating import reserved_seats, waiting_calls, waiting_list
from games.tables.settings import TableSettings

OPENED_ALIKE = "table.opened_alike"


def open_more(tables: Iterable[int], now: datetime) -> list[int]:
    """Opens one more for each of these tables that has this option, if all like it are full; the ids of new tables."""
    with_option = Table.objects.filter(pk__in=tables, most_alike__gt=1, is_open=True).order_by("pk")
    opened = (_open_one(pk, now) for pk in with_option.values_list("pk", flat=True))
    return [table_id for table_id in opened if table_id]


def close_empty(tables: Iterable[int], now: datetime) -> list[int]:
    """Closes those of these tables that were opened because others were full and are not needed any more; their ids."""
    extra = Table.objects.filter(pk__in=tables, opened_for__empty_minutes__gt=0, is_open=True)
    rows = extra.filter(no_people_since__lte=now - timedelta(minutes=1)).order_by("pk")
    return [pk for pk, origin in rows.values_list("pk", "opened_for") if origin and _close_one(pk, origin, now)]


def _open_one(origin_id: int, now: datetime) -> int:
    with transaction.atomic():
        origin = _lock_with_its_like(origin_id)
        if origin is None or not waiting_calls.accepts_players(origin) or origin.is_paused or not origin.most_alike:
            return 0
        if origin.closes_at is not None and origin.closes_at <= now + TOLD_BEFORE:
            return 0
        if Table.objects.filter(opened_for=origin, is_open=True).count() + 1 >= origin.most_alike:
            return 0
        if any(free_seats(table) for table in _alike(origin)):
            return 0
        return _open_like(origin).pk


def _open_like(origin: Table) -> Table:
    """Opens a table with the settings that the origin has now, for the same players."""
    name = origin.name[: LONGEST_NAME - MOST_NUMBER_DIGITS - 1].strip()
    settings = TableSettings.of(origin)._replace(rules=newest_rules(origin), most_alike=0, empty_minutes=0)
    (name,) = numbered_names(name, 1)
    table = open_table(name=name, opened_for=origin, closes_at=origin.closes_at, **settings._asdict())
    # The password is known only as it is stored.
    table.password = origin.password
    table.save(update_fields=["password"])
    for one in Admission.objects.filter(in_force_now(), table=origin).order_by("pk"):
        Admission.objects.create(
            table=table, player_id=one.player_id, kind=one.kind, until=one.until, reason=one.reason, by_id=one.by_id
        )
    changes = [Change("name", "", name), Change("opened_for", "", origin.name)]
    record(by=None, act=OPENED_ALIKE, subject=Subject("table", table.pk), changes=changes)
    return table


def _close_one(table_id: int, origin_id: int, now: datetime) -> bool:
    with transaction.atomic():
        origin = _lock_with_its_like(origin_id)
        rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
        table = rows.filter(pk=table_id, is_open=True).first()
        if origin is None or table is None or not _stood_empty(table, origin, now):
            return False
        others = [one for one in _alike(origin) if one.pk != table_id]
        if origin.is_open and not any(free_seats(one) for one in others):
            return False
        floor.close_by_the_room(table_id=table_id, why=RoomReason.NOT_NEEDED)
    return True


def _stood_empty(table: Table, origin: Table, now: datetime) -> bool:
    """Whether no person has sat there for the minutes given, and none is about to."""
    if not origin.empty_minutes or table.no_people_since is None or _people_at(table.pk):
        return False
    kept = waiting_calls.active_entries().filter(called_to=table).exists() or reserved_seats.reserved_for(table.pk)
    return not kept and now - table.no_people_since >= timedelta(minutes=origin.empty_minutes)


def _lock_with_its_like(origin_id: int) -> Table | None:
    """A table, locked together with all that may have others opened for them at the same stakes, in their order."""
    currency = Table.objects.filter(pk=origin_id).values("currency")
    option = Q(most_alike__gt=1, is_open=True, currency__in=currency)
    rows = Table.objects.select_for_update(no_key=True).defer("snapshot", "next_snapshot")
    locked = rows.filter(Q(pk=origin_id) | option).order_by("pk")
    return next((table for table in locked if table.pk == origin_id), None)


def _alike(origin: Table) -> list[Table]:
    """The open tables of the group, and all at the same game and stakes where anybody may sit down."""
    group = Table.objects.filter(Q(pk=origin.pk) | Q(opened_for=origin), is_open=True)
    found = {table.pk: table for table in group.defer("snapshot", "next_snapshot")}
    if waiting_calls.serves_kind_list(origin):
        found |= {table.pk: table for table in waiting_list.tables_of(waiting_calls.kind_of(origin))}
    return list(found.values())


def free_seats(table: Table) -> int:
    """How many people could be given a seat now, those who have one kept for them not counted."""
    if not waiting_calls.accepts_players(table) or reserved_seats.has_must_move_players(table.pk):
        return 0
    people = _people_at(table.pk)
    called = waiting_calls.active_entries().filter(called_to=table).values_list("player", flat=True)
    return max(0, table.seats - len(people | reserved_seats.reserved_for(table.pk) | {*called}))


def _people_at(table_id: int) -> set[int]:
    """The people who sit at a table or are about to, without house bots."""
    coming = Order.objects.for_seats().filter(table=table_id, player__is_bot=False)
    seated = Seat.objects.filter(table=table_id, bot=False)
    return {player for rows in (seated, coming) for player in rows.values_list("player", flat=True) if player}
