"""How often a hand would win: its possible ends against those of the hands that rivals may hold."""

from collections.abc import Sequence
from itertools import islice
from math import prod
from random import Random
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.rules.variant import Variant
from games.live.bots.drawing import drawn, rival_hands
from games.live.bots.known_cards import Known, Rival, Value, deals, weakest_first, worth_of

RIVALS_IMAGINED = 3
# How many hands are evaluated for a decision; a two-of-four hand takes as long as eight others.
EVALUATIONS, TWO_OF_FOUR, TWO_HALVES = 600, 8, 1.5
RIVER_HANDS = 60
OWN_ENDS, RIVAL_ENDS = 40, 24
LEAST_CARDS = 5


class Outlook(NamedTuple):
    """Shares of the pot in imagined deals: `wins` at the end, `ahead` as things are now."""

    wins: float
    ahead: float


class Hands(NamedTuple):
    """Hands a rival may hold, weakest first as they look: `now` (where that can be said) and as they end."""

    now: list[Value] | None
    ends: list[Value]


def outlook(known: Known, dice: Random) -> Outlook:
    """What share of the pot the hand takes from rivals, each holding the best of as many hands as it is firm.

    So who told more strength is imagined stronger, and a board or up cards that help frighten by themselves.
    """
    known = known._replace(rivals=known.rivals[:RIVALS_IMAGINED])
    return _with_board(known, dice) if known.variant.board_cards else _apart(known, dice)


def _apart(known: Known, dice: Random) -> Outlook:
    """Everybody gets cards of their own: stud and draw games."""
    variant = known.variant
    stub = known.unseen()
    if variant.draws:
        hands = [_drawing_hands(known, rival) for rival in known.rivals]
        ends = _own_draws(known, stub, dice)
    else:
        hands = [_up_and_down(known, rival, stub, dice) for rival in known.rivals]
        extra = islice(deals(stub, known.to_come, dice), OWN_ENDS) if known.to_come else [()]
        ends = [worth_of(variant, known.hole + more, known.board) for more in extra]
    wins = _share(variant, ends, [each.ends for each in hands], _firmness(known, early=hands[0].now is None))
    now = [each.now for each in hands if each.now is not None]
    if not now:
        return Outlook(wins, wins)
    own = worth_of(variant, known.hole, known.board)
    return Outlook(wins, _share(variant, [own], now, _firmness(known)))


def _up_and_down(known: Known, rival: Rival, stub: list[Card], dice: Random) -> Hands:
    """What the up cards of a rival may belong to."""
    variant, board = known.variant, known.board
    down = len(known.hole) - len(rival.up)
    holes = [
        (rival.up + cards[:down], rival.up + cards)
        for cards in islice(deals(stub, down + known.to_come, dice), RIVAL_ENDS)
    ]
    ends = [worth_of(variant, hole, board) for _, hole in holes]
    if len(known.hole) + len(board) < LEAST_CARDS:
        return Hands(None, [ends[place] for place in weakest_first(ends)])
    now = [worth_of(variant, hole, board) for hole, _ in holes] if known.to_come else ends
    order = weakest_first(now)
    return Hands([now[place] for place in order], [ends[place] for place in order])


def _drawing_hands(known: Known, rival: Rival) -> Hands:
    """What players hold who drew as many cards as the rival did."""
    rows = rival_hands(known.variant, known.draws, rival.drew)
    return Hands([now for now, _ in rows], [end for _, end in rows])


def _own_draws(known: Known, stub: list[Card], dice: Random) -> list[Value]:
    variant = known.variant
    left = variant.draws - known.draws
    if not left:
        return [worth_of(variant, known.hole, known.board)]
    cards = islice(deals(stub, len(known.hole) * left, dice), OWN_ENDS)
    return [worth_of(variant, drawn(variant, known.hole, known.street, new), known.board) for new in cards]


def _with_board(known: Known, dice: Random) -> Outlook:
    """All share the cards to come: some boards, and some hands that any rival may hold."""
    variant, board, own = known.variant, known.board, known.hole
    looks = EVALUATIONS / (TWO_OF_FOUR if variant.high.from_hole else 1) / (TWO_HALVES if variant.low else 1)
    count = min(RIVER_HANDS, int(looks))
    stub, boards = known.unseen(), [board]
    to_come = variant.board_cards - len(board)
    if to_come:
        count = int((3.5 * looks) ** 0.5)
        runs = min(int(looks) // count, len(stub) // 2 // to_come)
        dice.shuffle(stub)
        boards = [(*board, *stub[run * to_come : (run + 1) * to_come]) for run in range(runs)]
        # A card of a board to come is in nobody's hand.
        stub = stub[runs * to_come :]
    holes = list(islice(deals(stub, len(own), dice), count))
    early, rivals, ahead = len(board) < LEAST_CARDS - 2, len(known.rivals), 0.0
    firmness = _firmness(known, early=early)
    if not early:
        now = [worth_of(variant, hole, board) for hole in holes]
        order = weakest_first(now)
        holes, now = [holes[place] for place in order], [now[place] for place in order]
        ahead = _share(variant, [worth_of(variant, own, board)], [now] * rivals, firmness)
        if not to_come:
            return Outlook(ahead, ahead)
    wins = 0.0
    for final in boards:
        ends = [worth_of(variant, hole, final) for hole in holes]
        if early:
            ends = [ends[place] for place in weakest_first(ends)]
        wins += _share(variant, [worth_of(variant, own, final)], [ends] * rivals, firmness) / len(boards)
    return Outlook(wins, wins if early else ahead)


def _firmness(known: Known, *, early: bool = False) -> list[float]:
    """Early, hands are chosen by how they end, which is better than a player could choose."""
    return [1 + (rival.firmness - 1) / 2 if early else rival.firmness for rival in known.rivals]


def _share(
    variant: Variant, mine: Sequence[Value], rivals: Sequence[Sequence[Value]], firmness: Sequence[float]
) -> float:
    """The share of the pot that one of `mine` takes on average; each rival's hands are weakest first."""
    weights = [_weights(len(hands), firm) for hands, firm in zip(rivals, firmness, strict=True)]
    highs, lows = ([[value[half] for value in hands] for hands in rivals] for half in (0, 1))
    total = 0.0
    for high, low in mine:
        share = prod(_beats(high, *rival) for rival in zip(highs, weights, strict=True))
        if variant.low and low:
            share = (share + prod(_beats(low, *rival) for rival in zip(lows, weights, strict=True))) / 2
        elif variant.low:
            # Half a pot with no low in it goes to the high hand too; nothing is what ties with nothing.
            share *= 0.5 + 0.5 * prod(2 * _beats(0, *rival) for rival in zip(lows, weights, strict=True))
        total += share
    return total / len(mine)


def _weights(count: int, firm: float) -> list[float]:
    """How likely each of so many hands, weakest first, is the best of `firm` random ones."""
    return [((place + 1) / count) ** firm - (place / count) ** firm for place in range(count)]


def _beats(value: int, theirs: Sequence[int], weights: Sequence[float]) -> float:
    """How likely the value wins, a tie as half."""
    pairs = list(zip(theirs, weights, strict=True))
    return sum([weight for other, weight in pairs if other < value]) + 0.5 * sum(
        [weight for other, weight in pairs if other == value]
    )
