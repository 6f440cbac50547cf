"""Hands a second of our engine and of pokerkit, in every game both play, with the same random policy in one run."""

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from pokerkit import (
    Automation,
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.simulation import (
    ANTE,
    BIG_BLIND,
    BRING_IN,
    SMALL_BLIND,
    STACK,
    measured_rules,
    play,
    raise_amount,
    random_discard,
)

RUNS = 5
SECONDS = 0.25
"""How long one engine plays before the other takes its turn."""
PLAYERS = (2, 6, 9)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """Pot-limit hold'em, which pokerkit lacks, built from its own mixins."""


Peer: TypeAlias = Any  # One of pokerkit's classes of games, which have no types.
PEERS: dict[tuple[str, str], Peer] = {
    ("holdem", "nl"): NoLimitTexasHoldem,
    ("holdem", "pl"): PotLimitTexasHoldem,
    ("holdem", "fl"): FixedLimitTexasHoldem,
    ("shortdeck", "nl"): NoLimitShortDeckHoldem,
    ("omaha", "pl"): PotLimitOmahaHoldem,
    ("omaha8", "fl"): FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    ("stud", "fl"): FixedLimitSevenCardStud,
    ("stud8", "fl"): FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    ("razz", "fl"): FixedLimitRazz,
    ("27sd", "nl"): NoLimitDeuceToSevenLowballSingleDraw,
    ("27td", "fl"): FixedLimitDeuceToSevenLowballTripleDraw,
    ("badugi", "fl"): FixedLimitBadugi,
}


def main(names: list[str]) -> None:
    print(f"hands a second of processor time, median of {RUNS} runs; the ratio to pokerkit in brackets")
    print(f"{'':26}{'pokerroom':>20}{'pokerkit':>10}")
    for (game, structure), peer in PEERS.items():
        if names and game not in names:
            continue
        most = CATALOGUE[game].max_players
        for players in dict.fromkeys(min(count, most) for count in PLAYERS):
            ours, theirs = [], []
            # The engines take turns, so that other load on the machine affects both.
            for run in range(RUNS):
                ours.append(_speed(_ours(game, structure, players), run))
                theirs.append(_speed(_theirs(game, structure, peer, players), run))
            _print_row(f"{structure} {game}, {players} players", median(ours), median(theirs))


def _print_row(name: str, ours: float, theirs: float) -> None:
    print(f"{name:26}{f'{ours:,.0f} ({ours / theirs:.1f})':>20}{theirs:>10,.0f}", flush=True)


Hands = Callable[[int, Random], object]
"""Plays this many hands."""


def _speed(plays: Hands, seed: int) -> float:
    """Returns hands a second over `SECONDS`, played in growing batches; the first batch is not counted."""
    rng = Random(seed)  # noqa: S311
    plays(2, rng)
    start, hands, batch = process_time(), 0, 4
    while (passed := process_time() - start) < SECONDS:
        plays(batch, rng)
        hands += batch
        batch = min(400, 2 * batch)
    return hands / passed


def _ours(game: str, structure: str, players: int) -> Hands:
    rules = measured_rules(game=game, structure=structure)
    return lambda hands, rng: play(rules=rules, hands=hands, players=players, rng=rng)


def _theirs(game: str, structure: str, peer: Peer, players: int) -> Hands:
    forced = CATALOGUE[game].forced
    # pokerkit also expects a list of blinds for short deck, which is played with a button blind.
    first: tuple[object, ...] = (0, (SMALL_BLIND, BIG_BLIND))
    if forced is Forced.BRING_IN:
        first = (ANTE, BRING_IN)
    bets = (BIG_BLIND, 2 * BIG_BLIND) if structure == "fl" else (BIG_BLIND,)
    make = peer(tuple(Automation), True, *first, *bets)

    def plays(hands: int, rng: Random) -> None:
        for _ in range(hands):
            state = make((STACK,) * players, players)
            while state.status:
                _act(state, rng)

    return plays


def _act(state: State, rng: Random) -> None:
    """Applies the random policy of `games.simulation` to a pokerkit state."""
    if state.stand_patter_or_discarder_index is not None:
        cards = tuple(state.get_down_cards(state.stand_patter_or_discarder_index))
        places = random_discard(len(cards), len(cards), rng).places
        state.stand_pat_or_discard([cards[place] for place in places])
        return
    roll = rng.random()
    if roll < 0.25 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
        return
    if roll >= 0.75:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        if low is not None and high is not None:
            state.complete_bet_or_raise_to(raise_amount(low, high, rng))
            return
    if state.can_post_bring_in():
        state.post_bring_in()
        return
    state.check_or_call()


if __name__ == "__main__":
    main(sys.argv[1:])
