"""Which cards a bot exchanges, and which hands opponents make who exchange cards the same way."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from random import Random

from games.engine.cards import RANKS, Card, rank, suit
from games.engine.evaluation.categories import Category
from games.engine.evaluation.rankings import Ranking
from games.engine.rules.variant import Variant
from games.live.bots.known_cards import Value, hand_value, weakest_first

SAMPLE_SIZE = 1200
ENOUGH, MOST = 4, 60
KING = RANKS.index("K")
# Heights of ranks in low games: an eight is 7, a ten 9.
SMOOTH, ROUGH = 7, 9
LOOSE_GROUPS = (Category.THREE_OF_A_KIND, Category.TWO_PAIR, Category.ONE_PAIR)


def discards(ranking: Ranking, cards: Sequence[Card], most: int, *, last: bool) -> tuple[int, ...]:
    """The positions of the cards to discard, at most `most`; `last` when no draw follows.

    In high games a bot keeps a made hand, else its pairs or trips, else four to a flush or a straight, else the two
    highest cards; in low games it keeps low cards of different ranks, in badugi also of different suits.
    """
    if ranking.four:
        keep = _badugi(cards)
    elif _is_low(ranking):
        keep = _low(ranking, cards, last=last)
    else:
        keep = _high(ranking, cards)
    discarded = [place for place, card in enumerate(cards) if card not in keep]
    if len(discarded) > most:
        # The worst cards are discarded first: in low games pairs, then the highest.
        kept = [rank(card) for card in keep]
        discarded.sort(key=lambda place: (rank(cards[place]) in kept, _height(ranking, cards[place])), reverse=True)
    return tuple(sorted(discarded[:most]))


def drawn(variant: Variant, cards: Sequence[Card], street: int, stub: Sequence[Card]) -> tuple[Card, ...]:
    """The hand after all draws that follow `street`, the new cards from the top of `stub`."""
    hand, taken = list(cards), 0
    for number in range(street + 1, len(variant.streets)):
        for place in _discards_in_draw(variant, hand, number):
            hand[place] = stub[taken]
            taken += 1
    return tuple(hand)


@cache
def sample_hands(variant: Variant) -> dict[tuple[int, int], tuple[tuple[Value, Value], ...]]:
    """A sample of hands by (number of the draw, cards exchanged in it): the value of each after it and at the end.

    The first draw is 1; (0, -1) are all hands before it. Hands that are weakest after the draw come first.
    """
    # Seeded, so that every process has the same sample; no card is dealt by it.
    rng = Random(variant.code)  # noqa: S311
    size, hands = variant.hole_cards, defaultdict[tuple[int, int], list[tuple[Value, Value]]](list)
    for _ in range(SAMPLE_SIZE):
        cards = rng.sample(variant.deck, size * (1 + variant.draws))
        hand, stub = cards[:size], cards[size:]
        path = [((0, -1), hand_value(variant, hand, ()))]
        draw = 0
        for number, street in enumerate(variant.streets):
            if street.draw:
                draw += 1
                places = _discards_in_draw(variant, hand, number)
                for place in places:
                    hand[place] = stub.pop()
                path.append(((draw, len(places)), hand_value(variant, hand, ())))
        for key, now in path:
            hands[key].append((now, path[-1][1]))
    return {key: _in_order(rows[:MOST]) for key, rows in hands.items() if len(rows) >= ENOUGH or key[0] == 0}


def opponent_hands(variant: Variant, draws: int, drew: int) -> tuple[tuple[Value, Value], ...]:
    """The values, now and at the end, of hands of an opponent who exchanged `drew` cards in draw number `draws`."""
    hands = sample_hands(variant)
    if not draws:
        return hands[0, -1]
    counts = [count for draw, count in hands if draw == draws]
    return hands[draws, min(counts, key=lambda count: (abs(count - drew), count))]


def _in_order(rows: list[tuple[Value, Value]]) -> tuple[tuple[Value, Value], ...]:
    return tuple(rows[place] for place in weakest_first([now for now, _ in rows]))


def _discards_in_draw(variant: Variant, hand: Sequence[Card], number: int) -> tuple[int, ...]:
    street, last = variant.streets[number], number + 1 == len(variant.streets)
    return discards(variant.high, hand, street.draw, last=last) if street.draw else ()


def _is_low(ranking: Ranking) -> bool:
    return ranking.ace_low or ranking.wheel is None


def _height(ranking: Ranking, card: Card) -> int:
    """How bad a card is for a low: 0 for an ace that is low, 1 for the deuce, 13 for an ace that is high."""
    return (rank(card) + 1) % 13 if ranking.ace_low else rank(card) + 1 if _is_low(ranking) else -rank(card)


def _category(ranking: Ranking, cards: Sequence[Card]) -> Category:
    value = ranking(cards, ())
    assert value, "every five cards have a value in a draw game"
    return ranking.names()[value - 1].category


def _high(ranking: Ranking, cards: Sequence[Card]) -> list[Card]:
    category = _category(ranking, cards)
    ranks, suits = Counter(map(rank, cards)), Counter(map(suit, cards))
    if category in LOOSE_GROUPS:
        return [card for card in cards if ranks[rank(card)] > 1]
    if category is not Category.HIGH_CARD:
        return list(cards)
    most_suited = max(suits, key=suits.__getitem__)
    if suits[most_suited] == 4:
        return [card for card in cards if suit(card) == most_suited]
    in_order = sorted(cards)
    for four in (in_order[1:], in_order[:4]):
        if rank(four[3]) - rank(four[0]) == 3 and rank(four[3]) <= KING:
            return four
    return in_order[-2:]


def _low(ranking: Ranking, cards: Sequence[Card], *, last: bool) -> list[Card]:
    in_order = sorted(cards, key=lambda card: _height(ranking, card))
    made = _category(ranking, cards) is Category.LOW
    if made and _height(ranking, in_order[-1]) <= (ROUGH if last else SMOOTH):
        return in_order
    keep: list[Card] = []
    for card in in_order:
        if _height(ranking, card) <= SMOOTH and rank(card) not in map(rank, keep):
            keep.append(card)
    # Five low cards that make a straight or a flush are no low: the highest is discarded.
    return keep[:4]


def _badugi(cards: Sequence[Card]) -> list[Card]:
    for size in range(4, 1, -1):
        some = [
            four
            for four in combinations(cards, size)
            if len({rank(card) for card in four}) == len({suit(card) for card in four}) == size
        ]
        if some:
            best = min(some, key=lambda four: sorted([(rank(card) + 1) % 13 for card in four], reverse=True))
            return [card for card in best if size == 4 or (rank(card) + 1) % 13 <= SMOOTH + 1]
    return [min(cards, key=lambda card: (rank(card) + 1) % 13)]
