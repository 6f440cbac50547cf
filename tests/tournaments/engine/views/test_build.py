"""The public view of a tournament and each player's own view (T19)."""

from tests.tournaments.engine.led_tournament import NOON, PLAIN, TEN, Floor, setup
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.views.build import own_view, public_view
from tournaments.engine.views.types import OwnTournamentView, TournamentView


def seen(floor: Floor) -> TournamentView:
    """The public view, with table ids of one hundred plus their number."""
    rooms = {number: 100 + number for number in floor.t.tables}
    return public_view(floor.t, tournament_id=7, version=3, rooms=rooms)


def mine(floor: Floor, player: int) -> OwnTournamentView:
    """One player's own view."""
    return own_view(floor.t, player, rooms={number: 100 + number for number in floor.t.tables})


def announced(**changes: object) -> Floor:
    """A tournament nobody has entered yet."""
    return Floor(setup(**changes))


def play(floor: Floor, table: int, winner: int, loser: int, chips: int) -> None:
    """A hand at a table in which one player wins chips from another."""
    running = floor.t.tables[table]
    stacks = {running.seats[seat]: floor.t.players[running.seats[seat]].stack for seat in running.dealt}
    stacks[winner] += chips
    stacks[loser] -= chips
    busts = () if stacks[loser] else (cm.Bust(loser, 1, 0, (winner,)),)
    floor.tell(cm.ReportHand(table, running.hand, tuple(stacks.items()), busts))


class TestBeforeTheStart:
    def test_t2_entering_and_unregistering_are_offered_when_allowed(self) -> None:
        floor = announced(max_players=2)
        assert mine(floor, 1).can_enter
        floor.tell(cm.Enter(1, "Ada"))
        assert not mine(floor, 1).can_enter
        assert mine(floor, 1).can_unregister
        assert mine(floor, 2).can_enter
        floor.tell(cm.Enter(2, "Bo"))
        assert not mine(floor, 3).can_enter, "it is full"

    def test_t19_prizes_are_shown_as_they_would_be_now(self) -> None:
        floor = announced()
        assert seen(floor).prizes == ()
        for player in range(1, 5):
            floor.tell(cm.Enter(player, f"P{player}"))
        view = seen(floor)
        assert [(line.first, line.last, line.amount) for line in view.prizes] == [(1, 1, 200), (2, 2, 120), (3, 3, 80)]
        assert not view.prizes_final
        assert view.left == view.players == 4

    def test_t1_the_guarantee_and_its_overlay_are_shown(self) -> None:
        floor = announced(payouts=Payouts(guaranteed=1_000))
        floor.tell(cm.Enter(1, "Ada"))
        assert (seen(floor).pool, seen(floor).overlay) == (1_000, 900)

    def test_t16_equal_prizes_share_a_line_and_extras_have_their_place(self) -> None:
        floor = announced(price=Price(), payouts=Payouts(fixed=(100, 50, 50), extras=("Cup",)))
        for player in range(1, 4):
            floor.tell(cm.Enter(player, f"P{player}"))
        lines = [(line.first, line.last, line.amount, line.extra) for line in seen(floor).prizes]
        assert lines[1] == (2, 3, 50, "")
        assert lines[0][0:2] + lines[0][3:] == (1, 1, "Cup")


