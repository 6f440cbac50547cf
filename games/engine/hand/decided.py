"""Whether the cards still to come can change who wins, where all hands are face up (H5, H6)."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

from games.engine.cards import Card
from games.engine.events.kinds import PotHalf
from games.engine.hand.pots import Pot
from games.engine.hand.showdown import strength, winners
from games.engine.rules.variant import Variant

MOST_BOARDS = 1_000
"""With more boards to come nothing is taken for decided: all of them are tried from the flop on."""


def is_decided(
    variant: Variant,
    hole: Sequence[tuple[Card, ...]],
    live: Sequence[int],
    board: tuple[Card, ...],
    pots: Sequence[Pot],
) -> bool:
    """Whether the same seats win the same parts of each pot on every board that can come.

    `hole` are the hole cards by seat. Folded cards count as cards to come, since nobody sees them.
    """
    known = {*board, *(card for seat in live for card in hole[seat])}
    deck = [card for card in variant.deck if card not in known]
    missing = variant.board_cards - len(board)
    if comb(len(deck), missing) > MOST_BOARDS:
        return False

    def winners_on(cards: tuple[Card, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        strengths = {seat: strength(variant, hole[seat], board + cards) for seat in live}
        highs = [winners(pot, strengths, PotHalf.HIGH) for pot in pots]
        # Without a low the high hand wins both halves.
        return [(high, winners(pot, strengths, PotHalf.LOW) or high) for pot, high in zip(pots, highs, strict=True)]

    results = map(winners_on, combinations(deck, missing))
    first = next(results)
    return all(result == first for result in results)
