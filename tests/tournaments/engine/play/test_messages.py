"""F1: the director tells one table or all tables of a running tournament something."""

from tests.tournaments.engine.tournament_driver import TournamentDriver
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.store.codec import event_from_data, event_to_data, snapshot


def test_F1_a_message_to_one_or_all_tables_is_an_event_and_changes_nothing_else() -> None:
    driver = TournamentDriver(players=6)
    before = snapshot(driver.t)
    assert driver.do(cm.TellTables("Dinner at eight.", 2)) == [ev.TablesTold(2, "Dinner at eight.")]
    assert driver.do(cm.TellTables("Dinner at eight.")) == [ev.TablesTold(0, "Dinner at eight.")]
    assert snapshot(driver.t) == before
    assert event_from_data(event_to_data(ev.TablesTold(2, "x"))) == ev.TablesTold(2, "x")


def test_F1_a_message_needs_a_running_tournament_and_an_open_table() -> None:
    assert TournamentDriver().refused(cm.TellTables("x")) == "not_running"
    assert TournamentDriver(players=6).refused(cm.TellTables("x", 9)) == "no_such_table"
