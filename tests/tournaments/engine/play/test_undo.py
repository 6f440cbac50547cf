"""What the director can take back while no money has moved: a break, the end, a penalty (F4)."""

from tests.tournaments.engine.led_tournament import PLAIN, TEN, Floor, setup
from tournaments.engine.setup.structure import MINUTE, Break
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import NO_BREAK

RESTS = PLAIN._replace(breaks=(Break(1, 5 * MINUTE),))


def test_f4_the_director_ends_a_running_break_and_the_level_goes_on() -> None:
    floor = Floor(players=3)
    assert floor.refused(cm.EndBreak("x")) == "no_break"
    floor.tell(cm.BreakNow(60 * MINUTE, "pizza"), after=3 * MINUTE)
    floor.hand(1)
    assert not floor.t.tables[1].running
    floor.tell(cm.EndBreak("no pizza"), after=MINUTE)
    assert floor.t.tables[1].running
    assert (floor.t.level, floor.t.clock.ends - floor.now) == (1, TEN - 3 * MINUTE)


def test_f4_the_director_calls_an_announced_break_off() -> None:
    floor = Floor(players=6)
    floor.tell(cm.BreakNow(60 * MINUTE, "pizza"))
    floor.hand(1)
    assert not floor.t.tables[1].running, "it waits for the other table"
    floor.tell(cm.EndBreak("no pizza"))
    assert floor.t.tables[1].running
    assert floor.t.current_break == NO_BREAK
    assert not floor.seen(ev.BreakBegan)


def test_f4_after_a_break_between_levels_the_next_one_begins() -> None:
    floor = Floor(setup(structure=RESTS), players=3)
    floor.tell(cm.Tick(), after=TEN)
    floor.hand(1)
    assert floor.t.current_break.until
    floor.tell(cm.EndBreak("everybody is back"))
    assert (floor.t.level, floor.t.clock.ends) == (2, floor.now + TEN)


def test_f4_a_break_ended_while_paused_starts_no_clock() -> None:
    floor = Floor(setup(structure=RESTS), players=3)
    floor.tell(cm.Tick(), after=TEN)
    floor.hand(1)
    floor.tell(cm.Pause("fire"))
    floor.tell(cm.EndBreak("no pizza"))
    assert (floor.t.clock.ends, floor.t.tables[1].running) == (0, False)
    floor.tell(cm.Resume())
    assert floor.t.tables[1].running


def test_f4_the_director_takes_the_end_back_while_hands_run() -> None:
    floor = Floor(players=6)
    assert floor.refused(cm.TakeBackEnd("x")) == "no_end"
    floor.tell(cm.EndNow("we close"))
    floor.hand(1)
    assert not floor.t.tables[1].running
    floor.tell(cm.TakeBackEnd("we do not"))
    assert floor.t.tables[1].running
    floor.hand(2)
    assert not floor.seen(ev.Ended)


def test_t15_the_announced_end_cannot_be_taken_back() -> None:
    floor = Floor(setup(ends_at=setup().starts_at + TEN), players=6)
    floor.tell(cm.Tick(), after=TEN)
    assert floor.t.ending == "time"
    assert floor.refused(cm.TakeBackEnd("one more")) == "no_end"


def test_f4_the_director_lifts_the_rest_of_a_penalty() -> None:
    floor = Floor(players=3)
    assert floor.refused(cm.LiftPenalty(2, "x")) == "no_penalty"
    floor.tell(cm.Penalise(2, 5, 0, "phone"))
    seat = floor.t.players[2].seat
    floor.hand(1)
    assert floor.seen(ev.HandReleased)[-1].dead == (seat,)
    floor.tell(cm.LiftPenalty(2, "it was another"))
    floor.hand(1)
    assert floor.seen(ev.HandReleased)[-1].dead == ()
    assert floor.t.players[2].penalty_hands == 0


def test_t9_hand_for_hand_by_the_director_ends_by_the_director_whatever_the_reason() -> None:
    floor = Floor(players=6)
    floor.tell(cm.SetHandForHand(True, "bubble"))
    assert (floor.t.hand_for_hand, floor.t.manual_hand_for_hand) == (True, True)


def test_t6_a_directors_reason_is_never_mistaken_for_a_rule() -> None:
    floor = Floor(setup(seats=4), players=5)
    floor.tell(cm.Pause("a word"))
    for table in (1, 2):
        floor.hand(table)
    floor.tell(cm.MovePlayer(floor.at(1)[0], 2, -1, "balance"))
    assert floor.seen(ev.Moved)[0].why == "director"
