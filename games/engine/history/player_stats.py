"""How each player played one hand, counted from its public events, for hand lists and player statistics."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine import events as ev
from games.engine.events.kinds import PostKind

BLINDS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.STRADDLE, PostKind.POST})
"""Forced bets that count towards the price of the first street."""


@dataclass(slots=True)
class PlayerStats:
    """One player's part in a hand; amounts are minor units.

    `net` is the chips won or lost, `invested` those put into the pots. `entered` (voluntarily put chips in) and
    `raised` are about the first street, `bets_and_raises` and `calls` count actions on later streets. `showdown` means
    that the player reached showdown, `won_showdown` that the player won chips there.
    """

    seat: int
    net: int = 0
    invested: int = 0
    entered: bool = False
    raised: bool = False
    bets_and_raises: int = 0
    calls: int = 0
    saw_second_street: bool = False
    showdown: bool = False
    won_showdown: bool = False


def player_stats(events: Iterable[ev.TableEvent]) -> list[PlayerStats]:
    """The statistics of all players dealt in, in dealing order; `events` are one hand's, from its HandBegan on."""
    counter = _Counter()
    for event in events:
        counter.count(event)
    return list(counter.players.values())


class _Counter:
    def __init__(self) -> None:
        self.players: dict[int, PlayerStats] = {}
        self.live: set[int] = set()
        self.bets: dict[int, int] = {}
        self.street = 0

    def count(self, event: ev.TableEvent) -> None:
        """Count one event."""
        match event:
            case ev.HandBegan(order=order):
                self.players = {seat: PlayerStats(seat) for seat in order}
                self.live = set(order)
            case ev.Posted(seat, kind, amount):
                self._puts(seat, amount, counts=kind in BLINDS)
            case ev.BroughtIn(seat, amount):
                self._puts(seat, amount)
            case ev.Called(seat, amount):
                self._puts(seat, amount)
                self._acts(seat, attacks=False)
            case ev.Bet(seat, to) | ev.Raised(seat, to):
                self._puts(seat, to - self.bets.get(seat, 0))
                self._acts(seat, attacks=True)
            case ev.Folded(seat):
                self.live.discard(seat)
            case ev.UncalledReturned(seat, amount):
                self.players[seat].invested -= amount
            case ev.BetsCollected():
                self.bets = {}
            case ev.StreetBegan(street):
                self._street_began(street)
            case ev.ShowdownBegan():
                for seat in self.live:
                    self.players[seat].showdown = True
            case ev.PotWon(shares=shares):
                for seat, _ in shares:
                    self.players[seat].won_showdown = self.players[seat].showdown
            case ev.HandEnded(changes=changes):
                for seat, change in changes:
                    self.players[seat].net = change

    def _street_began(self, street: int) -> None:
        self.street = street
        if street == 1:
            for seat in self.live:
                self.players[seat].saw_second_street = True

    def _puts(self, seat: int, amount: int, *, counts: bool = True) -> None:
        self.players[seat].invested += amount
        if counts:
            self.bets[seat] = self.bets.get(seat, 0) + amount

    def _acts(self, seat: int, *, attacks: bool) -> None:
        player = self.players[seat]
        if not self.street:
            player.entered = True
            player.raised = player.raised or attacks
        elif attacks:
            player.bets_and_raises += 1
        else:
            player.calls += 1
