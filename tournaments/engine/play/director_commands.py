"""F4, T13, T14: the director's commands about players and tables; those that affect a hand wait until it is over."""

from collections.abc import Callable

from games.engine.errors import IllegalAction
from games.engine.rules.button import NOBODY
from tournaments.engine.play import penalties
from tournaments.engine.play.entries import decline
from tournaments.engine.play.join_stacks import add_bought
from tournaments.engine.seating.blinds import worst_seat
from tournaments.engine.seating.draw import move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.setup.house_rules import DisqualifiedStack, LeaveTournament
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.reasons import DeferredKind, MoveReason, OutReason, RemovalReason


def do_now_or_defer(d: Decider, deferred: ev.Deferred) -> None:
    """Carry it out, or defer it while it has to wait, as for the end of the hand at the player's table."""
    if waits(d, deferred):
        d.emit(deferred)
    else:
        _DO[deferred.kind](d, deferred)


def carry_out_deferred(d: Decider) -> None:
    """Carry out the deferred commands whose hands are over; the last player left has won, and they fall away (T15)."""
    for deferred in list(d.t.waiting):
        if deferred in d.t.waiting and not waits(d, deferred):
            d.emit(ev.Undeferred(deferred.kind, deferred.player))
            if d.t.left > 1:
                _DO[deferred.kind](d, deferred)


def waits(d: Decider, act: ev.Deferred) -> bool:
    """Whether it waits for the end of a hand, or for the places of busts; who has bust may still re-buy (T10, T12)."""
    if d.in_hand(d.t.players[act.player]):
        return True
    if act.kind in (DeferredKind.DISQUALIFY, DeferredKind.LEAVE):
        return d.t.goes_out_after_busts(act.player)
    return act.player in d.t.unranked_busts


def move_player(d: Decider, command: cm.MovePlayer) -> None:
    """Move a player with chips to another table, into the chosen or any free seat (F4)."""
    d.check_running()
    entrant, table = d.entrant(command.player), d.table(command.table)
    if command.player in d.t.unranked_busts:
        raise IllegalAction("no_chips_to_move", name=entrant.name)
    free = command.seat in table.free if command.seat >= 0 else bool(table.free)
    if not free or not entrant.table or command.table == entrant.table:
        raise IllegalAction("seat_taken")
    do_now_or_defer(d, ev.Deferred(DeferredKind.MOVE, command.player, command.table, command.seat, why=command.why))


def break_table(d: Decider, command: cm.BreakTable) -> None:
    """Break this table next; the other tables must have seats for everybody (T7)."""
    d.check_running()
    d.table(command.table)
    if d.t.setup.shootout or d.t.final_table or merging(d.t) or len(d.t.tables) < 2:
        raise IllegalAction("last_table")
    seats = sum(len(table.seats) for table in d.t.tables.values() if table.number not in {*d.t.breaking, command.table})
    if seats < d.t.left:
        raise IllegalAction("no_room")
    d.emit(ev.TableBreakRequested(command.table, True, command.why))


def tell_tables(d: Decider, command: cm.TellTables) -> None:
    """Tell everybody at one table or at all tables something (F1)."""
    d.check_running()
    if command.table:
        d.table(command.table)
    d.emit(ev.TablesTold(command.table, command.text))


def penalise(d: Decider, command: cm.Penalise) -> None:
    """Penalise a player from the next hand on (T14)."""
    do_now_or_defer(d, penalties.deferred(d, command))


def disqualify(d: Decider, command: cm.Disqualify) -> None:
    """Disqualify a player (T14)."""
    d.check_running()
    do_now_or_defer(d, ev.Deferred(DeferredKind.DISQUALIFY, d.entrant(command.player).player, why=command.why))


