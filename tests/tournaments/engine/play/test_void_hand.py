"""Void hands are dealt again with the same blinds, in the same hand-for-hand round (F5, C1, T9, X2)."""

from games.engine.rules.button import Positions
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.fairness import Fairness
from tournaments.engine.seating.blinds import upcoming
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.setup import Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def void(driver: TournamentDriver, table: int, why: str = "fault") -> list[ev.Event]:
    """The table reports that its running hand is void."""
    return driver.do(cm.ReportVoid(table, driver.t.tables[table].hand, why))


def hand_for_hand(players: int = 6) -> TournamentDriver:
    """Tables of three in hand-for-hand, switched on by the director."""
    driver = TournamentDriver(setup(house=MANUAL), players=players)
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in sorted(driver.t.tables):
        driver.play_hand(table)
    assert driver.events_of(ev.HandReleased)[-1].hand_for_hand
    return driver


def test_F5_a_running_hand_is_voided_by_its_table() -> None:
    driver = TournamentDriver(players=3)
    assert driver.do(cm.VoidHand(1, "two aces of spades")) == [ev.VoidRequested(1, 1, "two aces of spades")]
    assert driver.t.tables[1].running, "the table reports when the hand is void"
    assert driver.refused(cm.VoidHand(2, "where")) == "no_such_table"


def test_F5_an_order_that_comes_late_voids_no_later_hand() -> None:
    driver = TournamentDriver(players=3)
    driver.play_hand(1)
    assert driver.refused(cm.VoidHand(1, "a wrong card", hand=1)) == "other_hand"
    driver.do(cm.VoidHand(1, "a wrong card", hand=2))
    assert driver.t.tables[1].void_requested


def test_F5_a_hand_that_ends_before_the_order_reaches_its_table_is_void_too() -> None:
    driver = TournamentDriver(players=3)
    before, released = dict(driver.t.players), driver.events_of(ev.HandReleased)[-1]
    driver.do(cm.VoidHand(1, "two aces"))
    events = driver.play_hand(1, busts=(1, 2))
    assert [type(event) for event in events] == [
        ev.HandPlayed,
        ev.HandVoided,
        ev.BustUndone,
        ev.BustUndone,
    ]
    assert dict(driver.t.players) == before
    (again,) = driver.show_end()
    assert again == released._replace(hand=released.hand + 1)
    assert void(driver, 1) != [], "the new hand is another one"


def test_F5_a_hand_released_but_not_begun_when_the_order_came_stands_once_it_is_played() -> None:
    """The director meant the hand before: the table refuses, and no other hand is void in its place."""
    driver = TournamentDriver(players=3)
    driver.play_hand(1)
    driver.do(cm.VoidHand(1, "hand 1 was wrong"))
    assert driver.do(cm.ReportVoid(1, 2, refused=True)) == [ev.VoidRefused(1, 2)]
    assert driver.t.tables[1].void_refused
    assert driver.do(cm.ReportVoid(1, 2, refused=True)) == [], "a repeated report changes nothing"
    events = driver.play_hand(1, busts=(1,))
    assert [type(event) for event in events[:2]] == [ev.HandPlayed, ev.Busted]
    assert driver.events_of(ev.HandVoided) == []
    assert not driver.t.tables[1].void_refused, "the next hand is another one"


def test_F5_a_hand_not_begun_when_the_order_came_is_void_if_the_director_wants_it_once_more() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.VoidHand(1, "too early"))
    driver.do(cm.ReportVoid(1, 1, refused=True))
    driver.do(cm.VoidHand(1, "two aces"))
    assert not driver.t.tables[1].void_refused
    assert [type(event) for event in void(driver, 1)] == [ev.HandVoided, ev.HandReleased]


def test_F5_a_void_hand_leaves_stacks_positions_and_penalties_as_before() -> None:
    driver = TournamentDriver(players=3)
    driver.play_hand(1, winner=1)
    driver.do(cm.Penalise(2, 2, 0, "phone"))
    driver.play_hand(1)
    before = {player: driver.t.players[player] for player in (1, 2, 3)}
    first, hands = driver.events_of(ev.HandReleased)[-1], driver.t.tables[1].hands
    void(driver, 1)
    again = driver.events_of(ev.HandReleased)[-1]
    assert again == first._replace(hand=first.hand + 1)
    assert {player: driver.t.players[player] for player in (1, 2, 3)} == before
    assert again.dead == (before[2].seat,), "the penalty hand is still to be sat out (T14)"
    assert driver.t.tables[1].hands == hands
    driver.play_hand(1)
    next_hand = driver.events_of(ev.HandReleased)[-1]
    assert next_hand.big != first.big


def test_F5_T9_a_voided_last_hand_is_dealt_again_before_the_next_round() -> None:
    driver = hand_for_hand()
    driver.play_hand(1, winner=driver.players_at(1)[0])
    assert [type(event) for event in driver.do(cm.VoidHand(1, "two aces"))] == [ev.HandVoided]
    assert [type(event) for event in driver.show_end()] == [ev.HandReleased]
    driver.play_hand(2)
    assert not driver.t.tables[2].running, "table 2 waits for the redealt hand"
    driver.play_hand(1)
    assert [event.table for event in driver.events_of(ev.HandReleased)[-2:]] == [1, 2]


