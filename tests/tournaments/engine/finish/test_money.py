"""Prizes, deals, bounties and refunds, calculated by hand."""

from fractions import Fraction
from typing import Unpack

import pytest

from games.engine.errors import IllegalAction
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.finish.icm import icm, whole_units
from tournaments.engine.play.cancel import by_chips, refunds
from tournaments.engine.setup.payouts import STANDARD, WHOLE, Payouts, Prizes, Row, curve
from tournaments.engine.setup.setup import LateRegistration, Price
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.tournament import due
from tournaments.engine.views import build

HALVES = Payouts((Row(9, (500_000, 300_000, 200_000)),))


def test_V4_T17_icm_values_three_stacks() -> None:
    """Stacks of 50/30/20 and prizes of 70/30 give 45.1786, 32.25 and 22.5714 of 100."""
    shares = icm([50, 30, 20], [70, 30])
    assert [round(float(share), 4) for share in shares] == [45.1786, 32.25, 22.5714]
    assert sum(shares) == 100
    assert [round(float(share), 4) for share in icm([5000, 3000, 2000], [50, 30, 20])] == [38.3929, 32.75, 28.8571]
    assert [round(float(share), 2) for share in icm([1000, 1], [100, 50])] == [99.95, 50.05]


def test_T17_whole_units_go_to_the_largest_fractions() -> None:
    """Ten units in thirds: the first of equal stacks gets the odd unit."""
    assert whole_units([Fraction(10, 3)] * 3, [5, 5, 5]) == [4, 3, 3]
    assert whole_units([Fraction(10, 3)] * 3, [4, 5, 5]) == [3, 4, 3]
    assert by_chips(10, [1, 1, 2]) == [3, 2, 5]


def test_T16_percentages_are_rounded_and_first_place_gets_the_remainder() -> None:
    """Shares of 101 are rounded down to whole units; the rest goes to first place."""
    assert HALVES.prizes(101, entries=9, players=9).amounts == (51, 30, 20)
    tens = HALVES._replace(unit=10)
    assert tens.prizes(1_015, entries=9, players=9).amounts == (515, 300, 200)


def test_T16_with_fewer_players_than_paid_places_the_rest_goes_to_first_place() -> None:
    """With two players the third prize goes to first place."""
    assert HALVES.prizes(1_000, entries=3, players=2).amounts == (700, 300)


def test_T1_a_line_of_the_payout_table_counts_up_to_its_number_of_entries() -> None:
    payouts = Payouts((Row(2, (WHOLE,)), Row(9, (600_000, 400_000))))
    assert [payouts.prizes(1_000, entries=entries, players=9).amounts for entries in (2, 3, 9)] == [
        (1_000,),
        (600, 400),
        (600, 400),
    ]


def test_T1_T12_whoever_enters_again_counts_as_another_entry() -> None:
    """Four players and a re-entry are five entries, for which two places are paid."""
    payouts = Payouts((Row(4, (WHOLE,)), Row(9, (600_000, 400_000))))
    driver = TournamentDriver(setup(seats=9, payouts=payouts, late=LateRegistration(1, 2)), players=4)
    driver.play_hand(1, busts=(1,))
    driver.do(cm.Enter(1, "P1"))
    driver.do(cm.NextLevel("late"))
    assert driver.events_of(ev.EntriesClosed)[0].prizes == (300, 200)


def test_T1_fixed_prizes_are_paid_first_and_shares_divide_the_rest() -> None:
    """100 and 50 are fixed; shares divide the other 850."""
    payouts = HALVES._replace(fixed=(100, 50))
    assert payouts.prizes(1_000, entries=9, players=9).amounts == (525, 305, 170)
    assert payouts.pool(20) == 150
    assert payouts.prizes(150, entries=9, players=9).amounts == (100, 50)


def test_T1_the_house_adds_what_is_missing_to_the_guarantee() -> None:
    """Two entries of 100 with 1,000 guaranteed: the house adds 800."""
    driver = TournamentDriver(setup(payouts=HALVES._replace(guaranteed=1_000)), players=2)
    closed = driver.events_of(ev.EntriesClosed)[0]
    assert (closed.collected, closed.overlay, closed.prizes) == (200, 800, (700, 300))


