"""Joining and leaving waiting lists, being away, declining a call, and finding a seat at a kind of table (K9).

Refusals raise IllegalAction(code). Every change wakes the tables that call from the list.
"""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.messaging import messages
from games.messaging.orders import check_cash_table, lock_table, lock_user
from games.models import Table
from games.models.access import WaitingEntry
from games.seating import play_time, reserved_seats, table_groups, taken_seats, waiting_calls
from games.seating.approval import check_approved
from games.seating.bans import barred_players, barred_tables, check_not_banned, players_at
from games.seating.invitations import check_access
from games.seating.table_limit import check_table_limit
from games.tables.kind import TableKind

MOST_LISTS = 8
"""The largest number of lists in which a player may wait at once."""

Ended = WaitingEntry.Ended


def join(*, user_id: int, table_id: int, password: str = "", invite: str = "") -> int:
    """Joins the waiting list of a full table; returns the entry's id, the existing one if the player waits already.

    Raises IllegalAction if a seat is free, or the player may not sit down there (K10, K12).
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        lock_user(user_id)
        # Whoever gets past this is not asked for the password again, so it comes first: it may have changed.
        check_access(table, player=user_id, password=password, invite=invite)
        before = waiting_calls.active_entries().filter(player=user_id, table=table).first()
        if before is not None:
            return before.pk
        if not table.is_open:
            raise IllegalAction("table_closed")
        people = players_at(table_id)
        if user_id in people:
            raise IllegalAction("already_seated")
        check_approved(user_id, table.rules.house)
        if barred_players(table_id, [user_id], people):
            raise IllegalAction("not_at_this_table")
        if waiting_calls.has_seat_for(table, user_id):
            raise IllegalAction("seat_is_free")
        return _enter(user_id, table=table)


def join_kind(*, user_id: int, kind: TableKind) -> int:
    """Joins the waiting list of a kind of table; returns the entry's id.

    Raises IllegalAction if no open table is of this kind.
    """
    with transaction.atomic():
        lock_user(user_id)
        before = waiting_calls.active_entries().filter(player=user_id, kind=kind.code).first()
        if before is not None:
            return before.pk
        tables = tables_of(kind)
        if not tables:
            raise IllegalAction("no_such_table")
        if all(table.rules.house.staff_approval for table in tables):
            check_approved(user_id, tables[0].rules.house)
        return _enter(user_id, kind=kind)


def _enter(user_id: int, *, table: Table | None = None, kind: TableKind | None = None) -> int:
    check_not_banned(user_id)
    play_time.check_may_play(user_id)
    if waiting_calls.active_entries().filter(player=user_id).count() >= MOST_LISTS:
        raise IllegalAction("too_many_lists", count=MOST_LISTS)
    entry = WaitingEntry.objects.create(player_id=user_id, table=table, kind=kind.code if kind else "")
    entry.rank = entry.pk * waiting_calls.RANK_STEP
    entry.save(update_fields=["rank"])
    _wake(entry)
    return entry.pk


def leave(*, user_id: int, entry_id: int) -> None:
    """Leaves a waiting list; a seat kept for the player goes to the next in line."""
    with transaction.atomic():
        entry = _own_entry(user_id, entry_id)
        if entry is not None:
            called_to = entry.called_to_id
            entry.ended, entry.ended_at = Ended.LEFT, timezone.now()
            entry.called_to = entry.call_until = None
            entry.save(update_fields=["ended", "ended_at", "called_to", "call_until"])
            _wake(entry, called_to)


def set_away(*, user_id: int, entry_id: int, away: bool) -> None:
    """Marks a waiting player as away, whom calls skip without losing the place, or as back (K9)."""
    with transaction.atomic():
        entry = _own_entry(user_id, entry_id)
        if entry is not None:
            called_to = entry.called_to_id
            entry.away = away
            if away:
                entry.called_to = entry.call_until = None
            entry.save(update_fields=["away", "called_to", "call_until"])
            _wake(entry, called_to)


def decline_call(*, user_id: int, entry_id: int) -> None:
    """Declines the seat to which the player was called; it counts as a missed call (K9)."""
    called_to = (
        waiting_calls.active_entries().filter(pk=entry_id, player=user_id).values_list("called_to", flat=True).first()
    )
    if called_to is None:
        return
    with transaction.atomic():
        table = lock_table(called_to)
        waiting_calls.decline_call(table, entry_id)
        _wake(WaitingEntry.objects.get(pk=entry_id), called_to)


def mark_end_seen(*, user_id: int, entry_id: int) -> None:
    """Records that the player has read how the waiting ended, for all pages of theirs."""
    WaitingEntry.objects.filter(pk=entry_id, player=user_id).exclude(ended="").update(end_seen=True)
    transaction.on_commit(partial(messages.notify_seats_changed, user_id))


def find_seat(*, user_id: int, kind: TableKind) -> int | None:
    """The fullest table of a kind that has a seat for this player; None if there is none.

    Tables where the player sits or is barred (K12), or where others wait for the seat (K9), are left out. Raises
    IllegalAction if the player has a seat at as many tables as those with a free seat allow (K11).
    """
    fullest_first = sorted(tables_of(kind), key=lambda one: (-len(players_at(one.pk)), one.sort_order, one.name))
    return first_with_a_seat(user_id, fullest_first)


def first_with_a_seat(user_id: int, tables: Iterable[Table]) -> int | None:
    """The first of these tables where this player may sit down, as `find_seat` decides it; None if there is none."""
    seated = taken_seats.tables_of(user_id)
    excluded = seated | barred_tables(user_id)
    at_limit: IllegalAction | None = None
    for table in tables:
        if table.pk in excluded or not waiting_calls.has_seat_for(table, user_id):
            continue
        try:
            check_table_limit(player=user_id, table=table, seated=seated)
        except IllegalAction as refusal:
            at_limit = refusal
        else:
            return table.pk
    if at_limit is not None:
        raise at_limit
    return None


def open_tables() -> QuerySet[Table]:
    """The open tables that need no password and are not a player's own."""
    return Table.objects.filter(
        closed_at=None, is_open=True, is_paused=False, frozen=False, password="", opened_by=None, tournament=None,
    ).defer("snapshot", "next_snapshot")  # fmt: skip


def tables_of(kind: TableKind) -> list[Table]:
    """The open tables of a kind that need no password and are not a player's own."""
    return [table for table in open_tables().filter(currency=kind.currency) if waiting_calls.kind_of(table) == kind]


def _own_entry(user_id: int, entry_id: int) -> WaitingEntry | None:
    """The player's entry, locked; None if it has ended."""
    return waiting_calls.active_entries().select_for_update(of=("self",)).filter(pk=entry_id, player=user_id).first()


def _wake(entry: WaitingEntry, called_to: int | None = None) -> None:
    """After commit, wakes the tables that call from the entry's list and the pages of everybody in it."""
    tables = {table for table in (called_to, entry.table_id) if table is not None}
    if entry.table_id is not None:
        tables |= set(reserved_seats.must_move_tables_of(entry.table_id).values_list("pk", flat=True))
        tables |= set(table_groups.tables_serving(entry.table_id).values_list("pk", flat=True))
    kind = TableKind.read(entry.kind)
    if kind is not None:
        tables |= {table.pk for table in tables_of(kind)}
    for table in tables:
        transaction.on_commit(partial(messages.notify_host_and_lobby, table))
    behind = (
        waiting_calls.active_entries().filter(table=entry.table_id, kind=entry.kind).values_list("player", flat=True)
    )
    for player in {entry.player_id, *behind}:
        transaction.on_commit(partial(messages.notify_seats_changed, player))
