"""What a tournament's director may do with its tables: open them, send orders, read reports. Chips are not money.

Each `order_` function makes an order, and `send_orders` sends those of one decision together. An order has a `key`
chosen by the director, unique in the tournament; the same key again is the same order. What became of an order comes in
the reports.
"""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction

from backoffice.compiled_query import CompiledQuery, Given
from backoffice.compiled_writes import insert
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement, SitOutReason
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import DirectorOrders
from games.engine.rules.validation import validate
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.state import Table as Played
from games.messaging import messages
from games.messaging.codec import state_to_data
from games.models import CHIPS, Order, Table
from games.models.names import comparison_key
from games.tables.validation import check_table
from games.tournament_tables import connections, orders, reports
from games.tournament_tables.orders import TableOrder
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
    named = {"tournament": tournament, "name_key": comparison_key(name)}
    table = Table(
        name=name,
        rules_data=rules.to_data(),
        snapshot=empty,
        next_snapshot=empty,
        seats=seats,
        currency=CHIPS,
        **named,
    )
    opened = _OF_NAME.first(**named)
    if opened is None:
        # A name that another director has taken at the same moment is looked up again.
        opened = table.pk if insert(table) else _OF_NAME.first(**named)
    if opened is None:
        raise IllegalAction("name_taken")
    transaction.on_commit(partial(messages.notify_host, opened))
    return opened


_OF_NAME = CompiledQuery(
    lambda: (
        Table.objects.filter(tournament=Given("tournament"), name_key=Given("name_key"))
        .order_by("pk")
        .values_list("pk", flat=True)[:1]
    )
)


def tables_of_tournament(*, tournament: int) -> list[TournamentTable]:
    """The tournament's tables in the order in which they were opened, including closed ones."""
    rows = Table.objects.filter(tournament=tournament).order_by("pk")
    fields = rows.values_list("pk", "name", "seats", "frozen", "closed_at")
    return [TournamentTable(pk, name, seats, frozen, closed is not None) for pk, name, seats, frozen, closed in fields]


def frozen_tables(*, tournament: int) -> frozenset[int]:
    """The ids of the tournament's tables that wait for an operator."""
    return frozenset(_FROZEN.all(tournament=tournament))


_FROZEN = CompiledQuery(
    lambda: Table.objects.filter(tournament=Given("tournament"), frozen=True).order_by().values_list("pk", flat=True)
)


def send_orders(wanted: Sequence[TableOrder]) -> list[int]:
    """Sends orders to tables of tournaments in one go; their ids. Raises IllegalAction, and then nothing is sent."""
    with transaction.atomic():
        return orders.send_all(wanted) if wanted else []


def order_seat(
    *, table_id: int, player: int, seat: int, chips: int, key: str, away: SitOutReason | None = None
) -> TableOrder:
    """Gives a player this seat with `chips` (T3, T6, T7); `away` as in `SeatEntrant`.

    The player's name and wishes are read when the order is sent.
    """
    command = tcm.SeatEntrant(player=player, name="", bot=False, seat=seat, chips=chips, away=away)
    return orders.order_of(table_id, command, key=key)


def order_take_away(*, table_id: int, player: int, key: str, folds: bool = False) -> TableOrder:
    """Takes a player out of the seat once the hand is over; the report carries the chips (T6)."""
    return orders.order_of(table_id, tcm.UnseatEntrant(player, folds), key=key)


def order_set_chips(*, table_id: int, player: int, chips: int, why: str, key: str, was: int = -1) -> TableOrder:
    """Sets a stack between hands; refused if the stack is not `was`, where -1 allows any."""
    return orders.order_of(table_id, tcm.SetChips(player, chips, reason=why, was=was), key=key)


def order_add_chips(*, table_id: int, player: int, chips: int, key: str) -> TableOrder:
    """Adds chips to a stack now or after the running hand, for a re-buy or an add-on (T12)."""
    return orders.order_of(table_id, tcm.GiveChips(player, chips), key=key)


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
) -> TableOrder:
    """Shows a chip race between hands and sets the stacks (T11).

    `cards` are (player, card) in the order dealt, `stacks` are (player, chips).
    """
    command = tcm.RunChipRace(chip, into, tuple(cards), tuple(won), tuple(saved), tuple(stacks))
    return orders.order_of(table_id, command, key=key)


