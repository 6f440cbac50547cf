"""The part of the face that a tournament's director uses: tables, orders to them, their reports; chips, not money.

Every order takes a `key` of the director's own, unique in the tournament: the same key again is the same order.
What an order came to is told by the reports.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction

from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import DirectorOrders
from games.engine.rules.validation import validate
from games.engine.table.state import Table as Played
from games.messaging import messages
from games.messaging.codec import state_to_data
from games.models import CHIPS, Order, Table
from games.tables.validation import check_table
from games.tournament_tables import orders, reports
from games.tournament_tables.reports import ReportLine

Player = tuple[int, int]


class TournamentTable(NamedTuple):
    """A table of a tournament."""

    table: int
    name: str
    seats: int
    frozen: bool
    closed: bool


def open_tournament_table(*, tournament: int, name: str, rules: Rules, seats: int, held: bool = False) -> int:
    """A table for the tournament that `rules.tournament` names; its id. The same name again is the same table.

    `held`: it deals no hand that was not released (T9). Raises IllegalAction where its settings don't fit together.
    """
    if rules.tournament is None or rules.tournament.id != tournament:
        raise IllegalAction("no_tournament")
    check_table(rules=rules, seats=seats, min_buy_in=0, max_buy_in=0, bots=0)
    played = Played(rules, seats)
    played.director_orders = DirectorOrders(held=held)
    empty = state_to_data(played.snapshot())
    row = {
        "rules_data": rules.to_data(),
        "snapshot": empty,
        "next_snapshot": empty,
        "seats": seats,
        "currency": CHIPS,
        "tournament": tournament,
    }
    table, _ = Table.objects.get_or_create(name=name, defaults=row)
    if table.tournament != tournament:
        raise IllegalAction("name_taken")
    transaction.on_commit(partial(messages.notify_host, table.pk))
    return table.pk


def tables_of_tournament(*, tournament: int) -> list[TournamentTable]:
    """The tournament's tables in the order they were opened, closed ones too."""
    rows = Table.objects.filter(tournament=tournament).order_by("pk")
    fields = rows.values_list("pk", "name", "seats", "frozen", "closed_at")
    return [TournamentTable(pk, name, seats, frozen, closed is not None) for pk, name, seats, frozen, closed in fields]


def order_seat(*, table_id: int, player: int, seat: int, chips: int, key: str, away: str = "") -> int:
    """Give a player this seat with `chips` (T3, T6, T7); `away` as in `SeatEntrant`. The order's id."""
    person = get_user_model().objects.get(pk=player)
    return orders.send(
        table_id,
        Order.Kind.SEAT_ENTRANT,
        key=key,
        player=player,
        name=person.display_name,
        bot=person.is_bot,
        seat=seat,
        chips=chips,
        away=away,
        auto_muck=person.auto_muck,
    )


def order_take_away(*, table_id: int, player: int, key: str, folds: bool = False) -> int:
    """Take a player out of the seat once the hand is over; the report tells the chips (T6). The order's id."""
    return orders.send(table_id, Order.Kind.TAKE_AWAY, key=key, player=player, folds=folds)


def order_chips(*, table_id: int, player: int, chips: int, why: str, key: str, was: int = -1) -> int:
    """Set a stack between hands; refused if it is not `was` (-1 = whatever). The order's id."""
    return orders.send(table_id, Order.Kind.SET_CHIPS, key=key, player=player, chips=chips, reason=why, was=was)


def order_gift(*, table_id: int, player: int, chips: int, key: str) -> int:
    """Chips that join the stack now or after the running hand: re-buy, add-on (T12). The order's id."""
    return orders.send(table_id, Order.Kind.GIVE_CHIPS, key=key, player=player, chips=chips)


