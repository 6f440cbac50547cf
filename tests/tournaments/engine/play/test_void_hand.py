"""Void hands are dealt again with the same blinds, in the same hand-for-hand round (F5, C1, T9, X2)."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.button import Positions
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.fairness import Fairness
from tournaments.engine.seating.blinds import upcoming
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.table import HandResult

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


def pause_after_hand(driver: TournamentDriver, *, busts: tuple[int, ...] = ()) -> TournamentDriver:
    """Pause the tournament and finish the running hand of the first table."""
    driver.do(cm.Pause())
    driver.play_hand(1, busts=busts)
    return driver


def test_F5_the_director_undoes_the_last_hand() -> None:
    driver = TournamentDriver(players=3)
    driver.play_hand(1, winner=1)
    driver.do(cm.Penalise(2, 2, 0, "phone"))
    driver.play_hand(1)
    before, hands, released = dict(driver.t.players), driver.t.tables[1].hands, driver.events_of(ev.HandReleased)[-1]
    driver.do(cm.Pause())
    driver.do(cm.ReportHand(1, released.hand, ((1, 900), (2, 800), (3, 1_300))))
    assert [entrant.stack for entrant in driver.t.players.values()] == [900, 800, 1_300]
    (event,) = driver.do(cm.VoidHand(1, "two aces of spades"))
    assert isinstance(event, ev.HandVoided)
    assert (event.hand, sum(chips for _, chips in event.undone)) == (released.hand, 0)
    assert dict(driver.t.players) == before, "stacks and penalties are as before the hand"
    assert driver.t.tables[1].hands == hands
    assert void(driver, 1) == [], "the table's report changes nothing"
    assert driver.refused(cm.VoidHand(1, "again")) == "no_hand"
    driver.do(cm.Resume())
    driver.show_end()
    assert driver.events_of(ev.HandReleased)[-1] == released._replace(hand=released.hand + 1)


def refusal(driver: TournamentDriver, table: int = 1) -> tuple[str, dict[str, int | str]]:
    """The refusal of the director's order to void the last hand."""
    with pytest.raises(IllegalAction) as refused:
        driver.do(cm.VoidHand(table, "late"))
    return refused.value.code, refused.value.detail


@pytest.mark.parametrize("bounty", [0, 51])
def test_F5_busts_of_the_last_hand_are_undone_with_places_and_bounties(bounty: int) -> None:
    """Two of five are out in the hand; they sit in their seats again, with stacks and bounties of before."""
    announced = setup(seats=6, price=Price(100, 10, bounty), progressive=True)
    driver = TournamentDriver(announced, players=5)
    driver.play_hand(1)
    driver.do(cm.Pause())
    before, seats = dict(driver.t.players), driver.t.tables[1].seats
    driver.play_hand(1, winner=3, busts=(1, 2))
    assert driver.t.left == 3
    assert all(driver.t.players[player].place for player in (1, 2))
    driver.do(cm.VoidHand(1, "two aces"))
    assert dict(driver.t.players) == before
    assert (driver.t.left, driver.t.eliminated, driver.t.unclaimed_bounties) == (5, [], 0)
    assert driver.t.tables[1].seats == seats
    released = driver.events_of(ev.HandReleased)[-1]
    driver.do(cm.Resume())
    driver.show_end()
    assert driver.events_of(ev.HandReleased)[-1] == released._replace(hand=released.hand + 1), "the same hand again"


def test_F5_T10_who_went_out_later_elsewhere_finishes_one_place_lower() -> None:
    driver = TournamentDriver(setup(house=MANUAL), players=6)
    driver.do(cm.Pause())
    first, second = driver.players_at(1)[0], driver.players_at(2)[0]
    driver.play_hand(1, busts=(first,))
    driver.play_hand(2, busts=(second,))
    assert (driver.t.players[first].place, driver.t.players[second].place) == (6, 5)
    driver.do(cm.VoidHand(1, "two aces"))
    assert (driver.t.players[first].place, driver.t.players[second].place) == (0, 6)
    assert driver.t.left == 5


def test_F5_T9_the_bubble_is_open_again_when_its_bust_is_undone() -> None:
    """Six players at tables of three and five places: hand-for-hand ends with the bust and begins again without it."""
    announced = setup(payouts=Payouts((Row(9, (200_000,) * 5),)))
    driver = TournamentDriver(announced, players=6)
    assert driver.t.hand_for_hand
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    driver.do(cm.Pause())
    driver.play_hand(2)
    assert not driver.t.hand_for_hand
    driver.do(cm.VoidHand(1, "two aces"))
    assert driver.t.hand_for_hand
    assert loser in driver.players_left()


def test_F5_T9_a_bust_not_ranked_yet_is_undone() -> None:
    """In hand-for-hand the bust waits for the other table; the hand is dealt again in the same round."""
    driver = hand_for_hand()
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    assert loser in driver.t.unranked_busts
    driver.do(cm.VoidHand(1, "two aces"))
    assert not driver.t.unranked_busts
    driver.show_end()
    assert driver.t.tables[1].running
    assert driver.t.players[loser].seat in driver.t.tables[1].dealt


def test_F5_T12_a_bust_that_waits_for_a_rebuy_is_undone_and_the_offer_with_it() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 4)), players=3)
    driver.play_hand(1, busts=(1,))
    assert driver.t.rebuy_pending == {1}
    driver.do(cm.VoidHand(1, "two aces"))
    assert not driver.t.rebuy_pending
    assert [entrant.stack for entrant in driver.t.players.values()] == [1_000] * 3
    assert driver.refused(cm.TakeRebuy(1)) in ("", "no_rebuy")


