"""What makes decisions alike, and which of them are compared (F7)."""

import pytest

from games.engine.watch_list.hands import Did, HandId
from games.engine.watch_list.sittings import Sitting
from games.engine.watch_list.spots import spots, traits
from tests.games.engine.watch_list.hands import hand, turn


def raised(times: int) -> tuple[object, ...]:
    """What else makes the decision after so many raises alike to others."""
    played = hand(1, [turn(2, Did.RAISE, (1,)) for _ in range(times)] + [turn(1, Did.CALL, (2,))])
    return tuple(traits(played, list(spots(played))[-1]))


def test_F7_decisions_after_two_raises_and_more_are_alike() -> None:
    assert len({raised(0), raised(1), raised(2)}) == 3
    assert raised(2) == raised(3) == raised(4)


@pytest.mark.parametrize(
    ("began", "ended", "met"), [(0, 5, False), (0, 10, True), (12, 15, True), (20, 30, True), (21, 30, False)]
)
def test_F7_two_sit_together_where_their_times_at_the_table_meet(began: int, ended: int, *, met: bool) -> None:
    one = Sitting(1, 1, ("holdem", 100), 10, 20, HandId(1, 1))
    other = one._replace(player=2, began=began, ended=ended)
    assert one.overlaps(other) is other.overlaps(one) is met
