"""`manage.py simulatetournament`: plays whole tournaments in memory, from the draw to the prizes."""

import json
from argparse import ArgumentParser
from random import Random
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind, Structure
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.setup.setup import Game, Price, Setup
from tournaments.engine.setup.templates import TEMPLATES, structure_for
from tournaments.engine.tournament import Tournament
from tournaments.simulation.random_hands import quick_hand, real_hand
from tournaments.simulation.run import run


class Command(BaseCommand):
    """Plays random tournaments in memory; nothing is stored."""

    help = "Play tournaments through the engines to the end and print the totals."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Size, game, structure, number of runs, seed."""
        parser.add_argument("--players", type=int, default=500)
        parser.add_argument("--table-size", type=int, default=9)
        parser.add_argument("--game", default="holdem")
        parser.add_argument("--structure", choices=list(TEMPLATES), default="turbo")
        parser.add_argument(
            "--quick", action="store_true", help="a simple model decides the hands instead of the engine"
        )
        parser.add_argument("--seed", type=int)
        parser.add_argument("--runs", type=int, default=1, help="how many tournaments; each uses the next seed")
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, measures and prints; exits with 1 when an invariant is broken."""
        if options["players"] < 2:
            raise CommandError("A tournament needs two players or more.")
        if options["game"] not in CATALOGUE:
            raise CommandError(f"The room does not deal {options['game']!r}; it deals: {', '.join(CATALOGUE)}.")
        setup = sit_and_go(**{name: options[name] for name in ("players", "table_size", "game", "structure")})
        try:
            setup.check()
        except IllegalAction as refusal:
            raise CommandError(f"No such tournament: {refusal.code} {refusal.detail}.") from None
        hand = quick_hand if options["quick"] else real_hand
        start, tallies, broken = perf_counter(), [], set()
        for number in range(max(1, options["runs"])):
            seed = None if options["seed"] is None else options["seed"] + number
            rng = Random(seed)  # noqa: S311 - random play for a measurement, not a real game
            simulated = run(Tournament(setup), players=options["players"], play=hand, rng=rng)
            tallies.append(simulated.summary())
            broken.update(simulated.violations())
        result = {
            "players": sum(tally.players for tally in tallies),
            "seconds": round(perf_counter() - start, 2),
            "hands": sum(tally.hands for tally in tallies),
            "moves": sum(tally.moves for tally in tallies),
            "max_moves_per_player": max(tally.max_moves for tally in tallies),
            "prizes_paid": sum(tally.prizes_paid for tally in tallies),
            "invariants_kept": all(tally.invariants_kept for tally in tallies),
        }
        self.stdout.write(json.dumps(result, indent=None if options["json"] else 2))
        if not result["invariants_kept"]:
            raise CommandError(" ".join(sorted(broken)) or "A tournament did not finish.")


def sit_and_go(*, players: int, table_size: int, game: str, structure: str) -> Setup:
    """A sit-and-go of this size with a buy-in of 10.00 and a fee of 1.00."""
    games = (Game(game, Structure(CATALOGUE[game].structures[0])),)
    return Setup(
        name="simulation",
        structure=structure_for(structure, games=games, ante_kind=AnteKind.BIG_BLIND),
        games=games,
        seats=table_size,
        max_players=players,
        price=Price(1_000, 100),
    )
