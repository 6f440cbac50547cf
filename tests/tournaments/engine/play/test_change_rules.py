"""Section Y, F4: house rules and the clock of a running tournament change; what each table plays by follows."""

from dataclasses import replace

from games.engine.rules.house_rules import TimeoutAction
from tests.tournaments.engine.tournament_driver import TournamentDriver
from tournaments.engine.setup.house_rules import DisqualifiedStack, LeaveTournament
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.store.codec import command_from_data, command_to_data


def change(setup: Setup, **house: object) -> cm.ChangeHouseRules:
    """Ten seconds a turn, who is out of time folds, and these rules of the tournament."""
    table_house = replace(setup.table_house, timeout_action=TimeoutAction.FOLD)
    own = setup.house._replace(**house)
    return cm.ChangeHouseRules(setup.preset, own, table_house, setup.clock._replace(turn=10_000), "too slow")


def test_Y_rules_and_clock_change_while_it_runs_and_nothing_else() -> None:
    driver = TournamentDriver(players=6)
    before = driver.t.setup
    driver.do(change(before, disqualify=DisqualifiedStack.SYSTEM_PLAYS))
    after = driver.t.setup
    assert (after.clock.turn, after.table_house.timeout_action) == (10_000, TimeoutAction.FOLD)
    assert driver.events_of(ev.SetupChanged) == [ev.SetupChanged(after, before, "too slow")]
    assert after._replace(house=before.house, table_house=before.table_house, clock=before.clock) == before
    driver.do(cm.Disqualify(2, "dumping"))
    driver.play_hand(driver.t.players[2].table)
    assert driver.events_of(ev.PlayerDisqualified)[-1].played_on, "the new rule holds from now on"


def test_Y_what_becomes_of_players_who_leave_is_kept() -> None:
    driver = TournamentDriver(players=6)
    assert driver.refused(change(driver.t.setup, leave=LeaveTournament.SURRENDER)) == "leave_kept"


def test_Y_the_same_rules_and_a_tournament_that_does_not_run_are_refused() -> None:
    driver = TournamentDriver(players=6)
    driver.do(change(driver.t.setup))
    assert driver.refused(change(driver.t.setup)) == "no_change"
    assert TournamentDriver().refused(change(driver.t.setup)) == "not_running"


def test_X2_the_command_is_read_as_it_was_written() -> None:
    command = change(TournamentDriver().t.setup)
    assert command_from_data("ChangeHouseRules", command_to_data(command)) == command
