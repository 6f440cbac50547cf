"""Seats of a tournament: all are dealt in, the room plays for absent players, busted players leave (T3-T14).

Functions that yield events expect each to be applied to the table before the next is taken.
"""

from collections.abc import Iterator
from typing import get_args

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import SitOutReason, WaitKind
from games.engine.hand.actions import Action
from games.engine.rules.button import NOBODY, Positions
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.facts import TableFacts

_DIRECTOR_COMMANDS = frozenset(get_args(tcm.TournamentCommand))
_ACCEPTED = _DIRECTOR_COMMANDS | {
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
    cm.Announce,
    cm.Warn,
    cm.Penalise,
    cm.ClearLog,
    cm.Recover,
    cm.Tick,
}

ARRIVES_WITHIN_MS = 15_000
"""A player who has not opened the table so long after sitting down is disconnected by then."""


def check_accepted(table: TableFacts, command: object) -> None:
    """Refuse director's commands at a cash table, and commands of cash players at a tournament table."""
    if table.full_rules.tournament is None:
        if type(command) in _DIRECTOR_COMMANDS:
            raise IllegalAction("no_tournament")
    elif isinstance(command, cm.Leave):
        raise IllegalAction("no_leave_here")
    elif type(command) not in _ACCEPTED:
        raise IllegalAction("tournament_table")


def tournament_of(table: TableFacts) -> int:
    """The id of the table's tournament, 0 for a cash table."""
    return table.full_rules.tournament.id if table.full_rules.tournament else 0


def waits_for_button(table: TableFacts, number: int, positions: Positions) -> bool:
    """Whether a newcomer between button and small blind still waits for the button to pass (T7)."""
    size = len(table.seats)
    between = 0 < (number - positions.button) % size < (positions.small - positions.button) % size
    return table.seat(number).newcomer and table.positions.big != NOBODY and between


def released_hand(table: TableFacts) -> tuple[tuple[int, ...], Positions] | None:
    """Seats and positions of the released hand, if the director named them and all those seats are still ready."""
    deal = table.director_orders.deal
    if deal is None or not deal.dealt or not set(deal.dealt) <= set(table.ready()):
        return None
    return deal.dealt, Positions(deal.button, deal.small, deal.big)


def directed_button(table: TableFacts) -> ev.ButtonDrawn | None:
    """The draw for the first button, if the director made it (D1)."""
    deal = table.director_orders.deal
    return ev.ButtonDrawn(deal.button_draw, deal.button) if deal and released_hand(table) else None


def room_plays(table: TableFacts, number: int) -> bool:
    """Whether the room acts for the seat: sitting out, with a dead hand, or timed out while disconnected (T3)."""
    seat = table.seat(number)
    if table.full_rules.tournament is None:
        return False
    return seat.sitting_out or seat.dead_hand or (seat.timed_out and seat.disconnected_at > 0)


def room_action(table: TableFacts, number: int) -> Action:
    """The room's action for the seat: a dead hand is folded, any other is checked or folded (T3, T13, T14)."""
    assert table.hand is not None
    return table.hand.default_action(dead=table.seat(number).dead_hand)


def turn_time(table: TableFacts, number: int) -> int:
    """How long the seat has for its turn, ms; only a short pause where the room acts for it."""
    tournament = table.full_rules.tournament
    return tournament.pause if tournament and room_plays(table, number) else table.rules.clock.turn


def check_acts(table: TableFacts, number: int) -> None:
    """Refuse an action while the room plays for the seat; its player has to come back first (T3)."""
    if room_plays(table, number):
        raise IllegalAction("room_plays")


def check_may_return(table: TableFacts, number: int) -> None:
    """Refuse the return of a player who was barred (T14)."""
    if table.seat(number).barred:
        raise IllegalAction("room_plays")


def restart_turn(table: TableFacts, number: int, now: int) -> Iterator[ev.TableEvent]:
    """Restart the turn of a player who comes back during it; under `next_hand` the hand stays dead (T3)."""
    kind, waited, _, _ = table.wait
    if table.full_rules.tournament and kind == WaitKind.TURN and waited == number and not room_plays(table, number):
        yield ev.TurnBegan(table.turn, number, now + table.rules.clock.turn, now)


def reconnect(table: TableFacts, number: int, now: int) -> Iterator[ev.TableEvent]:
    """The player is connected again; one who was away because of the connection plays again (B15, T3)."""
    seat = table.seat(number)
    played, back = room_plays(table, number), seat.back_on_reconnect and seat.sitting_out
    yield ev.Reconnected(number)
    if table.full_rules.tournament is None:
        return
    if back and not seat.barred:
        yield ev.SatIn(number)
    if played:
        yield from restart_turn(table, number, now)


def lost_connections(table: TableFacts) -> tuple[tuple[int, int], ...]:
    """The disconnected players as (player, when the connection of one who was playing was lost in ms).

    The moment is 0 for players who were absent already, never came, or have not followed to this table yet.
    """
    lost = []
    for seat in filter(None, table.seats):
        if seat.disconnected_at:
            was_away = 0 < seat.away_since <= seat.disconnected_at
            was_here = seat.disconnected_at - seat.sat_at > ARRIVES_WITHIN_MS
            lost.append((seat.player, seat.disconnected_at if was_here and not was_away else 0))
    return tuple(lost)


def after_hand(table: TableFacts, now: int) -> Iterator[ev.TableEvent]:
    """Between hands: added chips join stacks, unseated and busted players leave, absent ones sit out (T3, T6, T12)."""
    tournament = table.full_rules.tournament
    assert tournament is not None
    for number, seat in enumerate(table.seats):
        if seat is None:
            continue
        if seat.queued:
            yield ev.ChipsAdded(number, seat.queued)
        stack = table.seat(number).stack
        busted = not stack and table.played(number) and not tournament.rebuys
        if seat.unseat_asked or seat.leaving or busted:
            yield ev.SeatLeft(number, seat.player, stack)
        elif seat.sits_out_next and not seat.sitting_out:
            reason = SitOutReason.TIMEOUT if seat.timed_out else SitOutReason.ASKED
            yield ev.SatOut(number, SitOutReason.DISCONNECTED if seat.back_on_reconnect else reason, now)
