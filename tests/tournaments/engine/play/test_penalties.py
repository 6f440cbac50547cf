"""T14: penalties in rounds and minutes end by themselves, stand still while nobody plays, and can be lifted."""

import pytest

from games.engine.errors import IllegalAction
from tests.tournaments.engine.tournament_driver import TournamentDriver
from tournaments.engine.setup.structure import LONGEST, MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.tournament import due
from tournaments.engine.views.build import public_view
from tournaments.store.codec import event_from_data, event_to_data, restore, snapshot

FOUR = 4 * MINUTE


def is_dead(driver: TournamentDriver, player: int = 2) -> bool:
    """Whether the player's hand is folded in the hand that was released last."""
    return driver.t.players[player].seat in driver.events_of(ev.HandReleased)[-1].dead


def left_of(driver: TournamentDriver, player: int = 2) -> tuple[int, int, int]:
    """The player's penalty as everybody sees it: hands, the end in ms from now, and ms that stand still."""
    view = public_view(driver.t, tournament_id=1, version=1)
    row = next(row for row in view.standings if row.player == player)
    return row.penalty_hands, row.penalty_ends and row.penalty_ends - driver.now, row.penalty_left


def test_T14_a_round_is_a_hand_for_each_player_at_the_table() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", rounds=2))
    dead = []
    for _ in range(7):
        driver.play_hand(1)
        dead.append(is_dead(driver))
    assert dead == [True] * 6 + [False]


def test_T14_a_penalty_in_hands_alone_takes_no_chips() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 1, 0, "phone"))
    driver.play_hand(1)
    assert driver.events_of(ev.Penalised)
    assert not driver.events_of(ev.ChipsRemoved)


def test_T14_hands_and_rounds_add_up() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 1, 0, "phone", rounds=1))
    driver.play_hand(1)
    assert left_of(driver) == (4, 0, 0)


def test_T14_two_penalties_given_during_one_hand_both_take_effect_after_it() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 2, 0, "phone"))
    driver.do(cm.Penalise(2, 0, 300, "soft play"))
    driver.play_hand(1)
    assert (left_of(driver), driver.stack(2), driver.t.waiting) == ((2, 0, 0), 700, [])


def test_T14_a_penalty_in_minutes_begins_after_the_hand_and_ends_by_itself() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", time=FOUR))
    driver.play_hand(1, after=MINUTE)
    assert left_of(driver) == (0, FOUR, 0), "the minute of the running hand does not count"
    dead = [is_dead(driver)]
    for _ in range(4):
        driver.play_hand(1, after=MINUTE)
        dead.append(is_dead(driver))
    assert dead == [True, True, True, True, False]
    assert left_of(driver) == (0, 0, 0)


def test_T14_the_end_of_a_penalty_in_minutes_is_due_while_a_hand_runs() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", time=FOUR))
    driver.play_hand(1)
    assert due(driver.t) == driver.now + FOUR
    assert driver.do(cm.Tick(), after=FOUR) == [ev.PenaltyTimed(2, 0, 0)]
    assert left_of(driver) == (0, 0, 0)


def test_T14_the_minutes_stand_still_in_a_pause_and_in_a_break() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", time=FOUR))
    driver.play_hand(1)
    driver.do(cm.Pause("alarm"), after=MINUTE)
    assert left_of(driver) == (0, 0, 3 * MINUTE)
    driver.do(cm.Resume("go on"), after=20 * MINUTE)
    assert left_of(driver) == (0, 3 * MINUTE, 0)
    driver.do(cm.BreakNow(5 * MINUTE, "pizza"))
    driver.play_hand(1, after=MINUTE)
    assert left_of(driver) == (0, 0, 2 * MINUTE)
    driver.do(cm.Tick(), after=5 * MINUTE)
    assert left_of(driver) == (0, 2 * MINUTE, 0)


def test_T14_two_penalties_in_minutes_follow_each_other() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", time=FOUR))
    driver.play_hand(1)
    driver.do(cm.Penalise(2, 0, 0, "again", time=FOUR))
    driver.play_hand(1)
    assert left_of(driver) == (0, 2 * FOUR - MINUTE, 0)


@pytest.mark.parametrize("held", [False, True])
def test_T14_a_penalty_in_minutes_is_lifted_at_once(held: bool) -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 2, 0, "phone", time=FOUR))
    driver.play_hand(1)
    if held:
        driver.do(cm.Pause("alarm"))
    driver.do(cm.LiftPenalty(2, "the wrong player"))
    lifted = driver.events_of(ev.Penalised)[-1]
    assert lifted.is_lifted
    assert left_of(driver) == (0, 0, 0)
    assert driver.refused(cm.LiftPenalty(2, "x")) == "no_penalty"
    if held:
        driver.do(cm.Resume("go on"))
    driver.play_hand(1)
    assert not is_dead(driver)


@pytest.mark.parametrize(
    "penalty",
    [
        cm.Penalise(2, 0, 0, "x"),
        cm.Penalise(2, 0, 0, "x", rounds=-1),
        cm.Penalise(2, 0, 0, "x", time=-1),
        cm.Penalise(2, 0, 0, "x", rounds=334),
        cm.Penalise(2, 0, 0, "x", time=LONGEST + 1),
    ],
)
def test_T14_an_empty_or_endless_penalty_is_refused(penalty: cm.Penalise) -> None:
    with pytest.raises(IllegalAction) as refusal:
        TournamentDriver(players=3).do(penalty)
    assert (refusal.value.code, refusal.value.detail) == ("bad_penalty", {"most": 1_000, "minutes": 1_440})


def test_X2_a_penalty_in_minutes_is_kept_in_the_log_and_in_the_state() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 0, "phone", time=FOUR))
    driver.play_hand(1)
    assert snapshot(restore(snapshot(driver.t))) == snapshot(driver.t)
    again = Tournament(driver.t.setup)
    for event in driver.events:
        again.apply(event_from_data(event_to_data(event)))
    assert again.timed_penalties == driver.t.timed_penalties != {}


def test_X2_events_written_before_there_were_minutes_are_read() -> None:
    assert event_from_data(["Penalised", 2, 3, "phone"]) == ev.Penalised(2, 3, "phone")
    assert event_from_data(["Deferred", "penalise", 2, 3, -1, 0, "x"]).time == 0


def test_T14_only_taking_hands_or_minutes_back_lifts_a_penalty() -> None:
    lifted = [ev.Penalised(2, hands, "x", time).is_lifted for hands, time in ((3, 0), (0, FOUR), (-3, 0), (0, -FOUR))]
    assert lifted == [False, False, True, True]
