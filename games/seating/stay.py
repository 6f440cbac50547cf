"""What seated players do besides playing: automatic top-ups, and moves to another table (K5, K7, K8)."""

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import TopUp, TopUpMin
from games.messaging import notices
from games.messaging.orders import (
    check_amount,
    check_cash_table,
    check_seated,
    lock_table,
    previous_order,
    send,
    send_paid,
)
from games.models import Order, Seat, Table
from games.money import escrow, play_limits
from games.seating import reserved_seats
from games.seating.bans import check_saw_no_cards, is_banned
from games.seating.move_stack import NO_SEAT, TOO_MANY_TABLES, check_target
from games.seating.return_rule import check_no_due, game_key

FAILED_MOVES = {NO_SEAT: "move_failed", TOO_MANY_TABLES: "move_too_many"}
"""The notice for a player who stays, by the refusal of the move."""

REFILL_NOTICES = {"not_enough_money": "refill_short", "play_limit": "refill_limit"}
"""The notice for a player whose automatic top-ups end, by the refusal."""


def least_top_up(*, table: Table, held: int) -> int:
    """The smallest amount that a player holding `held` may add, in minor units; raises IllegalAction if none (K5)."""
    house = table.rules.house
    if house.top_up is TopUp.NEVER:
        raise IllegalAction("no_top_up")
    if house.top_up is TopUp.WHEN_BROKE and held:
        raise IllegalAction("top_up_when_broke")
    if house.top_up_min is TopUpMin.HALF:
        unit = house.chip_unit
        half = -(-table.min_buy_in // (2 * unit)) * unit
        return max(unit, half - held)
    if house.top_up_min is TopUpMin.FULL and not held:
        return max(house.chip_unit, table.min_buy_in)
    return house.chip_unit


def set_refill(*, user: AbstractBaseUser, table_id: int, to: int, below: int = 0, rebuy: bool = False) -> int:
    """Sets the automatic top-up: up to `to` when the stack is `below` that between hands, or after losing all (K5).

    Amounts in minor units; `below` 0 without `rebuy` turns it off. Returns the order's id.
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        check_seated(table, user.pk)
        if below or rebuy:
            check_amount(table, to, what="buy_in", least=table.min_buy_in, most=table.max_buy_in)
            if not 0 <= below <= to:
                raise IllegalAction("refill_below_wrong", min=0, max=to)
            least_top_up(table=table, held=1 if below else 0)
        else:
            to = 0
        return send(table, Order.Kind.REFILL, payload={"to": to, "below": below, "rebuy": rebuy}, player=user.pk)


def refill(*, player: int, table_id: int, to: int, hand: int) -> bool:
    """Buys chips for a player with an automatic top-up after this hand, once for each hand, within the bounds (K5).

    Returns False if the wallet or what is left of the loss limit (M7) is too small; then nothing is bought and the
    player is notified. Nothing is bought either for whoever was banned or went away by choice.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        key, before = previous_order(player, f"refill.{table_id}.{hand}")
        if before is not None:
            return True
        if is_banned(player) or play_limits.is_away(player):
            return False
        held = escrow.held_at(table_id).get(player, 0)
        unit = table.rules.house.chip_unit
        amount = (min(to, table.max_buy_in or to) - held) // unit * unit
        if amount <= 0 or amount < least_top_up(table=table, held=held) or not table.is_open:
            return True
        check_seated(table, player)
        try:
            play_limits.check_stake(player, amount, table.currency)
            send_paid(table, Order.Kind.ADD_CHIPS, player, amount, key, "top_up", {"most": table.max_buy_in})
        except IllegalAction as refusal:
            if refusal.code not in REFILL_NOTICES:
                raise
            notices.write_notice(player, table_id, REFILL_NOTICES[refusal.code], table=table.name)
            return False
    return True


def move_player(*, player: int, table_id: int, to: int) -> int:
    """Orders a player's move, with the whole stack, to another table of the same game and stakes after the hand (K8).

    The other table must admit the player without a password, and not be one they have left to come back to with other
    chips (K7). Returns the order's id. If no seat is left when the move is due, the player stays and is notified.
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        previous_order(player, "")
        check_seated(table, player)
        target = Table.objects.filter(pk=to, closed_at=None).exclude(pk=table_id).first()
        check_saw_no_cards(player, to)
        target = check_target(table, target, player)
        if game_key(target.rules, target.currency) != game_key(table.rules, table.currency):
            raise IllegalAction("another_game")
        if target.password:
            raise IllegalAction("wrong_password")
        check_no_due(player=player, table=target)
        return send(table, Order.Kind.MOVE, payload={"to": to, "name": target.name}, player=player)


def record_failed_move(*, player: int, table_id: int, to: int, why: str = NO_SEAT) -> None:
    """Ends a move that was refused with the code `why`; notifies the player who could not be seated there (K8, K11)."""
    with transaction.atomic():
        reserved_seats.end_move(table_id, player, reserved_seats.Ended.STAYED)
        if why in FAILED_MOVES:
            target = Table.objects.filter(pk=to).values_list("name", flat=True).first()
            notices.write_notice(player, table_id, FAILED_MOVES[why], to=target or "")


def tables_to_move_to(*, player: int, table_id: int) -> list[Table]:
    """The open tables of the same game and stakes that have a seat for this player, fullest first (K8)."""
    table = Table.objects.get(pk=table_id)
    game = game_key(table.rules, table.currency)
    others = Table.objects.filter(is_open=True, frozen=False, closed_at=None, password="", currency=table.currency)
    others = others.filter(tournament=None)
    fitting: list[tuple[int, Table]] = []
    for other in others.exclude(pk=table_id).defer("snapshot", "next_snapshot"):
        if game_key(other.rules, other.currency) != game:
            continue
        try:
            check_target(table, other, player)
            check_no_due(player=player, table=other)
        except IllegalAction as refusal:
            if refusal.code not in (NO_SEAT, "already_seated", TOO_MANY_TABLES, "return_exact"):
                raise
            continue
        fitting.append((Seat.objects.filter(table=other).count(), other))
    return [other for _, other in sorted(fitting, key=lambda row: (-row[0], row[1].name))]
