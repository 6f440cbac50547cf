"""A tournament's table in the words of poker: its director orders, its players ask, its clock strikes."""

from typing import Any

from games.engine.rules.rules import Rules
from games.engine.rules.tournament import LateReturn, Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.table import commands as cm
from games.engine.table import tournament_commands as tcm
from games.engine.table.state import Table
from tests.games.engine.support.builders import Room, rules

PAUSE = 600


def tournament_rules(*, late: str = "at_once", rebuys: bool = False, pause: int = PAUSE, **table: Any) -> Rules:
    """Hold'em 50/100 as a tournament plays it."""
    return for_tournament(rules(**table), Tournament(7, LateReturn(late), pause, rebuys))


class TournamentRoom(Room):
    """A `Room` whose table plays for tournament 7; player 1 sits in seat 0 unless said otherwise."""

    def __init__(self, *chips: int, seats: int = 6, seed: int = 1, **table: Any) -> None:
        super().__init__(seats=seats, seed=seed)
        self.table, self.heard = (Table(tournament_rules(**table), seats) for _ in range(2))
        for player, amount in enumerate(chips, 1):
            self.enter(player, amount)

    def enter(self, player: int, chips: int = 10_000, seat: int = -1, away: str = "") -> Any:
        """The director seats a player."""
        return self.tell(tcm.SeatEntrant(player, f"player {player}", False, seat, chips, away))

    def absent(self, player: int, absent: bool = True, **how: Any) -> Any:
        """The director lets the room play for a player, or no longer."""
        return self.tell(tcm.SetAbsent(player, absent, **how))

    def positions(self) -> tuple[int, int, int]:
        """Button, small and big blind of the running hand."""
        button, small, big = self.table.positions
        return button, small, big

    def dealt(self) -> list[int]:
        """The seats dealt into the running or last hand, ascending."""
        assert self.table.hand is not None
        return sorted(self.table.hand.order)

    def begins(self, button: int) -> "TournamentRoom":
        """The first hand is dealt with the button on this seat."""
        first = self.table.ready()
        order = [seat for seat in first if seat > button] + [seat for seat in first if seat <= button]
        small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]
        self.tell(tcm.HoldHands(True))
        self.tell(tcm.ReleaseHand(button, small, big, tuple(first)))
        self.deal()
        dealt = self.events
        self.tell(tcm.HoldHands(False))
        self.events = dealt
        return self

    def by_the_clock(self) -> "TournamentRoom":
        """The running hand is played to its end by nobody but the room."""
        while self.table.running:
            self.tick()
        return self


__all__ = ["PAUSE", "TournamentRoom", "cm", "tcm", "tournament_rules"]