def order_rules(*, table_id: int, rules: Rules, key: str, why: str = "") -> TableOrder:
    """Changes the rules, such as the level, from the next hand on (T4); `why` is told at the table."""
    validate(rules)
    return TableOrder(table_id, Order.Kind.CHANGE_RULES, key, payload={"rules": rules.to_data(), "reason": why})


def order_pause(*, table_id: int, key: str, why: str = "") -> TableOrder:
    """Starts no new hand (T5); `why` is told at the table."""
    return TableOrder(table_id, Order.Kind.PAUSE, key, payload={"reason": why})


def order_resume(*, table_id: int, key: str, why: str = "") -> TableOrder:
    """Starts hands again (T5); `why` is told at the table."""
    return TableOrder(table_id, Order.Kind.RESUME, key, payload={"reason": why})


def order_announce(*, table_id: int, text: str, key: str) -> TableOrder:
    """Tells everybody at the table what the director says (F1)."""
    payload = {"kind": Announcement.SAYS, "name": "", "reason": text}
    return TableOrder(table_id, Order.Kind.ANNOUNCE, key, payload=payload)


def order_hold(*, table_id: int, held: bool, key: str, together: bool = False, why: str = "") -> TableOrder:
    """Deals released hands only, or all hands again; `together` shows the players that it is hand-for-hand (T9).

    `why` is told at the table when hand-for-hand begins or ends.
    """
    return orders.order_of(table_id, tcm.HoldHands(held, together, why), key=key)


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
) -> TableOrder:
    """Releases one hand of a held table (T9); with `dealt` also the seats that play it, and those of the blinds.

    `button_draw` are (seat, card) of the draw for the first button (D1), `dead` the seats whose hand is folded.
    """
    command = tcm.ReleaseHand(button, small, big, tuple(dealt), tuple(button_draw), tuple(dead))
    return orders.order_of(table_id, command, key=key)


def order_absent(*, table_id: int, player: int, absent: bool, key: str, barred: bool = False) -> TableOrder:
    """Has the room play for an absent player (T13), `barred` for good (T14), or ends that."""
    return orders.order_of(table_id, tcm.SetAbsent(player, absent, barred), key=key)


def order_penalty(*, table_id: int, player: int, hands: int, key: str) -> TableOrder:
    """Penalises a player, who is dealt in, posts and folds for this many hands (T14)."""
    return orders.order_of(table_id, cm.Penalise(player, hands), key=key)


def order_penalty_clock(*, table_id: int, player: int, until: int, left: int, key: str) -> TableOrder:
    """Shows at the seat that a penalty ends at `until` ms, or `left` ms after play goes on; 0 and 0 end it (T14)."""
    return orders.order_of(table_id, tcm.SetPenaltyClock(player, until, left), key=key)


def order_void(*, table_id: int, hand: int, why: str, key: str, last: bool = False) -> TableOrder:
    """Voids the running hand if it is this one (F5).

    With `last` also the hand that ended last; players who have left the table since are the director's to seat again.
    """
    return orders.order_of(table_id, cm.VoidHand(hand, why, last), key=key)


def disconnected_players(*, tournament: int) -> dict[int, int]:
    """The disconnected players of the tournament, each with when the connection was lost (ms).

    The moment is 0 for players who were absent before, never came, or have not followed to their new table yet.
    """
    return connections.disconnected_players(tournament)


def retry_order(*, order_id: int) -> None:
    """Has the table try a refused order once more."""
    orders.retry(order_id)


def is_refused(*, order_id: int) -> bool:
    """Whether an order is refused and is not being tried again."""
    return orders.is_refused(order_id)


def order_close(*, table_id: int, key: str) -> TableOrder:
    """Closes the table after the running hand; players who still sit there are taken away."""
    return TableOrder(table_id, Order.Kind.CLOSE, key)


def reports_after(*, tournament: int, cursor: int, limit: int = 100) -> list[ReportLine]:
    """The reports numbered above `cursor`, oldest first and without gaps.

    `engine.table.tournament_reports` describes their kinds and data; besides there is
    refused {order, key, kind, player, code}.
    """
    return reports.reports_after(tournament, cursor, limit)
