"""How good a hand looks to who holds it: where it stands before the board, and how often it would win."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from games.engine.cards import DECK, Card
from games.engine.variant import Variant
from games.live.bot_starts import COMBINATIONS, start_of, tops

SAMPLES = 60
RIVALS_IMAGINED = 3
LEAST_BOARD = 3


class Outlook(NamedTuple):
    """Shares of imagined deals, ties as half: `wins` at the end, `ahead` as things are now."""

    wins: float
    ahead: float


def standing(variant: Variant, hole: Sequence[Card], dice: Random) -> float:
    """Which share of all starting hands is as good as this or better, near 0 to 1."""
    if len(hole) == 2:
        return tops()[start_of(*hole)]
    # No chart for other games: against one unknown hand most starting hands win 30 to 70 in a hundred.
    wins = outlook(variant, hole, (), (1,), dice).wins
    return min(1.0, max(1 / COMBINATIONS, (0.7 - wins) / 0.4))


def outlook(
    variant: Variant, hole: Sequence[Card], board: Sequence[Card], rivals: Sequence[int], dice: Random
) -> Outlook:
    """How often the hand wins against rivals, each holding the best of as many unseen hands as `rivals` says.

    So who told more strength is imagined stronger, and a board that helps many hands frightens by itself.
    """
    rivals = rivals[:RIVALS_IMAGINED]
    high, size = variant.high, len(hole)
    unseen = [card for card in DECK if card not in hole and card not in board]
    to_come = variant.board_cards - len(board)
    most = max(1, (len(unseen) - to_come) // (size * len(rivals)))
    rivals = [min(hands, most) for hands in rivals]
    need = to_come + size * sum(rivals)
    compares = len(board) >= LEAST_BOARD
    now = high(hole, board) or 0 if compares else 0
    start = len(unseen)
    wins = ahead = 0.0
    samples = SAMPLES * 4 // (size * (1 + len(rivals)))
    for _ in range(samples):
        if start + need > len(unseen):
            dice.shuffle(unseen)
            start = 0
        final = (*board, *unseen[start : start + to_come])
        place, start = start + to_come, start + need
        best_now = best_final = 0
        for hands in rivals:
            picked, value = unseen[place : place + size], -1
            if compares:
                for first in range(place, place + size * hands, size):
                    other = unseen[first : first + size]
                    worth = high(other, board) or 0
                    if worth > value:
                        picked, value = other, worth
            place += size * hands
            best_now = max(best_now, value)
            best_final = max(best_final, (high(picked, final) or 0) if to_come else value)
        mine = (high(hole, final) or 0) if to_come else now
        wins += _share(mine, best_final)
        ahead += _share(now, best_now)
    return Outlook(wins / samples, ahead / samples)


def _share(mine: int, theirs: int) -> float:
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