def test_T1_satellite_pays_tickets_and_the_rest_to_the_next_place() -> None:
    """Ten entries of 100 with tickets worth 350: two tickets, and 300 for third place."""
    assert Payouts(ticket=350).prizes(1_000, entries=10, players=10) == Prizes((350, 350, 300), 2)
    assert Payouts(ticket=350).prizes(350, entries=4, players=1) == Prizes((350,), 1)
    driver = TournamentDriver(setup(seats=4, payouts=Payouts(ticket=150)), players=4)
    driver.play_hand(1, busts=(1,))
    driver.play_hand(1, busts=(2,))
    paid = driver.events_of(ev.PrizeDue)
    assert [(due.place, due.amount, due.ticket) for due in paid] == [(1, 150, True), (2, 150, True), (3, 100, False)]
    assert driver.events_of(ev.Ended)[0].why == "satellite"


def test_T1_first_place_of_a_satellite_gets_its_ticket_and_the_rest_when_everybody_gets_one() -> None:
    """Two entries of 100 with 1,000 guaranteed and tickets worth 350: two tickets, and 300 besides for first place."""
    payouts = Payouts(ticket=350, guaranteed=1_000)
    driver = TournamentDriver(setup(payouts=payouts), players=2)
    paid = driver.events_of(ev.PrizeDue)
    assert [(due.place, due.amount, due.ticket) for due in paid] == [(1, 350, True), (1, 300, False), (2, 350, True)]
    lines = build.prize_lines(driver.t, driver.t.prizes)
    assert [(line.first, line.last, line.amount, line.ticket) for line in lines] == [(1, 1, 300, 350), (2, 2, 0, 350)]


@pytest.mark.parametrize("entries", [1, 2, 3, 9, 18, 27, 50, 51, 100, 333, 1_000, 10_000])
def test_T16_the_default_payout_table_pays_the_whole_pool(entries: int) -> None:
    """The shares add up to the whole pool, and no place pays more than a better one."""
    shares = STANDARD.shares(entries)
    assert sum(shares) == WHOLE
    assert list(shares) == sorted(shares, reverse=True)
    assert shares[-1] > 0
    if entries > 50:
        assert shares == curve(entries)
        assert 1.45 * WHOLE < shares[-1] * entries <= 1.5 * WHOLE


def test_T1_payout_tables_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(IllegalAction, match="payout_not_whole"):
        Payouts((Row(9, (500_000, 300_000)),)).check()


def play_to_stacks(driver: TournamentDriver, *stacks: int) -> None:
    """Play a hand that leaves players 1, 2 and 3 with these stacks."""
    table = driver.t.tables[1]
    driver.do(cm.ReportHand(1, table.hand, tuple(zip((1, 2, 3), stacks, strict=True))))


