"""How long a house bot takes to decide, in every game, compared with a hand of the same game played at random."""

from random import Random
from statistics import median, quantiles
from time import process_time

from games.engine.hand.actions import Action
from games.engine.rules.rules import Rules
from games.engine.rules.variants import CATALOGUE
from games.engine.views.types import OwnView, TableView
from games.live.bots.decide import choose
from tests.games.live.bots.bot_table import BIG, Room, caller, rules_of

HANDS = 12
RUNS = 3


def seconds(game: str, structure: str) -> tuple[float, float]:
    """The seconds of a slow decision (19 of 20 are faster), and the median of a hand in which all call."""
    variant, times = CATALOGUE[game], list[float]()

    def decider(view: TableView, own: OwnView, rules: Rules, rng: Random) -> Action:
        began = process_time()
        choice = choose(view, own, rules, rng)
        times.append(process_time() - began)
        return choice.action

    players, hands = range(1, min(variant.max_players, 6) + 1), list[float]()
    for decide in (decider, caller):
        room = Room(rules_of(structure, variant=variant), dict.fromkeys(players, decide), Random(1))  # noqa: S311
        for _ in range(HANDS):
            room.stacks(dict.fromkeys(players, 100 * BIG))
            began = process_time()
            room.hand()
            if decide is caller:
                hands.append(process_time() - began)
    return quantiles(times, n=20)[-1], median(hands)


def main() -> None:
    print(f"processor time in ms, median of {RUNS} runs; six players or as many as the game has")
    print(f"{'game':12}{'structure':12}{'slow decision':>15}{'a hand of calls':>18}{'ratio':>8}")
    for game, variant in CATALOGUE.items():
        structure = variant.structures[0]
        runs = [seconds(game, structure) for _ in range(RUNS)]
        decision, hand = median(run[0] for run in runs), median(run[1] for run in runs)
        print(f"{game:12}{structure:12}{1000 * decision:>15.2f}{1000 * hand:>18.2f}{decision / hand:>8.2f}")


if __name__ == "__main__":
    main()
