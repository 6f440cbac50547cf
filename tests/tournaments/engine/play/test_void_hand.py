"""Void hands are dealt again with the same blinds, in the same hand-for-hand round (F5, C1, T9, X2)."""

from typing import Any

from games.engine.rules.button import Positions
from tests.tournaments.engine.led_tournament import Floor, setup
from tournaments.engine.fairness import Fairness
from tournaments.engine.seating.blinds import upcoming
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import Deal

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def void(floor: Floor, table: int, why: str = "fault") -> list[ev.Event]:
    """The table reports that its running hand is void."""
    return floor.tell(cm.ReportVoid(table, floor.t.tables[table].hand, why))


def hand_for_hand(players: int = 6) -> Floor:
    """Tables of three in hand-for-hand, switched on by the director."""
    floor = Floor(setup(house=MANUAL), players=players)
    floor.tell(cm.SetHandForHand(True, "look"))
    for table in sorted(floor.t.tables):
        floor.hand(table)
    assert floor.seen(ev.HandReleased)[-1].hand_for_hand
    return floor


def test_F5_a_running_hand_is_voided_by_its_table() -> None:
    floor = Floor(players=3)
    assert floor.tell(cm.VoidHand(1, "two aces of spades")) == [ev.VoidRequested(1, 1, "two aces of spades")]
    assert floor.t.tables[1].running, "the table says when it is done"
    assert floor.refused(cm.VoidHand(2, "where")) == "no_such_table"


def test_F5_stacks_and_positions_are_as_before_and_the_hand_counts_for_nothing() -> None:
    floor = Floor(players=3)
    floor.hand(1, winner=1)
    floor.tell(cm.Penalise(2, 2, 0, "phone"))
    floor.hand(1)
    before = {player: floor.t.players[player] for player in (1, 2, 3)}
    first, hands = floor.seen(ev.HandReleased)[-1], floor.t.tables[1].hands
    void(floor, 1)
    again = floor.seen(ev.HandReleased)[-1]
    assert again == first._replace(hand=first.hand + 1)
    assert {player: floor.t.players[player] for player in (1, 2, 3)} == before
    assert again.dead == (before[2].seat,), "a penalty's hand is still to be sat out (T14)"
    assert floor.t.tables[1].hands == hands
    floor.hand(1)
    moved_on = floor.seen(ev.HandReleased)[-1]
    assert moved_on.big != first.big


def paused_after(floor: Floor, **how: Any) -> Floor:
    """Pause the tournament and finish the running hand of the first table."""
    floor.tell(cm.Pause())
    floor.hand(1, **how)
    return floor


def test_F5_the_last_hand_is_undone_by_the_director_and_the_table_does_the_same() -> None:
    floor = Floor(players=3)
    floor.hand(1, winner=1)
    floor.tell(cm.Penalise(2, 2, 0, "phone"))
    floor.hand(1)
    before, hands, released = dict(floor.t.players), floor.t.tables[1].hands, floor.seen(ev.HandReleased)[-1]
    floor.tell(cm.Pause())
    floor.tell(cm.ReportHand(1, released.hand, ((1, 900), (2, 800), (3, 1_300))))
    assert [one.stack for one in floor.t.players.values()] == [900, 800, 1_300]
    (event,) = floor.tell(cm.VoidHand(1, "two aces of spades"))
    assert isinstance(event, ev.HandVoided)
    assert (event.hand, sum(chips for _, chips in event.undone)) == (released.hand, 0)
    assert dict(floor.t.players) == before, "stacks and what is left of a penalty"
    assert floor.t.tables[1].hands == hands
    assert void(floor, 1) == [], "the table's report tells nothing new"
    assert floor.refused(cm.VoidHand(1, "again")) == "no_hand"
    floor.tell(cm.Resume())
    assert floor.seen(ev.HandReleased)[-1] == released._replace(hand=released.hand + 1)


def test_F5_the_last_hand_stands_when_it_put_somebody_out() -> None:
    floor = Floor(players=4)
    paused_after(floor, busts=(1,))
    assert floor.refused(cm.VoidHand(1, "late")) == "void_bust"


def test_F5_the_last_hand_stands_once_its_chips_have_gone_on() -> None:
    """A player has moved away since, or the chips are part of deal talk."""
    moved = paused_after(Floor(players=6))
    player = moved.at(1)[0]
    entrant = moved.t.players[player]
    moved.t.players[player] = entrant._replace(table=2)
    assert moved.refused(cm.VoidHand(1, "late")) == "hand_stands"
    moved.t.players[player] = entrant
    moved.t.deal = Deal()
    assert moved.refused(cm.VoidHand(1, "late")) == "hand_stands"


def test_F5_T9_a_voided_last_hand_is_dealt_again_before_the_next_round() -> None:
    floor = hand_for_hand()
    floor.hand(1, winner=floor.at(1)[0])
    events = floor.tell(cm.VoidHand(1, "two aces"))
    assert [type(event) for event in events] == [ev.HandVoided, ev.HandReleased]
    floor.hand(2)
    assert not floor.t.tables[2].running, "it waits for the hand dealt anew"
    floor.hand(1)
    assert [event.table for event in floor.seen(ev.HandReleased)[-2:]] == [1, 2]