def test_T17_a_deal_needs_everybody_and_the_director() -> None:
    """Hands stop, everybody agrees, the director confirms, and the tournament ends by chips."""
    driver = TournamentDriver(setup(payouts=Payouts((Row(9, (700_000, 300_000)),)), price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    assert driver.refused(cm.ProposeDeal(DealKind.ICM)) == "hands_running"
    play_to_stacks(driver, 1_500, 900, 600)
    assert not driver.t.tables[1].running
    driver.do(cm.ProposeDeal(DealKind.ICM))
    assert driver.events_of(ev.DealProposed)[0].shares == ((1, 13_554), (2, 9_675), (3, 6_771))
    driver.do(cm.AgreeDeal(1))
    driver.do(cm.AgreeDeal(2))
    assert driver.refused(cm.ConfirmDeal()) == "not_all_agreed"
    driver.do(cm.AgreeDeal(3))
    driver.do(cm.ConfirmDeal())
    assert driver.places() == {1: 1, 2: 2, 3: 3}
    assert driver.prizes() == {1: 13_554, 2: 9_675, 3: 6_771}
    assert driver.events_of(ev.Ended)[0].why == "deal"


def with_chip_chop_proposed(**changes: Unpack[SetupFields]) -> TournamentDriver:
    """Three players discuss a deal; chip-chop is proposed."""
    driver = TournamentDriver(setup(price=Price(10_000, 0), **changes), players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 1_500, 900, 600)
    driver.do(cm.ProposeDeal(DealKind.CHIPS))
    return driver


def test_T17_a_proposal_lapses_after_two_minutes_and_play_continues() -> None:
    driver = with_chip_chop_proposed()
    assert driver.t.deal is not None
    assert due(driver.t) == driver.t.deal.until == driver.now + 2 * MINUTE
    driver.do(cm.AgreeDeal(1))
    assert driver.do(cm.Tick(), after=2 * MINUTE - 1) == []
    events = driver.do(cm.Tick(), after=1)
    assert [type(event) for event in events] == [ev.DealLapsed, ev.ClockStarted, ev.HandReleased]
    assert driver.t.deal is None
    assert driver.refused(cm.AgreeDeal(2)) == "no_deal_now"
    driver.do(cm.OpenDealTalk())
    assert driver.t.deal is not None, "deal talk may begin again"


def test_T17_whoever_agreed_to_other_figures_is_asked_anew() -> None:
    driver = with_chip_chop_proposed()
    for player in (1, 2):
        driver.do(cm.AgreeDeal(player))
    driver.do(cm.ProposeDeal(DealKind.ICM))
    driver.do(cm.AgreeDeal(3))
    assert driver.refused(cm.ConfirmDeal()) == "not_all_agreed"


def test_T17_another_proposal_has_its_own_time() -> None:
    driver = with_chip_chop_proposed()
    driver.do(cm.ProposeDeal(DealKind.ICM), after=MINUTE)
    driver.do(cm.Tick(), after=MINUTE)
    assert driver.t.deal is not None and due(driver.t) == driver.now + MINUTE
    driver.do(cm.Pause(), after=MINUTE)
    driver.do(cm.Tick())
    assert driver.t.deal is None, "a pause holds hands but not the time limit of a proposal"


def test_T17_an_agreed_deal_waits_for_the_director() -> None:
    driver = with_chip_chop_proposed()
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player))
    assert due(driver.t) is None
    driver.do(cm.Tick(), after=60 * MINUTE)
    driver.do(cm.ConfirmDeal())
    assert driver.events_of(ev.Ended)[0].why == "deal"


def test_T17_a_proposal_lapses_when_a_player_in_it_is_disqualified_though_everybody_had_agreed() -> None:
    """It was a deal of all players left; the two who are left may make another one."""
    driver = with_chip_chop_proposed()
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player))
    events = driver.do(cm.Disqualify(3, "dumping"))
    assert ev.DealLapsed(out=3) in events
    assert driver.refused(cm.ConfirmDeal()) == "no_deal_now"
    assert driver.t.tables[1].running, "play continues"
    driver.do(cm.OpenDealTalk())
    driver.play_hand(1)
    driver.do(cm.ProposeDeal(DealKind.CHIPS))
    assert {player for player, _ in driver.events_of(ev.DealProposed)[-1].shares} == {1, 2}


def test_T17_a_proposal_may_have_no_time_limit() -> None:
    driver = with_chip_chop_proposed(deal_time=0)
    assert due(driver.t) is None
    driver.do(cm.Tick(), after=60 * MINUTE)
    assert driver.t.deal is not None


def test_T17_chip_chop_and_the_players_own_figures_share_the_prizes() -> None:
    """Chip-chop gives the smallest prize, 6,000, to each and the rest by chips; own figures must name everybody and add
    up.
    """
    driver = TournamentDriver(setup(price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 1_500, 900, 600)
    driver.do(cm.ProposeDeal(DealKind.CHIPS))
    assert driver.events_of(ev.DealProposed)[-1].shares == ((1, 12_000), (2, 9_600), (3, 8_400))
    assert driver.refused(cm.ProposeDeal(DealKind.OWN, 0, ((1, 20_000), (2, 10_000)))) == "leaves_out_a_player"
    assert driver.refused(cm.ProposeDeal(DealKind.OWN, 0, ((1, 20_000), (2, 5_000), (3, 4_999)))) == "shares_not_whole"
    driver.do(cm.ProposeDeal(DealKind.OWN, 0, ((1, 20_000), (2, 5_000), (3, 5_000))))
    driver.do(cm.RefuseDeal(2))
    assert driver.t.tables[1].running
    assert driver.t.deal is None


def test_T17_an_amount_kept_out_of_a_deal_goes_to_the_winner() -> None:
    """1,000 is kept for the winner; the shares are paid whoever wins."""
    driver = TournamentDriver(setup(payouts=Payouts((Row(9, (700_000, 300_000)),)), price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 1_500, 900, 600)
    driver.do(cm.ProposeDeal(DealKind.CHIPS, 1_000))
    shares = dict(driver.events_of(ev.DealProposed)[0].shares)
    assert sum(shares.values()) == 29_000
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player))
    driver.do(cm.ConfirmDeal())
    view = build.public_view(driver.t, tournament_id=1, version=1)
    assert (view.sure, view.jump) == (0, 0), "the table of prizes is no longer paid"
    driver.play_hand(1, winner=3, busts=(1,))
    driver.play_hand(1, winner=3, busts=(2,))
    assert driver.prizes() == {3: shares[3] + 1_000, 1: shares[1], 2: shares[2]}


