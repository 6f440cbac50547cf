"""Cards in front of a seat that are not a hand: drawn for the button, or in a chip race."""

from games.engine.rules.tournament import ChipRaceRow
from games.engine.views.kinds import TablePhase
from games.web.table.contexts.drawn_cards import RACE_PLACES, DrawnCards, drawn_cards
from tests.games.web.table.contexts.sample_views import ACE, KING, RACE, table


def test_d1_each_card_drawn_for_the_button_is_at_its_seat() -> None:
    view = table()._replace(button_draw=((0, ACE), (4, KING)))
    button = {0: DrawnCards((ACE,)), 4: DrawnCards((KING,))}
    assert drawn_cards(view) == button
    assert drawn_cards(view._replace(chip_race=RACE)) == button, "the race is not on display yet"
    assert drawn_cards(view._replace(phase=TablePhase.RACE)) == button


def test_t11_a_races_cards_appear_one_seat_after_the_other() -> None:
    view = table(phase=TablePhase.RACE)
    rows = tuple(ChipRaceRow(seat, "", (ACE,) * count, 0, 0) for seat, count in enumerate((2, RACE_PLACES - 3, 2, 1)))
    race = RACE._replace(rows=rows, won=(1,), saved=(2,))
    assert drawn_cards(view._replace(chip_race=race)) == {
        0: DrawnCards((ACE, ACE), 0, 0),
        1: DrawnCards((ACE,) * (RACE_PLACES - 3), 100, 2),
        2: DrawnCards((ACE, ACE), 100, RACE_PLACES - 1),
        3: DrawnCards((ACE,), 0, RACE_PLACES),
    }
