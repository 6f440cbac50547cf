"""A player of a tournament and a table of it, as the director sees them."""

from typing import NamedTuple

from games.engine.rules.button import NOBODY, Positions


class Entrant(NamedTuple):
    """A player: what was bought, the stack between hands, where it stands, and what is known of the end.

    `paid` is minor units in all, `tickets` entries paid otherwise; `bought` chips wait for the hand to end. `head` is
    the bounty on the player, `cash` the bounties won. `sits` hands of a penalty are left; `away` and `ghost` are
    played by the room, `barred` was disqualified. `deciding` until that ms whether to re-buy;
    `place` of those from `first` to `last` that are shared, once known.
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
    bought: int = 0
    table: int = 0
    seat: int = NOBODY
    head: int = 0
    cash: int = 0
    sits: int = 0
    warnings: int = 0
    away: bool = False
    ghost: bool = False
    barred: bool = False
    deciding: int = 0
    out: bool = False
    place: int = 0
    first: int = 0
    last: int = 0
    moves: int = 0


class Felt(NamedTuple):
    """A table: players by seat, 0 is free; positions of the running or last hand, `before` of the one before it.

    After a void hand it is as `before`, who `came` for that hand is fresh again, and `redo` it (F5). `ended` is what
    the last hand did, until the next is released: player, chips before and after it, hands of a penalty it took.

    `fresh` players were not dealt in here yet, `dealt` are the seats of the running or last hand; `game` is the turn
    of the rotation, after `hands` hands of it; `together` the hand is one of hand-for-hand.
    """

    number: int
    seats: tuple[int, ...]
    taken: int = 0
    hand: int = 0
    running: bool = False
    together: bool = False
    positions: Positions = Positions()
    redo: bool = False
    dealt: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    game: int = 0
    hands: int = 0
    before: Positions = Positions()
    came: tuple[int, ...] = ()
    ended: tuple[tuple[int, int, int, int], ...] = ()

    def put(self, seat: int, player: int) -> "Felt":
        """With the player in the seat, or the seat free for player 0."""
        before = self.seats[seat]
        seats = (*self.seats[:seat], player, *self.seats[seat + 1 :])
        fresh = tuple(other for other in self.fresh if other != before)
        if player:
            fresh += (player,)
        return self._replace(
            seats=seats, fresh=fresh, taken=self.taken + bool(player) - bool(before), dealt=self._still(seat, player)
        )

    def _still(self, seat: int, player: int) -> tuple[int, ...]:
        return self.dealt if player else tuple(other for other in self.dealt if other != seat)

    @property
    def free(self) -> list[int]:
        """Seats nobody has, ascending."""
        return [seat for seat, player in enumerate(self.seats) if not player]

    @property
    def players(self) -> list[int]:
        """Who sits here, by seat."""
        return [player for player in self.seats if player]