def test_T17_nobody_agrees_to_figures_that_they_have_not_seen() -> None:
    """A player proposes other figures just before another one presses the button; the director confirms late."""
    driver = TournamentDriver(setup(price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 1_500, 900, 600)
    driver.do(cm.ProposeDeal(DealKind.CHIPS))
    fair = build.public_view(driver.t, tournament_id=1, version=1).deal
    driver.do(cm.ProposeDeal(DealKind.OWN, 0, ((1, 29_998), (2, 1), (3, 1))))
    assert fair
    assert driver.refused(cm.AgreeDeal(2, fair.terms)) == "other_proposal"
    other = build.public_view(driver.t, tournament_id=1, version=1).deal
    assert other
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player, other.terms))
    assert driver.refused(cm.ConfirmDeal(fair.terms)) == "other_proposal"
    driver.do(cm.ConfirmDeal(other.terms))
    assert driver.prizes() == {1: 29_998, 2: 1, 3: 1}


@pytest.mark.parametrize("kept", [-1, 12_001])
def test_B8_T17_a_refused_amount_to_play_for_names_its_range(kept: int) -> None:
    """The most is the difference between the first two prizes, 21,000 and 9,000."""
    driver = TournamentDriver(setup(payouts=Payouts((Row(9, (700_000, 300_000)),)), price=Price(10_000, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 1_500, 900, 600)
    with pytest.raises(IllegalAction) as refusal:
        driver.do(cm.ProposeDeal(DealKind.CHIPS, kept))
    assert (refusal.value.code, refusal.value.detail) == ("bad_kept", {"max": 12_000})
    driver.do(cm.ProposeDeal(DealKind.CHIPS, 12_000))


def test_T15_cancelling_refunds_everybody_including_players_already_out() -> None:
    """Everybody gets buy-in and fee back, and there are no places."""
    driver = TournamentDriver(players=3)
    driver.play_hand(1, busts=(2,))
    assert driver.t.players[2].place == 3
    preview = refunds(driver.t, forward=False)
    driver.do(cm.Cancel("fraud"))
    assert {(one.place, one.first, one.last) for one in driver.t.players.values()} == {(0, 0, 0)}
    assert (
        tuple(driver.events_of(ev.RefundDue)) == preview == tuple(ev.RefundDue(player, 110, 0) for player in (1, 2, 3))
    )
    assert driver.events_of(ev.PrizeDue) == []


def test_T15_a_pool_paid_forward_before_the_money() -> None:
    """Of 400, 200 are paid in equal parts and 200 by chips, three quarters of them to the leader; fees are refunded."""
    driver = TournamentDriver(setup(seats=4, payouts=Payouts((Row(9, (1_000_000,)),))), players=4)
    table = driver.t.tables[1]
    driver.do(cm.ReportHand(1, table.hand, ((1, 3_000), (2, 1_000), (3, 0), (4, 0))))
    back = {refund.player: refund.amount for refund in refunds(driver.t, forward=True)}
    assert back == {1: 100 + 150 + 10, 2: 100 + 50 + 10}


def test_T15_a_pool_paid_forward_in_the_money() -> None:
    """Third place keeps its 60; two players get the smallest remaining prize, 90, and the other 60 goes by chips."""
    driver = TournamentDriver(players=3)
    table = driver.t.tables[1]
    driver.do(cm.ReportHand(1, table.hand, ((1, 2_000), (2, 1_000), (3, 0))))
    back = {refund.player: refund.amount for refund in refunds(driver.t, forward=True)}
    assert back == {3: 60, 1: 90 + 40 + 10, 2: 90 + 20 + 10}


def test_T15_T17_a_pool_paid_forward_after_a_deal_keeps_to_the_deal() -> None:
    """Everybody gets the share agreed, and the 20 that were left to play for go by chips, 15 to 4 to 1."""
    driver = TournamentDriver(players=3)
    driver.do(cm.OpenDealTalk())
    play_to_stacks(driver, 2_250, 600, 150)
    driver.do(cm.ProposeDeal(DealKind.OWN, 20, ((1, 100), (2, 100), (3, 80))))
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player))
    driver.do(cm.ConfirmDeal())
    back = {refund.player: refund.amount for refund in refunds(driver.t, forward=True)}
    assert back == {1: 100 + 15 + 10, 2: 100 + 4 + 10, 3: 80 + 1 + 10}


