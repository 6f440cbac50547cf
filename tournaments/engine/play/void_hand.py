"""F5: the director voids the running hand of a table, or its last one until the next is released."""

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.table import HandResult, Table


def void_hand(d: Decider, command: cm.VoidHand) -> None:
    """Request that the table voids its running hand, or undo its last hand with the busts in it (F5).

    A refusal names the player and what has followed from the hand that cannot be taken back.
    """
    d.check_running()
    if 0 < command.table <= d.t.tables_opened and command.table not in d.t.tables:
        raise IllegalAction("void_broken", table=command.table)
    table = d.table(command.table)
    if command.hand and command.hand != table.hand:
        raise IllegalAction("other_hand")
    if table.running:
        d.emit(ev.VoidRequested(command.table, table.hand, command.why))
        return
    if not table.last_hand:
        raise IllegalAction("no_hand")
    _check_undoable(d, table)
    undo_last_hand(d, table, command.why)


def undo_last_hand(d: Decider, table: Table, why: str) -> None:
    """Give the chips of the table's last hand back, and the seats to players it knocked out."""
    undone = tuple((result.player, result.before - result.after) for result in table.last_hand)
    d.emit(ev.HandVoided(table.number, table.hand, why, undone, d.now + d.t.setup.clock.after_showdown))
    for result in table.last_hand:
        if not result.after:
            bounties = tuple(row[1:] for row in table.last_bounties if row[0] == result.player)
            d.emit(ev.BustUndone(result.player, table.number, result.seat, result.before, bounties, why))


def _check_undoable(d: Decider, table: Table) -> None:
    """Raise IllegalAction if the hand has had consequences that stand."""
    if d.t.deal:
        raise IllegalAction("void_deal")
    for result in table.last_hand:
        entrant = d.t.players[result.player]
        if result.after:
            _check_chips(d, table, entrant, result)
        else:
            _check_bust(d, table, entrant, result)
    for _victim, winner, _cash, raised in table.last_bounties:
        if raised and d.t.players[winner].bounty < raised:
            raise IllegalAction("void_bounty", name=d.t.players[winner].name)


def _check_chips(d: Decider, table: Table, entrant: Entrant, result: HandResult) -> None:
    """Whether the chips are still where the hand took them: also at another table, between its hands."""
    if entrant.out:
        raise IllegalAction("void_out", name=entrant.name)
    if entrant.table != table.number and _has_played(d.t.tables[entrant.table], entrant):
        raise IllegalAction("void_moved", name=entrant.name, table=entrant.table)
    missing = result.after - result.before - entrant.stack
    if missing >= 0:
        # A player who gave back everything would sit there without a chip.
        raise IllegalAction("void_chips", name=entrant.name, chips=max(1, missing))


def _has_played(table: Table, entrant: Entrant) -> bool:
    """Whether the player, who has moved to this table, plays its running hand or has played its last."""
    if table.running:
        return entrant.seat in table.dealt
    return any(result.player == entrant.player for result in table.last_hand)


def _check_bust(d: Decider, table: Table, entrant: Entrant, result: HandResult) -> None:
    """Whether the player who lost everything can have the seat again."""
    if entrant.bought != result.bought or (entrant.stack and not entrant.out):
        raise IllegalAction("void_bought", name=entrant.name)
    barred = entrant.disqualified and (entrant.out or not entrant.played_on)
    if barred or (entrant.out and table.seats[result.seat]):
        raise IllegalAction("void_seat", name=entrant.name)
    if not entrant.out and entrant.table != table.number:
        raise IllegalAction("void_moved", name=entrant.name, table=entrant.table)
