"""Whether a hand is the nuts, exactly and in every game: no cards that an opponent may hold win against it (F7)."""

from collections.abc import Sequence
from itertools import combinations

from games.engine.cards import Card, rank
from games.engine.rules.variant import Variant


def is_nuts(
    variant: Variant,
    own: tuple[Card, ...],
    board: tuple[Card, ...],
    rivals: Sequence[tuple[Card, ...]],
    seen: tuple[Card, ...] = (),
) -> bool:
    """Whether nothing beats `own` in the high and in the low half, but some possible hand loses to it.

    `rivals` are the open cards of each opponent, `seen` other cards that the player can see. On the last street only.
    In games with a low half both halves must be safe, as a player with one of them may well only call.
    """
    out = {*own, *board, *seen, *(card for cards in rivals for card in cards)}
    stub = [card for card in variant.deck if card not in out]
    # The cards that win most often come first, so that a hand which is not the nuts is soon beaten.
    stub.sort(
        key=lambda card: (rank(card) + 1) % 13 if variant.high.ace_low else rank(card), reverse=_high_wins(variant)
    )
    high, low = variant.high(own, board) or 0, _low(variant, own, board)
    loses = False
    for up in rivals:
        # Of a hand in which two cards must play, two represent all.
        missing = (variant.high.from_hole or len(own)) - len(up)
        for cards in combinations(stub, missing):
            hole = up + cards
            other = variant.high(hole, board) or 0
            other_low = _low(variant, hole, board)
            if other > high or other_low > low:
                return False
            loses = loses or other < high or other_low < low
    return loses


def _low(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    return (variant.low(hole, board) or 0) if variant.low else 0


def _high_wins(variant: Variant) -> bool:
    return not variant.high.ace_low and variant.high.wheel is not None