def order_race(
    *,
    table_id: int,
    chip: int,
    into: int,
    cards: Sequence[tuple[int, Card]],
    won: Sequence[int],
    saved: Sequence[int],
    stacks: Sequence[Player],
    key: str,
) -> int:
    """Show a chip race between hands and set the stacks: (player, card) as dealt, (player, chips) (T11).

    The order's id.
    """
    return orders.send(
        table_id,
        Order.Kind.SHOW_RACE,
        key=key,
        chip=chip,
        into=into,
        cards=[list(row) for row in cards],
        won=list(won),
        saved=list(saved),
        stacks=[list(row) for row in stacks],
    )


def order_rules(*, table_id: int, rules: Rules, key: str) -> int:
    """Play by these rules from the next hand on: a level (T4). The order's id."""
    validate(rules)
    return orders.send(table_id, Order.Kind.CHANGE_RULES, key=key, rules=rules.to_data())


def order_pause(*, table_id: int, key: str) -> int:
    """Start no new hand (T5). The order's id."""
    return orders.send(table_id, Order.Kind.PAUSE, key=key)


def order_resume(*, table_id: int, key: str) -> int:
    """Start hands again (T5). The order's id."""
    return orders.send(table_id, Order.Kind.RESUME, key=key)


def order_hold(*, table_id: int, held: bool, key: str, together: bool = False) -> int:
    """Deal released hands only, or all again; `together` says so to the players (T9). The order's id."""
    return orders.send(table_id, Order.Kind.HOLD_HANDS, key=key, held=held, together=together)


def order_deal(
    *,
    table_id: int,
    key: str,
    button: int = -1,
    small: int = -1,
    big: int = -1,
    dealt: Sequence[int] = (),
    button_draw: Sequence[tuple[int, Card]] = (),
    dead: Sequence[int] = (),
) -> int:
    """Release one hand of a held table (T9); with `dealt` also who plays it and where the blinds stand, by seats.

    `button_draw` are (seat, card) of the draw for the first button (D1), `dead` seats whose hand is folded.
    The order's id.
    """
    return orders.send(
        table_id,
        Order.Kind.DEAL_HAND,
        key=key,
        button=button,
        small=small,
        big=big,
        dealt=list(dealt),
        button_draw=[list(row) for row in button_draw],
        dead=list(dead),
    )


def order_absent(*, table_id: int, player: int, absent: bool, key: str, barred: bool = False) -> int:
    """Let the room play for a player (T13), `barred` for good (T14), or no longer. The order's id."""
    return orders.send(table_id, Order.Kind.SET_ABSENT, key=key, player=player, absent=absent, barred=barred)


def order_penalty(*, table_id: int, player: int, hands: int, key: str) -> int:
    """Dealt in, blinded and folded for so many hands (T14). The order's id."""
    return orders.send(table_id, Order.Kind.PENALISE, key=key, player=player, hands=hands)


def order_void(*, table_id: int, hand: int, why: str, key: str, last: bool = False) -> int:
    """Void the running hand if it is this one; the report tells it (F5). The order's id.

    Where `last` also the hand that ended last, with nobody out of it and its players still at the table.
    """
    return orders.send(table_id, Order.Kind.VOID_HAND, key=key, hand=hand, reason=why, last=last)


def order_again(*, order_id: int) -> None:
    """Let a table try an order once more that it has refused."""
    orders.retry(order_id)


def is_refused(*, order_id: int) -> bool:
    """Whether an order stands refused; not if it is tried again."""
    return orders.is_refused(order_id)


def order_close(*, table_id: int, key: str) -> int:
    """Close the table after the running hand; who still sits there is taken away. The order's id."""
    return orders.send(table_id, Order.Kind.CLOSE, key=key)


def reports_after(*, tournament: int, cursor: int, limit: int = 100) -> list[ReportLine]:
    """The reports numbered above `cursor`, oldest first and without gaps; kinds and data: `engine.table_reports`.

    And refused {order, key, kind, player, code}.
    """
    return reports.reports_after(tournament, cursor, limit)
