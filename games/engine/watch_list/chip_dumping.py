"""Chip dumping: chips that go one way between two players and that their cards do not explain (F7, T14)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import permutations
from typing import Final, NamedTuple

from games.engine.rules.button import NOBODY
from games.engine.watch_list.flags import MOST_HANDS, Flag, FlagKind
from games.engine.watch_list.hands import Did, HandId, WatchedHand
from games.engine.watch_list.likelihood import all_done, joint, rank_tests, ratio_of_more
from games.engine.watch_list.pair_odds import Cell, Pair, PairOdds, PairTries, Tries
from games.engine.watch_list.probability import evidence_of
from games.engine.watch_list.soft_play import attack_cell
from games.engine.watch_list.spots import Spot, spots, traits

WEAK, STRONG = 0.5, 0.6
LIMITS: Final = (2, 5, 12)
"""Prices in big blinds that are alike lie between these."""
LEAST_BLINDS: Final = 8
"""Chips that went from one to the other in a hand count from so many big blinds on."""
OF_WORSE_PLAYER: Final = 0.65
"""The part of the big hands between two that a much worse player loses to a better one."""


class Way(IntEnum):
    """What may be odd about a decision of the first player against the second."""

    PAYS = 0
    """A weak hand that is worth less than the call calls or raises the other's bet."""
    RAISES = 1
    """A weak hand that does not fold raises the other's bet."""
    BETS = 2
    """A weak hand bets into the other, who is alone."""
    OPENS = 3
    """A raise against several, which the other answered, was made with a weak hand."""
    STAYS = 4
    """A weak hand that is worth the call, as nobody could know, calls or raises the other's bet."""
    FOLDS = 5
    """A good hand, that would have won more than it cost, is folded to the other."""


OF_GIVER: Final = (Way.PAYS, Way.STAYS, Way.BETS, Way.OPENS, Way.FOLDS)
OF_TAKER: Final = (Way.PAYS, Way.STAYS, Way.RAISES, Way.BETS, Way.OPENS)
"""The taker does these as if sure to be paid or to see a fold."""


class Odd(NamedTuple):
    """A decision of the first of a pair against the second that could be odd, and whether it was."""

    way: Way
    pair: Pair
    cell: Cell
    happened: bool


class ChipDumping:
    """Counts decisions of two players against each other that make no sense by the cards, and where the chips go.

    The figure is the evidence, from all decisions of both together, that there are more of them between these two than
    each of them has with others. Chips must go one way: rivals play wildly against each other too.
    """

    def __init__(self) -> None:
        self._odds = {way: PairOdds() for way in Way}
        self._hands: dict[Pair, list[HandId]] = defaultdict(list)

    def count(self, hand: WatchedHand) -> None:
        """Count one hand."""
        odd_pairs = set()
        for odd in odd_decisions(hand):
            self._odds[odd.way].count(odd.pair, odd.cell, happened=odd.happened)
            if odd.happened:
                odd_pairs |= {odd.pair, odd.pair[::-1]}
        for one, other in _big_losses(hand):
            if (one, other) in odd_pairs:
                self._hands[one, other].append(hand.id)

    def flags(self, thresholds: Mapping[FlagKind, int]) -> list[Flag]:
        """Pairs, giver first, between whom chips went one way too often."""
        least, found = thresholds[FlagKind.CHIP_DUMPING], []
        counted = {way: odds.tries() for way, odds in self._odds.items()}
        met = {both for tries in counted.values() for pair in tries.pairs for both in (pair, pair[::-1])}
        tests = rank_tests({pair: joint(_ratios(counted, pair, highest=True)) for pair in sorted(met)})
        for pair, hands in self._hands.items():
            lost = Tries((), OF_WORSE_PLAYER, len(hands), len(self._hands.get(pair[::-1], ())))
            evidence = evidence_of(joint([*_ratios(counted, pair), ratio_of_more([lost], 1.0)]), tests[pair])
            if evidence >= least and lost.yes > lost.no:
                found.append(Flag(FlagKind.CHIP_DUMPING, pair, evidence, least, tuple(hands[-MOST_HANDS:])))
        return found


def _big_losses(hand: WatchedHand) -> Iterator[Pair]:
    """Between whom many chips went in a hand, the loser first."""
    least = LEAST_BLINDS * hand.big_blind
    for one, other in permutations(hand.parts, 2):
        if min(-one.net, other.net) >= least:
            yield one.player, other.player


def odd_decisions(hand: WatchedHand) -> Iterator[Odd]:
    """The decisions of a hand that could be odd."""
    opened: Spot | None = None
    for spot in spots(hand):
        turn, (strength, truth), other = spot.turn, spot.chances, spot.against
        pair, attacks, stays = (turn.player, other), turn.did is Did.RAISE, turn.did is not Did.FOLD
        worth = truth * (turn.pot + turn.price) > turn.price
        # Among several players, somebody who helps a partner seems to do it against everybody.
        if len(turn.rivals) == 1 and turn.price:
            if strength <= WEAK:
                yield Odd(Way.STAYS if worth else Way.PAYS, pair, _cell(hand, spot), stays)
                if stays and turn.may_raise:
                    yield Odd(Way.RAISES, pair, _cell(hand, spot), attacks)
            if strength >= STRONG and worth:
                yield Odd(Way.FOLDS, pair, _cell(hand, spot), not stays)
        if other != NOBODY and turn.price:
            if stays and opened is not None and opened.turn.player == other:
                weak = opened.chances.strength <= WEAK
                yield Odd(Way.OPENS, pair[::-1], (0, *traits(hand, opened)), weak)
        elif len(turn.rivals) == 1 and turn.may_raise and strength <= WEAK:
            yield Odd(Way.BETS, pair, attack_cell(hand, spot), attacks)
        if attacks:
            opened = spot if other == NOBODY else None


def _cell(hand: WatchedHand, spot: Spot) -> Cell:
    """What makes answers to a bet alike."""
    blinds = sum(spot.turn.price >= limit * hand.big_blind for limit in LIMITS)
    return (min(1, spot.turn.street), spot.strength_step, blinds, *traits(hand, spot))


def _ratios(counted: Mapping[Way, PairTries], pair: Pair, *, highest: bool = False) -> list[float]:
    """The logarithms of the likelihood ratios of chip dumping from the first to the second of the pair, by way."""
    ways = [(way, pair) for way in OF_GIVER] + [(way, pair[::-1]) for way in OF_TAKER]
    found = []
    for way, who in ways:
        tries = counted[way].pairs.get(who, [])
        found.append(ratio_of_more(all_done(tries) if highest else tries, counted[way].dispersion))
    return found
