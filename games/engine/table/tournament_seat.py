"""The life of a tournament seat: everybody is dealt in, the room plays for who is away, who is broke goes (T3-T14).

What follows from something comes as events one by one; each has happened at the table before the next is worked out.
"""

from collections.abc import Iterator
from typing import get_args

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import SitOutReason, WaitKind
from games.engine.hand.actions import Action
from games.engine.rules.button import NOBODY, Positions
from games.engine.table import commands as cm
from games.engine.table import tournament_commands as tcm
from games.engine.table.facts import TableFacts

_ORDERS = frozenset(get_args(tcm.TournamentCommand))
_HEARD = _ORDERS | {
    cm.Act,
    cm.SetPreAction,
    cm.ShowCards,
    cm.SitOut,
    cm.SitIn,
    cm.SetAutoActions,
    cm.CallTime,
    cm.SetConnected,
    cm.ChangeRules,
    cm.Pause,
    cm.Resume,
    cm.VoidHand,
    cm.Close,
    cm.Recover,
    cm.Tick,
}


def check_accepted(table: TableFacts, command: object) -> None:
    """Refuses a director's order at a cash table, and what only cash players may ask at a tournament's."""
    if table.config.tournament is None:
        if type(command) in _ORDERS:
            raise IllegalAction("no_tournament")
    elif isinstance(command, cm.Leave):
        raise IllegalAction("no_leave_here")
    elif type(command) not in _HEARD:
        raise IllegalAction("tournament_table")


def tournament_of(table: TableFacts) -> int:
    """The tournament that the table plays for, 0 = none."""
    return table.config.tournament.id if table.config.tournament else 0


def waits(table: TableFacts, number: int, positions: Positions) -> bool:
    """A newcomer strictly between button and small blind gets no hand until the button has passed (T7)."""
    size = len(table.seats)
    between = 0 < (number - positions.button) % size < (positions.small - positions.button) % size
    return table.seat(number).new and table.positions.big != NOBODY and between


def released(table: TableFacts) -> tuple[tuple[int, ...], Positions] | None:
    """Who plays the released hand and where the blinds stand, if the director said so and all are still there."""
    deal = table.director_orders.deal
    if deal is None or not deal.dealt or not set(deal.dealt) <= set(table.ready()):
        return None
    return deal.dealt, Positions(deal.button, deal.small, deal.big)


def drawn_button(table: TableFacts) -> ev.ButtonDrawn | None:
    """The first button as the director drew it, if so (D1)."""
    deal = table.director_orders.deal
    return ev.ButtonDrawn(deal.drawn, deal.button) if deal and released(table) else None


def room_plays(table: TableFacts, number: int) -> bool:
    """Whether the room acts for the seat in the running hand: away, a dead hand, or timed out without a line (T3)."""
    seat = table.seat(number)
    if table.config.tournament is None:
        return False
    return seat.sitting_out or seat.dead or (seat.timed_out and seat.disconnected_at > 0)


def room_action(table: TableFacts, number: int) -> Action:
    """What the room does for the seat: a dead hand is folded, another checked or folded (T3, T13, T14)."""
    assert table.hand is not None
    return table.hand.default_action(dead=table.seat(number).dead)


def turn_time(table: TableFacts, number: int) -> int:
    """How long the seat has for its turn, ms: a moment where the room acts for it."""
    tournament = table.config.tournament
    return tournament.pause if tournament and room_plays(table, number) else table.rules.clock.turn


def check_acts(table: TableFacts, number: int) -> None:
    """Refuses an action where the room plays: who is away comes back first (T3)."""
    if room_plays(table, number):
        raise IllegalAction("room_plays")


def check_comes_back(table: TableFacts, number: int) -> None:
    """Refuses who may not come back (T14)."""
    if table.seat(number).barred:
        raise IllegalAction("room_plays")


def restart_turn(table: TableFacts, number: int, now: int) -> Iterator[ev.TableEvent]:
    """Who is back in the middle of the own turn has its whole time; by `next_hand` the hand stays dead (T3)."""
    kind, waited, _, _ = table.wait
    if table.config.tournament and kind == WaitKind.TURN and waited == number and not room_plays(table, number):
        yield ev.TurnBegan(table.turn, number, now + table.rules.clock.turn, now)


def line_back(table: TableFacts, number: int, now: int) -> Iterator[ev.TableEvent]:
    """The line is there: who was away for want of it plays again (T3, B15)."""
    seat = table.seat(number)
    played, back = room_plays(table, number), seat.back_on_reconnect and seat.sitting_out
    yield ev.Reconnected(number)
    if table.config.tournament is None:
        return
    if back and not seat.barred:
        yield ev.SatIn(number)
    if played:
        yield from restart_turn(table, number, now)


def after_hand(table: TableFacts, now: int) -> Iterator[ev.TableEvent]:
    """Between hands: chips join, who is taken away or broke goes, who is not there is away (T3, T6, T12)."""
    tournament = table.config.tournament
    assert tournament is not None
    for number, seat in enumerate(table.seats):
        if seat is None:
            continue
        if seat.queued:
            yield ev.ChipsAdded(number, seat.queued)
        stack = table.seat(number).stack
        busted = not stack and table.played(number) and not tournament.rebuys
        if seat.taken_away or seat.leaving or busted:
            yield ev.SeatLeft(number, seat.player, stack)
        elif seat.sits_out_next and not seat.sitting_out:
            reason = SitOutReason.TIMEOUT if seat.timed_out else SitOutReason.ASKED
            yield ev.SatOut(number, SitOutReason.DISCONNECTED if seat.back_on_reconnect else reason, now)
