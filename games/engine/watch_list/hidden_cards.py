"""Choices that fit cards which the player could not see (F7)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import sqrt

from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, Turn, WatchedHand
from games.engine.watch_list.probability import evidence_of_score

STEPS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
PRICES = (0.2, 0.3, 0.4)
FEWEST_IN_CELL = 200
FEWEST_CHOICES = 100
TOLD = 0.75
"""A choice this far from what the own cards suggest, and right, is one of the hands that a flag names."""

LAST_STREETS = tuple(len(variant.streets) - 1 for variant in CATALOGUE.values())

Cell = tuple[int, ...]


@dataclass(slots=True)
class _Sums:
    """Sums over choices: `yes` is 1 for going on and 0 for not, `truth` what the cards were really worth."""

    count: int = 0
    yes: float = 0.0
    truth: float = 0.0
    both: float = 0.0
    squares: float = 0.0

    def add(self, yes: bool, truth: float) -> None:
        self.count += 1
        self.yes += yes
        self.truth += truth
        self.both += yes * truth
        self.squares += truth * truth

    def join(self, other: "_Sums") -> None:
        self.count += other.count
        self.yes += other.yes
        self.truth += other.truth
        self.both += other.both
        self.squares += other.squares


@dataclass(slots=True)
class _Player:
    cells: dict[Cell, _Sums] = field(default_factory=lambda: defaultdict(_Sums))
    hands: list[HandId] = field(default_factory=list)


class HiddenCards:
    """Compares how choices go with what hands were really worth, among choices that looked alike to the player.

    Choices look alike by game, street, number of opponents, the hand's strength against unknown cards, and the price.
    Bets of opponents tell honest players something as well, so what counts is how much more a player's choices fit
    than those of all players. The figure is the evidence for it.
    """

    def __init__(self) -> None:
        self._players: dict[int, _Player] = defaultdict(_Player)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        for turn in hand.turns:
            if not turn.street or turn.is_forced or turn.chances is None or not (turn.price or turn.may_raise):
                continue
            goes_on = turn.did is not Did.FOLD if turn.price else turn.did is Did.RAISE
            player, truth = self._players[turn.player], turn.chances.truth
            player.cells[_cell(hand.game, turn)].add(goes_on, truth)
            if _is_telling(turn, goes_on) and hand.id not in player.hands[-1:]:
                player.hands.append(hand.id)
                del player.hands[:-MOST_HANDS]

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Players whose choices fit hidden cards too well."""
        least, everybody, found = thresholds[FlagKind.HIDDEN_CARDS], dict[Cell, _Sums](), []
        for player in self._players.values():
            for cell, sums in player.cells.items():
                everybody.setdefault(cell, _Sums()).join(sums)
        for number, player in self._players.items():
            if sum(sums.count for sums in player.cells.values()) < FEWEST_CHOICES:
                continue
            # On the last street alone too, where somebody who sees cards may use it and hide it before.
            scores = (_score(player, everybody), _score(player, everybody, last_only=True))
            evidence = evidence_of_score(max(scores), 2 * len(self._players))
            if evidence >= least:
                found.append(Flag(FlagKind.HIDDEN_CARDS, (number,), evidence, least, tuple(player.hands)))
        return found


def _score(player: _Player, everybody: Mapping[Cell, _Sums], *, last_only: bool = False) -> float:
    """By how many standard deviations the player's choices fit better than those of all."""
    total = variance = 0.0
    for cell, own in player.cells.items():
        if last_only and cell[1] != LAST_STREETS[cell[0]]:
            continue
        for excess, spread in _excess(own, everybody[cell]):
            total += excess
            variance += spread
    return total / sqrt(variance) if variance > 0 else 0.0


def _excess(own: _Sums, all_: _Sums) -> Iterator[tuple[float, float]]:
    """How much more the choices in a cell go with the truth than those of all, and the variance of that."""
    if all_.count < FEWEST_IN_CELL:
        return
    rate, mean = all_.yes / all_.count, all_.truth / all_.count
    spread = all_.squares - all_.count * mean * mean
    if spread <= 0 or not 0 < rate < 1:
        return
    slope = (all_.both - rate * all_.truth) / spread
    around = own.squares - 2 * mean * own.truth + own.count * mean * mean
    fit = own.both - mean * own.yes - rate * own.truth + own.count * rate * mean
    yield fit - slope * around, rate * (1 - rate) * around


def _cell(game: str, turn: Turn) -> Cell:
    assert turn.chances is not None
    step = sum(turn.chances.strength >= limit for limit in STEPS)
    price = sum(turn.price >= limit * (turn.pot + turn.price) for limit in PRICES) + 1 if turn.price else 0
    return (_place(game), turn.street, min(2, len(turn.rivals)), step, price)


@cache
def _place(game: str) -> int:
    return list(CATALOGUE).index(game)


def _is_telling(turn: Turn, goes_on: bool) -> bool:
    assert turn.chances is not None
    strength, truth = turn.chances
    return (goes_on and truth - strength > TOLD / 2) or (not goes_on and strength - truth > TOLD / 2)
