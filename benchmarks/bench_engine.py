"""Hands a second, ours beside pokerkit's, by the same random policy on the same tables in the same run."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.simulation import BIG_BLIND, SMALL_BLIND, STACK, measured_rules, play, raise_amount

RUNS = 5
HANDS = 1500
PEER_HANDS = 200
TABLES = (("nl", 2), ("nl", 6), ("nl", 9), ("pl", 6), ("fl", 6))


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """The peer has no pot-limit hold'em of its own; its parts make one."""


def main() -> None:
    print(f"hands a second of processor time, median of {RUNS} runs")
    print(f"{'':24}{'this room':>12}{'pokerkit':>12}{'times':>8}")
    for structure, players in TABLES:
        ours, theirs = [], []
        # In turns, so that a busy machine is busy for both.
        for run in range(RUNS):
            ours.append(_speed(_ours, structure, players, HANDS, run))
            theirs.append(_speed(_theirs, structure, players, PEER_HANDS, run))
        pair = median(ours), median(theirs)
        name = f"{structure} hold'em, {players} players"
        print(f"{name:24}{pair[0]:>12,.0f}{pair[1]:>12,.0f}{pair[0] / pair[1]:>8,.1f}")


def _speed(run: Callable[[str, int, int, Random], None], structure: str, players: int, hands: int, seed: int) -> float:
    start = process_time()
    run(structure, players, hands, Random(seed))  # noqa: S311
    return hands / (process_time() - start)


def _ours(structure: str, players: int, hands: int, dice: Random) -> None:
    play(rules=measured_rules(game="holdem", structure=structure), hands=hands, players=players, dice=dice)


def _theirs(structure: str, players: int, hands: int, dice: Random) -> None:
    game = _game(structure)
    for _ in range(hands):
        state = game((STACK,) * players, players)
        while state.status:
            _act(state, dice)


def _game(structure: str) -> FixedLimitTexasHoldem | NoLimitTexasHoldem | PotLimitTexasHoldem:
    common = (tuple(Automation), True, 0, (SMALL_BLIND, BIG_BLIND), BIG_BLIND)
    if structure == "fl":
        return FixedLimitTexasHoldem(*common, 2 * BIG_BLIND)
    return (PotLimitTexasHoldem if structure == "pl" else NoLimitTexasHoldem)(*common)


def _act(state: State, dice: Random) -> None:
    """`games.simulation.random_action` in the peer's words."""
    roll = dice.random()
    if roll < 0.25 and state.checking_or_calling_amount:
        state.fold()
        return
    if roll >= 0.75:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        if low is not None and high is not None:
            state.complete_bet_or_raise_to(raise_amount(low, high, dice))
            return
    state.check_or_call()


if __name__ == "__main__":
    main()
