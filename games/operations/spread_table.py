"""Closing a table, or several of one stake, and spreading the players over the tables like it, in one act (K8, F1)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.messaging import notices
from games.messaging.orders import announce, check_cash_table, lock_tables, send
from games.models import Order, Seat, Table
from games.models.moves import HouseMove, TableMerge
from games.money import escrow
from games.operations.floor.decisions import Kind, check, record
from games.operations.impartiality import check_plays_at_none
from games.operations.merge_tables import (
    SeatedPlayer,
    changes_of_moves,
    check_mergeable,
    merge_waiting_lists,
    notify_merged,
    tables_to_merge_into,
)
from games.seating import reserved_seats
from games.seating.bans import barred_players, players_at
from games.seating.must_move import order_house_move, unreserved_seats_of
from games.seating.table_limit import players_at_limit
from games.seating.waiting_calls import active_entries


class Move(NamedTuple):
    """A player and the table they move to."""

    who: SeatedPlayer
    to: Table


class SpreadPlan(NamedTuple):
    """Who moves where, who stays, for how many there is no seat, and the table that takes the waiting list."""

    moving: tuple[Move, ...]
    staying: tuple[SeatedPlayer, ...]
    unseated: int
    waiting_to: Table | None


class Spread(NamedTuple):
    """A table that closes and where its players go."""

    table: Table
    plan: SpreadPlan


def plan_spread(*, source: Table, targets: Sequence[Table], free: dict[int, int] | None = None) -> SpreadPlan:
    """Where everybody goes at this moment: each in turn to the table with the most free seats.

    Players stay who may sit at none of the tables (K11, K12), have no chips, or are on their way to another already.
    Known `free` seats by table save their queries, and are fewer afterwards by those that are given away.
    """
    free = unreserved_seats_of(targets) if free is None else free
    chips = escrow.held_at(source.pk)
    rows = Seat.objects.filter(table=source, bot=False).order_by("seat").values_list("player", "name")
    seated = [SeatedPlayer(*row) for row in rows]
    on_their_way = set(reserved_seats.open_moves().filter(source=source).values_list("player", flat=True))
    people = [one.player for one in seated]
    waiting_to = max(targets, key=lambda table: free[table.pk], default=None)
    # Among many tables few are looked at: those with the most free seats.
    out = cache(lambda table: _who_may_not_go(people, source, table))
    moving, staying, unseated = [], [], 0
    for one in seated:
        if one.player in on_their_way or not chips.get(one.player):
            staying.append(one)
            continue
        fitting = (table for table in sorted(targets, key=lambda table: -free[table.pk]) if free[table.pk] > 0)
        to = next((table for table in fitting if one.player not in out(table)), None)
        if to is not None:
            free[to.pk] -= 1
            moving.append(Move(one, to))
        elif all(one.player in out(table) for table in targets):
            staying.append(one)
        else:
            unseated += 1
    return SpreadPlan(tuple(moving), tuple(staying), unseated, waiting_to)


def _who_may_not_go(people: Sequence[int], source: Table, target: Table) -> set[int]:
    """Who of these sits at the target, is on the way there, or may not sit down there."""
    there = players_at(target.pk) | reserved_seats.reserved_for(target.pk)
    barred = barred_players(target.pk, people, there)
    return there | barred | players_at_limit(people, target, leaving=source.pk)


def spread_table(*, table_id: int, by: int, why: str) -> SpreadPlan:
    """Moves all players to tables of the same game and stakes after their hand, with all chips and no post (K8, F1).

    The table takes no new players and closes once it is empty; its waiting list goes behind that of one of the others.
    Raises IllegalAction unless there is a seat for everybody who may move; players who may not are told.
    """
    with transaction.atomic():
        source, targets = _lock(table_id)
        return _spread(source, _Targets(targets, by=by), by=by, why=why)


def spread_tables(*, closing: Sequence[int], staying: Sequence[int], by: int, why: str) -> list[Spread]:
    """Closes several tables and spreads their players over those that stay, each as `spread_table` does (K8, F1).

    Either all of them close or none: raises IllegalAction unless there is a seat for everybody who may move.
    """
    with transaction.atomic():
        locked = lock_tables([*closing, *staying])
        if not locked.keys() >= {*closing, *staying}:
            raise IllegalAction("no_such_table")
        targets = _Targets([locked[pk] for pk in staying], by=by)
        return [Spread(locked[pk], _spread(locked[pk], targets, by=by, why=why)) for pk in closing]


class _Targets:
    """Locked tables to which players are sent, and the seats that are left there for those of the next table.

    Raises IllegalAction where the member of staff plays at one of them without the owner's leave (F8).
    """

    def __init__(self, tables: Sequence[Table], *, by: int) -> None:
        self.tables = tables
        self.own = check_plays_at_none(by, tables)
        self.free = unreserved_seats_of(tables)
        self._checked = False

    def check(self, source: Table) -> None:
        """Raises IllegalAction unless they can take players of this locked table."""
        # They are like each other once they have all been compared with one table.
        check_mergeable(source, *(self.tables[:1] if self._checked else self.tables))
        self._checked = True


def _spread(source: Table, targets: _Targets, *, by: int, why: str) -> SpreadPlan:
    """Closes a locked table and sends its players to the targets; raises IllegalAction."""
    why, own = check(by, source.pk, why)
    own = own or targets.own
    check_cash_table(source)
    targets.check(source)
    plan = plan_spread(source=source, targets=targets.tables, free=targets.free)
    if plan.waiting_to is None or plan.unseated:
        raise IllegalAction("merge_no_room", seats=len(plan.moving), count=len(plan.moving) + plan.unseated)
    source.is_open = False
    source.save(update_fields=["is_open"])
    used = {move.to.pk: move.to for move in plan.moving} or {plan.waiting_to.pk: plan.waiting_to}
    merges = {
        pk: TableMerge.objects.create(source=source, target=target, reason=why, by_id=by) for pk, target in used.items()
    }
    names = ", ".join(target.name for target in used.values())
    order = announce(source, Announcement.MERGES, name=names, why=why)
    for target in used.values():
        announce(target, Announcement.RECEIVES, name=source.name, why=why)
    for who, to in plan.moving:
        order_house_move(who.player, source, to, merges[to.pk])
        notices.write_notice(who.player, source.pk, "merged", table=source.name, to=to.name)
    _tell_staying(plan, source, next(iter(merges.values())))
    _merge_lists(source, plan.waiting_to, used)
    if not players_at(source.pk):
        send(source, Order.Kind.CLOSE)
    changes = changes_of_moves(used, [(move.who.player, move.to.pk) for move in plan.moving])
    record(Kind.SPREAD, source.pk, by, why, own=own, order=order, changes=changes)
    return plan


def _merge_lists(source: Table, to: Table, used: Iterable[int]) -> None:
    """Puts the waiting list behind that of another table, and tells those who wait."""
    waiting = set(active_entries().filter(table=source).values_list("player", flat=True))
    players = merge_waiting_lists(source, to)
    for player in sorted(waiting - players_at(to.pk)):
        notices.write_notice(player, source.pk, "waiting_moved", table=source.name, to=to.name)
    notify_merged(players, (source.pk, to.pk, *used))


def _lock(table_id: int) -> tuple[Table, list[Table]]:
    """The table and those like it, locked in the order of every move between tables."""
    found = Table.objects.filter(pk=table_id).defer("snapshot", "next_snapshot").first()
    if found is None:
        raise IllegalAction("no_such_table")
    like = [table.pk for table in tables_to_merge_into(table=found)]
    locked = lock_tables([table_id, *like])
    return locked.pop(table_id), [locked[pk] for pk in like if pk in locked]


def _tell_staying(plan: SpreadPlan, source: Table, merge: TableMerge) -> None:
    """Tells players who stay, and records that they could not be seated; who is on the way already is left alone."""
    on_their_way = set(reserved_seats.open_moves().filter(source=source).values_list("player", flat=True))
    for one in plan.staying:
        if one.player in on_their_way:
            continue
        HouseMove.objects.create(
            player_id=one.player,
            source=source,
            target=merge.target,
            merge=merge,
            ended=HouseMove.Ended.STAYED,
            ended_at=merge.created_at,
        )
        notices.write_notice(one.player, source.pk, "merge_stays", table=source.name, to=merge.target.name)
