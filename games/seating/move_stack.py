"""Moves a player's whole stack to another table in one transaction (K8)."""

from functools import partial

from django.db import transaction

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.table.seat import CarriedBlinds
from games.messaging import messages, notices
from games.models import Order, Seat, Table
from games.money import escrow, play_limits
from games.seating import reserved_seats, taken_seats, waiting_calls
from games.seating.bans import barred_players, is_banned
from games.seating.seat_freeze import freeze_now
from games.seating.table_limit import check_table_limit

NO_SEAT = "no_seat_there"
TOO_MANY_TABLES = "too_many_tables"


def check_target(source: Table, target: Table | None, player: int) -> Table:
    """Returns the target if it has a seat for this player now, else raises IllegalAction.

    The answer holds only while the caller has locked the target.
    """
    if target is None or not target.is_open or target.frozen or target.currency != source.currency:
        raise IllegalAction(NO_SEAT)
    if target.pk in taken_seats.tables_of(player):
        raise IllegalAction("already_seated")
    if freeze_now() is not None and player not in reserved_seats.reserved_for(target.pk):
        # Only the house moves players while nobody is given a new seat.
        raise IllegalAction(NO_SEAT)
    check_table_limit(player=player, table=target, leaving=source.pk)
    if not waiting_calls.has_seat_for(target, player) or barred_players(target.pk, [player]):
        raise IllegalAction(NO_SEAT)
    return target


def carry_stack(
    source: Table, target: Table | None, seat: Seat, moved: ev.MovedToTable, left: ev.SeatLeft, *, key: str
) -> None:
    """Moves the chips to the target's escrow together with an order for a seat; raises IllegalAction without a seat.

    Who was banned or went away by choice meanwhile stays, for the house to take the seat away (F8, M7). The caller has
    locked both tables. From then on the chips belong to the order, whatever process stops: it seats the player, or it
    is refused and pays the chips out.
    """
    target = check_target(source, target, left.player)
    if is_banned(left.player) or play_limits.is_away(left.player):
        raise IllegalAction(NO_SEAT)
    reserved_seats.end_move(source.pk, left.player, reserved_seats.Ended.WENT)
    escrow.carry(
        key=key,
        user_id=left.player,
        table_id=source.pk,
        to=target.pk,
        amount=left.chips,
        currency=source.currency,
        label=target.name,
    )
    Order.objects.create(
        table=target,
        kind=Order.Kind.TAKE_SEAT,
        key=key,
        player_id=left.player,
        amount=left.chips,
        payload={
            "name": seat.name,
            "bot": seat.bot,
            "seat": -1,
            "auto_muck": moved.auto_muck,
            "auto_post": moved.auto_post,
            "enter_now": moved.enter_now,
            "free": moved.free,
            **{name: getattr(moved, name) for name in CarriedBlinds._fields},
        },
    )
    notices.write_notice(
        left.player, source.pk, "moved", to=target.name, to_id=target.pk, amount=left.chips, currency=source.currency
    )
    transaction.on_commit(partial(messages.notify_host_and_lobby, target.pk))


def close_if_merged(table: Table) -> None:
    """Closes a table that was merged into another, once its last player has left (K8)."""
    if not reserved_seats.merges_of(table.pk).exists():
        return
    Order.objects.get_or_create(key=f"merged:{table.pk}", defaults={"table": table, "kind": Order.Kind.CLOSE})
    transaction.on_commit(partial(messages.notify_host_and_lobby, table.pk))