class TestWhileItRuns:
    def test_t4_a_running_clock_shows_a_moment_and_a_stopped_one_a_duration(self) -> None:
        floor = Floor(setup(structure=PLAIN._replace(breaks=(Break(2, 5 * MINUTE),))), players=6)
        clock = seen(floor).clock
        assert (clock.level, clock.ends, clock.left) == (1, NOON + TEN, 0)
        assert clock.break_at == NOON + 2 * TEN
        floor.tell(cm.Pause("fire"), after=MINUTE)
        clock = seen(floor).clock
        assert (clock.ends, clock.left) == (0, TEN - MINUTE)
        assert (clock.break_at, clock.break_in) == (0, 2 * TEN - MINUTE)
        assert seen(floor).paused

    def test_t19_standings_and_places_by_chips_and_the_seat_list(self) -> None:
        floor = Floor(players=3)
        play(floor, 1, winner=2, loser=1, chips=300)
        view = seen(floor)
        assert [(row.player, row.now, row.chips) for row in view.standings] == [(2, 1, 1300), (3, 2, 1000), (1, 3, 700)]
        assert (view.largest, view.smallest, view.average) == (1300, 700, 1000)
        table = view.tables[0]
        assert (table.room, table.taken) == (101, 3)
        assert {seat.player for seat in table.seats} == {1, 2, 3}
        assert mine(floor, 1).room == 101
        own = mine(floor, 1).standing
        assert own is not None and own.now == 3

    def test_t19_players_who_are_out_have_a_place_and_a_prize(self) -> None:
        floor = Floor(players=3)
        play(floor, 1, winner=2, loser=1, chips=1000)
        view, own = seen(floor), mine(floor, 1)
        assert [(row.player, row.place, row.prize) for row in view.standings if row.out] == [(1, 3, 60)]
        assert own.standing is not None and own.standing.place == 3
        assert not own.in_it and not own.can_leave
        assert (view.sure, view.jump_places, view.jump) == (90, 1, 150)

    def test_t12_late_entry_again_after_being_out(self) -> None:
        floor = Floor(setup(late=LateRegistration(2, 2)), players=6)
        assert mine(floor, 9).can_enter and not mine(floor, 9).again
        table = floor.t.tables[1]
        loser, winner = (table.seats[seat] for seat in table.dealt[:2])
        assert not mine(floor, loser).can_enter
        play(floor, 1, winner, loser, 1000)
        assert mine(floor, loser).can_enter and mine(floor, loser).again

    def test_t12_below_one_full_table_no_entry_is_offered(self) -> None:
        floor = Floor(setup(late=LateRegistration(5)), players=3)
        assert mine(floor, 9).can_enter and seen(floor).late_open
        play(floor, 1, winner=2, loser=1, chips=1000)
        assert not mine(floor, 9).can_enter
        assert not seen(floor).late_open

    def test_t12_rebuys_and_add_ons_are_offered_when_allowed(self) -> None:
        rebuy, addon = Rebuy(Price(100), 1000, until=1, below=500), AddOn(Price(100), 2000, at=1)
        floor = Floor(setup(rebuy=rebuy, addon=addon), players=3)
        assert not mine(floor, 1).can_rebuy and mine(floor, 1).can_add_on
        play(floor, 1, winner=2, loser=1, chips=1000)
        own = mine(floor, 1)
        assert own.can_rebuy and own.rebuy_until == floor.now + rebuy.wait
        floor.tell(cm.DeclineRebuy(1))
        assert not mine(floor, 1).can_rebuy

    def test_t13_leaving_and_coming_back(self) -> None:
        floor = Floor(players=3)
        floor.tell(cm.Leave(1))
        assert mine(floor, 1).can_come_back and not mine(floor, 1).can_leave
        floor.tell(cm.ComeBack(1))
        assert mine(floor, 1).can_leave

    def test_t17_deal_talk_shows_chip_chop_icm_and_who_agreed(self) -> None:
        floor = Floor(players=3)
        play(floor, 1, winner=2, loser=1, chips=300)
        floor.tell(cm.OpenDealTalk())
        table = floor.t.tables[1]
        if table.running:
            play(floor, 1, winner=2, loser=3, chips=0)
        deal = seen(floor).deal
        assert deal is not None and not deal.shares
        assert sum(share.amount for share in deal.by_chips) == sum(share.amount for share in deal.by_icm) == 300
        assert mine(floor, 1).can_refuse and not mine(floor, 1).can_agree
        floor.tell(cm.ProposeDeal(DealKind.ICM))
        for player in (1, 2):
            floor.tell(cm.AgreeDeal(player))
        deal = seen(floor).deal
        assert deal is not None and not deal.all_agreed
        assert {share.player for share in deal.shares if share.agreed} == {1, 2}
        assert mine(floor, 3).can_agree and not mine(floor, 1).can_agree
        floor.tell(cm.AgreeDeal(3))
        deal = seen(floor).deal
        assert deal is not None and deal.all_agreed
