"""Merging a table into another of the same game and stakes: all players move after the hand (K8, F1)."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.engine.events.table import Change
from games.messaging import messages, notices
from games.messaging.orders import announce, check_cash_table, send
from games.models import Order, Seat, Table
from games.models.access import WaitingEntry
from games.models.moves import HouseMove, TableMerge
from games.money import escrow
from games.operations.floor.decisions import INTO, MOVES, Kind, check, record
from games.operations.impartiality import check_not_playing
from games.seating import reserved_seats, waiting_calls
from games.seating.bans import barred_players, players_at
from games.seating.must_move import lock_two_tables, order_house_move, unreserved_seats
from games.seating.return_rule import game_key, stored_game_key
from games.seating.table_limit import players_at_limit
from games.tables.kind import with_rules_text

STAYED = HouseMove.Ended.STAYED
RANK_GAP = 1024
"""The distance between ranks of merged entries, so that a player who missed a call can be placed behind any other."""


class SeatedPlayer(NamedTuple):
    """A player at the table that is merged."""

    player: int
    name: str


class MergePlan(NamedTuple):
    """The effect of a merge: who moves and who stays, how many bots leave, how many wait, and the free seats there."""

    moving: tuple[SeatedPlayer, ...]
    staying: tuple[SeatedPlayer, ...]
    bots: int
    waiting: int
    free: int

    @property
    def fits(self) -> bool:
        """Whether there is a seat for every player who moves."""
        return len(self.moving) <= self.free


def tables_to_merge_into(*, table: Table) -> list[Table]:
    """The open cash tables of the same game and stakes, in the operator's order."""
    open_tables = Table.objects.filter(closed_at=None, is_open=True, frozen=False, tournament=None)
    others = open_tables.filter(currency=table.currency).exclude(pk=table.pk)
    texts = with_rules_text(others.order_by()).values_list("pk", "rules_text")
    game = game_key(table.rules, table.currency)
    alike = [pk for pk, text in texts if stored_game_key(text, table.currency) == game]
    return list(Table.objects.filter(pk__in=alike).defer("snapshot", "next_snapshot"))


def plan_merge(*, source: Table, target: Table) -> MergePlan:
    """The effect of a merge at this moment.

    Players stay who already sit at the target, may not sit there (K11, K12), or have no chips.
    """
    chips = escrow.held_at(source.pk)
    seated = list(Seat.objects.filter(table=source, bot=False).order_by("seat").values_list("player", "name"))
    out = players_at(target.pk) | barred_players(target.pk, [player for player, _ in seated])
    out |= players_at_limit([player for player, _ in seated], target, leaving=source.pk)
    going = [SeatedPlayer(player, name) for player, name in seated if player not in out and chips.get(player)]
    return MergePlan(
        moving=tuple(going),
        staying=tuple(SeatedPlayer(player, name) for player, name in seated if player in out or not chips.get(player)),
        bots=Seat.objects.filter(table=source, bot=True).count(),
        waiting=waiting_calls.active_entries().filter(table=source).count(),
        free=max(
            0, unreserved_seats(target) + len({one.player for one in going} & reserved_seats.reserved_for(target.pk))
        ),
    )


