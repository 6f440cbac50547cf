"""Lines about what the house did name players as `names` does, whatever name the event kept of them."""

import pytest

from games.engine import events as ev
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.views.hand_log import log_lines
from games.engine.views.kinds import LineCode

RULES = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 5_00, 10_00))
BEGAN = ev.HandBegan(7, 0, (1, 2, 0), (500_00,) * 3, 0)
NOW = {0: "Alice", 1: "deleted 9", 2: "Cyril"}


def names(*events: ev.TableEvent) -> list[str]:
    """The name of every line after the hand's first."""
    return [line.name for line in log_lines([BEGAN, *events], NOW, RULES)][1:]


def test_F3_somebody_who_was_dealt_in_is_named_as_today_and_not_as_the_event_has_it() -> None:
    assert names(ev.RemovalAsked(1, "Petr", "noise")) == ["deleted 9"]
    assert names(ev.Penalised(1, 3, "Petr"), ev.Folded(1)) == ["deleted 9", "deleted 9"]
    race = ev.ChipsRaced(25_00, 100_00, ((1, "Petr", (12,), 75_00, 100_00),), (1,), ())
    assert names(race) == ["", "deleted 9", "deleted 9"]


def test_D8_a_player_who_changes_seats_takes_the_name_along() -> None:
    assert names(ev.SeatChanged(1, 4, False, "Petr"), ev.Penalised(4, 1, "Petr")) == ["deleted 9", "deleted 9"]
    assert names(ev.SeatChanged(5, 6, False, "Dana"), ev.Penalised(6, 1, "Dana")) == ["Dana", "Dana"]


def test_F3_somebody_who_sits_down_after_the_deal_has_the_name_of_the_event() -> None:
    fields = {"seat": 1, "player": 12, "name": "Dana", "bot": False, "chips": 100_00, "auto_muck": True}
    taken = ev.SeatTaken(**{**dict.fromkeys(ev.SeatTaken._fields, 0), **ev.SeatTaken._field_defaults, **fields})
    assert names(taken, ev.RemovalAsked(1, "Dana", "noise")) == ["Dana"]
    assert names(ev.RemovalAsked(3, "Dana", "noise")) == ["Dana"]


@pytest.mark.parametrize("all_in", [False, True])
def test_G14_the_log_tells_who_brought_it_in_and_for_how_much(*, all_in: bool) -> None:
    line = log_lines([BEGAN, ev.BroughtIn(1, 5_00, all_in)], NOW, RULES)[-1]
    assert (line.code, line.name, line.amount, line.all_in) == (LineCode.BRING_IN, "deleted 9", 5_00, all_in)