def test_F5_repeated_and_stale_reports_void_a_hand_only_once() -> None:
    driver = TournamentDriver(players=3)
    number = driver.t.tables[1].hand
    void(driver, 1)
    assert driver.do(cm.ReportVoid(1, number)) == []
    assert driver.do(cm.ReportHand(1, number, ((1, 3_000), (2, 0), (3, 0)))) == []


def test_F5_T7_a_newcomer_waiting_for_the_button_waits_in_the_redealt_hand_too() -> None:
    """The blinds were on 2 and 4: the button moves to 2, the small blind to 4; the newcomer on 3 is never dealt in."""
    driver = TournamentDriver(setup(seats=6, min_players=2), players=6)
    driver.play_hand(1)
    seats = driver.t.tables[1].seats
    driver.t.tables[1] = driver.t.tables[1]._replace(positions=Positions(0, 2, 4), newcomers=(seats[1], seats[3]))
    driver.play_hand(1)
    first = driver.events_of(ev.HandReleased)[-1]
    assert first.dealt == (0, 1, 2, 4, 5)
    void(driver, 1)
    assert driver.events_of(ev.HandReleased)[-1] == first._replace(hand=first.hand + 1)
    assert driver.t.tables[1].newcomers == (seats[3],)


def test_F5_D3_nobody_posts_the_big_blind_twice_after_a_void_hand() -> None:
    """The blinds move on from the last hand that counted."""
    driver = TournamentDriver(setup(seats=4), players=4)
    driver.play_hand(1)
    last, running = driver.events_of(ev.HandReleased)[-2:]
    driver.do(cm.Disqualify(driver.t.tables[1].seats[running.big], "dumping"))
    void(driver, 1)
    again = driver.events_of(ev.HandReleased)[-1]
    assert again.big not in (last.big, running.big)
    assert again.small == running.small


def test_F5_the_blinds_move_on_when_the_big_blind_has_left() -> None:
    """The big blind is disqualified during the void hand; the next player posts it."""
    driver = TournamentDriver(setup(seats=4), players=4)
    first = driver.events_of(ev.HandReleased)[-1]
    table = driver.t.tables[1]
    driver.do(cm.Disqualify(table.seats[first.big], "dumping"))
    void(driver, 1)
    again = driver.events_of(ev.HandReleased)[-1]
    assert first.big not in again.dealt
    assert again.big == upcoming(table, again.dealt).big


def test_F5_T9_a_void_hand_is_dealt_again_before_the_next_round() -> None:
    """The round takes its time off the clock once, and the other table waits for the redealt hand."""
    driver = hand_for_hand()
    left = driver.t.clock.left
    driver.play_hand(1)
    events = void(driver, 2)
    assert [(event.table, event.hand_for_hand) for event in events if isinstance(event, ev.HandReleased)] == [(2, True)]
    assert not driver.t.tables[1].running
    assert driver.t.clock.left == left
    driver.play_hand(2)
    assert [event.table for event in driver.events_of(ev.HandReleased)[-2:]] == [1, 2]
    assert driver.t.clock.left == left - driver.t.setup.structure.round_cost


def test_F5_T9_T10_a_void_hand_is_redealt_at_once_and_places_wait_for_it() -> None:
    """Busts of one round rank together, even when a table needed two hands for it: the larger stack is better."""
    driver = hand_for_hand(9)
    bust_1, bust_2 = driver.players_at(1)[0], driver.players_at(2)[0]
    driver.set_stacks({bust_1: 500, bust_2: 900})
    driver.play_hand(1, busts=(bust_1,))
    void(driver, 2)
    assert driver.t.tables[2].running, "table 2 does not wait for table 3"
    driver.play_hand(3)
    assert driver.events_of(ev.PlayerOut) == []
    void(driver, 2)
    assert driver.events_of(ev.PlayerOut) == [], "every table is idle for a moment, but the round is not over"
    driver.play_hand(2, busts=(bust_2,))
    assert driver.places() == {bust_1: 9, bust_2: 8}


def test_F5_T15_the_announced_end_does_not_wait_for_a_redeal() -> None:
    driver = hand_for_hand()
    player = driver.players_at(1)[0]
    driver.play_hand(1, busts=(player,))
    driver.do(cm.EndNow("late"))
    void(driver, 2)
    assert driver.t.stage == "ended"
    assert driver.places()[player] == 6


def test_F5_T9_ending_hand_for_hand_before_a_redeal_leaves_no_table_stuck() -> None:
    driver = hand_for_hand()
    player = driver.players_at(1)[0]
    driver.play_hand(1, busts=(player,))
    driver.do(cm.Pause())
    void(driver, 2)
    driver.do(cm.SetHandForHand(False, "enough"))
    driver.do(cm.Resume())
    assert driver.t.tables[2].running
    driver.play_hand(2)
    assert driver.places() == {player: 6}


def test_F5_T6_a_void_hand_counts_as_a_blind_for_nobody() -> None:
    """The report of moves and blinds ignores the void hands."""
    driver, fairness = TournamentDriver(players=3), Fairness()
    void(driver, 1)
    void(driver, 1)
    for event in driver.events:
        fairness.count(event)
    assert [share.hands for share in fairness.shares.values()] == [1, 1, 1]
    assert sum(share.big_blinds for share in fairness.shares.values()) == 1
    assert sum(share.doubled for share in fairness.shares.values()) == 0


def test_F5_T12_chips_bought_during_a_void_hand_arrive_before_it_is_dealt_again() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=1_000)), players=3)
    driver.do(cm.TakeRebuy(2))
    void(driver, 1)
    assert driver.stack(2) == 1_500
