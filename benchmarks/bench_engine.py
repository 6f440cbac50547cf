"""Hands a second, ours beside pokerkit's, in every game it has: the same random policy, tables and run.

Ours twice: from its source, and compiled in a copy of it, which plays in a process of its own.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

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

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games import compiled
from games.engine.variant import Forced
from games.engine.variants import CATALOGUE
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
"""How long one engine plays before it is the other's turn."""
PLAYERS = (2, 6, 9)
ROOT = Path(__file__).resolve().parent.parent
NEEDED = (
    *("games/__init__.py", "games/compiled.py", "games/simulation.py"),
    *("scripts/compile_engine.py", "benchmarks/bench_engine.py"),
)
"""What a copy is compiled with and plays with, beside the engine."""


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """The peer has no pot-limit hold'em of its own; its parts make one."""


PEERS: dict[tuple[str, str], Any] = {
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
    if compiled.made():
        raise SystemExit("This compares with the engine's source: `make plain` first.")
    print(f"hands a second of processor time, median of {RUNS} runs; how many times pokerkit's in brackets")
    print(f"{'':26}{'from source':>20}{'compiled':>20}{'pokerkit':>10}")
    with _compiled() as speed_compiled:
        for (game, structure), peer in PEERS.items():
            if names and game not in names:
                continue
            most = CATALOGUE[game].max_players
            for players in dict.fromkeys(min(count, most) for count in PLAYERS):
                ours, compiled_ours, theirs = [], [], []
                # In turns, so that a busy machine is busy for all.
                for run in range(RUNS):
                    ours.append(_speed(_ours(game, structure, players), run))
                    compiled_ours.append(speed_compiled(game, structure, players, run))
                    theirs.append(_speed(_theirs(game, structure, peer, players), run))
                _row(f"{structure} {game}, {players} players", median(ours), median(compiled_ours), median(theirs))


def _row(name: str, ours: float, compiled_ours: float, theirs: float) -> None:
    times = [f"{speed:,.0f} ({speed / theirs:.1f})" for speed in (ours, compiled_ours)]
    print(f"{name:26}{times[0]:>20}{times[1]:>20}{theirs:>10,.0f}", flush=True)


@contextmanager
def _compiled() -> Iterator[Callable[..., float]]:
    """Asks a process whose engine is compiled how fast it plays."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(ROOT / "games/engine", Path(place, "games/engine"))
        for name in NEEDED:
            Path(place, name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, Path(place, name))
        subprocess.run([sys.executable, "scripts/compile_engine.py"], cwd=place, check=True, stdout=subprocess.DEVNULL)
        command = [sys.executable, "benchmarks/bench_engine.py", "--serve"]
        with subprocess.Popen(command, cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            ask, answer = server.stdin, server.stdout
            assert ask
            assert answer

            def speed(*asked: Any) -> float:
                print(*asked, file=ask, flush=True)
                return float(answer.readline())

            yield speed
            ask.close()


def serve() -> None:
    """Answers `_compiled`: a line with game, structure, players and seed is a speed to be measured."""
    assert compiled.made()
    for line in sys.stdin:
        game, structure, players, seed = line.split()
        print(_speed(_ours(game, structure, int(players)), int(seed)), flush=True)


Hands = Callable[[int, Random], None]


def _speed(plays: Hands, seed: int) -> float:
    """Hands a second over `SECONDS`, in ever larger portions; the first is not counted."""
    dice = Random(seed)  # noqa: S311
    plays(2, dice)
    start, hands, portion = process_time(), 0, 4
    while (passed := process_time() - start) < SECONDS:
        plays(portion, dice)
        hands += portion
        portion = min(400, 2 * portion)
    return hands / passed


def _ours(game: str, structure: str, players: int) -> Hands:
    rules = measured_rules(game=game, structure=structure)
    return lambda hands, dice: _plays(rules, hands, players, dice)


def _plays(rules: Any, hands: int, players: int, dice: Random) -> None:
    play(rules=rules, hands=hands, players=players, dice=dice)


def _theirs(game: str, structure: str, peer: Any, players: int) -> Hands:
    forced = CATALOGUE[game].forced
    # Its short deck is played with a button blind: blinds are told as a list here too.
    first: tuple[Any, ...] = (0, (SMALL_BLIND, BIG_BLIND))
    if forced is Forced.BRING_IN:
        first = (ANTE, BRING_IN)
    bets = (BIG_BLIND, 2 * BIG_BLIND) if structure == "fl" else (BIG_BLIND,)
    make = peer(tuple(Automation), True, *first, *bets)

    def plays(hands: int, dice: Random) -> None:
        for _ in range(hands):
            state = make((STACK,) * players, players)
            while state.status:
                _act(state, dice)

    return plays


def _act(state: State, dice: Random) -> None:
    """`games.simulation` in the peer's words."""
    if state.stand_patter_or_discarder_index is not None:
        cards = tuple(state.get_down_cards(state.stand_patter_or_discarder_index))
        places = random_discard(len(cards), len(cards), dice).places
        state.stand_pat_or_discard([cards[place] for place in places])
        return
    roll = dice.random()
    if roll < 0.25 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
        return
    if roll >= 0.75:
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        if low is not None and high is not None:
            state.complete_bet_or_raise_to(raise_amount(low, high, dice))
            return
    if state.can_post_bring_in():
        state.post_bring_in()
        return
    state.check_or_call()


if __name__ == "__main__":
    serve() if "--serve" in sys.argv else main(sys.argv[1:])
