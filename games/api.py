"""The face of the card room: open and run tables, sit down, add chips; keyword-only, amounts in minor units.

What moves chips holds them in escrow and puts the order in the table's inbox in one transaction, then nudges the
table. Refusals are IllegalAction(code); `words.say` has the sentences.
"""

import secrets
import uuid
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.db import transaction

from games import buyin, places, returns, waitlists, wire
from games.bars import barred
from games.engine.errors import IllegalAction
from games.engine.rules import Rules
from games.engine.table_state import Table as Played
from games.inbox import cash, check_amount, check_seated, locked, locked_person, seen, send, send_paid
from games.invites import check_door
from games.models import Order, Table
from games.queries import SeatOf, seats_of
from games.reports import ReportLine
from games.staying import least_top_up, move_failed, move_player, refill, set_refill, tables_to_move_to
from games.tablerules import check_table, usual_stakes
from games.tournament_api import (
    TournamentTable,
    chips_of_tournament,
    is_refused,
    open_tournament_table,
    order_absent,
    order_again,
    order_chips,
    order_close,
    order_deal,
    order_gift,
    order_hold,
    order_pause,
    order_penalty,
    order_race,
    order_resume,
    order_rules,
    order_seat,
    order_take_away,
    order_void,
    reports_after,
    tables_of_tournament,
)
from games.wire import director_group

__all__ = [
    "ReportLine",
    "SeatOf",
    "TournamentTable",
    "change_table",
    "chips_of_tournament",
    "close_table",
    "director_group",
    "is_refused",
    "least_top_up",
    "move_failed",
    "move_player",
    "name_taken",
    "open_table",
    "open_tournament_table",
    "order_absent",
    "order_again",
    "order_chips",
    "order_close",
    "order_deal",
    "order_gift",
    "order_hold",
    "order_pause",
    "order_penalty",
    "order_race",
    "order_resume",
    "order_rules",
    "order_seat",
    "order_take_away",
    "order_void",
    "pause_table",
    "refill",
    "reports_after",
    "resume_table",
    "seat_bot",
    "seats_of",
    "set_refill",
    "tables_of_tournament",
    "tables_to_move_to",
    "take_seat",
    "thaw_table",
    "top_up",
    "usual_stakes",
]

CHANGED_AT_ONCE = {
    *("name", "min_buy_in", "max_buy_in", "bots", "sort_order", "closed_to_watchers", "watch_delay"),
}
BOT_BUY_IN = 100
"""What a house bot brings, in big blinds."""


def open_table(
    *,
    name: str,
    rules: Rules,
    seats: int = 9,
    min_buy_in: int = 0,
    max_buy_in: int = 0,
    currency: str = "PLAY",
    password: str = "",
    bots: int = 0,
    sort_order: int = 0,
    opened_by: int | None = None,
    closed_to_watchers: bool = False,
    watch_delay: int = 0,
) -> Table:
    """A new table, ready to be hosted; raises IllegalAction where its settings don't fit together."""
    check_table(rules=rules, seats=seats, min_buy_in=min_buy_in, max_buy_in=max_buy_in, bots=bots)
    empty = Played(rules, seats).snapshot()
    with transaction.atomic():
        table = Table.objects.create(
            name=name,
            rules_data=rules.to_data(),
            snapshot=empty,
            next_snapshot=empty,
            seats=seats,
            min_buy_in=min_buy_in,
            max_buy_in=max_buy_in,
            currency=currency,
            password=make_password(password) if password else "",
            bots=bots,
            sort_order=sort_order,
            opened_by_id=opened_by,
            closed_to_watchers=closed_to_watchers,
            watch_delay=watch_delay,
        )
        transaction.on_commit(partial(wire.nudge, table.pk))
    return table


def name_taken(*, name: str) -> bool:
    """Whether a table, open or closed, has this name."""
    return Table.objects.filter(name=name).exists()


