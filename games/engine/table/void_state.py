"""What a void hand does to the table: it is as the hand found it (F5)."""

from dataclasses import replace
from typing import TYPE_CHECKING

from games.engine.events.kinds import PreAction
from games.engine.rules.button import NOBODY
from games.engine.table.facts import TableFacts
from games.engine.table.hand_backup import HandBackup
from games.engine.table.seat import DepartedPlayer

if TYPE_CHECKING:
    from games.engine.events.table import HandVoided

_OWED = ("fresh", "owes_small", "owes_big", "moved", "skips_small")
_DEALT = ("new", "posts_now", "free", "agreed", "protections", "protected_on", "bank")
"""What a hand changes of a seat: what went past it (D7, D8); and of one dealt in, posts, protections and time bank."""


def found(table: TableFacts) -> HandBackup:
    """The table between hands."""
    seats = {seat.player: (number, replace(seat)) for number, seat in enumerate(table.seats) if seat}
    return HandBackup(table.positions, seats, table.departed.copy(), table.config.mix, table.game, table.game_hands)


def put_back(table: TableFacts, event: "HandVoided") -> None:
    """Fold a void hand: its cards are gone, what it moved is back, the button and what is owed are as before it.

    Stacks stand still while a hand runs, so that only a hand that had ended moves chips: `event.undone`.
    """
    for number, chips in event.undone:
        table.seat(number).stack += chips
    before = table.hand_backup
    if before is not None:
        table.positions = before.positions
        _seats_put_back(table, before)
        if before.mix == table.config.mix:
            table.game, table.game_hands = before.turn, before.hands
            table.rules = table.config.playing(table.game)
    table.hand_backup = table.hand = None
    table.rabbit, table.public_events = (), [event]
    for seat in table.seats:
        if seat:
            seat.pre_action = PreAction.NONE
            seat.dead = False


def _seats_put_back(table: TableFacts, before: HandBackup) -> None:
    """Who has the same seat owes and has what they did; who left since is remembered with what they owed (D7)."""
    for number, seat in enumerate(table.seats):
        was, found = before.seats.get(seat.player, (number, None)) if seat else (number, None)
        if seat and found and found.sat_at == seat.sat_at:
            for name in _OWED if seat.dealt == NOBODY else (*_OWED, *_DEALT):
                setattr(seat, name, getattr(found, name))
            if not seat.new:
                seat.move(was, number, table.positions, len(table.seats))
    for player, gone in table.departed.items():
        if player in before.gone:
            table.departed[player] = before.gone[player]
        elif player in before.seats:
            number, found = before.seats[player]
            table.departed[player] = DepartedPlayer.of(found, number, gone.at)
