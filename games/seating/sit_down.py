"""Buying in, adding chips and seating house bots (K2, K5, K7, K9-K11).

Chips are held in escrow and the order put into the table's inbox in one transaction.
"""

import secrets
import uuid

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from backoffice.compiled_query import CompiledQuery, Given
from games.engine.errors import IllegalAction
from games.messaging.orders import (
    check_amount,
    check_cash_table,
    check_seated,
    lock_table,
    lock_user,
    previous_order,
    send_paid,
)
from games.models import Order, Table
from games.money import escrow, play_limits
from games.seating import play_time, reserved_seats, return_rule, taken_seats, waiting_calls
from games.seating.approval import check_approved
from games.seating.bans import barred_players, check_not_banned, check_saw_no_cards
from games.seating.invitations import check_access
from games.seating.seat_freeze import check_seats_given
from games.seating.stay import least_top_up
from games.seating.table_limit import check_table_limit

BOT_BUY_IN = 100
"""The buy-in of a house bot, in big blinds."""


def take_seat(
    *,
    user: AbstractBaseUser,
    table_id: int,
    seat: int,
    amount: int,
    password: str = "",
    key: str = "",
    invite: str = "",
) -> int:
    """Sits down with `amount` from the wallet; `seat` -1 is any free seat. Returns the order's id, one for each key.

    Raises IllegalAction unless the table is open, the seat free and reserved for nobody else (K9), the amount within
    the table's bounds (K2) or as the return rule requires (K7), and the player admitted (K10, K12), not yet
    at this table and at no more others than its limit and the room's allow (K11).
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        key, before = previous_order(user.pk, key)
        if before is not None:
            return before
        check_access(table, player=user.pk, password=password, invite=invite)
        return _sit(table, user.pk, seat, amount, key)


def top_up(*, user: AbstractBaseUser, table_id: int, amount: int, key: str = "") -> int:
    """Adds chips from the wallet, up to the table's largest buy-in; during a hand they wait for its end (K5).

    If the player has won in the meantime, chips above the largest buy-in go back to the wallet. The house rules set the
    smallest amount. Whoever was banned or went away by choice meanwhile plays the hand to its end without more
    chips (F8, M7). Returns the order's id, one for each key.
    """
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        key, before = previous_order(user.pk, key)
        if before is not None:
            return before
        check_seated(table, user.pk)
        check_not_banned(user.pk)
        play_limits.check_not_away(user.pk)
        held = escrow.held_at(table_id).get(user.pk, 0)
        least, most = least_top_up(table=table, held=held), 0
        if table.max_buy_in:
            most = table.max_buy_in - held
            if most < least:
                raise IllegalAction("at_most")
        check_amount(table, amount, what="top_up", least=least, most=most)
        play_limits.check_stake(user.pk, amount, table.currency)
        # A hand won before the chips arrive leaves less room for them; the excess is returned.
        payload = {"most": table.max_buy_in}
        return send_paid(table, Order.Kind.ADD_CHIPS, user.pk, amount, key, "top_up", payload)


def seat_bot(*, table_id: int) -> int:
    """Seats a free house bot with about a hundred big blinds, refilling its wallet first; returns the order's id.

    Raises IllegalAction("no_free_bot") if every bot is seated.
    """
    bots = get_user_model().objects.filter(is_bot=True, is_active=True, table_seats=None)
    free = list(bots.exclude(pk__in=Order.objects.for_seats().values("player")))
    if not free:
        raise IllegalAction("no_free_bot")
    bot, key = secrets.choice(free), uuid.uuid4().hex
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        # Another host may have chosen the same bot; the second to get the lock finds it seated.
        lock_user(bot.pk)
        if taken_seats.tables_of(bot.pk):
            raise IllegalAction("no_free_bot")
        amount = max(BOT_BUY_IN * table.rules.stakes.big_blind, table.min_buy_in)
        amount = min(amount, table.max_buy_in or amount)
        escrow.lock_accounts(table_id=table_id, seats=[bot.pk], wallets=[bot.pk], currency=table.currency, house=True)
        escrow.stake_bot(user_id=bot.pk, name=bot.display_name, currency=table.currency, below=2 * amount, key=key)
        return _sit(table, bot.pk, _roomiest(table), amount, f"{bot.pk}:{key}")


def _roomiest(table: Table) -> int:
    """The free seat farthest from taken seats, so that bots are spread round the table; -1 if none is free."""
    taken = set(taken_seats.taken_seats(table.pk))
    room = {
        seat: min((min(abs(seat - one), table.seats - abs(seat - one)) for one in taken), default=0)
        for seat in range(table.seats)
    }
    seat = max(room, key=lambda number: room[number])
    return -1 if seat in taken else seat


def _sit(table: Table, user_id: int, seat: int, amount: int, key: str) -> int:
    if not table.is_open:
        raise IllegalAction("table_closed")
    check_seats_given()
    # A request may wait for its locks while the ban commits (F8).
    person = _PERSON.first(player=user_id)
    if person is None:
        raise IllegalAction("banned")
    name, is_bot, is_staff, auto_muck, auto_post = person
    if is_staff:
        check_saw_no_cards(user_id, table.pk)
    check_approved(user_id, table.rules.house)
    if not is_bot:
        play_time.check_may_play(user_id)
    _check_place(table, user_id, seat)
    _check_buy_in(table, user_id, amount)
    if not is_bot:
        play_limits.check_stake(user_id, amount, table.currency)
    payload = {
        "name": name,
        "bot": is_bot,
        "seat": seat,
        "auto_muck": is_bot or auto_muck,
        "auto_post": auto_post,
    }
    if blinds := return_rule.blinds_to_take_over(player=user_id, table=table):
        # As after a move, the player waits until they say that they post (K8).
        payload |= {**blinds, "enter_now": False}
    return send_paid(table, Order.Kind.TAKE_SEAT, user_id, amount, key, "buy_in", payload)


_PERSON = CompiledQuery(
    lambda: (
        get_user_model()
        .objects.filter(pk=Given("player"), is_active=True)
        .values_list("display_name", "is_bot", "is_staff", "auto_muck", "auto_post")
    )
)


def _check_buy_in(table: Table, user_id: int, amount: int) -> None:
    """Raises IllegalAction unless the amount is within the table's bounds (K2) or as the return rule requires (K7)."""
    back = return_rule.required_return(player=user_id, table=table)
    if back is None:
        check_amount(table, amount, what="buy_in", least=table.min_buy_in, most=table.max_buy_in)
        return
    if table.frozen:
        raise IllegalAction("table_frozen")
    if type(amount) is not int or amount != back.amount:
        raise IllegalAction("return_exact", amount=back.amount)


def _check_place(table: Table, user_id: int, seat: int) -> None:
    """Raises IllegalAction unless the player may have this seat: it is free, and the limits of K11 are kept."""
    if not -1 <= seat < table.seats:
        raise IllegalAction("no_such_seat")
    seated = taken_seats.tables_of(user_id)
    if table.pk in seated:
        raise IllegalAction("already_seated")
    check_table_limit(player=user_id, table=table, seated=seated)
    there = taken_seats.occupants(table.pk)
    if seat >= 0 and seat in there.seats:
        raise IllegalAction("seat_taken")
    if len(there.seats) >= table.seats:
        raise IllegalAction("table_full")
    if barred_players(table.pk, [user_id], there.players):
        raise IllegalAction("not_at_this_table")
    reserved = reserved_seats.reserved_for(table.pk)
    if user_id in reserved:
        raise IllegalAction("moving_there")
    if not waiting_calls.has_seat_for(table, user_id, reserved, there.players):
        raise IllegalAction("seat_for_feeder" if reserved_seats.has_must_move_players(table.pk) else "seat_kept")