def change_table(*, table_id: int, rules: Rules | None = None, password: str | None = None, **fields: Any) -> Table:
    """Change an open table: `rules` by an order, from the next hand on; everything else at once.

    Name, buy-in bounds, bots, whether it is closed to watchers, place in the lobby. `password` empty takes it away,
    None leaves it. Who sits keeps what they have (K2).
    """
    unknown = fields.keys() - CHANGED_AT_ONCE
    if unknown:
        raise TypeError(f"a table has no such settings to change: {sorted(unknown)}")
    with transaction.atomic():
        table = cash(locked(table_id))
        if fields.get("closed_to_watchers", False) and not table.closed_to_watchers:
            transaction.on_commit(partial(wire.tell_watchers, table_id))
        for field, value in fields.items():
            setattr(table, field, value)
        if password is not None:
            table.password = make_password(password) if password else ""
        check_table(
            rules=rules or table.rules,
            seats=table.seats,
            min_buy_in=table.min_buy_in,
            max_buy_in=table.max_buy_in,
            bots=table.bots,
        )
        table.save(update_fields=[*fields, "password"])
        if rules is not None and rules != _newest_rules(table):
            send(table, Order.Kind.CHANGE_RULES, payload={"rules": rules.to_data()})
        transaction.on_commit(partial(wire.nudge, table_id))
    return table


def _newest_rules(table: Table) -> Rules:
    """What the table will play by once its inbox is read."""
    waiting = Order.objects.unanswered().filter(table=table, kind=Order.Kind.CHANGE_RULES)
    newest = waiting.order_by("-pk").first()
    return Rules.from_data(newest.payload["rules"]) if newest else table.rules


def close_table(*, table_id: int) -> None:
    """Let nobody sit down any more and close the table after the running hand; everybody leaves with their chips."""
    with transaction.atomic():
        table = cash(locked(table_id))
        table.is_open = False
        table.save(update_fields=["is_open"])
        for player in waitlists.end_for_table(table_id):
            transaction.on_commit(partial(wire.tell_player, player))
        send(table, Order.Kind.CLOSE)


def pause_table(*, table_id: int) -> None:
    """Start no new hand."""
    with transaction.atomic():
        send(cash(locked(table_id)), Order.Kind.PAUSE)


def resume_table(*, table_id: int) -> None:
    """Start hands again."""
    with transaction.atomic():
        send(cash(locked(table_id)), Order.Kind.RESUME)


def thaw_table(*, table_id: int) -> None:
    """Let hosts run a stopped table again, once the floor has looked at it."""
    with transaction.atomic():
        table = locked(table_id)
        table.frozen = False
        table.save(update_fields=["frozen"])
        transaction.on_commit(partial(wire.nudge, table_id))


def take_seat(
    *, user: Any, table_id: int, seat: int, amount: int, password: str = "", key: str = "", invite: str = ""
) -> int:
    """Sit down with `amount` from the wallet; `seat` -1 = any free one. The order's id; the same key twice is one.

    Refused (IllegalAction) unless the table is open, the seat free as far as known and kept for nobody else (K9), the
    amount within the table's bounds (K2) or what a returning player left with (K7), the person let in (K10, K12), at
    fewer than TABLES_PER_PLAYER tables and not at this one yet (K11).
    """
    with transaction.atomic():
        table = cash(locked(table_id))
        key, before = seen(user.pk, key)
        if before is not None:
            return before
        check_door(table, password=password, invite=invite)
        return _sit(table, user.pk, seat, amount, key)


def top_up(*, user: Any, table_id: int, amount: int, key: str = "") -> int:
    """Add chips from the wallet, up to the table's largest buy-in; mid-hand they wait for its end (K5).

    What would then pass the largest buy-in, after a win, goes back to the wallet when the others join the stack. The
    least is as the house has it. The order's id; the same key twice is one.
    """
    with transaction.atomic():
        table = cash(locked(table_id))
        key, before = seen(user.pk, key)
        if before is not None:
            return before
        check_seated(table, user.pk)
        held = buyin.held_at(table_id).get(user.pk, 0)
        if table.max_buy_in and held + amount > table.max_buy_in:
            raise IllegalAction("top_up_too_big", max=max(table.max_buy_in - held, 0))
        check_amount(table, amount, least=least_top_up(table, held))
        # A hand won until the chips arrive may leave less room for them: what is too much comes back.
        most = {"most": table.max_buy_in}
        return send_paid(table, Order.Kind.ADD_CHIPS, user.pk, amount, key, "top_up", most)


