"""T10, T12 to T15: who leaves or is disqualified beside players who bust, or as the last one left."""

import pytest

from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.setup.house_rules import HouseRules, LeaveTournament
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

SURRENDER = HouseRules(leave=LeaveTournament.SURRENDER)


def goes(driver: TournamentDriver, how: str, player: int) -> list[ev.Event]:
    """The player leaves with the stack given up, or is disqualified; the events."""
    return driver.do(cm.Leave(player) if how == "leaves" else cm.Disqualify(player, "dumping"))


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T14_T15_the_last_player_left_has_won_and_no_longer_leaves_or_is_disqualified(how: str) -> None:
    """Both of the last two go after the same hand: the first is second; no rule leaves a tournament without a winner.

    A director who wants neither to win cancels it before the hand is over.
    """
    driver = TournamentDriver(setup(house=SURRENDER), players=2)
    for player in (1, 2):
        goes(driver, how, player)
    driver.play_hand(1)
    assert driver.places() == {1: 2, 2: 1}
    assert [out.player for out in driver.events_of(ev.PlayerOut)] == [1]
    assert (driver.t.waiting, driver.prizes()) == ([], {2: 140, 1: 60})
