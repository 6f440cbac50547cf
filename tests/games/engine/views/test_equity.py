"""Equity compared with enumerating all boards and with known odds, and invalid questions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from games.engine.cards import DECK, parse_cards
from games.engine.evaluation.short_deck import SHORT_DECK
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from games.engine.views.equity import Equity, equities
from games.engine.views.runouts import boards, dealt, flush_needs, kinds, ways


def equity(game: str, hands: Sequence[str], board: str = "", dead: str = "", **more: object) -> Equity:
    """Returns the equities of hands given as text, for seats 0, 1, 2 and so on."""
    holes = {seat: parse_cards(hand) for seat, hand in enumerate(hands)}
    return equities(CATALOGUE[game], holes, parse_cards(board), dead=parse_cards(dead), **more)


def one_by_one(
    variant: Variant, holes: Sequence[tuple[int, ...]], board: tuple[int, ...], dead: Sequence[int]
) -> list[float]:
    """Returns the equities over every board, in exact fractions."""
    left = [card for card in variant.deck if card not in (*board, *dead, *(card for hole in holes for card in hole))]
    won, runouts = [Fraction()] * len(holes), 0
    for coming in combinations(left, 5 - len(board)):
        runouts += 1
        highs = [variant.high(hole, board + coming) for hole in holes]
        lows = [variant.low(hole, board + coming) if variant.low else None for hole in holes]
        halves = [highs, lows] if any(low is not None for low in lows) else [highs]
        for values in halves:
            best = max(value for value in values if value is not None)
            for seat, value in enumerate(values):
                if value == best:
                    won[seat] += Fraction(1, len(halves) * values.count(best))
    return [float(share / runouts) for share in won]


# Before the flop, of 1,712,304 boards gone through one by one: how many the first hand wins and how many are split.
# Over the suits that aces and kings may share, 1 : 4 : 1, the aces have 81.946 %.
@pytest.mark.parametrize(
    ("hands", "wins", "splits"),
    [
        (("AsAh", "KdKc"), 1_388_072, 6_538),
        (("AsAh", "KsKc"), 1_399_204, 7_923),
        (("AsAh", "KsKh"), 1_410_336, 9_308),
        (("AsKs", "QdQc"), 787_966, 6_732),
        (("AsAh", "7d2c"), 1_493_820, 6_236),
    ],
)
def test_known_odds_before_the_flop(hands: tuple[str, str], wins: int, splits: int) -> None:
    share = (wins + splits / 2) / 1_712_304
    shares: dict[int, object] = {0: share, 1: pytest.approx(1 - share)}
    assert equity("holdem", hands) == Equity(shares, exact=True, runouts=1_712_304)


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead"),
    [
        ("holdem", ("AhKh", "QsQd"), "Jh7h2c", ""),
        ("holdem", ("AhKh", "QsQd", "2d2h"), "Jh7h2c", "AsKs3d"),
        ("holdem", ("AhAd", "AsAc"), "KhQh2h", ""),
        ("holdem", ("9s8s", "AcKd", "2h3h"), "7c5h2d6c", ""),
        ("holdem", ("AhKh", "QsQd"), "Jh7h2cTd3s", ""),
        ("shortdeck", ("AhKh", "9s9d"), "JhTh8c", ""),
        ("omaha", ("AhKhQd2c", "9s8s7d6d"), "Jh7h2s", ""),
        ("omaha5", ("AhKhQd2cTs", "9s8s7d6dAc"), "Jh7h2s", ""),
        ("omaha8", ("Ah2hQd3c", "9s8s7d6d", "AsAc2dKd"), "4h7hJs5s", ""),
        ("omaha8", ("Ah2hQd3c", "As2s7d6d"), "4h8hJs", ""),
    ],
)
def test_equity_equals_that_over_every_board(game: str, hands: Sequence[str], board: str, dead: str) -> None:
    known = equity(game, hands, board, dead)
    slow = one_by_one(CATALOGUE[game], [*map(parse_cards, hands)], parse_cards(board), parse_cards(dead))
    assert known.exact
    assert [known.shares[seat] for seat in range(len(hands))] == pytest.approx(slow, abs=1e-12)


# Few enough cards in the deck that every board can be gone through; flushes of every kind happen.
@pytest.mark.parametrize(
    ("game", "hands", "suits_left"),
    [
        ("holdem", ("AhKh", "QsQd"), "hs"),
        ("holdem", ("AhKs", "Qh8d", "2c2h"), "hc"),
        ("holdem", ("6h5h", "7h4h"), "hd"),
        ("shortdeck", ("AhKh", "QsQd"), "hs"),
        ("omaha", ("AhKhQd2c", "9s8s7h6d"), "hs"),
        ("omaha8", ("AhKhQd2c", "As3s4h6d"), "sh"),
    ],
)
def test_counting_kinds_of_boards_gives_the_same_equity(game: str, hands: Sequence[str], suits_left: str) -> None:
    rng, variant = Random(11), CATALOGUE[game]
    holes = [*map(parse_cards, hands)]
    taken = {card for hole in holes for card in hole}
    others = [card for card in variant.deck if "cdhs"[card % 4] not in suits_left and card not in taken]
    same = [card for card in variant.deck if "cdhs"[card % 4] in suits_left and card not in taken]
    dead = rng.sample(others, len(others) - 3) + rng.sample(same, len(same) - 12)
    known = equities(variant, dict(enumerate(holes)), dead=dead, limit=10**9)
    assert known.runouts == comb(15, 5)
    assert list(known.shares.values()) == pytest.approx(one_by_one(variant, holes, (), dead), abs=1e-12)


@pytest.mark.parametrize(
    ("hands", "deck"),
    [(("AhKh", "QsQd"), DECK), (("AhKs", "Qd9c"), DECK), (("2c2d", "3c3d"), DECK), (("AhKh", "QsJs"), SHORT_DECK)],
)
def test_kinds_count_every_board_once(hands: Sequence[str], deck: tuple[int, ...]) -> None:
    holes = [*map(parse_cards, hands)]
    left = [card for card in deck if all(card not in hole for hole in holes)]
    needs = flush_needs(holes, None)
    weighted = list(boards(left, needs))
    assert sum(many for many, _ in weighted) == comb(len(left), 5)
    assert len(weighted) <= kinds(left, needs) < comb(len(left), 5)
    assert all(len(set(board)) == 5 and set(board) <= set(left) for _, board in weighted)


def test_how_many_of_a_suit_a_board_needs() -> None:
    holes = [*map(parse_cards, ("AhKh", "QsJd"))]
    assert flush_needs(holes, None) == (5, 4, 3, 4)
    omaha = [*map(parse_cards, ("AhKhQh2c", "9s8s7d6h"))]
    assert flush_needs(omaha, 2) == (6, 6, 3, 3)


def test_the_ways_to_deal_are_counted() -> None:
    deck = DECK[:7]
    for needs in ([2, 1], [1, 1, 2], [0, 0, 3], [0]):
        hands = list(dealt(deck, needs))
        assert len(hands) == len(set(hands)) == ways(7, needs)
        assert all(len({card for cards in one for card in cards}) == sum(needs) for one in hands)


@pytest.mark.parametrize("game", ["stud", "stud8", "razz"])
def test_stud_with_one_card_to_come(game: str) -> None:
    variant, hands = CATALOGUE[game], ("AsAh2s3h4d5d", "KdKc9d8c7c6c")
    first, second = map(parse_cards, hands)
    left = [card for card in DECK if card not in first + second]
    won = [Fraction(), Fraction()]
    for mine in left:
        for theirs in left:
            if mine != theirs:
                pots = [[variant.high((*first, mine), ()), variant.high((*second, theirs), ())]]
                if variant.low:
                    lows = [variant.low((*first, mine), ()), variant.low((*second, theirs), ())]
                    pots += [lows] if lows != [None, None] else []
                for values in pots:
                    best = max(value for value in values if value is not None)
                    for seat, value in enumerate(values):
                        won[seat] += Fraction(value == best, len(pots) * values.count(best))
    known = equity(game, hands)
    assert known == Equity({0: float(won[0] / 1560), 1: float(won[1] / 1560)}, exact=True, runouts=1560)


def test_g16_with_too_few_cards_one_community_card_is_dealt() -> None:
    rng = Random(16)
    cards = rng.sample(DECK, 48)
    hands = {seat: cards[6 * seat : 6 * seat + 6] for seat in range(8)}
    known = equities(CATALOGUE["stud"], hands)
    assert known.runouts == 4
    left = [card for card in DECK if card not in cards]
    shares = dict.fromkeys(range(8), Fraction())
    for card in left:
        values = {seat: CATALOGUE["stud"].high(hand, (card,)) or 0 for seat, hand in hands.items()}
        best = [seat for seat in values if values[seat] == max(values.values())]
        for seat in best:
            shares[seat] += Fraction(1, 4 * len(best))
    assert known.shares == pytest.approx({seat: float(share) for seat, share in shares.items()})
    open_card = equities(CATALOGUE["stud"], hands, left[:1])
    assert open_card.runouts == 1


def test_g16_hidden_folded_cards_cannot_be_dealt() -> None:
    cards = Random(17).sample(DECK, 42)
    hands = {seat: cards[6 * seat : 6 * seat + 6] for seat in range(7)}
    rng = Random(1).randrange
    assert not equities(CATALOGUE["stud"], hands, rng=rng).exact
    assert equities(CATALOGUE["stud"], hands, undealt=6) == equities(CATALOGUE["stud"], hands, undealt=1)
    assert equities(CATALOGUE["stud"], hands, undealt=6).runouts == 10


def test_a_complete_hand_is_decided() -> None:
    assert equity("27td", ("7c5d4h3s2c", "8c5c4d3d2d")) == Equity({0: 1.0, 1: 0.0}, exact=True, runouts=1)
    assert equity("badugi", ("4s3h2dAc", "4c3s2hAd", "KcKdKhKs")).shares == {0: 0.5, 1: 0.5, 2: 0.0}


def test_dead_cards_are_out_of_the_deck() -> None:
    all_outs = equity("holdem", ("AhKh", "AsAd"), "7h2h3c9s")
    fewer = equity("holdem", ("AhKh", "AsAd"), "7h2h3c9s", dead="QhJhTh")
    assert all_outs.shares[0] == pytest.approx(9 / 44)
    assert fewer.shares[0] == pytest.approx(6 / 41)


def test_p5_an_odd_split_is_shared_exactly() -> None:
    known = equity("holdem", ("2c3d", "4h5c", "2d3c"), "AsKsQsJsTs")
    assert known.shares == {0: 1 / 3, 1: 1 / 3, 2: 1 / 3}


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("holdem", ("AhKh", "QsQd")),
        ("holdem", ("AhKh", "QsQd", "7c7h")),
        ("shortdeck", ("AhKh", "QsQd")),
    ],
)
def test_sampled_runouts_come_near_the_exact_share(game: str, hands: Sequence[str]) -> None:
    exact = equity(game, hands, limit=10**6)
    drawn = equity(game, hands, limit=4_000 * len(hands), rng=Random(5).randrange)
    assert exact.exact
    assert not drawn.exact
    assert drawn.runouts == 4_000
    assert drawn.shares == pytest.approx(exact.shares, abs=0.025)


def test_the_same_random_source_samples_the_same_runouts() -> None:
    hands = ("AsAh2s3h", "KdKc9d8c")
    first, again, other = (equity("stud", hands, rng=Random(seed).randrange, samples=300) for seed in (1, 1, 2))
    assert first == again != other
    assert first.runouts == 300


def test_every_order_of_cards_to_come_is_equally_likely() -> None:
    """Each card is drawn from those not drawn yet: three of 44, then again from all."""
    asked: list[int] = []

    def rng(sides: int) -> int:
        asked.append(sides)
        return sides - 1

    equity("stud", ("AsAh2s3h", "KdKc9d8c"), rng=rng, samples=2)
    assert asked == [44, 43, 42, 41, 40, 39] * 2


def test_games_with_more_hands_to_evaluate_sample_fewer_runouts() -> None:
    drawn = equity("omaha8", ("Ah2hQd3c", "9s8s7d6d"), rng=Random(1).randrange, limit=2_400)
    assert drawn.runouts == 100


def test_impossible_equity_questions_are_refused() -> None:
    with pytest.raises(ValueError, match="no random source"):
        equity("holdem", ("AhKh", "QsQd"), limit=1000)
    with pytest.raises(ValueError, match="named twice"):
        equity("holdem", ("AhKh", "AhQd"))
    with pytest.raises(ValueError, match="named twice"):
        equity("shortdeck", ("AhKh", "5hQd"))


def test_at_least_one_runout_is_drawn_however_small_the_limit() -> None:
    drawn = equity("omaha8", ("Ah2hQd3c", "9s8s7d6d"), rng=Random(1).randrange, limit=1)
    assert (drawn.runouts, drawn.exact, sum(drawn.shares)) == (1, False, 1)
