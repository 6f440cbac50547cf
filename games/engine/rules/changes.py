"""What changes for the players when a table's rules change: settings with their old and new values as text.

A value is written so that the web layer can word it: an amount or a number in digits, a choice by its code, a switch as
"on" or "off", games as "holdem:nl" joined by commas, stakes as "holdem:nl:100:200". Rake is "50:2=300,5=450", per mille
and caps by players dealt in, its rounding "up:5"; where the games of a rotation differ, each part is written after its
games as "holdem:fl,stud:fl/50:2=300" and they are joined by semicolons.
"""

from collections.abc import Iterator

from games.engine.events.table import Change
from games.engine.rules.house_rules import HOUSE_RULES
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Game, Rules

GAME, STAKES, ANTE, BRING_IN = "game", "stakes", "ante", "bring_in"
RAKE, RAKE_ROUNDING, SMALLEST_RAKED_POT = "rake", "rake_rounding", "smallest_raked_pot"
FIRST_ROUND_RAKED = "first_round_raked"
EVERY, TURN, BANK = "every", "turn", "bank"


def rule_changes(before: Rules, after: Rules) -> tuple[Change, ...]:
    """The settings that differ, in the order in which players are told."""
    old, new = _values(before), _values(after)
    return tuple(Change(what, old[what], new[what]) for what in old if old[what] != new[what])


def game_and_stakes(rules: Rules) -> tuple[Change, ...]:
    """What a new table plays, as changes from nothing."""
    values = _values(rules)
    return tuple(Change(what, "", values[what]) for what in (GAME, STAKES))


def _values(rules: Rules) -> dict[str, str]:
    stakes, games = rules.stakes, rules.mix or ((rules.variant, rules.stakes),)
    return {
        GAME: ",".join(f"{variant.code}:{stakes.structure}" for variant, stakes in games),
        STAKES: f"{rules.variant.code}:{stakes.structure}:{stakes.small_blind}:{stakes.big_blind}",
        ANTE: f"{stakes.ante}:{stakes.ante_kind}" if stakes.ante else "0",
        BRING_IN: str(stakes.bring_in),
        EVERY: str(rules.every),
        **_rake(rules),
        TURN: str(rules.clock.turn // 1000),
        BANK: str(rules.clock.bank // 1000),
        **{name: _text(getattr(rules.house, name)) for name in HOUSE_RULES},
    }


def _rake(rules: Rules) -> dict[str, str]:
    rake = next((terms for terms in rules.rakes if terms.per_mille), None)
    if rake is None:
        return {RAKE: "0", RAKE_ROUNDING: "0", SMALLEST_RAKED_POT: "0", FIRST_ROUND_RAKED: "off"}
    return {
        RAKE: ";".join(_shares(rules)),
        RAKE_ROUNDING: f"{'up' if rake.round_up else 'down'}:{rake.rounds_to(rules.house.chip_unit)}",
        SMALLEST_RAKED_POT: str(rake.smallest_pot),
        FIRST_ROUND_RAKED: _text(not rake.no_flop_no_drop),
    }


def _shares(rules: Rules) -> Iterator[str]:
    if not rules.mix_rakes:
        yield _share(rules.rake)
        return
    for terms, games in rake_by_games(rules):
        names = ",".join(f"{game.variant.code}:{game.stakes.structure}" for game in games)
        yield f"{names}/{_share(terms)}"


def rake_by_games(rules: Rules) -> list[tuple[RakeTerms, list[Game]]]:
    """The games of a rotation by the rake that they have, in the order in which they are played."""
    games: dict[RakeTerms, list[Game]] = {}
    for terms, game in zip(rules.rakes, rules.mix, strict=True):
        games.setdefault(terms, []).append(game)
    return list(games.items())


def _share(rake: RakeTerms) -> str:
    if not rake.per_mille:
        return "0"
    return f"{rake.per_mille}:" + ",".join(f"{players}={cap}" for players, cap in rake.caps)


def _text(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
