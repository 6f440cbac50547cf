"""`manage.py simulate`: hands of chance through the engine alone, and how fast they went."""

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
    """Random legal play; nothing is stored and no real deck is shuffled here."""

    help = "Play random hands through the engine and print how many a second it played."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The game and how much of it."""
        parser.add_argument("--game", default="holdem")
        parser.add_argument("--structure", choices=("nl", "pl", "fl"), help="nl unless it is a mix, which is fl")
        parser.add_argument("--hands", type=int, default=1000)
        parser.add_argument("--players", type=int, default=6)
        parser.add_argument("--seed", type=int)
        parser.add_argument("--json", action="store_true", help="one line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, measure, print; exits with 1 when chips were made or lost."""
        game, structure, hands, players = (options[name] for name in ("game", "structure", "hands", "players"))
        structure = structure or ("fl" if game in MIXES else "nl")
        if game not in (*CATALOGUE, *MIXES):
            raise CommandError(f"The room does not deal {game!r}; it deals: {', '.join((*CATALOGUE, *MIXES))}.")
        if game in CATALOGUE and structure not in CATALOGUE[game].structures:
            raise CommandError(f"{game} is not played at {structure!r}.")
        if game in MIXES and structure != "fl":
            raise CommandError(f"{game} has its own structures: leave --structure at fl.")
        rules = measured_rules(game=game, structure=structure)
        if not 2 <= players <= rules.most_players:
            raise CommandError(f"{game} is for 2 to {rules.most_players} players.")
        if hands < 1:
            raise CommandError("At least one hand has to be played.")
        rng = Random(options["seed"])  # noqa: S311 - chance for a measurement, not for a game
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
            raise CommandError("Chips were made or lost.")
