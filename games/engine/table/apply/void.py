"""How a void hand restores the table to its state before the hand (F5)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.events.kinds import PreAction
from games.engine.rules.button import NOBODY
from games.engine.table.facts import TableFacts
from games.engine.table.hand_backup import HandBackup
from games.engine.table.seat import NO_CARRIED_BLINDS, CarriedBlinds, DepartedPlayer, Seat

if TYPE_CHECKING:
    from games.engine.events.table import HandVoided

_OWED = ("awaits_deal", "owes_small", "owes_big", "old_distance", "skips_small", "moved_here")
_DEALT = ("newcomer", "posts_now", "enters_free", "blind_agreed", "protections", "protected_on", "bank")
"""Fields of a seat that a hand changes: the debts of any seat (D7, D8), and more of a seat that was dealt in."""


def back_up(table: TableFacts) -> HandBackup:
    """Keep the table as it is between hands."""
    seats = {seat.player: (number, replace(seat)) for number, seat in enumerate(table.seats) if seat}
    return HandBackup(
        positions=table.positions,
        seats=seats,
        departed=table.departed.copy(),
        mix=table.full_rules.mix,
        game_index=table.game_index,
        game_hands=table.game_hands,
        orbit_from=table.orbit_from,
    )


def restore(table: TableFacts, event: "HandVoided") -> None:
    """Apply a void hand: the cards are gone, and chips, button and debts are as before the hand.

    Stacks do not change while a hand runs, so only a hand that had ended has chips to move back: `event.undone`.
    """
    for number, chips in event.undone:
        table.seat(number).stack += chips
    before = table.hand_backup
    if before is not None:
        if table.positions.button != NOBODY:
            # A table that has been empty since then draws for the button again (D1).
            table.positions = before.positions
        if table.orbit_from != NOBODY:
            table.orbit_from = before.orbit_from
        _seats_put_back(table, before)
        if before.mix == table.full_rules.mix:
            table.game_index, table.game_hands = before.game_index, before.game_hands
            table.rules = table.full_rules.playing(table.game_index)
    table.hand_backup = table.hand = None
    table.rabbit, table.public_events = (), [event]
    for seat in table.seats:
        if seat:
            seat.pre_action = PreAction.NONE
            seat.dead_hand = False
            seat.take_back_penalty_hand()


def _seats_put_back(table: TableFacts, before: HandBackup) -> None:
    """Restore the debts and belongings of players still seated, and the debts of those who left since (D7).

    A player whom the house made leave takes no blinds along, as before.
    """
    for number, seat in enumerate(table.seats):
        was, found = before.seats.get(seat.player, (number, None)) if seat else (number, None)
        if seat:
            seat.had_big = found is not None and found.had_big
        if seat and found and found.sat_at == seat.sat_at:
            for name in _OWED if seat.dealt_seat == NOBODY else (*_OWED, *_DEALT):
                setattr(seat, name, getattr(found, name))
            seat.awaits_deal |= was != number
            if not seat.newcomer:
                seat.pay_for_change(was, number, table.positions, len(table.seats))
    for player, gone in table.departed.items():
        if player in before.departed:
            table.departed[player] = before.departed[player]
        elif player in before.seats:
            number, found = before.seats[player]
            ordered = gone.carried == NO_CARRIED_BLINDS
            carried = NO_CARRIED_BLINDS if ordered else _carried_before(before, number, len(table.seats))
            # The floor may have given or lifted a penalty since the hand began.
            table.departed[player] = DepartedPlayer.from_seat(found, number, gone.at, carried)._replace(
                penalty=gone.penalty + gone.penalty_counted, penalty_until=gone.penalty_until
            )


def _carried_before(before: HandBackup, number: int, seats: int) -> CarriedBlinds:
    """What the player in this seat would have taken along to another table before the hand."""
    taken: list[Seat | None] = [None] * seats
    for one, seat in before.seats.values():
        taken[one] = seat
    return CarriedBlinds.from_seat(number, taken, before.positions)
