"""Rotations: H.O.R.S.E. and the eight-game mix, at stakes worked out from one limit."""

from games.engine.rules.rules import Game, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE

HORSE = tuple((code, Structure.FIXED_LIMIT) for code in ("holdem", "omaha8", "razz", "stud", "stud8"))
EIGHT_GAME = (
    ("27td", Structure.FIXED_LIMIT),
    ("holdem", Structure.FIXED_LIMIT),
    ("omaha8", Structure.FIXED_LIMIT),
    ("razz", Structure.FIXED_LIMIT),
    ("stud", Structure.FIXED_LIMIT),
    ("stud8", Structure.FIXED_LIMIT),
    ("holdem", Structure.NO_LIMIT),
    ("omaha", Structure.POT_LIMIT),
)
MIXES = {"horse": HORSE, "8game": EIGHT_GAME}


def rotation(code: str, limit: int, *, every: int = 0) -> Rules:
    """The rules of a mixed table for a lower limit in minor units; raises KeyError on an unknown mix."""
    games = tuple(Game(CATALOGUE[game], usual_stakes(game, structure, limit)) for game, structure in MIXES[code])
    return Rules(games[0].variant, games[0].stakes, mix=games, every=every)


def usual_stakes(code: str, structure: Structure, limit: int) -> Stakes:
    """What a game is usually played for at a lower limit, minor units.

    Blinds half the limit and the limit (D4); antes a fifth, the bring-in half of it (G12, G14). Beside fixed limit,
    pot limit and no limit are played at half the blinds, since their pots grow faster.
    """
    if structure is not Structure.FIXED_LIMIT:
        return Stakes(structure, max(1, limit // 4), max(1, limit // 2))
    forced = CATALOGUE[code].forced
    if forced is Forced.BLINDS:
        return Stakes(structure, max(1, limit // 2), limit)
    bring_in = -(-limit // 2) if forced is Forced.BRING_IN else 0
    return Stakes(structure, 0, limit, ante=max(1, limit // 5), bring_in=bring_in)
