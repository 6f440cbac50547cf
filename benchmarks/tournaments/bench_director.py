"""How long decisions about a tournament of ten thousand players at a thousand tables take, in memory.

`python -m benchmarks.tournaments.bench_director 10000 9000` names the players and how many are left at the end of the
measurement. The check of the state is what the director adds to each decision; the database is not in it.
"""

import gc
import sys
from collections import defaultdict
from random import Random
from statistics import quantiles
from time import process_time

PLAYERS, LEFT, SEATS = 10_000, 9_000, 10


def kind_of(names: set[str], command: str) -> str:
    """What a decision is counted as: the heaviest of what it does."""
    if "TableClosed" in names:
        return "a table breaks"
    if "Moved" in names:
        return "a player is moved to balance"
    return f"other decisions on {command}"


def main(players: int, left: int) -> None:
    import django
    from django.conf import settings

    settings.configure()
    django.setup()
    from pokerroom.management.commands.simulatetournament import sit_and_go
    from tournaments.engine.state import commands as cm
    from tournaments.engine.tournament import Tournament, decide
    from tournaments.simulation import run
    from tournaments.simulation.random_hands import quick_hand

    times: dict[str, list[float]] = defaultdict(list)
    checks: list[float] = []

    def timed(tournament: Tournament, command: cm.Command, **more: object) -> object:
        began = process_time()
        decision = decide(tournament, command, **more)  # type: ignore[arg-type]  # passed on as they came
        middle = process_time()
        decision.after.check(since=tournament)
        if tournament.tables:
            names = {type(event).__name__ for event in decision.events}
            times[kind_of(names, type(command).__name__)].append(middle - began)
            checks.append(process_time() - middle)
        return decision

    setup = sit_and_go(players=players, table_size=SEATS, game="holdem", structure="turbo")
    simulated = run.SimulatedTournament(Tournament(setup), play=quick_hand, rng=Random(5))  # noqa: S311
    for number in range(1, players):
        simulated.do(cm.Enter(number, f"P{number}"))
    setattr(run, "decide", timed)  # noqa: B010 - the simulation decides with what is timed
    gc.freeze()
    simulated.rule_checker.check = lambda decision: None  # type: ignore[method-assign]  # not the director's
    simulated.do(cm.Enter(players, f"P{players}"))
    tables = len(simulated.t.tables)
    while simulated.t.left > left and simulated.step():
        pass
    print(f"{players:,} players, {tables:,} tables to {len(simulated.t.tables):,}; processor time in ms")
    print(f"{'':44}{'number':>8}{'median':>9}{'p99':>8}{'most':>8}")
    for kind, found in [*sorted(times.items()), ("the check of the state after each", checks)]:
        ms = [1000 * one for one in found]
        middle, high = (quantiles(ms, n=100)[at] for at in (49, 98)) if len(ms) > 1 else (ms[0], ms[0])
        print(f"{kind:44}{len(ms):8}{middle:9.2f}{high:8.2f}{max(ms):8.2f}")


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(*(given or [PLAYERS, LEFT]))
