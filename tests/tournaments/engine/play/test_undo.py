"""The director takes back commands that have moved no money: a break, the end, a penalty (F4, T12)."""

import pytest

from tests.tournaments.engine.tournament_driver import STRUCTURE, TEN, TournamentDriver, setup
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DeferredKind
from tournaments.engine.state.tournament_state import NO_BREAK
from tournaments.engine.views.build import can_enter

WITH_BREAK = STRUCTURE._replace(breaks=(Break(1, 5 * MINUTE),))
REBUY = Rebuy(Price(100), 1_000, until=4, below=1_000)


def test_f4_the_director_ends_a_running_break_and_the_level_resumes() -> None:
    driver = TournamentDriver(players=3)
    assert driver.refused(cm.EndBreak("x")) == "no_break"
    driver.do(cm.BreakNow(60 * MINUTE, "pizza"), after=3 * MINUTE)
    driver.play_hand(1)
    assert not driver.t.tables[1].running
    driver.do(cm.EndBreak("no pizza"), after=MINUTE)
    assert driver.t.tables[1].running
    assert (driver.t.level, driver.t.clock.ends - driver.now) == (1, TEN - 3 * MINUTE)


def test_f4_the_director_calls_off_an_announced_break() -> None:
    driver = TournamentDriver(players=6)
    driver.do(cm.BreakNow(60 * MINUTE, "pizza"))
    driver.play_hand(1)
    assert not driver.t.tables[1].running, "the table waits for the other one"
    driver.do(cm.EndBreak("no pizza"))
    assert driver.t.tables[1].running
    assert driver.t.current_break == NO_BREAK
    assert not driver.events_of(ev.BreakBegan)


def test_f4_ending_a_break_between_levels_begins_the_next_level() -> None:
    driver = TournamentDriver(setup(structure=WITH_BREAK), players=3)
    driver.do(cm.Tick(), after=TEN)
    driver.play_hand(1)
    assert driver.t.current_break.until
    driver.do(cm.EndBreak("everybody is back"))
    assert (driver.t.level, driver.t.clock.ends) == (2, driver.now + TEN)


def test_f4_a_break_ended_while_paused_starts_no_clock() -> None:
    driver = TournamentDriver(setup(structure=WITH_BREAK), players=3)
    driver.do(cm.Tick(), after=TEN)
    driver.play_hand(1)
    driver.do(cm.Pause("fire"))
    driver.do(cm.EndBreak("no pizza"))
    assert (driver.t.clock.ends, driver.t.tables[1].running) == (0, False)
    driver.do(cm.Resume())
    assert driver.t.tables[1].running


def test_f4_the_director_takes_back_the_end_while_hands_run() -> None:
    driver = TournamentDriver(players=6)
    assert driver.refused(cm.TakeBackEnd("x")) == "no_end"
    driver.do(cm.EndNow("we close"))
    driver.play_hand(1)
    assert not driver.t.tables[1].running
    driver.do(cm.TakeBackEnd("we do not"))
    assert driver.t.tables[1].running
    driver.play_hand(2)
    assert not driver.events_of(ev.Ended)


def test_F4_T12_entries_and_re_buys_are_open_again_once_the_end_is_taken_back() -> None:
    """Both are announced until level 4; nothing is sold meanwhile, as no hand would be played with it."""
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(4), rebuy=REBUY, addon=AddOn(Price(50), 500, 1)), 5)
    driver.do(cm.EndNow("we close"))
    assert [driver.refused(buys) for buys in (cm.Enter(9, "P9"), cm.TakeRebuy(1), cm.TakeAddOn(1))] == [
        "entries_closed",
        "no_rebuy",
        "no_add_on",
    ]
    assert not can_enter(driver.t, 9)
    driver.do(cm.TakeBackEnd("we do not"))
    assert can_enter(driver.t, 9)
    for buys in (cm.Enter(9, "P9"), cm.TakeRebuy(1), cm.TakeAddOn(2)):
        driver.do(buys)
    assert driver.events_of(ev.EntriesClosed) == []


def test_F4_T12_somebody_who_busts_after_an_end_that_is_taken_back_is_offered_the_re_buy_then() -> None:
    """Meanwhile nobody is out: the tables that still play decide whether the end comes."""
    driver = TournamentDriver(setup(rebuy=REBUY), players=6)
    bust, winner, _ = driver.players_at(1)
    driver.do(cm.EndNow("we close"))
    driver.play_hand(1, winner=winner, busts=(bust,))
    assert (driver.refused(cm.TakeRebuy(bust)), driver.t.left) == ("no_rebuy", 6)
    driver.do(cm.TakeBackEnd("we do not"))
    assert driver.events_of(ev.RebuyOffered) == [ev.RebuyOffered(bust, driver.now + REBUY.wait)]
    driver.do(cm.TakeRebuy(bust))
    assert (driver.stack(bust), driver.t.tables[1].running) == (1_000, True)


