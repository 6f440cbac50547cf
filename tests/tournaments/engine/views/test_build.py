"""The public view of a tournament and each player's own view (T19)."""

from typing import Unpack

from tests.tournaments.engine.tournament_driver import NOON, STRUCTURE, TEN, TournamentDriver, setup
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.views.build import own_view, public_view
from tournaments.engine.views.types import OwnTournamentView, TournamentView


def public(driver: TournamentDriver) -> TournamentView:
    """The public view, with table ids of one hundred plus their number."""
    table_ids = {number: 100 + number for number in driver.t.tables}
    return public_view(driver.t, tournament_id=7, version=3, table_ids=table_ids)


def own(driver: TournamentDriver, player: int) -> OwnTournamentView:
    """One player's own view."""
    return own_view(driver.t, player, table_ids={number: 100 + number for number in driver.t.tables})


def announced(**changes: Unpack[SetupFields]) -> TournamentDriver:
    """A tournament without entries."""
    return TournamentDriver(setup(**changes))


def play(driver: TournamentDriver, table: int, winner: int, loser: int, chips: int) -> None:
    """A hand at a table in which one player wins chips from another."""
    running = driver.t.tables[table]
    stacks = {running.seats[seat]: driver.t.players[running.seats[seat]].stack for seat in running.dealt}
    stacks[winner] += chips
    stacks[loser] -= chips
    busts = () if stacks[loser] else (cm.Bust(loser, 1, 0, (winner,)),)
    driver.do(cm.ReportHand(table, running.hand, tuple(stacks.items()), busts))


def test_T15_a_cancelled_tournament_shows_no_places() -> None:
    driver = TournamentDriver(players=3)
    play(driver, 1, winner=1, loser=2, chips=1_000)
    assert own(driver, 2).standing.place == 3
    driver.do(cm.Cancel("fraud"))
    assert {(row.place, row.now, row.prize) for row in public(driver).standings} == {(0, 0, 0)}
    assert own(driver, 2).standing.place == own(driver, 1).standing.now == 0


class TestBeforeTheStart:
    def test_t2_entering_and_unregistering_are_offered_while_allowed(self) -> None:
        driver = announced(max_players=2)
        assert own(driver, 1).can_enter
        driver.do(cm.Enter(1, "Ada"))
        assert not own(driver, 1).can_enter
        assert own(driver, 1).can_unregister
        assert own(driver, 2).can_enter
        driver.do(cm.Enter(2, "Bo"))
        assert not own(driver, 3).can_enter, "the tournament is full"

    def test_t19_prizes_are_shown_as_they_would_be_paid_now(self) -> None:
        driver = announced()
        assert public(driver).prizes == ()
        for player in range(1, 5):
            driver.do(cm.Enter(player, f"P{player}"))
        view = public(driver)
        assert [(line.first, line.last, line.amount) for line in view.prizes] == [(1, 1, 200), (2, 2, 120), (3, 3, 80)]
        assert not view.prizes_final
        assert view.left == view.players == 4

    def test_t1_the_guarantee_and_its_overlay_are_shown(self) -> None:
        driver = announced(payouts=Payouts(guaranteed=1_000))
        driver.do(cm.Enter(1, "Ada"))
        assert (public(driver).pool, public(driver).overlay) == (1_000, 900)

    def test_t16_equal_prizes_share_a_line_and_other_prizes_are_listed_by_place(self) -> None:
        driver = announced(price=Price(), payouts=Payouts(fixed=(100, 50, 50), extras=("Cup",)))
        for player in range(1, 4):
            driver.do(cm.Enter(player, f"P{player}"))
        lines = [(line.first, line.last, line.amount, line.extra) for line in public(driver).prizes]
        assert lines[1] == (2, 3, 50, "")
        assert lines[0][0:2] + lines[0][3:] == (1, 1, "Cup")

    def test_t16_other_prizes_may_reach_further_than_the_money(self) -> None:
        driver = announced(price=Price(), payouts=Payouts(fixed=(100,), extras=("Cup", "Shirt", "Cap")))
        for player in range(1, 5):
            driver.do(cm.Enter(player, f"P{player}"))
        lines = [(line.first, line.amount, line.extra) for line in public(driver).prizes]
        assert lines == [(1, 100, "Cup"), (2, 0, "Shirt"), (3, 0, "Cap")]

    def test_t19_a_player_is_in_it_from_the_entry_to_the_bust(self) -> None:
        driver = announced()
        for player in range(1, 4):
            driver.do(cm.Enter(player, f"P{player}"))
        assert own(driver, 1).in_it
        driver.do(cm.Tick())
        assert own(driver, 1).in_it
        driver.play_hand(1, busts=(1,))
        assert not own(driver, 1).in_it

    def test_t16_a_satellite_shows_its_tickets_and_the_rest_as_money(self) -> None:
        driver = announced(payouts=Payouts(ticket=150))
        for player in range(1, 5):
            driver.do(cm.Enter(player, f"P{player}"))
        lines = [(line.first, line.last, line.amount, line.ticket) for line in public(driver).prizes]
        assert lines == [(1, 2, 0, 150), (3, 3, 100, 0)]