def test_F5_T12_who_has_bought_chips_again_is_in_the_way() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 4)), players=3)
    driver.do(cm.Pause())
    driver.play_hand(1, busts=(1,))
    driver.do(cm.TakeRebuy(1))
    assert refusal(driver) == ("void_bought", {"name": "P1"})


def test_F5_T12_who_has_entered_again_is_in_the_way() -> None:
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4, 2)), players=5)
    driver.do(cm.Pause())
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    driver.do(cm.Enter(loser, f"P{loser}"))
    assert refusal(driver) == ("void_bought", {"name": f"P{loser}"})


def test_F5_T12_a_late_player_in_the_seat_is_in_the_way() -> None:
    driver = TournamentDriver(setup(seats=2, late=LateRegistration(4)), players=2)
    driver.t.players[9] = Entrant(9, "late", out=True)
    driver.do(cm.Pause())
    driver.play_hand(1, busts=())
    loser = driver.players_at(1)[0]
    seat = driver.t.players[loser].seat
    driver.t.tables[1] = driver.t.tables[1]._replace(
        last_hand=(HandResult(loser, 500, 0, 0, seat, 1),), seats=tuple(9 if at == seat else 0 for at in range(2))
    )
    driver.t.players[loser] = driver.t.players[loser]._replace(out=True)
    assert refusal(driver) == ("void_seat", {"name": f"P{loser}"})


def test_F5_T7_the_hand_of_a_table_broken_since_stands() -> None:
    driver = TournamentDriver(setup(house=MANUAL), players=4)
    driver.do(cm.Pause())
    for table in (1, 2):
        driver.play_hand(table, busts=tuple(driver.players_at(table)[:1]))
    assert 1 not in driver.t.tables
    assert refusal(driver) == ("void_broken", {"table": 1})
    assert refusal(driver, table=9)[0] == "no_such_table"


def test_F5_T6_a_player_moved_since_gets_the_chips_at_the_other_table() -> None:
    driver = pause_after_hand(TournamentDriver(setup(seats=4), players=7))
    table, others = driver.t.tables[1], driver.players_at(1)
    driver.t.tables[1] = table._replace(
        last_hand=(
            HandResult(others[0], 1_000, 1_300, 0, 0, 1),
            HandResult(others[1], 1_300, 1_000, 0, 1, 1),
        )
    )
    driver.set_stacks({others[0]: 1_300, others[1]: 1_000})
    driver.play_hand(2)
    driver.do(cm.MovePlayer(others[0], 2, -1, "test"))
    driver.do(cm.VoidHand(1, "two aces"))
    assert driver.t.players[others[0]].table == 2
    assert (driver.stack(others[0]), driver.stack(others[1])) == (1_000, 1_300)


def test_F5_who_moved_and_plays_elsewhere_is_in_the_way() -> None:
    driver = pause_after_hand(TournamentDriver(setup(seats=4), players=7))
    driver.play_hand(2)
    player = driver.players_at(1)[0]
    driver.do(cm.MovePlayer(player, 2, -1, "test"))
    seat = driver.t.players[player].seat
    driver.t.tables[2] = driver.t.tables[2]._replace(running=True, dealt=(seat,))
    assert refusal(driver) == ("void_moved", {"name": f"P{player}", "table": 2})


def test_F5_chips_that_are_gone_are_named() -> None:
    driver = pause_after_hand(TournamentDriver(players=3))
    table, player = driver.t.tables[1], driver.players_at(1)[0]
    for won, missing in ((1_900, 900), (1_000, 1)):
        driver.t.tables[1] = table._replace(last_hand=(HandResult(player, 100, 100 + won, 0, 0, 1),))
        assert refusal(driver) == ("void_chips", {"name": f"P{player}", "chips": missing})


def test_F5_T14_a_player_disqualified_since_is_in_the_way() -> None:
    driver = pause_after_hand(TournamentDriver(players=3))
    player = driver.players_at(1)[0]
    driver.do(cm.Disqualify(player, "dumping"))
    assert refusal(driver) == ("void_out", {"name": f"P{player}"})


def test_F5_T17_a_deal_is_in_the_way_until_it_is_refused() -> None:
    driver = pause_after_hand(TournamentDriver(players=3))
    driver.do(cm.OpenDealTalk())
    assert refusal(driver) == ("void_deal", {})
    driver.do(cm.RefuseDeal(0))
    driver.do(cm.VoidHand(1, "two aces"))


def test_F5_T16_a_tournament_whose_prizes_are_paid_is_over() -> None:
    driver = TournamentDriver(players=2)
    driver.play_hand(1, busts=(1,))
    assert driver.refused(cm.VoidHand(1, "late")) == "not_running"


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


def test_F5_each_player_gets_the_very_bounties_back_that_were_lost_in_the_void_hand() -> None:
    """Player 4 has won half of a bounty before and is worth more than player 1; both are out in one hand."""
    driver = TournamentDriver(setup(seats=6, price=Price(100, 10, 51), progressive=True), players=6)
    driver.play_hand(1, winner=4, busts=(5,))
    driver.do(cm.Pause())
    before = dict(driver.t.players)
    assert before[4].bounty > before[1].bounty > 0
    driver.play_hand(1, winner=3, busts=(1, 4))
    driver.do(cm.VoidHand(1, "two aces"))
    assert dict(driver.t.players) == before
