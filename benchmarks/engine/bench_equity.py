"""Seconds for all-in equities, exact and sampled. Heads-up pre-flop hold'em must be exact within ten seconds."""

import random
from statistics import median
from time import perf_counter

from games.engine.cards import parse_cards
from games.engine.rules.variants import CATALOGUE
from games.engine.views.equity import LIMIT, equities

RUNS = 5
SPOTS = (
    ("holdem", "AsAh KdKc", "", None),
    ("holdem", "AsKs QhJh", "", None),
    ("holdem", "AsKs QhQd 7c6c", "", 10**6),
    ("holdem", "AsKs QhQd 7c6c", "", None),
    ("holdem", "AsKs QhQd", "Js7s2c", None),
    ("shortdeck", "AsKs QhQd", "", None),
    ("omaha", "AsAhKsKh 9d8d7c6c", "Js7s2c", None),
    ("omaha", "AsAhKsKh 9d8d7c6c", "", None),
    ("omaha", "AsAhKsKh 9d8d7c6c", "", 10**7),
    ("omaha8", "AsAh2s3h KdKc9d8c", "", None),
    ("stud", "AsAh2s3h KdKc9d8c", "", None),
    ("stud", "AsAh2s3h4d5d KdKc9d8c7c6c", "", None),
)


def main() -> None:
    rng = random.Random(2024)  # noqa: S311
    print(f"seconds, median of {RUNS} runs after one that builds the tables")
    print(f"{'game':11}{'hands':28}{'board':9}{'runouts':>12}{'':9}{'first share':>12}{'seconds':>10}")
    for game, hands, board, limit in SPOTS:
        holes = {seat: parse_cards(hand) for seat, hand in enumerate(hands.split())}
        most = limit or LIMIT
        times = []
        for _ in range(RUNS + 1):
            start = perf_counter()
            known = equities(CATALOGUE[game], holes, parse_cards(board), rng=rng.randrange, limit=most)
            times.append(perf_counter() - start)
        how, first = "exact" if known.exact else "sampled", known.shares[0]
        print(f"{game:11}{hands:28}{board:9}{known.runouts:>12,} {how:8}{first:>12.4f}{median(times[1:]):>10.3f}")


if __name__ == "__main__":
    main()
