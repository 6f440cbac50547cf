"""How the events change a table by which the floor deals with one player."""

from games.engine.events import floor as fl
from games.engine.events.kinds import StopPlan
from games.engine.table.facts import TableEventHandlers, TableFacts


def _sit_out_ordered(table: TableFacts, event: fl.SitOutOrdered) -> None:
    seat = table.seat(event.seat)
    seat.sits_out_next = event.out
    seat.timed_out = seat.timed_out and event.out
    table.public_events.append(event)


def _warned(table: TableFacts, event: fl.Warned) -> None:
    table.public_events.append(event)


def _penalised(table: TableFacts, event: fl.Penalised) -> None:
    seat = table.seat(event.seat)
    seat.penalty, seat.penalty_until, seat.penalty_counted = event.length, event.until, False
    seat.penalty_since = event.at
    table.public_events.append(event)


def _penalty_served(table: TableFacts, event: fl.PenaltyServed) -> None:
    seat = table.seat(event.seat)
    if not event.undealt:
        seat.penalty_counted = seat.penalty > event.left
    seat.penalty, seat.penalty_until, seat.penalty_since = event.left, 0, event.at
    if not event.left:
        # A player who was away as well has the whole time to come back.
        seat.away_since = event.at if seat.sitting_out else 0
        table.public_events.append(event)


def _removal_called_off(table: TableFacts, event: fl.RemovalCalledOff) -> None:
    seat = table.seat(event.seat)
    seat.removed, seat.plan = False, StopPlan.NONE
    table.public_events.append(event)


EVENT_HANDLERS: TableEventHandlers = {
    fl.SitOutOrdered: _sit_out_ordered,
    fl.Warned: _warned,
    fl.Penalised: _penalised,
    fl.PenaltyServed: _penalty_served,
    fl.RemovalCalledOff: _removal_called_off,
}
