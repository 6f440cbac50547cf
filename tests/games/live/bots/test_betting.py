"""The amounts to which house bots raise: a part of the pot after their call, whatever their cards are."""

from random import Random
from typing import cast

import pytest

from games.engine.hand.actions import BettingAction, Call, Fold, RaiseTo
from games.engine.views.kinds import Blind
from games.engine.views.types import Choices
from games.live.bots.betting import Style, later_street
from games.live.bots.hand_strength import Outlook
from games.live.bots.known_cards import KnownCards
from games.live.bots.situation import Situation

POT, BET = 700, 300
NUTS, DRAW, AIR = Outlook(1.0, 1.0), Outlook(0.4, 0.1), Outlook(0.0, 0.0)


class Roll:
    """A random source that always rolls the same."""

    def __init__(self, roll: float) -> None:
        self.roll = roll

    def random(self) -> float:
        return self.roll


def answer(outlook: Outlook, roll: float, *, all_in: int = 100_000, max_to: int = 100_000) -> BettingAction:
    """What a bold bot answers to a bet of 300 into 400 on the flop."""
    situation = Situation(
        choices=Choices(BET, False, False, 2 * BET, max_to, False, 1, ()),
        # Cards play no part here.
        cards=cast(KnownCards, None),
        street=1, to_come=2, fixed=False, big_blind=10, small_blind=0, pot=POT, price=BET / (POT + BET), high=BET,
        all_in=all_in, depth=1_000.0, dealt=2, opponents=(1.0,), behind=0, callers=0, raises=1, blind=Blind.NONE,
        led=False, last=True, pat=False, best_door=False,
    )  # fmt: skip
    return later_street(situation, outlook, Style(1.0, 1.0), cast(Random, Roll(roll)))


def test_a_strong_hand_raises_by_four_fifths_of_the_pot_after_the_call() -> None:
    assert answer(NUTS, 0.5) == RaiseTo(BET + (POT + BET) * 8 // 10)


def test_a_draw_that_bluffs_raises_by_seven_tenths_of_the_pot_after_the_call() -> None:
    assert answer(DRAW, 0.1) == RaiseTo(BET + (POT + BET) * 7 // 10)
    assert answer(DRAW, 0.2) == Call()


@pytest.mark.parametrize(("all_in", "raised_to"), [(2_200, 2_200), (2_201, 1_100)])
def test_a_raise_that_takes_half_the_stack_is_all_in(all_in: int, raised_to: int) -> None:
    assert answer(NUTS, 0.5, all_in=all_in, max_to=all_in) == RaiseTo(raised_to)


def test_a_hand_without_hope_folds_and_one_that_may_not_raise_calls() -> None:
    assert answer(AIR, 0.1) == Fold()
    assert answer(NUTS, 0.5, max_to=0) == Call()
