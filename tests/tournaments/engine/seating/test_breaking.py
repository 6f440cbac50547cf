"""Breaking tables, the final table, and tables that open for late players."""

import pytest

from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def test_T7_the_last_opened_table_breaks_when_it_is_not_needed() -> None:
    """Nine players at tables of three; with six left the third table breaks and its players fill the free seats."""
    driver = TournamentDriver(setup(house=MANUAL, final_seats=3), players=9)
    driver.play_hand(1, busts=tuple(driver.players_at(1)[:1]))
    driver.play_hand(2, busts=tuple(driver.players_at(2)[:1]))
    assert sorted(driver.t.tables) == [1, 2, 3]
    loser = driver.players_at(3)[0]
    driver.play_hand(3, busts=(loser,))
    assert sorted(driver.t.tables) == [1, 2]
    moves = driver.events_of(ev.Moved)
    assert {(moved.from_table, moved.why) for moved in moves} == {(3, "break")}
    assert [len(driver.players_at(table)) for table in (1, 2)] == [3, 3]


def test_T7_the_director_breaks_a_table_after_its_hand() -> None:
    """Late registration keeps three tables of four open for eight players until the director breaks one."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4)), players=9)
    assert driver.refused(cm.BreakTable(9, "why")) == "no_such_table"
    assert driver.refused(cm.BreakTable(1, "why")) == "no_room"
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    driver.do(cm.BreakTable(1, "why"))
    assert sorted(driver.t.tables) == [1, 2, 3]
    driver.play_hand(1)
    assert sorted(driver.t.tables) == [2, 3]
    assert [len(driver.players_at(table)) for table in (2, 3)] == [4, 4]


def test_T7_T9_a_table_waits_with_breaking_until_its_busts_have_their_places() -> None:
    """Hand-for-hand: the bust at table 3 waits for the other two tables, and does not move without chips."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4), house=MANUAL), players=9)
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    driver.do(cm.SetHandForHand(True, "a pay jump"))
    for table in (1, 2, 3):
        driver.play_hand(table)
    loser = driver.players_at(3)[0]
    driver.play_hand(3, busts=(loser,))
    driver.do(cm.BreakTable(3, "a power cut"))
    driver.play_hand(1)
    assert (sorted(driver.t.tables), driver.events_of(ev.Moved)) == ([1, 2, 3], [])
    driver.play_hand(2)
    assert sorted(driver.t.tables) == [1, 2]
    assert driver.t.players[loser].out
    assert loser not in {moved.player for moved in driver.events_of(ev.Moved)}


def test_T7_everybody_draws_a_seat_for_the_final_table_when_all_hands_are_over() -> None:
    """Four are left for a final table of four: table 1 waits for table 2, then seats and a button are drawn."""
    driver = TournamentDriver(setup(final_seats=4, house=MANUAL), players=5)
    driver.play_hand(1, busts=(driver.players_at(1)[0],))
    assert not driver.t.tables[1].running
    events = driver.play_hand(2)
    made = [event for event in events if isinstance(event, ev.FinalTableMade)]
    assert made == [ev.FinalTableMade(3, redrawn=True)]
    assert sorted(driver.players_at(3)) == sorted(driver.players_left())
    assert [type(event) for event in events][-2:] == [ev.ButtonDrawn, ev.HandReleased]


@pytest.mark.parametrize("bust_at", [1, 2])
@pytest.mark.parametrize("sizes", [(3, 2), (4, 3)])
def test_T7_the_last_two_tables_wait_for_each_other(bust_at: int, sizes: tuple[int, int]) -> None:
    """No table is broken or balanced just before the final table; everybody moves once."""
    driver = TournamentDriver(setup(seats=4, final_seats=sum(sizes) - 1, house=MANUAL), players=sum(sizes))
    other = 3 - bust_at
    driver.play_hand(bust_at, busts=(driver.players_at(bust_at)[0],))
    assert sorted(driver.t.tables) == [1, 2]
    assert driver.refused(cm.BreakTable(bust_at, "why")) == "last_table"
    driver.play_hand(other)
    assert driver.events_of(ev.FinalTableMade) == [ev.FinalTableMade(3, redrawn=True)]
    moves = driver.events_of(ev.Moved)
    assert sorted(moved.player for moved in moves) == sorted(driver.players_at(3))
    assert {moved.why for moved in moves} == {"final"}


def test_T7_one_table_alone_is_the_final_table_and_nobody_draws_a_seat() -> None:
    driver = TournamentDriver(players=3)
    assert driver.events_of(ev.FinalTableMade) == [ev.FinalTableMade(1, redrawn=False)]
    assert driver.t.final_table
    assert not driver.events_of(ev.Moved)


def bust_until_over(driver: TournamentDriver) -> None:
    """Somebody is out in every hand; nothing but the rules decides who plays on where."""
    while driver.t.stage == "running":
        number = next(number for number, table in driver.t.tables.items() if table.running)
        winner, loser = (driver.t.tables[number].seats[seat] for seat in driver.t.tables[number].dealt[:2])
        driver.play_hand(number, winner=winner, busts=(loser,))


def test_T7_F5_the_final_table_is_made_anew_when_its_bust_was_void_and_a_late_player_opens_a_table() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(8)), players=3)
    driver.do(cm.Pause("wait"))
    driver.play_hand(1, busts=(driver.players_at(1)[1],))
    assert driver.t.final_table == 1, "nobody can enter any more: fewer than one full table are left"
    driver.do(cm.VoidHand(1, "two aces"))
    driver.do(cm.Resume())
    driver.do(cm.Enter(4, "late"))
    assert (len(driver.t.tables), driver.t.final_table) == (2, 0)
    driver.show_end()
    bust_until_over(driver)
    assert sorted(driver.places().values()) == [1, 2, 3, 4]
    assert len(driver.events_of(ev.FinalTableMade)) == 2


def test_T7_F4_the_final_table_is_made_anew_when_the_level_before_lets_a_late_player_in() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(1), rebuy=Rebuy(Price(80), 1_000, until=4)), players=3)
    driver.do(cm.NextLevel("mistake"))
    assert driver.t.final_table == 1
    driver.do(cm.PreviousLevel("it was too early"))
    driver.do(cm.Enter(4, "late"))
    assert (len(driver.t.tables), driver.t.final_table) == (2, 0)
    for level in range(4):
        driver.do(cm.NextLevel(f"level {level}"))
    bust_until_over(driver)
    assert sorted(driver.places().values()) == [1, 2, 3, 4]
    assert driver.events_of(ev.FinalTableMade)[-1].redrawn


def test_T12_a_late_player_opens_a_table_when_all_are_full() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(3)), players=3)
    driver.do(cm.Enter(4, "late"))
    assert driver.players_at(2) == [4]
    driver.play_hand(1)
    assert [len(driver.players_at(table)) for table in (1, 2)] == [2, 2]
    assert driver.t.tables[2].running
