"""Draws something of tournaments for many viewers: what the viewers of one tournament need is read together."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar


class OfTournament(Protocol):
    """A viewer of a tournament; viewers that are equal see the same."""

    @property
    def tournament(self) -> int:
        """The tournament's id."""

    def __hash__(self) -> int: ...


Viewer = TypeVar("Viewer", bound=OfTournament)
Drawn = TypeVar("Drawn")


def for_each_viewer(
    viewers: Sequence[Viewer], draw: Callable[[int, Sequence[Viewer]], Iterable[tuple[Viewer, Drawn]]]
) -> list[Drawn]:
    """What `draw` makes for each of these viewers, in their order; it is called once for each tournament."""
    drawn: dict[Viewer, Drawn] = {}
    for tournament in {viewer.tournament for viewer in viewers}:
        drawn.update(draw(tournament, [viewer for viewer in viewers if viewer.tournament == tournament]))
    return [drawn[viewer] for viewer in viewers]
