"""Player statistics of a hand, compared with examples counted by hand."""

from random import Random

import pytest

from games.engine.history.player_stats import PlayerStats, player_stats
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.dealt_hands import play
from tests.games.engine.support.recorded_hands import hi_lo, random_hand, side_pots, three_draws, twice, walk


def played(hand: Deal) -> dict[int, PlayerStats]:
    return {part.seat: part for part in player_stats(hand.events)}


def test_a_hand_with_side_pots_is_counted_for_each_player() -> None:
    parts = played(side_pots())
    # Bob: ante 10, blind 100, 2990 in all before the flop, 2000 on it; his last 15 000 came back.
    assert parts[1] == PlayerStats(
        1, net=7_980, invested=5_000, entered=True, raised=False, bets_and_raises=2, calls=0, saw_second_street=True,
        showdown=True, won_showdown=True,
    )  # fmt: skip
    assert parts[2] == PlayerStats(
        2,
        net=-3_000,
        invested=3_000,
        entered=True,
        raised=True,
        saw_second_street=True,
        showdown=True,
        won_showdown=False,
    )
    assert parts[4] == PlayerStats(
        4, net=-5_050, invested=5_050, entered=True, raised=True, calls=1, saw_second_street=True
    )
    # Dan only posted the blinds he had missed: that does not count as playing the hand.
    assert parts[3] == PlayerStats(3, net=-160, invested=160)
    assert parts[5] == PlayerStats(5, net=-10, invested=10)


def test_a_walk_does_not_count_as_playing() -> None:
    parts = played(walk())
    assert parts[1] == PlayerStats(1, net=50, invested=50)
    assert parts[0] == PlayerStats(0, net=-50, invested=50)


def test_h6_two_boards_are_one_showdown() -> None:
    parts = played(twice())
    assert [(parts[seat].net, parts[seat].showdown, parts[seat].won_showdown) for seat in range(3)] == [
        (0, True, True),
        (0, True, True),
        (0, False, False),
    ]
    assert parts[0].saw_second_street and not parts[2].saw_second_street


def test_g14_a_bring_in_is_forced_and_a_completion_is_a_raise() -> None:
    parts = played(hi_lo())
    assert (parts[0].entered, parts[0].raised) == (True, False)
    assert (parts[1].entered, parts[1].raised) == (True, True)
    assert (parts[2].entered, parts[2].bets_and_raises, parts[2].calls) == (True, 0, 1)
    assert parts[0].bets_and_raises == 2
    brought = played(play("stud", [5_000, 5_000], "bring fold", hands=["2c3d4h", "KsKd9h"]))
    assert not any(part.entered for part in brought.values())


def test_g13_draws_are_streets_like_others() -> None:
    parts = played(three_draws())
    assert (parts[0].entered, parts[0].raised, parts[0].bets_and_raises, parts[0].calls) == (True, False, 1, 1)
    assert (parts[1].entered, parts[1].bets_and_raises, parts[1].calls) == (False, 1, 1)


@pytest.mark.parametrize("game", CATALOGUE)
def test_p6_winnings_are_pots_won_minus_chips_put_in(game: str) -> None:
    rng = Random(game)
    for _ in range(30):
        hand = random_hand(game, rng)
        for part in player_stats(hand.events):
            assert part.net == hand.net_won[part.seat]
            assert part.invested + part.net == hand.hand.won[part.seat]
            assert part.saw_second_street or not part.showdown
            assert part.entered or not part.raised
