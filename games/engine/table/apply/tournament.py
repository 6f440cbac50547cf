"""How the events of a tournament table change it."""

from typing import TYPE_CHECKING

from games.engine.events import tournament as tev
from games.engine.rules.tournament import ChipRace, ChipRaceRow, HandRelease, LateReturn
from games.engine.table.facts import TableEventHandlers, TableFacts

if TYPE_CHECKING:
    from games.engine.events.hand import HandBegan


def hand_began(table: TableFacts, event: "HandBegan") -> None:
    """Use up the release, and mark the hands of penalised and late players as dead (T3, T14)."""
    tournament, deal = table.rules.tournament, table.director_orders.deal
    if tournament is None:
        return
    for number in event.order:
        seat = table.seat(number)
        late = seat.sitting_out and tournament.late_return is LateReturn.NEXT_HAND
        seat.folds_penalty = seat.penalty > 0
        seat.dead_hand = seat.folds_penalty or late or (deal is not None and number in deal.dead)
        seat.penalty = max(0, seat.penalty - 1)
    table.director_orders = table.director_orders._replace(deal=None, race=None)


def _unseat_asked(table: TableFacts, event: tev.UnseatAsked) -> None:
    table.seat(event.seat).unseat_asked = True
    table.public_events.append(event)


def _chips_set(table: TableFacts, event: tev.ChipsSet) -> None:
    table.seat(event.seat).stack = event.after
    table.public_events.append(event)


def _chips_raced(table: TableFacts, event: tev.ChipsRaced) -> None:
    rows = tuple(ChipRaceRow(seat, name, cards, before, after) for seat, name, cards, before, after in event.rows)
    for row in rows:
        table.seat(row.seat).stack = row.after
    table.director_orders = table.director_orders._replace(
        race=ChipRace(event.chip, event.into, rows, event.won, event.saved)
    )
    table.public_events.append(event)


def _penalty_clock_set(table: TableFacts, event: tev.PenaltyClockSet) -> None:
    seat = table.seat(event.seat)
    seat.penalty_until, seat.penalty_left = event.until, event.left


def _hands_held(table: TableFacts, event: tev.HandsHeld) -> None:
    if event.together != table.director_orders.together:
        table.public_events.append(event)
    table.director_orders = table.director_orders._replace(held=event.held, together=event.together, deal=None)


def _hand_released(table: TableFacts, event: tev.HandReleased) -> None:
    deal = HandRelease(event.button, event.small, event.big, event.dealt, event.button_draw, event.dead)
    table.director_orders = table.director_orders._replace(deal=deal)


EVENT_HANDLERS: TableEventHandlers = {
    tev.UnseatAsked: _unseat_asked,
    tev.ChipsSet: _chips_set,
    tev.ChipsRaced: _chips_raced,
    tev.PenaltyClockSet: _penalty_clock_set,
    tev.HandsHeld: _hands_held,
    tev.HandReleased: _hand_released,
}
