"""What the floor does with the seats of a cash table: sit out, unseat, move, call a waiting player (F1)."""

from datetime import timedelta
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.messaging import messages, notices
from games.messaging.orders import check_cash_table, check_seated, lock_table, send
from games.models import Order, Seat
from games.models.access import WaitingEntry
from games.models.floor_decisions import FloorDecision
from games.models.moves import HouseMove
from games.operations.floor.decisions import Kind, check, record
from games.operations.impartiality import check_not_playing
from games.seating import bans, must_move, reserved_seats, waiting_calls
from games.seating.return_rule import game_key
from games.seating.table_limit import players_at_limit


def sit_out(*, by: int, table_id: int, player: int, why: str, undoes: int | None = None) -> int:
    """Has a player sit out from the next hand on (F1); they may come back by themselves. The order's id."""
    return _sit(Kind.SIT_OUT, by, table_id, player, why, undoes)


def sit_in(*, by: int, table_id: int, player: int, why: str, undoes: int | None = None) -> int:
    """Has a player who sits out play again (F1); returns the order's id."""
    return _sit(Kind.SIT_IN, by, table_id, player, why, undoes)


def _sit(kind: Kind, by: int, table_id: int, player: int, why: str, undoes: int | None) -> int:
    why, own = check(by, table_id, why, about=player)
    out = kind is Kind.SIT_OUT
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        check_seated(table, player)
        order = send(table, Order.Kind.SEAT_OUT, payload={"out": out, "reason": why}, player=player)
        notices.write_notice(player, table_id, "seated_out" if out else "seated_in", table=table.name, why=why)
        record(kind, table_id, by, why, own=own, order=order, player=player, undoes=undoes)
    return order


def unseat(*, by: int, table_id: int, player: int, why: str) -> int:
    """Takes the seat from a player after the running hand, which they play to its end (F1); returns the order's id."""
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        check_seated(table, player)
        order = send(table, Order.Kind.REMOVE, payload={"reason": why, "finishes": True}, player=player)
        notices.write_notice(player, table_id, "seat_taken_away", table=table.name, why=why)
        record(Kind.UNSEAT, table_id, by, why, own=own, order=order, player=player)
    return order


def move(*, by: int, table_id: int, player: int, to: int, why: str) -> None:
    """Moves a player with all chips to another table of the same game and stakes after the hand (F1, K8).

    Raises IllegalAction where the player may not sit there, or has no seat there.
    """
    why, own = check(by, table_id, why, about=player)
    own = check_not_playing(by, table_id=to) or own
    with transaction.atomic():
        tables = must_move.lock_two_tables(table_id, to)
        if len(tables) < 2:
            raise IllegalAction("no_such_table")
        source, target = check_cash_table(tables[table_id]), check_cash_table(tables[to])
        check_seated(source, player)
        if source.closed_at is not None or not waiting_calls.accepts_players(target):
            raise IllegalAction("table_closed")
        if game_key(source.rules, source.currency) != game_key(target.rules, target.currency):
            raise IllegalAction("another_game")
        if reserved_seats.open_moves().filter(source=source, player=player).exists():
            raise IllegalAction("moves_already")
        barred = bans.barred_players(to, [player]) or players_at_limit([player], target, leaving=table_id)
        if barred or player in bans.players_at(to):
            raise IllegalAction("move_not_allowed")
        if must_move.unreserved_seats(target) < 1:
            raise IllegalAction("table_full")
        must_move.order_house_move(player, source, target)
        notices.write_notice(player, table_id, "floor_moves", table=source.name, to=target.name, why=why)
        transaction.on_commit(partial(messages.notify_host_and_lobby, to))
        record(Kind.MOVE, table_id, by, why, own=own, player=player)


def call_off_unseat(*, by: int, decision: FloorDecision, why: str) -> int:
    """Leaves a player the seat that was taken from them, while the hand runs that they finish; the order's id.

    The player is told once the table has done so: it may take the seat away just now.
    """
    player, table_id = about(decision), decision.table_id
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        if code := why_unseat_stays(decision):
            raise IllegalAction(code)
        order = send(table, Order.Kind.KEEP_SEAT, payload={"reason": why}, player=player)
        record(Kind.STAY, table_id, by, why, own=own, order=order, player=player, undoes=decision.pk)
    return order


