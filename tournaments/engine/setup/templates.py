"""Ready-made structures: hyper, turbo, standard and deep."""

from typing import Final

from tournaments.engine.setup.structure import MINUTE, Break, Level, Structure, usual_races

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