def test_F5_repeated_and_stale_reports_void_a_hand_only_once() -> None:
    floor = Floor(players=3)
    number = floor.t.tables[1].hand
    void(floor, 1)
    assert floor.tell(cm.ReportVoid(1, number)) == []
    assert floor.tell(cm.ReportHand(1, number, ((1, 3_000), (2, 0), (3, 0)))) == []


def test_F5_T7_a_newcomer_waiting_for_the_button_waits_in_the_redealt_hand_too() -> None:
    """The blinds were 2 and 4: the button moves to 2, the small blind to 4; the newcomer on 3 gets no hand, void or
    not.
    """
    floor = Floor(setup(seats=6, min_players=2), players=6)
    floor.hand(1)
    seats = floor.t.tables[1].seats
    floor.t.tables[1] = floor.t.tables[1]._replace(positions=Positions(0, 2, 4), newcomers=(seats[1], seats[3]))
    floor.hand(1)
    first = floor.seen(ev.HandReleased)[-1]
    assert first.dealt == (0, 1, 2, 4, 5)
    void(floor, 1)
    assert floor.seen(ev.HandReleased)[-1] == first._replace(hand=first.hand + 1)
    assert floor.t.tables[1].newcomers == (seats[3],)


def test_F5_D3_nobody_posts_the_big_blind_twice_after_a_void_hand() -> None:
    """The blinds go on from the last hand that counted."""
    floor = Floor(setup(seats=4), players=4)
    floor.hand(1)
    last, running = floor.seen(ev.HandReleased)[-2:]
    floor.tell(cm.Disqualify(floor.t.tables[1].seats[running.big], "dumping"))
    void(floor, 1)
    again = floor.seen(ev.HandReleased)[-1]
    assert again.big not in (last.big, running.big)
    assert again.small == running.small


def test_F5_the_blinds_move_on_when_the_big_blind_is_gone() -> None:
    """The big blind is disqualified during the void hand; the next player posts it."""
    floor = Floor(setup(seats=4), players=4)
    first = floor.seen(ev.HandReleased)[-1]
    table = floor.t.tables[1]
    floor.tell(cm.Disqualify(table.seats[first.big], "dumping"))
    void(floor, 1)
    again = floor.seen(ev.HandReleased)[-1]
    assert first.big not in again.dealt
    assert again.big == upcoming(table, again.dealt).big


def test_F5_T9_a_void_hand_is_dealt_again_before_the_next_round() -> None:
    """The round costs its time once, and the other table waits for the hand dealt again."""
    floor = hand_for_hand()
    left = floor.t.clock.left
    floor.hand(1)
    events = void(floor, 2)
    assert [(event.table, event.hand_for_hand) for event in events if isinstance(event, ev.HandReleased)] == [(2, True)]
    assert not floor.t.tables[1].running
    assert floor.t.clock.left == left
    floor.hand(2)
    assert [event.table for event in floor.seen(ev.HandReleased)[-2:]] == [1, 2]
    assert floor.t.clock.left == left - floor.t.setup.structure.round_cost


def test_F5_T9_T10_a_void_hand_is_redealt_at_once_and_places_wait_for_it() -> None:
    """Busts of one round rank together, even when a table needed two hands for it: the larger stack is better."""
    floor = hand_for_hand(9)
    one, two = floor.at(1)[0], floor.at(2)[0]
    floor.give({one: 500, two: 900})
    floor.hand(1, busts=(one,))
    void(floor, 2)
    assert floor.t.tables[2].running, "it need not wait for table 3"
    floor.hand(3)
    assert floor.seen(ev.PlayerOut) == []
    void(floor, 2)
    assert floor.seen(ev.PlayerOut) == [], "all are idle for a moment, but the round is not over"
    floor.hand(2, busts=(two,))
    assert floor.places() == {one: 9, two: 8}


def test_F5_T15_the_announced_end_does_not_wait_for_a_redeal() -> None:
    floor = hand_for_hand()
    one = floor.at(1)[0]
    floor.hand(1, busts=(one,))
    floor.tell(cm.EndNow("late"))
    void(floor, 2)
    assert floor.t.stage == "ended"
    assert floor.places()[one] == 6


def test_F5_T9_ending_hand_for_hand_before_a_redeal_leaves_no_table_stuck() -> None:
    floor = hand_for_hand()
    one = floor.at(1)[0]
    floor.hand(1, busts=(one,))
    floor.tell(cm.Pause())
    void(floor, 2)
    floor.tell(cm.SetHandForHand(False, "enough"))
    floor.tell(cm.Resume())
    assert floor.t.tables[2].running
    floor.hand(2)
    assert floor.places() == {one: 6}


def test_F5_T6_a_void_hand_counts_as_nobodys_blind() -> None:
    """The report of moves and blinds counts as if the hand had never been dealt."""
    floor, fairness = Floor(players=3), Fairness()
    void(floor, 1)
    void(floor, 1)
    for event in floor.told:
        fairness.count(event)
    assert [share.hands for share in fairness.shares.values()] == [1, 1, 1]
    assert sum(share.big_blinds for share in fairness.shares.values()) == 1
    assert sum(share.doubled for share in fairness.shares.values()) == 0
