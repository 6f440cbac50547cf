"""A hand is released when its table has shown the end of the last one: until then whatever happens counts for it."""

import pytest

from tests.tournaments.engine.tournament_driver import TEN, TournamentDriver, setup
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.tournament import due

SHOWN = 3_500
BEFORE_LEVEL_TWO = TEN - SHOWN // 2


def released(driver: TournamentDriver) -> list[ev.HandReleased]:
    """The hands released after the first one of each table."""
    return [event for event in driver.events_of(ev.HandReleased) if event.hand > 1]


def shows_its_end(players: int = 3, *, after: int = MINUTE) -> TournamentDriver:
    """The first hand of table 1 has just ended, and the table shows how."""
    driver = TournamentDriver(players=players)
    driver.play_hand(1, after=after, shown=SHOWN)
    assert released(driver) == []
    return driver


def test_T4_a_level_that_begins_while_a_table_shows_the_end_of_a_hand_is_played_from_the_next() -> None:
    driver = shows_its_end(after=BEFORE_LEVEL_TWO)
    driver.do(cm.Tick(), after=TEN - BEFORE_LEVEL_TWO)
    assert driver.t.level == 2
    driver.show_end()
    assert [event.level for event in released(driver)] == [2]


def test_T4_the_next_hand_is_released_when_the_end_has_been_shown() -> None:
    driver = shows_its_end()
    assert due(driver.t) == driver.now + SHOWN
    assert driver.do(cm.Tick(), after=SHOWN - 1) == []
    assert [event.hand for event in driver.do(cm.Tick(), after=1) if isinstance(event, ev.HandReleased)] == [2]
    assert due(driver.t) == driver.t.clock.ends, "a running hand is not waited for by the clock"


@pytest.mark.parametrize("command", [cm.Pause("fire"), cm.BreakNow(MINUTE), cm.EndNow("late"), cm.OpenDealTalk()])
def test_T5_T15_T17_F4_no_hand_begins_after_what_holds_them_all(command: cm.Command) -> None:
    driver = shows_its_end()
    driver.do(command)
    driver.do(cm.Tick(), after=SHOWN)
    assert released(driver) == []


def test_F5_the_hand_whose_end_is_shown_is_the_one_that_is_void() -> None:
    driver = TournamentDriver(players=3)
    stacks = {player: driver.stack(player) for player in (1, 2, 3)}
    driver.play_hand(1, busts=(1,), shown=SHOWN)
    events = driver.do(cm.VoidHand(1, "two aces"))
    assert [type(event) for event in events] == [ev.HandVoided, ev.BustUndone]
    assert {player: driver.stack(player) for player in (1, 2, 3)} == stacks
    assert due(driver.t) == driver.now + driver.t.setup.clock.after_showdown, "players see that it is void"
    driver.show_end()
    first, again = driver.events_of(ev.HandReleased)
    assert again == first._replace(hand=2)


def test_F5_X2_a_void_hand_is_dealt_again_when_its_end_has_been_shown() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.ReportVoid(1, 1, "fault", shown_until=driver.now + SHOWN))
    assert released(driver) == []
    driver.show_end()
    assert [event.hand for event in released(driver)] == [2]


def test_T9_a_hand_for_hand_round_begins_when_the_last_table_has_shown_its_end() -> None:
    driver = TournamentDriver(players=6)
    driver.do(cm.SetHandForHand(True, "trial"))
    driver.play_hand(1, shown=2 * MINUTE)
    driver.play_hand(2, shown=SHOWN)
    assert due(driver.t) == driver.now + MINUTE, "table 1 needs longer, as it had a longer hand to show"
    driver.do(cm.Tick(), after=SHOWN)
    assert released(driver) == []
    driver.show_end()
    assert [(event.table, event.hand_for_hand) for event in released(driver)] == [(1, True), (2, True)]


def test_T6_T12_a_late_player_takes_a_seat_while_the_end_is_shown_and_is_dealt_in() -> None:
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(4)), players=3)
    driver.play_hand(1, shown=SHOWN)
    driver.do(cm.Enter(9, "late"))
    driver.show_end()
    (hand,) = released(driver)
    assert driver.t.players[9].seat in hand.dealt


@pytest.mark.parametrize(("first", "second"), [(SHOWN, 2 * SHOWN), (2 * SHOWN, SHOWN)])
def test_T7_the_final_table_begins_when_its_players_have_seen_the_end_of_their_last_hands(
    first: int, second: int
) -> None:
    driver = TournamentDriver(setup(payouts=Payouts((Row(9, (1_000_000,)),))), players=4)
    driver.play_hand(1, shown=first)
    events = driver.play_hand(2, busts=(driver.players_at(2)[0],), after=0, shown=second)
    assert [type(event) for event in events if isinstance(event, ev.FinalTableMade | ev.HandReleased)] == [
        ev.FinalTableMade
    ]
    driver.show_end()
    assert driver.now == driver.events_of(ev.Busted)[0].at + 2 * SHOWN
    assert driver.events_of(ev.HandReleased)[-1].dealt == (0, 1, 2)