class TestWhileItRuns:
    def test_t4_a_running_clock_shows_a_moment_and_a_stopped_one_a_duration(self) -> None:
        driver = TournamentDriver(setup(structure=STRUCTURE._replace(breaks=(Break(2, 5 * MINUTE),))), players=6)
        clock = public(driver).clock
        assert (clock.level, clock.ends, clock.left) == (1, NOON + TEN, 0)
        assert clock.break_at == NOON + 2 * TEN
        driver.do(cm.Pause("fire"), after=MINUTE)
        clock = public(driver).clock
        assert (clock.ends, clock.left) == (0, TEN - MINUTE)
        assert (clock.break_at, clock.break_in) == (0, 2 * TEN - MINUTE)
        assert public(driver).paused

    def test_t19_standings_and_places_follow_the_chips(self) -> None:
        driver = TournamentDriver(players=3)
        play(driver, 1, winner=2, loser=1, chips=300)
        view = public(driver)
        assert [(row.player, row.now, row.chips) for row in view.standings] == [(2, 1, 1300), (3, 2, 1000), (1, 3, 700)]
        assert (view.largest, view.smallest, view.average) == (1300, 700, 1000)
        table = view.tables[0]
        assert (table.table_id, table.taken) == (101, 3)
        assert {seat.player for seat in table.seats} == {1, 2, 3}
        assert own(driver, 1).table_id == 101
        standing = own(driver, 1).standing
        assert standing is not None and standing.now == 3

    def test_t19_players_who_are_out_have_a_place_and_a_prize(self) -> None:
        driver = TournamentDriver(players=3)
        play(driver, 1, winner=2, loser=1, chips=1000)
        view, ada = public(driver), own(driver, 1)
        assert [(row.player, row.place, row.prize) for row in view.standings if row.out] == [(1, 3, 60)]
        assert ada.standing is not None and ada.standing.place == 3
        assert not ada.in_it and not ada.can_leave
        assert (view.sure, view.jump_places, view.jump) == (90, 1, 150)

    def test_t12_players_who_are_out_may_enter_again(self) -> None:
        driver = TournamentDriver(setup(late=LateRegistration(2, 2)), players=6)
        assert own(driver, 9).can_enter and not own(driver, 9).again
        table = driver.t.tables[1]
        loser, winner = (table.seats[seat] for seat in table.dealt[:2])
        assert not own(driver, loser).can_enter
        play(driver, 1, winner, loser, 1000)
        assert own(driver, loser).can_enter and own(driver, loser).again

    def test_t12_below_one_full_table_no_entry_is_offered(self) -> None:
        driver = TournamentDriver(setup(late=LateRegistration(5)), players=3)
        assert own(driver, 9).can_enter and public(driver).late_open
        play(driver, 1, winner=2, loser=1, chips=1000)
        assert not own(driver, 9).can_enter
        assert not public(driver).late_open

    def test_t12_re_buys_and_add_ons_are_offered_while_allowed(self) -> None:
        rebuy, addon = Rebuy(Price(100), 1000, until=1, below=500), AddOn(Price(100), 2000, at=1)
        driver = TournamentDriver(setup(rebuy=rebuy, addon=addon), players=3)
        assert not own(driver, 1).can_rebuy and own(driver, 1).can_add_on
        play(driver, 1, winner=2, loser=1, chips=1000)
        ada = own(driver, 1)
        assert ada.can_rebuy and ada.rebuy_until == driver.now + rebuy.wait
        driver.do(cm.DeclineRebuy(1))
        assert not own(driver, 1).can_rebuy

    def test_t13_players_who_left_are_offered_to_come_back(self) -> None:
        driver = TournamentDriver(players=3)
        driver.do(cm.Leave(1))
        assert own(driver, 1).can_come_back and not own(driver, 1).can_leave
        driver.do(cm.ComeBack(1))
        assert own(driver, 1).can_leave

    def test_t17_deal_talk_shows_chip_chop_icm_and_who_agreed(self) -> None:
        driver = TournamentDriver(players=3)
        play(driver, 1, winner=2, loser=1, chips=300)
        driver.do(cm.OpenDealTalk())
        table = driver.t.tables[1]
        if table.running:
            play(driver, 1, winner=2, loser=3, chips=0)
        deal = public(driver).deal
        assert deal is not None and not deal.shares
        assert sum(share.amount for share in deal.by_chips) == sum(share.amount for share in deal.by_icm) == 300
        assert own(driver, 1).can_refuse and not own(driver, 1).can_agree
        driver.do(cm.ProposeDeal(DealKind.ICM))
        for player in (1, 2):
            driver.do(cm.AgreeDeal(player))
        deal = public(driver).deal
        assert deal is not None and not deal.all_agreed
        assert {share.player for share in deal.shares if share.agreed} == {1, 2}
        assert own(driver, 3).can_agree and not own(driver, 1).can_agree
        driver.do(cm.AgreeDeal(3))
        deal = public(driver).deal
        assert deal is not None and deal.all_agreed
