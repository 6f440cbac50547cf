"""How often a hand wins, from deals that are sampled the same way every time."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.engine.cards import Card
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.hands import Chances, Turn, WatchedHand

DEALS, FIRST_STREET_DEALS = 40, 160
BEFORE_THE_FLOP: Final = 4
"""Before the flop so many times fewer deals are enough against known cards, as the best hand is seldom far ahead."""
_MULTIPLIER, _INCREMENT, _MASK = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


def assess(hand: WatchedHand, deals: int = DEALS) -> WatchedHand:
    """The hand with the chances of its players at each of their decisions."""
    variant = CATALOGUE[hand.game]
    strengths, truths = dict[object, float](), dict[object, float]()
    turns = []
    for turn in hand.turns:
        # The rival with the most open cards represents all, so that players in multi-way pots are judged alike.
        rival = max(turn.up[1:], key=len, default=())
        alone, all_ = (turn.player, turn.street, rival), (turn.player, turn.street, turn.rivals)
        if alone not in strengths:
            strengths[alone] = _strength(variant, turn, rival, deals)
        if all_ not in truths:
            rivals = [(cards, 0) for cards in turn.holes[1:]]
            fewer = BEFORE_THE_FLOP if variant.board_cards and not turn.board else 1
            truths[all_] = _share(variant, turn.board, turn.holes[0], rivals, turn.seen, deals // fewer)
        turns.append(turn._replace(chances=Chances(strengths[alone], truths[all_])))
    return hand._replace(turns=tuple(turns))


def _strength(variant: Variant, turn: Turn, rival: tuple[Card, ...], deals: int) -> float:
    own = turn.holes[0]
    if not turn.board and variant.board_cards:
        return _first_street(variant.code, tuple(sorted(own)))
    return _share(variant, turn.board, own, [(rival, len(turn.holes[1]) - len(rival))], turn.seen, deals)


@lru_cache(maxsize=200_000)
def _first_street(game: str, own: tuple[Card, ...]) -> float:
    variant = CATALOGUE[game]
    return _share(variant, (), own, [((), len(own))], (), FIRST_STREET_DEALS)


def _share(
    variant: Variant,
    board: tuple[Card, ...],
    own: tuple[Card, ...],
    rivals: Sequence[tuple[tuple[Card, ...], int]],
    seen: tuple[Card, ...],
    deals: int,
) -> float:
    """The part of the pot that `own` wins on average; of each rival so many cards are unknown.

    Cards still to come are dealt at random; cards that a draw may exchange stay.
    """
    known = {*board, *own, *seen, *(card for cards, _ in rivals for card in cards)}
    stub = [card for card in variant.deck if card not in known]
    to_board = variant.board_cards - len(board)
    to_come = variant.hole_cards - len(own)
    unknown = [(cards, missing + to_come) for cards, missing in rivals]
    needed = to_board + to_come + sum(missing for _, missing in unknown)
    if needed > len(stub):
        return 0.5
    # The own hand is worth the same in every deal once it has all its cards, so more deals cost no more.
    ends = not to_board and not to_come
    value = _value(variant, own, board) if ends else None
    deals = (deals * (1 + ends)) if needed else 1
    state = hash((own, board)) & _MASK
    total = 0.0
    for _ in range(deals):
        for place in range(needed):
            state = (state * _MULTIPLIER + _INCREMENT) & _MASK
            other = place + (state >> 33) % (len(stub) - place)
            stub[place], stub[other] = stub[other], stub[place]
        whole = (*board, *stub[:to_board])
        used = to_board + to_come
        mine = value or _value(variant, own + tuple(stub[to_board:used]), whole)
        others = []
        for cards, missing in unknown:
            others.append(_value(variant, cards + tuple(stub[used : used + missing]), whole))
            used += missing
        total += _part([mine, *others])
    return total / deals


def _value(variant: Variant, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[int, int]:
    """What a hand is worth for the high and for the low half."""
    return variant.high(cards, board) or 0, (variant.low(cards, board) or 0) if variant.low else 0


def _part(values: Sequence[tuple[int, int]]) -> float:
    """The part of the pot that the first of these wins at a showdown."""
    highs, lows = [high for high, _ in values], [low for _, low in values]
    return (_half(highs) + _half(lows)) / 2 if any(lows) else _half(highs)


def _half(values: Sequence[int]) -> float:
    best = max(values)
    return 1 / values.count(best) if values[0] == best else 0.0
