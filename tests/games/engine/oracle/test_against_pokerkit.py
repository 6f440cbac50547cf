"""The same random hands in an independent engine, with everything compared before every action."""

import os
from collections import Counter
from random import Random

import pytest

from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.oracle.pokerkit_oracle import GAMES, Difference, Duel
from tests.games.engine.oracle.pokerkit_waivers import BIG_BLIND
from tests.games.engine.support.random_tables import random_discard, shuffled_decks

HANDS = int(os.environ.get("POKERKIT_HANDS", "3000"))


def stacks(rng: Random, most: int) -> list[int]:
    """Stacks for two to nine players, with tiny, uneven and deep stacks together."""
    deep = rng.choice((False, True))
    shapes = [
        lambda: rng.randint(1, 2 * BIG_BLIND),
        lambda: rng.randint(BIG_BLIND, 15 * BIG_BLIND),
        lambda: 100 * BIG_BLIND,
        lambda: rng.randint(BIG_BLIND, 300 * BIG_BLIND),
    ]
    weights = (1, 2, 8, 4) if deep else (3, 6, 1, 1)
    return [rng.choices(shapes, weights)[0]() for _ in range(rng.randint(2, most))]


def choice(duel: Duel, rng: Random) -> Action:
    """A random action that both engines allow, with enough all-ins to make side pots."""
    legal = duel.hand.legal()
    low, high = duel.both(legal)
    roll = rng.random()
    if low and roll < 0.3:
        return RaiseTo(rng.choice((low, low, rng.randint(low, high), rng.randint(low, min(high, 3 * low)), high)))
    if legal.call and roll > 0.8 and not legal.bring_in:
        return Fold()
    return Call() if legal.call else Check()


def fight(game: str, seed: int) -> Duel:
    """Play one random hand to its end, or to a waiver that ends the comparison."""
    rng = Random(f"{game} {seed}")
    variant = CATALOGUE[game]
    structure = list(Structure)[seed % 3]
    blinds = variant.forced is Forced.BLINDS
    ante = rng.choice((0, 0, 0, 10, 25) if blinds else (10, 25, 33))
    duel = Duel(game, structure, stacks(rng, min(9, variant.max_players)), shuffled_decks(variant, rng), ante=ante)
    while not duel.over:
        duel.check()
        kind = duel.hand.waiting.kind
        if duel.over or kind == "done":
            break
        if duel.alone:
            duel.passes()
        elif kind == "act":
            duel.does(choice(duel, rng))
        elif kind == "draw":
            duel.does(random_discard(duel.hand, rng))
        elif kind == "show":
            duel.shows(rng)
        else:
            duel.goes_on()
    return duel


@pytest.mark.parametrize("game", GAMES)
def test_random_hands_have_no_unexplained_difference(game: str) -> None:
    """Actor, price, smallest and largest raise, pots and stacks agree, or a waiver names the rule for the difference.

    POKERKIT_HANDS in the environment sets the number of hands of all games together.
    """
    used: Counter[str] = Counter()
    whole = 0
    seeds = range(HANDS // len(GAMES))
    for seed in seeds:
        try:
            duel = fight(game, seed)
        except (Difference, ValueError) as trouble:
            pytest.fail(f"{game} {seed}: {trouble!r}")
        used.update(set(duel.used))
        whole += not duel.over
    assert whole > 0.75 * len(seeds), used
