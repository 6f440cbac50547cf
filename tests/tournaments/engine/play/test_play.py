"""Levels, breaks, starts, penalties and leaving, calculated by hand."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind, Stakes
from games.engine.rules.stakes import Structure as Betting
from tests.tournaments.engine.tournament_driver import LEVELS, NOON, PAYS, STRUCTURE, TEN, TournamentDriver, setup
from tournaments.engine.setup.house_rules import DisqualifiedStack, HouseRules, LeaveTournament
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import Game
from tournaments.engine.setup.structure import MINUTE, Break, Level, Race, forecast, length, usual_races
from tournaments.engine.setup.templates import CHIPS, TEMPLATES
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import RemovalReason
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import due
from tournaments.engine.views.build import public_view
from tournaments.engine.views.standings import next_jump, place_now, ranked_entrants


def levels_played(driver: TournamentDriver) -> list[int]:
    """The level of each hand so far."""
    return [event.level for event in driver.events_of(ev.HandReleased)]


def test_T4_a_new_level_begins_with_the_next_hand() -> None:
    """When the level ends during a hand, that hand keeps its blinds and the next has the new ones."""
    driver = TournamentDriver(players=3)
    driver.do(cm.Tick(), after=TEN)
    assert (driver.t.level, levels_played(driver)) == (2, [1])
    driver.play_hand(1)
    assert levels_played(driver) == [1, 2]
    assert driver.t.stakes(level=2, turn=0) == Stakes(Betting.NO_LIMIT, 100, 200, 0, AnteKind.BIG_BLIND)


def test_T4_G14_a_level_may_name_its_bring_in() -> None:
    """By default the bring-in is half the limit in whole chips, and the ante a fifth, in chips that pay a sixth."""
    plan = STRUCTURE._replace(levels=(Level(50, 100, 0, TEN), Level(100, 200, 50, TEN, 75)), chips=(25, 100))
    stud = [plan.stakes(number, game="stud", betting=Betting.FIXED_LIMIT) for number in (1, 2)]
    assert [(stakes.ante, stakes.bring_in) for stakes in stud] == [(25, 50), (50, 75)]
    everybody = plan._replace(ante_kind=AnteKind.EACH).stakes(2, game="razz", betting=Betting.FIXED_LIMIT)
    assert (everybody.ante, everybody.bring_in) == (50, 75)
    assert plan.stakes(2, game="holdem", betting=Betting.FIXED_LIMIT).bring_in == 0
    plan.check()


@pytest.mark.parametrize(("bring_in", "code"), [(-25, "bad_bring_in"), (100, "bad_bring_in"), (60, "chip_too_large")])
def test_G14_a_bring_in_is_less_than_the_limit_and_whole_chips(bring_in: int, code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        STRUCTURE._replace(levels=(Level(50, 100, 0, TEN, bring_in),), chips=(25, 100), races=()).check()


def test_T11_no_chip_is_raced_off_that_a_bring_in_needs() -> None:
    levels = [Level(100, 200, 0, TEN, 75), Level(200, 400, 0, TEN, 125), Level(400, 800, 0, TEN, 300)]
    assert usual_races(levels, (25, 100)) == (Race(3, 100),)


@pytest.mark.parametrize(("every", "played"), [(2, [0, 0, 1, 1, 2]), (0, [0, 0, 0, 1, 1])])
def test_T4_two_games_alternate_after_so_many_hands_or_an_orbit(every: int, played: list[int]) -> None:
    """An orbit of three players has three hands."""
    games = (Game("holdem"), Game("omaha", Betting.POT_LIMIT))
    driver = TournamentDriver(setup(games=games, every=every), players=3)
    turns = [driver.t.tables[1].game]
    for _ in range(4):
        driver.play_hand(1, after=0)
        turns.append(driver.t.tables[1].game)
    assert turns == played


def test_T4_an_early_tick_changes_nothing() -> None:
    driver = TournamentDriver(players=3)
    assert due(driver.t) == NOON + TEN
    assert driver.do(cm.Tick(), after=TEN - 1) == []
    assert [type(event) for event in driver.do(cm.Tick(), after=1)][:2] == [ev.ClockStopped, ev.LevelBegan]


def test_T4_the_last_level_never_ends() -> None:
    driver = TournamentDriver(setup(structure=STRUCTURE._replace(levels=LEVELS[:2])), players=3)
    driver.do(cm.Tick(), after=TEN)
    assert (driver.t.level, due(driver.t)) == (2, None)
    assert driver.do(cm.Tick(), after=100 * TEN) == []


def test_T5_a_break_begins_with_the_last_table_and_ends_for_all() -> None:
    """The table that finishes first waits; the break begins when the other finishes, and both start together."""
    driver = TournamentDriver(setup(structure=STRUCTURE._replace(breaks=(Break(1, TEN),))), players=6)
    driver.do(cm.Tick(), after=TEN)
    assert driver.events_of(ev.BreakAnnounced)
    driver.play_hand(1)
    assert driver.events_of(ev.BreakBegan) == []
    driver.play_hand(2)
    begun = driver.events_of(ev.BreakBegan)[0]
    assert begun == ev.BreakBegan(driver.now, driver.now + TEN)
    assert due(driver.t) == begun.until
    released = driver.do(cm.Tick(), after=TEN)
    assert [(event.table, event.level) for event in released if isinstance(event, ev.HandReleased)] == [(1, 2), (2, 2)]


def test_F4_the_director_pauses_resumes_and_changes_levels() -> None:
    """The clock stops during a pause; going back to a level restarts it."""
    driver = TournamentDriver(players=3)
    driver.now += MINUTE
    driver.do(cm.Pause("fire"))
    assert due(driver.t) is None
    driver.play_hand(1, after=TEN)
    assert not driver.t.tables[1].running
    driver.do(cm.Resume())
    assert driver.t.tables[1].running
    assert driver.t.clock.ends - driver.now == 9 * MINUTE
    driver.do(cm.NextLevel())
    driver.do(cm.PreviousLevel())
    assert (driver.t.level, driver.t.clock.ends - driver.now) == (1, TEN)
    assert driver.refused(cm.PreviousLevel()) == "first_level"


def test_F4_a_change_of_level_that_comes_late_does_not_skip_a_level() -> None:
    """The clock, or another director, was faster."""
    driver = TournamentDriver(players=3)
    driver.do(cm.Tick(), after=TEN)
    assert driver.refused(cm.NextLevel("x", level=1)) == "other_level"
    driver.do(cm.NextLevel("x", level=2))
    assert driver.refused(cm.PreviousLevel("x", level=2)) == "other_level"
    driver.do(cm.PreviousLevel("x", level=3))
    assert driver.t.level == 2


def test_F4_the_director_starts_with_two_players_and_not_with_one() -> None:
    driver = TournamentDriver(setup(min_players=5))
    driver.do(cm.Enter(1, "P1"))
    assert driver.refused(cm.Start()) == "too_few_players"
    driver.do(cm.Enter(2, "P2"))
    driver.do(cm.Start())
    assert driver.t.stage is Stage.RUNNING


def test_T1_a_sit_and_go_starts_when_full() -> None:
    driver = TournamentDriver(setup(starts_at=0, max_players=3))
    for player in (1, 2):
        driver.do(cm.Enter(player, "P"))
    stage = driver.t.stage
    assert stage is Stage.OPEN
    driver.do(cm.Enter(3, "P"))
    assert driver.t.stage is Stage.RUNNING
    assert {event.chips for event in driver.events_of(ev.Seated)} == {1_000}
    assert driver.refused(cm.Unregister(3)) == "already_started"


def test_T1_a_sit_and_go_starts_when_the_director_makes_it_as_small_as_its_field() -> None:
    """Nobody else could enter, so nothing else would start it."""
    driver = TournamentDriver(setup(starts_at=0, max_players=6, min_players=0))
    for player in (1, 2, 3):
        driver.do(cm.Enter(player, "P"))
    driver.do(cm.ChangeSetup(driver.t.setup._replace(max_players=4), "few have come"))
    stage = driver.t.stage
    assert stage is Stage.OPEN
    driver.do(cm.ChangeSetup(driver.t.setup._replace(max_players=3), "few have come"))
    assert driver.t.stage is Stage.RUNNING


def test_T1_T3_an_announced_start_is_waited_for_though_all_places_are_taken() -> None:
    """Nobody registers beyond the largest number of players either."""
    driver = TournamentDriver(setup(starts_at=NOON + TEN, max_players=3))
    for player in (1, 2, 3):
        driver.do(cm.Enter(player, "P"))
    assert driver.refused(cm.Enter(4, "P")) == "tournament_full"
    driver.do(cm.Tick(), after=TEN - 1)
    stage = driver.t.stage
    assert stage is Stage.OPEN
    driver.do(cm.Tick(), after=1)
    assert driver.t.stage is Stage.RUNNING


def test_T13_a_player_who_leaves_is_blinded_off() -> None:
    """The room plays the stack until the player is back."""
    driver = TournamentDriver(players=3)
    driver.do(cm.Leave(2))
    driver.play_hand(1)
    released = driver.events_of(ev.HandReleased)[-1]
    assert released.absent == (driver.t.players[2].seat,)
    assert len(released.dealt) == 3
    driver.do(cm.ComeBack(2))
    driver.play_hand(1)
    assert driver.events_of(ev.HandReleased)[-1].absent == ()


def test_T13_a_stack_surrendered_before_the_money_goes_out_of_play() -> None:
    payouts = Payouts((Row(9, (1_000_000,)),))
    driver = TournamentDriver(setup(payouts=payouts, house=HouseRules(leave=LeaveTournament.SURRENDER)), players=3)
    driver.do(cm.Leave(2))
    assert driver.events_of(ev.PlayerOut) == []
    driver.play_hand(1)
    assert driver.events_of(ev.ChipsRemoved) == [ev.ChipsRemoved(2, 1_000, RemovalReason.SURRENDER)]
    assert driver.t.chips == 2_000
    assert driver.places() == {2: 3}


def test_T13_a_stack_surrendered_in_the_money_is_shared_by_the_others() -> None:
    """Of 1,001 chips two players get 500 each, and one goes out of play; the player who left gets the third prize."""
    driver = TournamentDriver(setup(house=HouseRules(leave=LeaveTournament.SURRENDER)), players=3)
    driver.do(cm.ReportHand(1, 1, ((1, 1_000), (2, 1_001), (3, 999))))
    driver.do(cm.Leave(2))
    driver.play_hand(1)
    assert (driver.stack(1), driver.stack(3), driver.t.chips) == (1_500, 1_499, 2_999)
    driver.play_hand(1, busts=(3,))
    assert driver.prizes() == {1: 150, 3: 90, 2: 60}


def test_T13_a_surrendered_stack_is_shared_in_whole_chips() -> None:
    """Of 1,025 chips two players get 500 each in chips of 25."""
    chips = STRUCTURE._replace(chips=(25, 100))
    driver = TournamentDriver(setup(structure=chips, house=HouseRules(leave=LeaveTournament.SURRENDER)), players=3)
    driver.do(cm.ReportHand(1, 1, ((1, 1_000), (2, 1_025), (3, 975))))
    driver.do(cm.Leave(2))
    driver.play_hand(1)
    assert (driver.stack(1), driver.stack(3)) == (1_500, 1_475)


def test_T13_a_player_who_surrenders_takes_the_place_at_which_they_leave() -> None:
    """Player 1 has gone out before; the chip leader who leaves then is third of four."""
    driver = TournamentDriver(setup(seats=4, house=HouseRules(leave=LeaveTournament.SURRENDER)), players=4)
    driver.play_hand(1, busts=(1,), winner=2)
    driver.do(cm.Leave(2))
    driver.play_hand(1)
    assert driver.places() == {1: 4, 2: 3}


def test_T14_a_penalised_player_is_dealt_in_and_folded() -> None:
    """The penalty lasts two hands, counted from the next one."""
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 2, 0, "phone"))
    seat = driver.t.players[2].seat
    dead = []
    for _ in range(3):
        driver.play_hand(1)
        dead.append(driver.events_of(ev.HandReleased)[-1].dead)
    assert dead == [(seat,), (seat,), ()]


def test_T14_penalty_chips_are_taken_between_hands_and_never_the_last_one() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 400, "soft play"))
    driver.do(cm.Penalise(3, 0, 400, "soft play"))
    driver.do(cm.TakeBackDeferred(3))
    driver.play_hand(1)
    assert (driver.stack(2), driver.stack(3), driver.t.chips) == (600, 1_000, 2_600)


@pytest.mark.parametrize("chips", [-25, 10, 990, 1_000, 1_025])
def test_B8_T14_refused_penalty_chips_name_both_ends_of_the_legal_range(chips: int) -> None:
    driver = TournamentDriver(setup(structure=STRUCTURE._replace(chips=(25, 100))), players=3)
    with pytest.raises(IllegalAction) as refusal:
        driver.do(cm.Penalise(2, 0, chips, "soft play"))
    assert (refusal.value.code, refusal.value.detail) == ("bad_penalty_chips", {"unit": 25, "min": 25, "max": 975})


def test_T14_the_last_chip_of_a_stack_cannot_be_taken() -> None:
    driver = TournamentDriver(setup(structure=STRUCTURE._replace(chips=(25, 100))), players=3)
    driver.do(cm.Penalise(2, 0, 975, "soft play"))
    driver.play_hand(1)
    assert driver.stack(2) == 25
    assert driver.refused(cm.Penalise(2, 0, 25, "soft play")) == "no_penalty_chips"


@pytest.mark.parametrize("rule", DisqualifiedStack)
def test_T14_a_disqualified_stack_is_removed_or_played_on(rule: DisqualifiedStack) -> None:
    """The chips are removed, or the room checks and folds with them to the end."""
    driver = TournamentDriver(setup(house=HouseRules(disqualify=rule)), players=3)
    driver.do(cm.Disqualify(2, "dumping"))
    driver.play_hand(1)
    if rule is DisqualifiedStack.REMOVE_CHIPS:
        assert (driver.places(), driver.t.chips) == ({2: 3}, 2_000)
    else:
        assert driver.events_of(ev.HandReleased)[-1].absent == (driver.t.players[2].seat,)
        assert driver.refused(cm.ComeBack(2)) == "disqualified"


def test_T15_at_the_announced_end_places_are_given_by_chips() -> None:
    """The running hand is played out; equal stacks rank by seat."""
    driver = TournamentDriver(setup(ends_at=NOON + 5 * MINUTE), players=3)
    driver.do(cm.Tick(), after=5 * MINUTE)
    assert driver.t.stage is Stage.RUNNING
    driver.do(cm.ReportHand(1, 1, ((1, 900), (2, 1_200), (3, 900))))
    first, second = sorted((1, 3), key=lambda player: driver.t.players[player].seat)
    assert driver.places() == {2: 1, first: 2, second: 3}
    assert driver.prizes() == {2: 150, first: 90, second: 60}
    assert driver.events_of(ev.Ended)[0].why == "time"


def test_F5_a_void_hand_is_dealt_again_with_the_same_blinds() -> None:
    driver = TournamentDriver(players=3)
    driver.play_hand(1)
    first = driver.events_of(ev.HandReleased)[-1]
    driver.do(cm.ReportVoid(1, first.hand))
    again = driver.events_of(ev.HandReleased)[-1]
    assert again.hand == first.hand + 1
    assert (again.button, again.small, again.big) == (first.button, first.small, first.big)


def test_X1_a_repeated_report_counts_once() -> None:
    driver = TournamentDriver(players=3)
    report = cm.ReportHand(1, 1, ((1, 900), (2, 1_200), (3, 900)))
    driver.do(report)
    assert driver.do(report) == []
    assert driver.refused(cm.ReportHand(1, 2, ((1, 900), (2, 1_200)))) == "bad_report"


def test_T11_chips_are_raced_off_when_no_later_blind_needs_them() -> None:
    """The 25 chip is needed up to 75-150, the 100 up to 800-1,600, the 500 up to 1,500."""
    levels = tuple(Level(small, 2 * small, 0, TEN) for small in (25, 50, 75, 100, 800, 1_000, 1_500, 2_000))
    assert usual_races(levels, (25, 100, 500, 1_000)) == (Race(4, 100), Race(6, 500), Race(8, 1_000))


@pytest.mark.parametrize("name", TEMPLATES)
def test_T1_templates_can_be_played(name: str) -> None:
    """Every blind is payable in whole chips, for any field; slower structures take longer."""
    structure = TEMPLATES[name]
    structure.check()
    rows = forecast(structure, players=100)
    assert (rows[0].average, rows[-1].players) == (structure.stack, 1)
    assert [row.players for row in rows] == sorted((row.players for row in rows), reverse=True)
    assert length(structure, players=1_000) > length(structure, players=10)
    assert structure.unit(len(structure.levels)) == CHIPS[-1]


def test_T1_the_expected_length_is_calculated_by_hand() -> None:
    """Ten players have 1,000 each: at 20 big blinds of 300 one is left, in the third level of ten minutes."""
    rows = forecast(STRUCTURE, players=10)
    assert [tuple(row) for row in rows] == [
        (1, 0, 10, 1_000, 10),
        (2, TEN, 2, 5_000, 25),
        (3, 2 * TEN, 1, 10_000, 33),
    ]
    assert length(STRUCTURE, players=10) == 3 * TEN


def test_B16_chips_that_cannot_pay_a_blind_are_refused() -> None:
    bad = STRUCTURE._replace(chips=(100, 500))
    with pytest.raises(IllegalAction, match="chip_too_large"):
        bad.check()


def test_T19_the_standings_and_the_next_pay_jump_follow_the_chips() -> None:
    driver = TournamentDriver(setup(seats=4, payouts=PAYS), players=4)
    driver.do(cm.ReportHand(1, 1, ((1, 2_000), (2, 1_500), (3, 500), (4, 0))))
    view = public_view(driver.t, tournament_id=1, version=1)
    assert (view.left, view.average, view.largest, view.smallest) == (3, 1_333, 2_000, 500)
    assert (view.clock.ends - driver.now, view.clock.level, view.paid, view.pool) == (TEN, 1, 3, 400)
    assert [entrant.player for entrant in ranked_entrants(driver.t)] == [1, 2, 3, 4]
    assert [place_now(driver.t, player) for player in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert next_jump(driver.t) == (80, 1, 120)
