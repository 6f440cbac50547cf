"""T14: what a disqualification would do is computed before, and is what then happens."""

import pytest

from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.play.disqualification import Disqualification, disqualification
from tournaments.engine.setup.house_rules import DisqualifiedStack, HouseRules
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind


def bubble(rule: DisqualifiedStack = DisqualifiedStack.REMOVE_CHIPS) -> TournamentDriver:
    """Four players at one table, paused between hands; three places are paid."""
    driver = TournamentDriver(setup(house=HouseRules(disqualify=rule), seats=4), players=4)
    driver.do(cm.Pause("x"))
    driver.play_hand(1)
    driver.set_stacks({1: 1_500, 2: 1_200, 3: 900, 4: 400})
    return driver


def test_T14_on_the_bubble_all_others_reach_the_money_and_the_smaller_stacks_gain_a_place() -> None:
    driver = bubble()
    assert disqualification(driver.t, 2) == Disqualification(False, 1_200, 4, 0, (3, 4), sure=80)
    driver.do(cm.Disqualify(2, "dumping"))
    assert driver.places() == {2: 4}
    assert driver.t.left == driver.t.places_paid == 3
    assert driver.t.chips == 2_800


def test_T14_in_the_money_the_player_has_the_prize_of_the_place() -> None:
    driver = bubble()
    driver.do(cm.Disqualify(4, "dumping"))
    assert disqualification(driver.t, 1) == Disqualification(False, 1_500, 3, 80, (2, 3))
    driver.do(cm.Disqualify(1, "dumping"))
    assert driver.places() == {4: 4, 1: 3}


def test_T14_T17_after_a_deal_the_player_has_the_share_agreed() -> None:
    """20 are left to play for; fourth place, without a prize of its own, has a share of 40."""
    driver = bubble()
    driver.do(cm.Resume())
    driver.do(cm.OpenDealTalk())
    driver.play_hand(1)
    driver.do(cm.ProposeDeal(DealKind.OWN, 20, ((1, 160), (2, 100), (3, 80), (4, 40))))
    for player in (1, 2, 3, 4):
        driver.do(cm.AgreeDeal(player))
    driver.do(cm.ConfirmDeal())
    preview = disqualification(driver.t, 4)
    assert (preview.place, preview.prize, preview.sure) == (4, 40, 0)
    driver.do(cm.EndNow("x"))
    driver.play_hand(1)
    assert driver.prizes()[4] == 40


def test_T14_a_stack_that_is_played_on_gives_nobody_a_place() -> None:
    driver = bubble(DisqualifiedStack.SYSTEM_PLAYS)
    assert disqualification(driver.t, 2) == Disqualification(True, 1_200)
    driver.do(cm.Disqualify(2, "dumping"))
    assert (driver.places(), driver.t.chips) == ({}, 4_000)
    assert driver.events_of(ev.PlayerDisqualified)[-1].played_on


@pytest.mark.parametrize("running", [False, True])
def test_T14_while_players_may_enter_there_is_no_place_and_a_running_hand_is_waited_for(running: bool) -> None:
    driver = TournamentDriver(setup(late=LateRegistration(4), seats=4), players=4)
    if not running:
        driver.do(cm.Pause("x"))
        driver.play_hand(1)
    assert disqualification(driver.t, 2) == Disqualification(False, 1_000, waits=running)
