"""T10, F5: the reports of tables about finished and void hands."""

from games.engine.errors import BrokenInvariant, IllegalAction
from tournaments.engine.play.entries import offer_rebuy
from tournaments.engine.play.join_stacks import add_bought
from tournaments.engine.play.void_hand import undo_last_hand
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def hand_played(d: Decider, command: cm.ReportHand) -> None:
    """Record a finished hand; a repeated report changes nothing."""
    table = d.t.tables.get(command.table)
    if table is None or not table.running or command.hand != table.hand:
        return
    dealt = {table.seats[seat] for seat in table.dealt}
    if {player for player, _ in command.stacks} != dealt or len(command.stacks) != len(dealt):
        raise IllegalAction("bad_report")
    if min(chips for _, chips in command.stacks) < 0:
        raise BrokenInvariant("no stack is negative")
    started = {player: d.t.players[player].stack for player in dealt}
    d.emit(ev.HandPlayed(command.table, command.hand, command.stacks, command.shown_until))
    if table.void_requested:
        # The hand ended before the director's order reached the table (F5).
        undo_last_hand(d, d.t.tables[command.table], table.void_requested)
        add_bought(d, command.table)
        return
    busts = {bust.player: bust for bust in command.busts}
    for player, chips in command.stacks:
        if not chips and not d.t.players[player].pending_chips:
            bust = busts.get(player, cm.Bust(player))
            d.emit(
                ev.Busted(
                    player=player,
                    table=command.table,
                    started=started[player],
                    all_in=bust.all_in,
                    strength=bust.strength,
                    by=bust.by,
                    hand_for_hand=table.hand_for_hand,
                    at=d.now,
                )
            )
            offer_rebuy(d, player)
    add_bought(d, command.table)


def hand_voided(d: Decider, command: cm.ReportVoid) -> None:
    """Record a void hand, which is dealt again with the same blinds, or that it had not begun (F5, X2)."""
    table = d.t.tables.get(command.table)
    if table is None or not table.running or table.hand != command.hand:
        return
    if not command.refused:
        d.emit(ev.HandVoided(command.table, command.hand, command.why, shown_until=command.shown_until))
        add_bought(d, command.table)
    elif table.void_requested:
        d.emit(ev.VoidRefused(command.table, command.hand))
