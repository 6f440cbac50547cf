"""Ready-made structures: hyper, turbo, standard and deep."""

from collections.abc import Iterable
from typing import Final

from games.engine.rules.stakes import AnteKind
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.setup.setup import Game
from tournaments.engine.setup.structure import MINUTE, Break, Level, Structure, usual_races

SMALLEST_CHIP: Final = 5
"""The first chip of games without blinds, which pays the antes of the first level (G12)."""
CHIPS: Final = (25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)
OPENING: Final = (25, 50, 75)
DECADE: Final = (100, 150, 200, 300, 400, 500, 600, 800)
SMALL_BLINDS: Final = (*OPENING, *(step * 10**power for power in range(5) for step in DECADE))


def ladder(minutes: int, *, antes_from: int = 4) -> tuple[Level, ...]:
    """Levels of equal length; from level `antes_from` on the big blind pays the ante for all (D10)."""
    return tuple(
        Level(small, 2 * small, 2 * small if number >= antes_from else 0, minutes * MINUTE)
        for number, small in enumerate(SMALL_BLINDS, 1)
    )


def template(*, stack: int, minutes: int, rest: int = 0, every: int = 0) -> Structure:
    """A structure of the default blinds with a break of `rest` minutes after every `every` levels."""
    levels = ladder(minutes)
    breaks = tuple(Break(after, rest * MINUTE) for after in range(every, len(levels), every)) if every else ()
    return Structure(stack, levels, breaks, chips=CHIPS, races=usual_races(levels, CHIPS))


TEMPLATES: Final = {
    "hyper": template(stack=500, minutes=3),
    "turbo": template(stack=3_000, minutes=5, rest=5, every=11),
    "standard": template(stack=10_000, minutes=10, rest=5, every=6),
    "deep": template(stack=30_000, minutes=20, rest=10, every=4),
}


def structure_for(template: str, *, games: Iterable[Game], ante_kind: AnteKind) -> Structure:
    """A ready-made structure that these games can play; KeyError for no template.

    In games with blinds its antes are posted in this way; the others have antes of their own (G12).
    """
    made = TEMPLATES[template]
    has_antes = any(CATALOGUE[game.code].forced is not Forced.BLINDS for game in games)
    if ante_kind is AnteKind.EACH and not has_antes:
        levels = tuple(level._replace(ante=_ante_of_each(level.ante)) for level in made.levels)
        made = made._replace(levels=levels, ante_kind=ante_kind, races=usual_races(levels, made.chips))
    if has_antes:
        chips = (SMALLEST_CHIP, *made.chips)
        made = made._replace(chips=chips, races=usual_races(made.levels, chips))
    return made


def _ante_of_each(ante: int) -> int:
    """What everybody posts instead of one ante for the whole table: about an eighth, in few chips (D10)."""
    part = ante // 8
    step = CHIPS[0] if part < CHIPS[1] else 10 ** (len(str(part)) - 1)
    return part // step * step
