"""Word to the tables: which may deal their next hand, with which blinds, who is in it (T3, T4, T5, T9)."""

from games.engine.rules.button import NOBODY
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.play.chip_race import race_off
from tournaments.engine.play.levels import take_round_off
from tournaments.engine.seating.blinds import next_hand
from tournaments.engine.seating.break_tables import waits_for_rebuy
from tournaments.engine.seating.draw import draw_button
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.table import Table
from tournaments.engine.state.tournament_state import TournamentState


def release(d: Decider) -> None:
    """Every table that can play and need not wait deals its next hand; in hand-for-hand all of them or none."""
    t = d.t
    if t.hands_held or deal_again(d) or merging(t) or not any(playable(t, number) for number in t.idle):
        return
    if t.hand_for_hand and (not t.all_idle or t.rebuy_pending):
        return
    for number in sorted(t.idle):
        if playable(t, number):
            release_table(d, number)
    if t.hand_for_hand:
        # Only a round that is dealt costs time: a level shorter than its cost still sees one hand.
        take_round_off(d)


def deal_again(d: Decider) -> bool:
    """In hand-for-hand a void hand is dealt anew before the next round: the others wait for it (T9, F5)."""
    again = [number for number in sorted(d.t.idle) if d.t.owes_hand(d.t.tables[number])]
    for number in again:
        release_table(d, number)
    return bool(again)


def playable(t: TournamentState, number: int) -> bool:
    """Two with chips, and nobody without who may still buy some: who re-buys misses no hand (T12)."""
    return len(t.ready(t.tables[number])) > 1 and not waits_for_rebuy(t, number)


def release_table(d: Decider, number: int) -> None:
    """The table's next hand: chips no longer needed are raced off, then blinds and players are named."""
    race_off(d, d.t.tables[number])
    if d.t.tables[number].positions.button == NOBODY:
        draw_button(d, d.t.tables[number])
    go_round(d, number)
    table = d.t.tables[number]
    dealt, positions = next_hand(table, d.t.ready(table), standing=stands(d.t, table))
    players = {seat: d.t.players[table.seats[seat]] for seat in dealt}
    d.emit(
        ev.HandReleased(
            number,
            table.hand + 1,
            d.t.level,
            table.game,
            d.t.setup.structure.unit(d.t.level),
            *positions,
            dealt,
            absent=tuple(seat for seat, entrant in players.items() if entrant.away or entrant.played_on),
            dead=tuple(seat for seat, entrant in players.items() if entrant.penalty_hands),
            hand_for_hand=d.t.hand_for_hand,
        )
    )


def stands(t: TournamentState, table: Table) -> bool:
    """In a rotation the button stands while stud is played, so that its hands take nobody's blinds away."""
    stud = CATALOGUE[t.game(table.game).code].forced is Forced.BRING_IN
    return stud and len(t.setup.games) > 1


def go_round(d: Decider, number: int) -> None:
    """The next game of the rotation when its time has come: with the levels, after so many hands, or an orbit."""
    t, table = d.t, d.t.tables[number]
    if len(t.setup.games) < 2:
        return
    if t.setup.every < 0:
        turn = t.level - 1
    else:
        turn = table.game + (table.hands >= (t.setup.every or max(2, len(t.ready(table)))))
    if turn != table.game:
        d.emit(ev.GameChanged(number, turn))
