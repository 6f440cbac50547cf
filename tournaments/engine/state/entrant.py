"""A player's state in a tournament."""

from typing import NamedTuple

from games.engine.rules.button import NOBODY


class Entrant(NamedTuple):
    """A player: payments, the stack between hands, the seat, and the place once it is known.

    `paid` and `fees` are minor units in all; `tickets` counts the entries paid with tickets. `pending_chips` join the
    stack when the running hand is over. `bounty` is the bounty on the player, `bounties_won` are those won, minor
    units. The room plays for a player who is `away`; `disqualified` players stay out unless `played_on`, when the room
    plays their stack (T14). `penalty_hands` are still to be sat out. The player may re-buy until `rebuy_pending` ms,
    0 = no offer. `place` is shared by those from `first` to `last`.
    """

    player: int
    name: str
    entries: int = 1
    rebuys: int = 0
    added_on: bool = False
    paid: int = 0
    fees: int = 0
    tickets: int = 0
    stack: int = 0
    pending_chips: int = 0
    table: int = 0
    seat: int = NOBODY
    bounty: int = 0
    bounties_won: int = 0
    penalty_hands: int = 0
    warnings: int = 0
    away: bool = False
    played_on: bool = False
    disqualified: bool = False
    rebuy_pending: int = 0
    out: bool = False
    place: int = 0
    first: int = 0
    last: int = 0
    moves: int = 0

    @property
    def bought(self) -> int:
        """How often the player has bought chips: entries, re-buys and the add-on."""
        return self.entries + self.rebuys + self.added_on