def leave(d: Decider, command: cm.Leave) -> None:
    """Leave: by the house rule `leave` the room plays the stack on, or it is given up (T13).

    Who has no stack left turns a re-buy down by it, and is away should the hand be voided.
    """
    d.check_running()
    entrant = d.entrant(command.player)
    decline(d, cm.DeclineRebuy(command.player))
    if d.t.setup.house.leave is LeaveTournament.SURRENDER and command.player not in d.t.unranked_busts:
        do_now_or_defer(d, ev.Deferred(DeferredKind.LEAVE, command.player))
    elif not entrant.away:
        d.emit(ev.MarkedAway(command.player))


def come_back(d: Decider, command: cm.ComeBack) -> None:
    """Let the player take over again from the room (T3, T13)."""
    d.check_running()
    entrant = d.entrant(command.player)
    if entrant.played_on:
        raise IllegalAction("disqualified")
    if entrant.away:
        d.emit(ev.MarkedBack(command.player))


def take_back_deferred(d: Decider, command: cm.TakeBackDeferred) -> None:
    """Drop the commands that are still deferred (F4)."""
    d.check_running()
    if command.table in d.t.breaking:
        d.emit(ev.TableBreakRequested(command.table, False, ""))
    theirs = [one for one in d.t.waiting if one.player == command.player and one.kind is not DeferredKind.LEAVE]
    if command.kind is None:
        for one in theirs:
            d.emit(ev.Undeferred(one.kind, command.player))
    elif 0 <= command.nth < sum(one.kind is command.kind for one in theirs):
        d.emit(ev.Undeferred(command.kind, command.player, command.nth))


def _move(d: Decider, act: ev.Deferred) -> None:
    """Move to the chosen or the worst open seat; do nothing if it has been taken in the meantime."""
    table = d.t.tables.get(act.table)
    if table is None or d.t.players[act.player].table == act.table:
        return
    seat = act.seat if act.seat >= 0 else worst_seat(table, d.t.ready(table))
    seat = table.free[0] if seat == NOBODY and table.free else seat
    if seat in table.free:
        move(d, act.player, act.table, seat, MoveReason.DIRECTOR, act.why)


def _disqualify(d: Decider, act: ev.Deferred) -> None:
    decline(d, cm.DeclineRebuy(act.player))
    played_on = d.t.setup.house.disqualify is DisqualifiedStack.SYSTEM_PLAYS
    d.emit(ev.PlayerDisqualified(act.player, played_on, act.why))
    if not played_on:
        _out(d, act.player, RemovalReason.DISQUALIFIED, OutReason.DISQUALIFIED)


def _leave(d: Decider, act: ev.Deferred) -> None:
    """Give up the stack: in the money the other players share it equally, before that it goes out of play (T13)."""
    decline(d, cm.DeclineRebuy(act.player))
    stack, in_money = d.t.players[act.player].stack, d.t.entries_closed and d.t.left <= d.t.places_paid
    _out(d, act.player, RemovalReason.SURRENDER, OutReason.LEFT)
    others = [entrant.player for entrant in d.t.still_in() if entrant.player not in d.t.unranked_busts]
    unit = d.t.setup.structure.unit(d.t.level)
    each = stack // len(others) // unit * unit if in_money and others else 0
    for player in others if each else ():
        d.emit(ev.ChipsOwed(player, each))
    for table in sorted(d.t.tables) if each else ():
        add_bought(d, table)


def _out(d: Decider, player: int, removal: RemovalReason, why: OutReason) -> None:
    """Put the player out behind everybody still in and remove the chips; who has bust is ranked with the hand (T10)."""
    if stack := d.t.players[player].stack:
        d.emit(ev.ChipsRemoved(player, stack, removal))
    if player not in d.t.unranked_busts:
        d.emit(ev.PlayerOut(player, why, 0, d.now))


_DO: dict[DeferredKind, Callable[[Decider, ev.Deferred], None]] = {
    DeferredKind.MOVE: _move,
    DeferredKind.PENALISE: penalties.take_effect,
    DeferredKind.DISQUALIFY: _disqualify,
    DeferredKind.LEAVE: _leave,
}
