"""Whole numbers that directors type."""

import pytest

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.web.director.commands import command_of
from tournaments.web.text.typed_numbers import LARGEST, whole_number


@pytest.mark.parametrize("typed", ["x", "-5", "1e9", "1" * 40, "١٢", str(LARGEST + 1)])
def test_invalid_numbers_are_refused(typed: str) -> None:
    with pytest.raises(IllegalAction, match="bad_amount"):
        whole_number(typed)


@pytest.mark.parametrize("space", [" ", "\u2009", "\u202f", "\u00a0"])
def test_any_space_may_stand_between_thousands(space: str) -> None:
    typed = f" 10{space}000 "
    assert whole_number(typed) == 10_000
    penalty = command_of({"do": "penalise", "player": "7", "chips": typed}, "slow", "PLAY")
    assert penalty == cm.Penalise(7, 0, 10_000, "slow")


def test_an_empty_field_is_zero() -> None:
    assert whole_number(" ") == 0
