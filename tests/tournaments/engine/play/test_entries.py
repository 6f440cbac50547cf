"""Late entries, re-entries, re-buys and add-ons (T12), calculated by hand."""

import pytest

from tests.tournaments.engine.tournament_driver import TEN, TournamentDriver, setup
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.tournament import due


def test_T12_late_entries_and_re_entries_are_limited() -> None:
    """Entries are open through level 2; a player who is out may enter a second time, but not a third."""
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(2, entries=2)), players=4)
    driver.do(cm.Enter(6, "late"))
    assert driver.events_of(ev.Seated)[-1].why == "late"
    driver.play_hand(1, busts=(1,), winner=2)
    driver.do(cm.Enter(1, "P"))
    assert driver.events_of(ev.Seated)[-1].why == "again"
    driver.play_hand(1)
    driver.play_hand(1, busts=(1,), winner=2)
    assert driver.refused(cm.Enter(1, "P")) == "no_more_entries"
    driver.do(cm.Tick(), after=TEN)
    driver.do(cm.Tick(), after=TEN)
    assert driver.t.level == 3
    assert driver.refused(cm.Enter(7, "P")) == "entries_closed"
    assert driver.events_of(ev.EntriesClosed)[0].collected == 600
    assert driver.places() == {1: 5}


def test_T12_nobody_enters_once_the_field_is_below_one_full_table() -> None:
    """The field started with one full table and has lost a player."""
    driver = TournamentDriver(setup(late=LateRegistration(4)), players=3)
    driver.play_hand(1, busts=(1,), winner=2)
    assert driver.refused(cm.Enter(9, "P")) == "too_few_left"


def test_T12_a_player_who_re_buys_misses_no_hand() -> None:
    """The table waits for the answer, and the player is dealt into the very next hand."""
    driver = TournamentDriver(setup(seats=4, rebuy=Rebuy(Price(80, 0), 1_000, until=2)), players=4)
    driver.play_hand(1, busts=(3,), winner=1)
    assert not driver.t.tables[1].running
    assert due(driver.t) == driver.now + 20_000
    seat = driver.t.players[3].seat
    driver.do(cm.TakeRebuy(3))
    assert seat in driver.events_of(ev.HandReleased)[-1].dealt
    assert driver.stack(3) == 1_000
    assert driver.t.pool == 480


def test_T12_re_buys_end_at_their_own_level_though_late_players_still_enter() -> None:
    announced = setup(seats=4, late=LateRegistration(3), rebuy=Rebuy(Price(80, 0), 1_000, until=1, below=1_000))
    driver = TournamentDriver(announced, players=4)
    driver.do(cm.TakeRebuy(1))
    driver.do(cm.Tick(), after=TEN)
    assert driver.refused(cm.TakeRebuy(2)) == "no_rebuy"


def test_T12_only_who_has_no_more_than_the_announced_chips_re_buys() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=999)), players=3)
    driver.do(cm.ReportHand(1, 1, ((1, 999), (2, 1_000), (3, 1_001))))
    assert [driver.refused(cm.TakeRebuy(player)) for player in (1, 2, 3)] == ["", "no_rebuy", "no_rebuy"]


@pytest.mark.parametrize("late", [None, LateRegistration(3)])
def test_T12_an_offered_re_buy_stands_until_its_deadline(late: LateRegistration | None) -> None:
    """The last level of re-buys ends while the table waits for the answer."""
    announced = setup(seats=4, late=late, rebuy=Rebuy(Price(80, 0), 1_000, until=1))
    driver = TournamentDriver(announced, players=4)
    driver.play_hand(1, busts=(3,), winner=1, after=TEN - 5_000)
    driver.do(cm.Tick(), after=5_000)
    assert driver.t.level == 2
    assert driver.refused(cm.TakeRebuy(2)) == "no_rebuy"
    driver.do(cm.TakeRebuy(3))
    assert driver.stack(3) == 1_000
    assert driver.t.entries_closed == (late is None)


def test_T12_T16_the_field_is_final_once_the_last_offered_re_buy_has_run_out() -> None:
    driver = TournamentDriver(setup(seats=4, rebuy=Rebuy(Price(80, 0), 1_000, until=1)), players=4)
    driver.play_hand(1, busts=(3,), winner=1, after=TEN - 5_000)
    driver.do(cm.Tick(), after=5_000)
    assert not driver.t.entries_closed
    driver.do(cm.Tick(), after=15_000)
    assert driver.t.entries_closed
    assert driver.places() == {3: 4}


@pytest.mark.parametrize("answer", [cm.DeclineRebuy(3), cm.Tick()])
def test_T12_without_an_answer_there_is_no_re_buy(answer: cm.Command) -> None:
    driver = TournamentDriver(setup(seats=4, rebuy=Rebuy(Price(80, 0), 1_000, until=2)), players=4)
    driver.play_hand(1, busts=(3,), winner=1)
    driver.do(answer, after=20_000)
    assert [out.player for out in driver.events_of(ev.PlayerOut)] == [3]
    assert driver.t.tables[1].running


def test_T12_a_re_buy_during_a_hand_waits_for_its_end() -> None:
    """A player at or below the limit may re-buy with chips left; the new chips arrive when the hand is over."""
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=1_000)), players=3)
    driver.do(cm.TakeRebuy(2))
    assert driver.events_of(ev.ChipsAdded) == []
    assert driver.refused(cm.TakeRebuy(2)) == "no_rebuy"
    driver.play_hand(1)
    assert driver.stack(2) == 1_500


def test_T12_an_add_on_is_sold_once_in_its_level() -> None:
    driver = TournamentDriver(setup(addon=AddOn(Price(50, 5), 2_000, at=2)), players=3)
    assert driver.refused(cm.TakeAddOn(1)) == "no_add_on"
    driver.do(cm.Tick(), after=TEN)
    driver.do(cm.TakeAddOn(1))
    assert driver.refused(cm.TakeAddOn(1)) == "no_add_on"
    driver.play_hand(1)
    assert (driver.stack(1), driver.t.pool, driver.t.fees) == (3_000, 350, 35)
