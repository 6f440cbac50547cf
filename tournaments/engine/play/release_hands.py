"""T3, T4, T5, T9: releases the next hand of each table with its blinds and players."""

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
    """Release the hands that are due, each after the chip race at its table; in hand-for-hand all or none (T9, T11).

    A hand is released when it can be shuffled: what happens until then counts for it, such as a new level (T4).
    """
    round_begins = d.t.hand_for_hand and not redeals(d.t)
    due = [number for number, at in release_times(d.t).items() if at <= d.now]
    for number in due:
        race_off(d, d.t.tables[number])
    raced = [number for number in due if d.t.tables[number].shown_until > d.now]
    if not due or (raced and round_begins):
        return
    for number in due:
        if number not in raced:
            release_table(d, number)
    if round_begins:
        # Only a dealt round takes time, so that a level shorter than that still has one hand.
        take_round_off(d)


def release_times(t: TournamentState) -> dict[int, int]:
    """When each idle table that can play may have its next hand, ms; a hand-for-hand round is at one time (T9)."""
    if t.hands_held:
        return {}
    if voided := redeals(t):
        return {number: t.tables[number].shown_until for number in voided}
    if merging(t) or (t.hand_for_hand and (not t.all_idle or t.rebuy_pending)):
        return {}
    times = {number: t.tables[number].shown_until for number in sorted(t.idle) if playable(t, number)}
    return dict.fromkeys(times, max(times.values())) if t.hand_for_hand and times else times


def redeals(t: TournamentState) -> list[int]:
    """The tables whose void hand of the hand-for-hand round is to be dealt again while the others wait (T9, F5)."""
    return [number for number in sorted(t.idle) if t.owes_hand(t.tables[number])]


def playable(t: TournamentState, number: int) -> bool:
    """Whether two players have chips; a table waits for a re-buy, so that the player misses no hand (T12)."""
    return len(t.ready(t.tables[number])) > 1 and not waits_for_rebuy(t, number)


def release_table(d: Decider, number: int) -> None:
    """Release the table's next hand after drawing a first button and changing the game."""
    if d.t.tables[number].positions.button == NOBODY:
        draw_button(d, d.t.tables[number])
    change_game(d, number)
    table = d.t.tables[number]
    dealt, positions = next_hand(table, d.t.ready(table), keep_button=keeps_button(d.t, table))
    players = {seat: d.t.players[table.seats[seat]] for seat in dealt}
    d.emit(
        ev.HandReleased(
            number,
            table.hand + 1,
            d.t.level,
            table.game,
            d.t.setup.structure.unit(d.t.level),
            positions.button,
            positions.small,
            positions.big,
            dealt,
            absent=tuple(seat for seat, entrant in players.items() if entrant.away or entrant.played_on),
            dead=tuple(seat for seat, entrant in players.items() if d.t.sits_out(entrant.player, d.now)),
            hand_for_hand=d.t.hand_for_hand,
        )
    )


def keeps_button(t: TournamentState, table: Table) -> bool:
    """Whether the button stays: in a rotation stud does not move it, so that nobody's blinds are skipped."""
    stud = CATALOGUE[t.game(table.game).code].forced is Forced.BRING_IN
    return stud and len(t.setup.games) > 1


def change_game(d: Decider, number: int) -> None:
    """Change to the next game of the rotation when due: with the level, after so many hands, or after an orbit."""
    t, table = d.t, d.t.tables[number]
    if len(t.setup.games) < 2:
        return
    if t.setup.every < 0:
        turn = t.level - 1
    else:
        turn = table.game + (table.hands >= (t.setup.every or max(2, len(t.ready(table)))))
    if turn != table.game:
        d.emit(ev.GameChanged(number, turn))