def test_T2_unregistering_and_a_cancelled_start_refund_the_price() -> None:
    """A full refund before the start; with too few players the tournament is cancelled with refunds."""
    driver = TournamentDriver(setup(min_players=0))
    for player in (1, 2, 3):
        driver.do(cm.Enter(player, "P"))
    assert driver.refused(cm.Enter(1, "P")) == "already_entered"
    driver.do(cm.Unregister(3))
    assert driver.events_of(ev.RefundDue) == [ev.RefundDue(3, 110, 0)]
    assert (driver.t.pool, driver.t.fees, driver.t.entries) == (200, 20, 2)
    driver.do(cm.Tick())
    assert driver.events_of(ev.Cancelled)[0].why == "too_few"
    assert [refund.player for refund in driver.events_of(ev.RefundDue)] == [3, 1, 2]


def test_T2_an_entry_by_ticket_is_returned_as_a_ticket() -> None:
    driver = TournamentDriver()
    driver.do(cm.Enter(1, "P", ticket=True))
    driver.do(cm.Unregister(1))
    assert driver.events_of(ev.RefundDue) == [ev.RefundDue(1, 0, 1)]


def test_progressive_bounties_pay_half_in_cash_and_raise_the_winners_own() -> None:
    """Of a bounty of 51, 26 are paid in cash and 25 raise the winner's own; at the end all 153 are paid."""
    driver = TournamentDriver(setup(price=Price(100, 10, 51), progressive=True), players=3)
    driver.play_hand(1, winner=1, busts=(2,))
    assert driver.events_of(ev.BountyWon) == [ev.BountyWon(1, 2, 26, 25)]
    driver.play_hand(1, winner=1, busts=(3,))
    assert driver.events_of(ev.BountyDue) == [ev.BountyDue(1, 153)]


def test_a_bounty_is_shared_by_those_who_won_the_chips() -> None:
    driver = TournamentDriver(setup(price=Price(100, 10, 51)), players=3)
    driver.play_hand(1, winner=1, busts=(cm.Bust(2, by=(3, 1)),))
    assert [(won.player, won.cash) for won in driver.events_of(ev.BountyWon)] == [(3, 26), (1, 25)]


def test_T16_places_and_prizes_wait_until_the_field_is_final() -> None:
    """Two players who bust during late registration have no place until the third level closes the entries."""
    driver = TournamentDriver(setup(late=LateRegistration(2), seats=4, min_players=2), players=4)
    driver.play_hand(1, winner=1, busts=(4,))
    assert driver.places() == {}
    driver.do(cm.Tick(), after=30 * MINUTE)
    driver.do(cm.Tick(), after=30 * MINUTE)
    assert driver.places() == {4: 4}
    assert driver.prizes() == {}
    driver.play_hand(1, winner=1, busts=(3,))
    driver.play_hand(1, winner=1, busts=(2,))
    assert driver.prizes() == {1: 200, 2: 120, 3: 80}


@pytest.mark.parametrize("payouts", [Payouts(), Payouts(guaranteed=1_000), HALVES, STANDARD])
def test_T16_prizes_fall_by_place_and_add_up_to_the_pool_for_every_field(payouts: Payouts) -> None:
    """This also holds beyond the announcement's own rows and for a handful of players."""
    for entries in range(1, 400):
        pool = payouts.pool(100 * entries)
        amounts = payouts.prizes(pool, entries=entries, players=entries).amounts
        assert sum(amounts) == pool and min(amounts) > 0
        assert list(amounts) == sorted(amounts, reverse=True) and len(amounts) <= entries