def merge_tables(*, table_id: int, into: int, reason: str, by: int) -> TableMerge:
    """Moves all players to another table after their hand, with all chips and no post, and closes the empty table.

    Its waiting list is placed behind the target's. Players who cannot be seated there stay, are notified, and are
    recorded with the merge; merging again retries them. Raises IllegalAction unless both are cash tables of the same
    game and stakes with enough seats; a decision with `reason` and the user id `by` is recorded (F3).
    """
    why, own = check(by, table_id, reason)
    if table_id == into:
        raise IllegalAction("merge_itself")
    own = check_not_playing(by, table_id=into) or own
    with transaction.atomic():
        tables = lock_two_tables(table_id, into)
        if len(tables) < 2:
            raise IllegalAction("no_such_table")
        source, target = check_cash_table(tables[table_id]), check_cash_table(tables[into])
        check_mergeable(source, target)
        plan = plan_merge(source=source, target=target)
        if not plan.fits:
            raise IllegalAction("merge_no_room", seats=plan.free, count=len(plan.moving))
        merge = TableMerge.objects.create(source=source, target=target, reason=why, by_id=by)
        # No new player may sit down, and the house bots leave.
        source.is_open = False
        source.save(update_fields=["is_open"])
        order = announce(source, Announcement.MERGES, name=target.name, why=why)
        announce(target, Announcement.RECEIVES, name=source.name, why=why)
        on_their_way = reserved_seats.open_moves().filter(source=source)
        on_their_way.filter(target=target).update(merge=merge)
        on_their_way.exclude(target=target).update(ended=STAYED, ended_at=merge.created_at)
        already_moving = set(on_their_way.filter(target=target).values_list("player", flat=True))
        for one in plan.moving:
            if one.player not in already_moving:
                order_house_move(one.player, source, target, merge)
            notices.write_notice(one.player, source.pk, "merged", table=source.name, to=target.name)
        for one in plan.staying:
            HouseMove.objects.create(
                player_id=one.player, source=source, target=target, merge=merge, ended=STAYED, ended_at=merge.created_at
            )
            notices.write_notice(one.player, source.pk, "merge_stays", table=source.name, to=target.name)
        waiting = merge_waiting_lists(source, target)
        if not players_at(source.pk):
            send(source, Order.Kind.CLOSE)
        notify_merged(waiting, (source.pk, target.pk))
        changes = changes_of_moves([target.pk], [(one.player, target.pk) for one in plan.moving])
        record(Kind.MERGE, source.pk, by, why, own=own, order=order, changes=changes)
    return merge


def changes_of_moves(tables: Iterable[int], moving: Iterable[tuple[int, int]]) -> list[Change]:
    """What the log keeps of players who move to other tables: ids alone, so that a deleted account has no name (F3).

    `moving` are players with the table each goes to.
    """
    into = [Change(INTO, "", str(table)) for table in tables]
    return [*into, *(Change(MOVES, str(player), str(table)) for player, table in moving)]


def check_mergeable(source: Table, *targets: Table) -> None:
    """Raises IllegalAction unless all of these locked tables are open and play the same game and stakes."""
    merged = reserved_seats.merges_of(source.pk).exists()
    if (
        source.closed_at is not None
        or not (source.is_open or merged)
        or not all(map(waiting_calls.accepts_players, targets))
    ):
        raise IllegalAction("table_closed")
    if source.frozen:
        raise IllegalAction("table_frozen")
    game = game_key(source.rules, source.currency)
    if any(game_key(target.rules, target.currency) != game for target in targets):
        raise IllegalAction("another_game")


def merge_waiting_lists(source: Table, target: Table) -> list[int]:
    """Moves the waiting list behind the target's; returns the players of both lists."""
    lists = Q(table__in=(source.pk, target.pk))
    locked = waiting_calls.active_entries().filter(lists | Q(called_to=source)).select_for_update(of=("self",))
    entries = [entry for entry in locked.order_by("pk") if entry.table_id in (source.pk, target.pk)]
    both = waiting_calls.active_entries().filter(lists)
    there = {entry.player_id for entry in entries if entry.table_id == target.pk} | players_at(target.pk)
    last = both.filter(table=target).aggregate(last=Max("rank"))["last"] or 0
    for entry in sorted(entries, key=lambda one: (one.rank, one.pk)):
        if entry.table_id != source.pk:
            continue
        if entry.player_id in there:
            waiting_calls.end_as_seated(entry)
            continue
        last += RANK_GAP
        rows = WaitingEntry.objects.filter(pk=entry.pk)
        rows.update(table=target, rank=last, called_to=None, call_until=None)
    waiting_calls.active_entries().filter(called_to=source).update(called_to=None, call_until=None)
    return [entry.player_id for entry in entries]


def notify_merged(players: Iterable[int], tables: Iterable[int]) -> None:
    """Has the hosts of these tables, these players' pages and the lobby read again after the commit."""
    for table in tables:
        transaction.on_commit(partial(messages.notify_host_and_lobby, table))
    for player in set(players):
        transaction.on_commit(partial(messages.notify_seats_changed, player))
    transaction.on_commit(messages.notify_lobby)
