"""What makes decisions alike, and which of them are compared (F7)."""

import pytest

from games.engine.rules.button import NOBODY
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
    ("before", "bet", "step"), [(12, 0, 0), (12, 3, 1), (12, 6, 2), (12, 8, 2), (12, 12, 3), (12, 18, 3), (12, 24, 4)]
)
def test_F7_bets_of_a_quarter_of_half_the_pot_of_all_and_of_twice_it_are_told_apart(
    before: int, bet: int, step: int
) -> None:
    (spot,) = spots(hand(1, [turn(1, Did.CALL, price=bet, pot=before + bet)]))
    assert spot.price_step == step


def test_F7_a_player_who_bet_last_leads_on_the_next_street_and_not_after_one_without_a_bet() -> None:
    played = [
        turn(2, Did.RAISE, (1,), street=1),
        turn(1, Did.RAISE, street=1),
        turn(2, Did.CALL, (1,), street=1),
        *(turn(player, Did.CHECK, (3 - player,), street=street) for street in (2, 3) for player in (1, 2)),
    ]
    led = [(spot.turn.street, spot.turn.player) for spot in spots(hand(1, played)) if spot.led]
    assert led == [(2, 1)]


def test_F7_a_decision_is_about_who_bet_or_about_the_only_opponent_left() -> None:
    played = [
        turn(1, Did.CHECK, (2, 3)),
        turn(2, Did.RAISE, (1, 3)),
        turn(3, Did.FOLD, (1, 2)),
        turn(1, Did.CALL, (2,)),
        turn(1, Did.CHECK, (2,), street=4),
    ]
    assert [spot.against for spot in spots(hand(1, played))] == [NOBODY, NOBODY, 2, 2, 2]


@pytest.mark.parametrize(
    ("began", "ended", "met"), [(0, 5, False), (0, 10, True), (12, 15, True), (20, 30, True), (21, 30, False)]
)
def test_F7_two_sit_together_where_their_times_at_the_table_meet(began: int, ended: int, *, met: bool) -> None:
    one = Sitting(1, 1, ("holdem", 100), 10, 20, HandId(1, 1))
    other = one._replace(player=2, began=began, ended=ended)
    assert one.overlaps(other) is other.overlaps(one) is met