def why_unseat_stays(decision: FloorDecision) -> str:
    """Why a player does not keep the seat that was taken from them, as the code of a refusal; "" if they may."""
    seats = Seat.objects.filter(table=decision.table_id, player=decision.player_id, seated_at__lte=decision.created_at)
    return "" if seats.exists() else "undo_money"


def call_off_move(*, by: int, decision: FloorDecision, why: str) -> int:
    """Has a player stay who was to move to another table and has not moved yet; the order's id."""
    player, table_id = about(decision), decision.table_id
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        found = _move_of(decision)
        if found is None or found.ended:
            raise IllegalAction(why_move_stays(decision))
        reserved_seats.end_move(table_id, player, HouseMove.Ended.UNDONE)
        order = send(table, Order.Kind.MOVE, payload={"to": 0, "name": "", "must": True}, player=player)
        to = found.target
        notices.write_notice(player, table_id, "merge_off", table=table.name, to=to.name, why=why)
        transaction.on_commit(partial(messages.notify_host_and_lobby, to.pk))
        record(Kind.STAY, table_id, by, why, own=own, order=order, player=player, undoes=decision.pk)
    return order


def why_move_stays(decision: FloorDecision) -> str:
    """Why a player's move is not called off, as the code of a refusal; "" while they have not moved."""
    found = _move_of(decision)
    if found is None or found.ended not in ("", HouseMove.Ended.WENT):
        return "undo_over"
    return "undo_money" if found.ended else ""


def _move_of(decision: FloorDecision) -> HouseMove | None:
    """The move that the decision began."""
    rows = HouseMove.objects.filter(source=decision.table_id, player=decision.player_id, merge=None)
    return rows.filter(created_at__lte=decision.created_at).select_related("target").first()


def call_off_seat(*, by: int, decision: FloorDecision, why: str) -> None:
    """Takes back the call of a waiting player to a seat that they have not taken yet; they keep their place (K9)."""
    player, table_id = about(decision), decision.table_id
    why, own = check(by, table_id, why, about=player)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        if not _calls_of(decision).update(called_to=None, call_until=None):
            raise IllegalAction("undo_over")
        notices.write_notice(player, table_id, "call_taken_back", table=table.name, why=why)
        transaction.on_commit(partial(messages.notify_seats_changed, player))
        transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
        record(Kind.CALL_OFF, table_id, by, why, own=own, player=player, undoes=decision.pk)


def why_seat_stays(decision: FloorDecision) -> str:
    """Why a call to a seat is not taken back, as the code of a refusal; "" while it waits for its player."""
    return "" if _calls_of(decision).exists() else "undo_over"


def _calls_of(decision: FloorDecision) -> QuerySet[WaitingEntry]:
    """The calls of the player to a seat at the table that wait for them."""
    table, player = decision.table_id, decision.player_id
    return waiting_calls.active_entries().filter(
        table=table, player=player, called_to=table, call_until__gt=timezone.now()
    )


def about(decision: FloorDecision) -> int:
    """The player whom the decision concerns."""
    assert decision.player_id is not None
    return decision.player_id


def call_waiting(*, by: int, table_id: int, entry: int, why: str) -> None:
    """Calls a player of the waiting list to a free seat before their turn (F1, K9).

    The seat is reserved for as long as any call. Raises IllegalAction without a seat, or if they may not sit there.
    """
    waiting = waiting_calls.active_entries().filter(pk=entry, table=table_id).first()
    if waiting is None:
        raise IllegalAction("not_waiting")
    why, own = check(by, table_id, why, about=waiting.player_id)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        rows = waiting_calls.active_entries().filter(pk=entry, table=table).select_for_update(of=("self",))
        found = rows.first()
        if found is None:
            raise IllegalAction("not_waiting")
        if not waiting_calls.accepts_players(table):
            raise IllegalAction("table_closed")
        if found.called_to_id is not None:
            raise IllegalAction("called_already")
        if bans.barred_players(table_id, [found.player_id]):
            raise IllegalAction("move_not_allowed")
        if must_move.unreserved_seats(table) < 1:
            raise IllegalAction("table_full")
        until = timezone.now() + timedelta(seconds=settings.CALL_SECONDS)
        WaitingEntry.objects.filter(pk=entry).update(called_to=table, call_until=until, away=False)
        transaction.on_commit(partial(messages.notify_seats_changed, found.player_id))
        transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
        record(Kind.SEAT, table_id, by, why, own=own, player=found.player_id)