def test_F4_T10_somebody_who_busts_after_an_end_that_is_taken_back_is_out_where_there_is_no_re_buy() -> None:
    driver = TournamentDriver(players=6)
    bust, winner, _ = driver.players_at(1)
    driver.do(cm.EndNow("we close"))
    driver.play_hand(1, winner=winner, busts=(bust,))
    driver.do(cm.TakeBackEnd("we do not"))
    assert driver.places() == {bust: 6}


def test_T10_T15_busts_after_an_announced_end_are_placed_by_time_and_then_the_chips_are_counted() -> None:
    driver = TournamentDriver(setup(seats=3, rebuy=REBUY), players=6)
    (first, winner, richer), (later, other, _) = driver.players_at(1), driver.players_at(2)
    driver.do(cm.EndNow("we close"))
    driver.play_hand(1, winner=winner, busts=(first,))
    assert driver.places() == {}
    driver.play_hand(2, winner=other, busts=(later,))
    assert driver.t.stage == "ended"
    places = driver.places()
    assert (places[first], places[later], places[winner], places[other], places[richer]) == (6, 5, 1, 2, 3)


def test_T15_T16_the_field_is_final_once_the_end_has_come() -> None:
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(4), rebuy=REBUY), players=5)
    driver.do(cm.EndNow("we close"))
    driver.play_hand(1, winner=1, busts=(2,))
    assert driver.t.stage == "ended"
    assert len(driver.events_of(ev.EntriesClosed)) == 1
    assert sorted(driver.places().values()) == [1, 2, 3, 4, 5]
    assert driver.places()[2] == 5, "who lost everything after the end was announced was offered no re-buy"


def test_t15_the_announced_end_cannot_be_taken_back() -> None:
    driver = TournamentDriver(setup(ends_at=setup().starts_at + TEN), players=6)
    driver.do(cm.Tick(), after=TEN)
    assert driver.t.ending == "time"
    assert driver.refused(cm.TakeBackEnd("one more")) == "no_end"


def test_f4_the_director_lifts_the_rest_of_a_penalty() -> None:
    driver = TournamentDriver(players=3)
    assert driver.refused(cm.LiftPenalty(2, "x")) == "no_penalty"
    driver.do(cm.Penalise(2, 5, 0, "phone"))
    seat = driver.t.players[2].seat
    driver.play_hand(1)
    assert driver.events_of(ev.HandReleased)[-1].dead == (seat,)
    driver.do(cm.LiftPenalty(2, "wrong player"))
    driver.play_hand(1)
    assert driver.events_of(ev.HandReleased)[-1].dead == ()
    assert driver.t.players[2].penalty_hands == 0


def test_t9_the_directors_hand_for_hand_is_manual_whatever_the_reason() -> None:
    driver = TournamentDriver(players=6)
    driver.do(cm.SetHandForHand(True, "bubble"))
    assert (driver.t.hand_for_hand, driver.t.manual_hand_for_hand) == (True, True)


def test_t6_a_move_by_the_director_keeps_its_kind_whatever_the_reason() -> None:
    driver = TournamentDriver(setup(seats=4), players=5)
    driver.do(cm.Pause("a word"))
    for table in (1, 2):
        driver.play_hand(table)
    driver.do(cm.MovePlayer(driver.players_at(1)[0], 2, -1, "balance"))
    assert driver.events_of(ev.Moved)[0].why == "director"


@pytest.mark.parametrize("apart", [1, 2, 3])
@pytest.mark.parametrize("seat", range(4))
def test_t6_the_director_moves_a_player_to_the_very_seat_that_is_named(seat: int, apart: int) -> None:
    driver = TournamentDriver(setup(seats=4), players=8)
    driver.do(cm.Pause("a word"))
    driver.play_hand(1, busts=(driver.players_at(1)[1],))
    at_seat = {driver.t.players[player].seat: player for player in driver.players_at(2)}
    driver.play_hand(2, busts=(at_seat[seat], at_seat[(seat + apart) % 4]))
    player = driver.players_at(1)[0]
    taken = next(other for other in range(4) if other not in driver.t.tables[2].free)
    assert driver.refused(cm.MovePlayer(player, 2, taken, "balance")) == "seat_taken"
    driver.do(cm.MovePlayer(player, 2, seat, "balance"))
    assert [(moved.player, moved.seat) for moved in driver.events_of(ev.Moved)] == [(player, seat)]


