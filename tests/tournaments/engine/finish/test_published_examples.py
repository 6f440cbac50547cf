"""Worked examples of prizes, shared places and deals that card rooms publish (T1, T10, T16, T17)."""

from itertools import zip_longest

from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.payouts import STANDARD, Payouts, Row
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind


def test_T17_no_chip_chop_gives_the_leader_more_than_first_prize() -> None:
    """Each gets 6,000, and the leader would get 11,200 more by chips: above the first prize of 15,000."""
    driver = TournamentDriver(setup(price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    table = driver.t.tables[1]
    driver.do(cm.ReportHand(1, table.hand, ((1, 2_800), (2, 100), (3, 100))))
    assert driver.t.prizes.amounts == (15_000, 9_000, 6_000)
    assert driver.refused(cm.ProposeDeal(DealKind.CHIPS)) == "chip_chop_above_first"
    assert driver.t.deal is not None and not driver.t.deal.shares
    driver.do(cm.ProposeDeal(DealKind.ICM))
    (proposed,) = driver.events_of(ev.DealProposed)
    assert min(dict(proposed.shares).values()) >= 6_000 and max(dict(proposed.shares).values()) <= 15_000
    # All of them may agree on it all the same.
    assert driver.refused(cm.ProposeDeal(DealKind.OWN, 0, ((1, 17_200), (2, 6_400), (3, 6_400)))) == ""


def test_T17_what_is_left_to_play_for_counts_for_the_leader_of_a_chip_chop() -> None:
    driver = TournamentDriver(setup(price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    table = driver.t.tables[1]
    driver.do(cm.ReportHand(1, table.hand, ((1, 2_250), (2, 400), (3, 350))))
    assert driver.refused(cm.ProposeDeal(DealKind.CHIPS)) == ""
    assert dict(driver.events_of(ev.DealProposed)[0].shares)[1] == 15_000
    assert driver.refused(cm.ProposeDeal(DealKind.CHIPS, 1_000)) == "chip_chop_above_first"


def test_T10_T9_three_who_bust_in_one_round_share_the_last_paid_place() -> None:
    """Four places are paid and six players left; three with equal stacks go out at three tables."""
    payouts = Payouts((Row(9, (400_000, 300_000, 200_000, 100_000)),))
    house = HouseRules(hand_for_hand=HandForHand.MANUAL)
    price = Price(10_000, 0)
    driver = TournamentDriver(setup(seats=2, final_seats=2, house=house, payouts=payouts, price=price), players=6)
    driver.do(cm.SetHandForHand(True, "near the money"))
    for table in (1, 2, 3):
        driver.play_hand(table)
    losers = [driver.players_at(table)[0] for table in (1, 2, 3)]
    for table, loser in zip((1, 2, 3), losers, strict=True):
        driver.play_hand(table, busts=(loser,))
    places = [event for event in driver.events_of(ev.PlaceGiven) if event.player in losers]
    assert sorted((event.place, event.first, event.last) for event in places) == [(4, 4, 6), (5, 4, 6), (6, 4, 6)]


def test_T1_no_further_entry_makes_every_prize_smaller() -> None:
    before = STANDARD.prizes(200, entries=2, players=2).amounts
    for entries in range(3, 1_200):
        prizes = STANDARD.prizes(100 * entries, entries=entries, players=entries).amounts
        assert any(now >= then for now, then in zip_longest(prizes, before, fillvalue=0)), entries
        before = prizes


def test_T17_where_there_is_nothing_to_win_a_deal_shares_nothing() -> None:
    for kind in (DealKind.CHIPS, DealKind.ICM):
        driver = TournamentDriver(setup(price=Price(0, 0)), players=3)
        driver.do(cm.OpenDealTalk())
        table = driver.t.tables[1]
        driver.do(cm.ReportHand(1, table.hand, ((1, 1_500), (2, 1_000), (3, 500))))
        assert driver.t.prizes.amounts == ()
        assert driver.refused(cm.ProposeDeal(kind)) == ""
        assert dict(driver.events_of(ev.DealProposed)[0].shares) == {1: 0, 2: 0, 3: 0}
