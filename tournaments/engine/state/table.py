"""A table's state in a tournament."""

from typing import NamedTuple

from games.engine.rules.button import Positions


class HandResult(NamedTuple):
    """A player's chips before and after a hand, and how many penalty hands it counted for (0 or 1).

    `seat` is the player's in the hand, `bought` how often the player had bought chips by then.
    """

    player: int
    before: int
    after: int
    penalty_hands: int
    seat: int
    bought: int


class Table(NamedTuple):
    """A table: its players by seat, 0 where the seat is free, and its running or last hand.

    `taken` counts the players. `hand` is the number of the running or last hand, `positions` and `dealt` are its button
    and blinds and the seats dealt in; `hand_for_hand` marks a hand of a hand-for-hand round. `last_hand` keeps the
    result until the next hand is released, in case it is voided (F5), and `last_bounties` what became of the bounties
    of its busts as (victim, winner or 0 for nobody, cash, raised). A void hand returns the table to
    `previous_positions`, the players in `newcomers_dealt` are newcomers again, and `redeal` is set. `newcomers` have
    not been dealt in at this table yet. `void_requested` is the director's reason to void the running hand, if any;
    with `void_refused` it had not begun when the order came. Until `shown_until` ms the table shows how its last hand
    or chip race ended, so no hand is released.
    `game` counts the games of a rotation, `hands` the hands played of this one.
    """

    number: int
    seats: tuple[int, ...]
    taken: int = 0
    hand: int = 0
    running: bool = False
    hand_for_hand: bool = False
    positions: Positions = Positions()
    redeal: bool = False
    dealt: tuple[int, ...] = ()
    newcomers: tuple[int, ...] = ()
    game: int = 0
    hands: int = 0
    previous_positions: Positions = Positions()
    newcomers_dealt: tuple[int, ...] = ()
    last_hand: tuple[HandResult, ...] = ()
    last_bounties: tuple[tuple[int, int, int, int], ...] = ()
    void_requested: str = ""
    void_refused: bool = False
    shown_until: int = 0

    def with_player(self, seat: int, player: int) -> "Table":
        """The table with this player in the seat, or with the seat free for player 0."""
        before = self.seats[seat]
        newcomers = tuple(other for other in self.newcomers if other != before)
        if player:
            newcomers += (player,)
        return self._replace(
            seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]),
            taken=self.taken + bool(player) - bool(before),
            dealt=self.dealt if player else tuple(other for other in self.dealt if other != seat),
            newcomers=newcomers,
        )

    @property
    def free(self) -> list[int]:
        """The free seats, ascending."""
        return [seat for seat, player in enumerate(self.seats) if not player]

    @property
    def players(self) -> list[int]:
        """The players at this table, by seat."""
        return [player for player in self.seats if player]