def seat_bot(*, table_id: int) -> int:
    """Seat a free house bot with about a hundred big blinds, its wallet filled up first; the order's id.

    Raises IllegalAction("no_free_bot") when every bot sits somewhere.
    """
    bots = get_user_model().objects.filter(is_bot=True, is_active=True, table_seats=None)
    free = list(bots.exclude(pk__in=Order.objects.for_seats().values("player")).order_by("pk"))
    if not free:
        raise IllegalAction("no_free_bot")
    bot, key = secrets.choice(free), uuid.uuid4().hex
    with transaction.atomic():
        table = cash(locked(table_id))
        # Another host may have chosen the same bot: they take turns, and the second finds it seated.
        locked_person(bot.pk)
        if places.tables_of(bot.pk):
            raise IllegalAction("no_free_bot")
        amount = max(BOT_BUY_IN * table.rules.stakes.big_blind, table.min_buy_in)
        amount = min(amount, table.max_buy_in or amount)
        buyin.stake_bot(user_id=bot.pk, name=bot.display_name, currency=table.currency, below=2 * amount, key=key)
        return _sit(table, bot.pk, _roomiest(table), amount, f"{bot.pk}:{key}")


def _roomiest(table: Table) -> int:
    """The free seat with the most room around it, so that bots sit round the table and not in a row; -1 if unsure."""
    taken = set(places.taken_seats(table.pk))
    room = {
        seat: min((min(abs(seat - one), table.seats - abs(seat - one)) for one in taken), default=0)
        for seat in range(table.seats)
    }
    seat = max(room, key=lambda number: room[number])
    return -1 if seat in taken else seat


def _sit(table: Table, user_id: int, seat: int, amount: int, key: str) -> int:
    if not table.is_open:
        raise IllegalAction("table_closed")
    person = get_user_model().objects.get(pk=user_id)
    _check_place(table, user_id, seat)
    _check_buy_in(table, user_id, amount)
    payload = {
        "name": person.display_name,
        "bot": person.is_bot,
        "seat": seat,
        "auto_muck": person.auto_muck,
        "auto_post": person.auto_post,
    }
    return send_paid(table, Order.Kind.TAKE_SEAT, user_id, amount, key, "buy_in", payload)


def _check_buy_in(table: Table, user_id: int, amount: int) -> None:
    """Within the table's bounds (K2), or exactly what a returning player left with (K7)."""
    back = returns.due(player=user_id, table=table)
    if back is None:
        check_amount(table, amount, least=table.min_buy_in)
        if table.max_buy_in and amount > table.max_buy_in:
            raise IllegalAction("buy_in_too_big", max=table.max_buy_in)
        return
    check_amount(table, amount, least=0, unit=1)
    if amount != back.amount:
        raise IllegalAction("return_exact", amount=back.amount)


def _check_place(table: Table, user_id: int, seat: int) -> None:
    """One seat a person and table, at most so many tables (K11), and the seat free as far as is known here."""
    if not -1 <= seat < table.seats:
        raise IllegalAction("no_such_seat")
    mine = places.tables_of(user_id)
    if table.pk in mine:
        raise IllegalAction("already_seated")
    most = settings.TABLES_PER_PLAYER
    if len(mine) >= most:
        raise IllegalAction("too_many_tables", count=most)
    taken = places.taken_seats(table.pk)
    if seat >= 0 and seat in taken:
        raise IllegalAction("seat_taken")
    if len(taken) >= table.seats:
        raise IllegalAction("table_full")
    if barred(table.pk, [user_id]):
        raise IllegalAction("not_at_this_table")
    if not waitlists.has_seat_for(table, user_id):
        raise IllegalAction("seat_kept")
