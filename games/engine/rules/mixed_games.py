"""The rotations H.O.R.S.E. and eight-game mix, with stakes worked out from one limit."""

from games.engine.rules.rules import Game, Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
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


def rotation(code: str, limit: int, *, every: int = 0, unit: int = 1) -> Rules:
    """The rules of a mixed table with this lower limit, in minor units and whole chips of `unit`.

    Raises KeyError for an unknown mix.
    """
    games = tuple(_game(game, structure, limit, unit) for game, structure in MIXES[code])
    return Rules(games[0].variant, games[0].stakes, mix=games, every=every)


def _game(code: str, structure: Structure, limit: int, unit: int) -> Game:
    # No limit and pot limit are played at half the blinds, since their pots grow faster.
    lower = limit if structure is Structure.FIXED_LIMIT else max(unit, limit // 2 // unit * unit)
    return Game(CATALOGUE[code], usual_stakes(CATALOGUE[code], structure, lower, unit=unit))
