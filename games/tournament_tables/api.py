"""What a tournament's director may do with its tables: open them, send orders, read reports. Chips are not money.

Every order takes a `key` chosen by the director, unique in the tournament; the same key again is the same order. Each
function returns the id of its order; the result of an order comes in the reports.
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

PlayerChips = tuple[int, int]


class TournamentTable(NamedTuple):
    """A table of a tournament."""

    table: int
    name: str
    seats: int
    frozen: bool
    closed: bool


def open_tournament_table(*, tournament: int, name: str, rules: Rules, seats: int, held: bool = False) -> int:
    """Opens a table for the tournament that `rules.tournament` names; its id. The same name again is the same table.

    A `held` table deals only released hands (T9). Raises IllegalAction if the settings don't fit together.
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
    """The tournament's tables in the order in which they were opened, including closed ones."""
    rows = Table.objects.filter(tournament=tournament).order_by("pk")
    fields = rows.values_list("pk", "name", "seats", "frozen", "closed_at")
    return [TournamentTable(pk, name, seats, frozen, closed is not None) for pk, name, seats, frozen, closed in fields]


def order_seat(*, table_id: int, player: int, seat: int, chips: int, key: str, away: str = "") -> int:
    """Gives a player this seat with `chips` (T3, T6, T7); `away` as in `SeatEntrant`."""
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
    """Takes a player out of the seat once the hand is over; the report carries the chips (T6)."""
    return orders.send(table_id, Order.Kind.TAKE_AWAY, key=key, player=player, folds=folds)


def order_set_chips(*, table_id: int, player: int, chips: int, why: str, key: str, was: int = -1) -> int:
    """Sets a stack between hands; refused if the stack is not `was`, where -1 allows any."""
    return orders.send(table_id, Order.Kind.SET_CHIPS, key=key, player=player, chips=chips, reason=why, was=was)


def order_add_chips(*, table_id: int, player: int, chips: int, key: str) -> int:
    """Adds chips to a stack now or after the running hand, for a re-buy or an add-on (T12)."""
    return orders.send(table_id, Order.Kind.GIVE_CHIPS, key=key, player=player, chips=chips)


def order_race(
    *,
    table_id: int,
    chip: int,
    into: int,
    cards: Sequence[tuple[int, Card]],
    won: Sequence[int],
    saved: Sequence[int],
    stacks: Sequence[PlayerChips],
    key: str,
) -> int:
    """Shows a chip race between hands and sets the stacks (T11).

    `cards` are (player, card) in the order dealt, `stacks` are (player, chips).
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
    """Changes the rules, such as the level, from the next hand on (T4)."""
    validate(rules)
    return orders.send(table_id, Order.Kind.CHANGE_RULES, key=key, rules=rules.to_data())


def order_pause(*, table_id: int, key: str) -> int:
    """Starts no new hand (T5)."""
    return orders.send(table_id, Order.Kind.PAUSE, key=key)


def order_resume(*, table_id: int, key: str) -> int:
    """Starts hands again (T5)."""
    return orders.send(table_id, Order.Kind.RESUME, key=key)


def order_hold(*, table_id: int, held: bool, key: str, together: bool = False) -> int:
    """Deals released hands only, or all hands again; `together` shows the players that it is hand-for-hand (T9)."""
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
    """Releases one hand of a held table (T9); with `dealt` also the seats that play it, and those of the blinds.

    `button_draw` are (seat, card) of the draw for the first button (D1), `dead` the seats whose hand is folded.
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
    """Has the room play for an absent player (T13), `barred` for good (T14), or ends that."""
    return orders.send(table_id, Order.Kind.SET_ABSENT, key=key, player=player, absent=absent, barred=barred)


def order_penalty(*, table_id: int, player: int, hands: int, key: str) -> int:
    """Penalises a player, who is dealt in, posts and folds for this many hands (T14)."""
    return orders.send(table_id, Order.Kind.PENALISE, key=key, player=player, hands=hands)


def order_void(*, table_id: int, hand: int, why: str, key: str, last: bool = False) -> int:
    """Voids the running hand if it is this one (F5).

    With `last` also the hand that ended last, if nobody went out in it and its players are still at the table.
    """
    return orders.send(table_id, Order.Kind.VOID_HAND, key=key, hand=hand, reason=why, last=last)


def retry_order(*, order_id: int) -> None:
    """Has the table try a refused order once more."""
    orders.retry(order_id)


def is_refused(*, order_id: int) -> bool:
    """Whether an order is refused and is not being tried again."""
    return orders.is_refused(order_id)


def order_close(*, table_id: int, key: str) -> int:
    """Closes the table after the running hand; players who still sit there are taken away."""
    return orders.send(table_id, Order.Kind.CLOSE, key=key)


def reports_after(*, tournament: int, cursor: int, limit: int = 100) -> list[ReportLine]:
    """The reports numbered above `cursor`, oldest first and without gaps.

    `engine.table.tournament_reports` describes their kinds and data; besides there is
    refused {order, key, kind, player, code}.
    """
    return reports.reports_after(tournament, cursor, limit)