def test_t6_two_moves_asked_for_during_one_hand_both_happen_after_it() -> None:
    driver = TournamentDriver(setup(seats=4), players=9)
    driver.do(cm.Pause("a word"))
    for table in (2, 3):
        driver.play_hand(table)
    player = driver.players_at(1)[0]
    driver.do(cm.MovePlayer(player, 2, -1, "a mistake"))
    driver.do(cm.MovePlayer(player, 3, -1, "table 3 was meant"))
    driver.play_hand(1)
    moved = [event for event in driver.events_of(ev.Moved) if event.player == player]
    assert [(event.table, event.note) for event in moved] == [(2, "a mistake"), (3, "table 3 was meant")]
    assert driver.t.waiting == []


def test_F4_one_of_several_decisions_about_a_player_is_taken_back_and_the_others_wait_on() -> None:
    driver = TournamentDriver(players=3)
    for hands, why in ((1, "phone"), (2, "slow"), (3, "soft play")):
        driver.do(cm.Penalise(2, hands, 0, why))
    driver.do(cm.Disqualify(2, "dumping"))
    driver.do(cm.Penalise(3, 1, 0, "phone"))
    driver.do(cm.TakeBackDeferred(2, kind=DeferredKind.PENALISE, nth=1))
    driver.do(cm.TakeBackDeferred(2, kind=DeferredKind.DISQUALIFY))
    assert [(one.player, one.why) for one in driver.t.waiting] == [(2, "phone"), (2, "soft play"), (3, "phone")]
    # A second click takes back nothing else.
    driver.do(cm.TakeBackDeferred(2, kind=DeferredKind.DISQUALIFY))
    driver.do(cm.TakeBackDeferred(2, kind=DeferredKind.PENALISE, nth=2))
    assert len(driver.t.waiting) == 3
    driver.play_hand(1)
    assert [driver.t.players[player].penalty_hands for player in (2, 3)] == [4, 1]
    assert not driver.t.players[2].disqualified


def test_F4_all_decisions_about_a_player_are_taken_back_at_once() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 1, 0, "phone"))
    driver.do(cm.Disqualify(2, "dumping"))
    driver.do(cm.TakeBackDeferred(2))
    assert driver.t.waiting == []


def test_T6_T12_the_director_moves_nobody_who_has_lost_the_last_chip_and_may_re_buy() -> None:
    """The offer stands, and the player who takes it may be moved."""
    driver = TournamentDriver(setup(seats=4, rebuy=Rebuy(Price(100), 500, 4)), players=5)
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    assert driver.refused(cm.MovePlayer(loser, 2, -1, "balance")) == "no_chips_to_move"
    assert driver.t.rebuy_pending == {loser}
    driver.do(cm.Pause("a word"))
    driver.do(cm.TakeRebuy(loser))
    driver.do(cm.MovePlayer(loser, 2, -1, "balance"))
    assert (driver.t.players[loser].table, driver.stack(loser)) == (2, 500)


def test_T5_T14_a_break_of_more_than_a_day_and_a_penalty_without_end_are_refused() -> None:
    driver = TournamentDriver(players=3)
    for length in (24 * 60 * MINUTE + 1, 999_999_999 * MINUTE, 0, -1):
        assert driver.refused(cm.BreakNow(length)) == "bad_break"
    for hands, chips in ((1_001, 0), (-1, 0), (0, 0)):
        assert driver.refused(cm.Penalise(1, hands, chips, "why")) == "bad_penalty"
    assert driver.refused(cm.Penalise(1, 0, -1, "why")) == "bad_penalty_chips"


def test_F4_nothing_is_decided_before_the_start_nor_a_level_chosen_beyond_the_last_level() -> None:
    driver = TournamentDriver()
    levels = (cm.BreakNow(5 * MINUTE), cm.NextLevel(), cm.PreviousLevel())
    for command in (*levels, cm.TakeBackDeferred(1), cm.EndNow("fire")):
        assert driver.refused(command) == "not_running"
    running = TournamentDriver(players=3)
    last = len(running.t.setup.structure.levels)
    for level in range(2, last + 1):
        assert running.refused(cm.NextLevel()) == ""
        assert running.t.level == level
    assert running.refused(cm.NextLevel()) == "last_level"
