"""The director undoes the last hand of a table, with its busts, or is told what is in the way (F5)."""

import pytest

from games.engine.errors import IllegalAction
from tests.tournaments.engine.play.test_void_hand import MANUAL, hand_for_hand, void
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.table import HandResult


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


def test_F5_T10_a_player_who_went_out_later_elsewhere_finishes_one_place_lower() -> None:
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


def test_F5_T12_a_player_who_has_bought_chips_again_is_in_the_way() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 4)), players=3)
    driver.do(cm.Pause())
    driver.play_hand(1, busts=(1,))
    driver.do(cm.TakeRebuy(1))
    assert refusal(driver) == ("void_bought", {"name": "P1"})


def test_F5_T12_a_player_who_has_entered_again_is_in_the_way() -> None:
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


def test_F5_a_player_who_moved_and_plays_elsewhere_is_in_the_way() -> None:
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
