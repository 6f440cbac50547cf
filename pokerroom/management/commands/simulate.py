"""`manage.py simulate`: plays random hands through the engine alone and measures the speed."""

import json
from argparse import ArgumentParser
from random import Random
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.rules.mixed_games import MIXES
from games.engine.rules.variants import CATALOGUE
from games.simulation import measured_rules, play


class Command(BaseCommand):
    """Plays random legal actions in memory; nothing is stored."""

    help = "Play random hands through the engine and print the hands per second."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Game, structure, number of hands and players, seed."""
        parser.add_argument("--game", default="holdem")
        parser.add_argument("--structure", choices=("nl", "pl", "fl"), help="default: nl; fl for a mixed game")
        parser.add_argument("--hands", type=int, default=1000)
        parser.add_argument("--players", type=int, default=6)
        parser.add_argument("--seed", type=int)
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Plays, measures and prints; exits with 1 when chips appeared or vanished."""
        game, structure, hands, players = (options[name] for name in ("game", "structure", "hands", "players"))
        structure = structure or ("fl" if game in MIXES else "nl")
        if game not in (*CATALOGUE, *MIXES):
            raise CommandError(f"The room does not deal {game!r}; it deals: {', '.join((*CATALOGUE, *MIXES))}.")
        if game in CATALOGUE and structure not in CATALOGUE[game].structures:
            raise CommandError(f"{game} is not played at {structure!r}.")
        if game in MIXES and structure != "fl":
            raise CommandError(f"{game} is a mixed game: its structure is always fl.")
        rules = measured_rules(game=game, structure=structure)
        if not 2 <= players <= rules.most_players:
            raise CommandError(f"{game} is for 2 to {rules.most_players} players.")
        if hands < 1:
            raise CommandError("--hands must be 1 or more.")
        rng = Random(options["seed"])  # noqa: S311 - random play for a measurement, not a real game
        start = perf_counter()
        tally = play(rules=rules, hands=hands, players=players, rng=rng)
        seconds = perf_counter() - start
        result = {
            "game": game,
            "structure": structure,
            "players": players,
            "hands": tally.hands,
            "seconds": round(seconds, 4),
            "hands_per_second": round(tally.hands / seconds, 1),
            "chips_conserved": tally.conserved,
        }
        self.stdout.write(json.dumps(result, indent=None if options["json"] else 2))
        if not tally.conserved:
            raise CommandError("Chips appeared or vanished.")
