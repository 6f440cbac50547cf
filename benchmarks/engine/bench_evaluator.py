"""Evaluations a second of our evaluator and of pokerkit, on the same deals in the same run."""

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import median
from time import perf_counter
from typing import TypeVar

from pokerkit import Card, OmahaHoldemHand, StandardHighHand, StandardLookup

from games.engine.cards import DECK, cards_text
from games.engine.evaluation.names import best_five
from games.engine.evaluation.rankings import high, high_omaha

Deal = TypeVar("Deal")
RUNS = 5
DEALS = 20_000
PEER_DEALS = 500


def main() -> None:
    rng = random.Random(2024)  # noqa: S311
    fives = [rng.sample(DECK, 5) for _ in range(DEALS)]
    sevens = [rng.sample(DECK, 7) for _ in range(DEALS)]
    nines = [rng.sample(DECK, 9) for _ in range(DEALS)]
    peer_fives = [tuple(Card.parse(cards_text(cards))) for cards in fives[:PEER_DEALS]]
    peer_sevens = [tuple(Card.parse(cards_text(cards))) for cards in sevens[:PEER_DEALS]]
    peer_nines = [tuple(Card.parse(cards_text(cards))) for cards in nines[:PEER_DEALS]]
    lookup = StandardLookup()

    first = perf_counter()
    high(sevens[0])
    print(f"tables of high hands built in {(perf_counter() - first) * 1000:.0f} ms\n")
    print(f"evaluations a second, median of {RUNS} runs")
    print(f"{'':24}{'pokerroom':>12}{'pokerkit':>12}{'times':>8}")
    _row("five cards", _speed(high, fives), _speed(lookup.get_entry, peer_fives))
    _row(
        "seven cards",
        _speed(high, sevens),
        _speed(lambda cards: StandardHighHand.from_game(cards[:2], cards[2:]), peer_sevens),
    )
    _row(
        "Omaha, four and five",
        _speed(lambda cards: high_omaha(cards[:4], cards[4:]), nines),
        _speed(lambda cards: OmahaHoldemHand.from_game(cards[:4], cards[4:]), peer_nines),
    )
    _row("best five of seven", _speed(best_five, sevens[:2_000]))
    first = perf_counter()
    hands = sum(1 for _ in map(high, combinations(DECK, 5)))
    print(f"\nall {hands:,} five-card hands in {perf_counter() - first:.1f} s")


def _speed(evaluate: Callable[[Deal], object], deals: Sequence[Deal]) -> float:
    return median(_one_run(evaluate, deals) for _ in range(RUNS))


def _one_run(evaluate: Callable[[Deal], object], deals: Sequence[Deal]) -> float:
    start = perf_counter()
    for cards in deals:
        evaluate(cards)
    return len(deals) / (perf_counter() - start)


def _row(name: str, ours: float, theirs: float | None = None) -> None:
    peer = f"{theirs:>12,.0f}{ours / theirs:>8,.0f}" if theirs else ""
    print(f"{name:24}{ours:>12,.0f}{peer}")


if __name__ == "__main__":
    main()
