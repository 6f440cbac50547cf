"""A tournament table for tests: director's orders, players' requests and the clock."""

from typing import Any

from games.engine import events as ev
from games.engine.rules.rules import Rules
from games.engine.rules.tournament import LateReturn, Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.state import Table
from tests.games.engine.support.builders import Room, rules

PAUSE = 600


def tournament_rules(*, late: str = "at_once", rebuys: bool = False, pause: int = PAUSE, **table: Any) -> Rules:
    """Returns tournament rules for hold'em 50/100."""
    return for_tournament(rules(**table), Tournament(7, LateReturn(late), pause, rebuys))


class TournamentRoom(Room):
    """A `Room` whose table belongs to tournament 7; player n + 1 sits in seat n by default."""

    def __init__(self, *chips: int, seats: int = 6, seed: int = 1, **table: Any) -> None:
        super().__init__(seats=seats, seed=seed)
        self.table, self.replayed = (Table(tournament_rules(**table), seats) for _ in range(2))
        for player, amount in enumerate(chips, 1):
            self.enter(player, amount)

    def enter(self, player: int, chips: int = 10_000, seat: int = -1, away: str = "") -> tuple[ev.TableEvent, ...]:
        """Seats a player by order of the director."""
        return self.send(tcm.SeatEntrant(player, f"player {player}", False, seat, chips, away, auto_muck=True))

    def set_absent(self, player: int, absent: bool = True, **how: bool) -> tuple[ev.TableEvent, ...]:
        """Marks a player as absent, so that the room acts for them, or as present again."""
        return self.send(tcm.SetAbsent(player, absent, **how))

    def positions(self) -> tuple[int, int, int]:
        """The button, small and big blind of the running hand."""
        button, small, big = self.table.positions
        return button, small, big

    def dealt_seats(self) -> list[int]:
        """The seats dealt into the running or last hand, ascending."""
        assert self.table.hand is not None
        return sorted(self.table.hand.order)

    def deal_first_hand(self, button: int) -> "TournamentRoom":
        """Deals the first hand with the button on this seat."""
        first = self.table.ready()
        order = [seat for seat in first if seat > button] + [seat for seat in first if seat <= button]
        small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]
        self.send(tcm.HoldHands(True))
        self.send(tcm.ReleaseHand(button, small, big, tuple(first)))
        self.deal()
        dealt = self.events
        self.send(tcm.HoldHands(False))
        self.events = dealt
        return self


__all__ = ["PAUSE", "TournamentRoom", "cm", "tcm", "tournament_rules"]
