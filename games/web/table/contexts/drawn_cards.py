"""Cards in front of a seat that are not a hand: drawn for the button (D1) or in a chip race (T11)."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.views.kinds import TablePhase
from games.engine.views.types import TableView

RACE_PLACES = 30
"""The last place of a race's card (`static/css/table/chip_race.css`); all further cards appear together."""


class DrawnCards(NamedTuple):
    """The cards drawn at one seat.

    `got` is the chip that the seat won in the race, 0 if none. `place` counts the race's cards shown before these, by
    which their appearance is delayed; -1 for the button.
    """

    cards: tuple[Card, ...]
    got: int = 0
    place: int = -1


def drawn_cards(view: TableView) -> dict[int, DrawnCards]:
    """The cards drawn for the button or a chip race, by seat."""
    if view.chip_race is None or view.phase != TablePhase.RACE:
        return {seat: DrawnCards((card,)) for seat, card in view.button_draw}
    got = dict.fromkeys((*view.chip_race.won, *view.chip_race.saved), view.chip_race.into)
    drawn, place = {}, 0
    for row in view.chip_race.rows:
        drawn[row.seat] = DrawnCards(row.cards, got.get(row.seat, 0), min(place, RACE_PLACES))
        place += len(row.cards)
    return drawn
