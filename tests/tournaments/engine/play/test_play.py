"""Levels, breaks, entries, penalties and leaving, calculated by hand."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import AnteKind, Stakes
from games.engine.rules.stakes import Structure as Betting
from tests.tournaments.engine.led_tournament import LEVELS, NOON, PAYS, PLAIN, TEN, Floor, setup
from tournaments.engine.setup.house_rules import DisqualifiedStack, HouseRules, LeaveTournament
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break, Hourly, Level, Race, forecast, length, usual_races
from tournaments.engine.setup.templates import CHIPS, TEMPLATES
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import RemovalReason
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.views.registration import next_jump, picture, place_now, standings


def levels_played(floor: Floor) -> list[int]:
    """The level of each hand so far."""
    return [event.level for event in floor.seen(ev.HandReleased)]


def test_T4_a_new_level_begins_with_the_next_hand() -> None:
    """When the level ends during a hand, that hand keeps its blinds and the next has the new ones."""
    floor = Floor(players=3)
    floor.tell(cm.Tick(), after=TEN)
    assert (floor.t.level, levels_played(floor)) == (2, [1])
    floor.hand(1)
    assert levels_played(floor) == [1, 2]
    assert floor.t.stakes(level=2, turn=0) == Stakes(Betting.NO_LIMIT, 100, 200, 0, AnteKind.BIG_BLIND)


def test_T4_G14_a_level_may_name_its_bring_in() -> None:
    """By default the bring-in is half the limit in whole chips, and the ante a fifth of the limit."""
    plan = PLAIN._replace(levels=(Level(50, 100, 0, TEN), Level(100, 200, 50, TEN, 75)), chips=(25, 100))
    stud = [plan.stakes(number, game="stud", betting=Betting.FIXED_LIMIT) for number in (1, 2)]
    assert [(one.ante, one.bring_in) for one in stud] == [(25, 50), (25, 75)]
    everybody = plan._replace(ante_kind=AnteKind.EACH).stakes(2, game="razz", betting=Betting.FIXED_LIMIT)
    assert (everybody.ante, everybody.bring_in) == (50, 75)
    assert plan.stakes(2, game="holdem", betting=Betting.FIXED_LIMIT).bring_in == 0
    plan.check()


@pytest.mark.parametrize(("bring_in", "code"), [(-25, "bad_bring_in"), (100, "bad_bring_in"), (60, "chip_too_large")])
def test_G14_a_bring_in_is_less_than_the_limit_and_whole_chips(bring_in: int, code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        PLAIN._replace(levels=(Level(50, 100, 0, TEN, bring_in),), chips=(25, 100), races=()).check()


def test_T11_no_chip_is_raced_off_that_a_bring_in_needs() -> None:
    levels = [Level(100, 200, 0, TEN, 75), Level(200, 400, 0, TEN, 125), Level(400, 800, 0, TEN, 300)]
    assert usual_races(levels, (25, 100)) == (Race(3, 100),)


def test_T4_a_tick_too_early_does_nothing() -> None:
    floor = Floor(players=3)
    assert floor.t.due() == NOON + TEN
    assert floor.tell(cm.Tick(), after=TEN - 1) == []
    assert [type(event) for event in floor.tell(cm.Tick(), after=1)][:2] == [ev.ClockStopped, ev.LevelBegan]


def test_T5_a_break_counts_from_the_last_table_and_ends_for_all() -> None:
    """Of two tables the one that finishes first waits; the break counts from the end of the other, and both start
    together.
    """
    floor = Floor(setup(structure=PLAIN._replace(breaks=(Break(1, TEN),))), players=6)
    floor.tell(cm.Tick(), after=TEN)
    assert floor.seen(ev.BreakAnnounced)
    floor.hand(1)
    assert floor.seen(ev.BreakBegan) == []
    floor.hand(2)
    begun = floor.seen(ev.BreakBegan)[0]
    assert begun == ev.BreakBegan(floor.now, floor.now + TEN)
    assert floor.t.due() == begun.until
    released = floor.tell(cm.Tick(), after=TEN)
    assert [(event.table, event.level) for event in released if isinstance(event, ev.HandReleased)] == [(1, 2), (2, 2)]


def test_T5_breaks_by_the_clock_keep_what_is_left_of_the_level() -> None:
    """A five-minute break at five to the hour; then the level goes on with the time it had left."""
    hourly = PLAIN._replace(
        hourly=Hourly(55, 5 * MINUTE), levels=tuple(level._replace(length=120 * MINUTE) for level in LEVELS)
    )
    floor = Floor(setup(structure=hourly), players=3)
    at = floor.t.due()
    assert at is not None
    assert at // MINUTE % 60 == 55
    floor.tell(cm.Tick(), after=at - floor.now)
    floor.hand(1)
    floor.tell(cm.Tick(), after=5 * MINUTE)
    assert floor.t.level == 1
    assert floor.t.clock.ends - floor.now == 120 * MINUTE - (at - NOON)
    assert floor.t.hourly_at == at + 60 * MINUTE


def test_F4_pause_resume_and_levels_by_hand() -> None:
    """The clock stands during a pause; a level gone back to begins anew."""
    floor = Floor(players=3)
    floor.now += MINUTE
    floor.tell(cm.Pause("fire"))
    assert floor.t.due() is None
    floor.hand(1, after=TEN)
    assert not floor.t.tables[1].running
    floor.tell(cm.Resume())
    assert floor.t.tables[1].running
    assert floor.t.clock.ends - floor.now == 9 * MINUTE
    floor.tell(cm.NextLevel())
    floor.tell(cm.PreviousLevel())
    assert (floor.t.level, floor.t.clock.ends - floor.now) == (1, TEN)
    assert floor.refused(cm.PreviousLevel()) == "first_level"


def test_T1_sit_and_go_starts_when_full() -> None:
    floor = Floor(setup(starts_at=0, max_players=3))
    for player in (1, 2):
        floor.tell(cm.Enter(player, "P"))
    assert floor.t.stage is Stage.OPEN
    floor.tell(cm.Enter(3, "P"))
    assert floor.t.stage is Stage.RUNNING
    assert {event.chips for event in floor.seen(ev.Seated)} == {1_000}
    assert floor.refused(cm.Unregister(3)) == "already_started"


def test_T12_late_entry_and_re_entry() -> None:
    """Entries are open through level 2; a player who is out may enter a second time, but not a third."""
    floor = Floor(setup(seats=6, late=LateRegistration(2, entries=2)), players=4)
    floor.tell(cm.Enter(6, "late"))
    assert floor.seen(ev.Seated)[-1].why == "late"
    floor.hand(1, busts=(1,), winner=2)
    floor.tell(cm.Enter(1, "P"))
    assert floor.seen(ev.Seated)[-1].why == "again"
    floor.hand(1)
    floor.hand(1, busts=(1,), winner=2)
    assert floor.refused(cm.Enter(1, "P")) == "no_more_entries"
    floor.tell(cm.Tick(), after=TEN)
    floor.tell(cm.Tick(), after=TEN)
    assert floor.t.level == 3
    assert floor.refused(cm.Enter(7, "P")) == "entries_closed"
    assert floor.seen(ev.EntriesClosed)[0].collected == 600
    assert floor.places() == {1: 5}


def test_T12_below_one_full_table_nobody_enters() -> None:
    """When a field of one full table has lost a player, nobody enters any more."""
    floor = Floor(setup(late=LateRegistration(4)), players=3)
    floor.hand(1, busts=(1,), winner=2)
    assert floor.refused(cm.Enter(9, "P")) == "too_few_left"


def test_T12_a_player_who_re_buys_misses_no_hand() -> None:
    """The table waits for the answer, and the player is dealt into the very next hand."""
    floor = Floor(setup(seats=4, rebuy=Rebuy(Price(80, 0), 1_000, until=2)), players=4)
    floor.hand(1, busts=(3,), winner=1)
    assert not floor.t.tables[1].running
    assert floor.t.due() == floor.now + 20_000
    seat = floor.t.players[3].seat
    floor.tell(cm.TakeRebuy(3))
    assert seat in floor.seen(ev.HandReleased)[-1].dealt
    assert floor.stack(3) == 1_000
    assert floor.t.pool == 480


@pytest.mark.parametrize("answer", [cm.DeclineRebuy(3), cm.Tick()])
def test_T12_no_answer_is_no_re_buy(answer: cm.Command) -> None:
    floor = Floor(setup(seats=4, rebuy=Rebuy(Price(80, 0), 1_000, until=2)), players=4)
    floor.hand(1, busts=(3,), winner=1)
    floor.tell(answer, after=20_000)
    assert [out.player for out in floor.seen(ev.PlayerOut)] == [3]
    assert floor.t.tables[1].running


def test_T12_a_re_buy_in_a_running_hand_waits_for_its_end() -> None:
    """A player with chips up to the limit may re-buy too; the chips come when the hand is over."""
    floor = Floor(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=1_000)), players=3)
    floor.tell(cm.TakeRebuy(2))
    assert floor.seen(ev.ChipsAdded) == []
    assert floor.refused(cm.TakeRebuy(2)) == "no_rebuy"
    floor.hand(1)
    assert floor.stack(2) == 1_500


def test_T12_add_on_once_in_its_level() -> None:
    floor = Floor(setup(addon=AddOn(Price(50, 5), 2_000, at=2)), players=3)
    assert floor.refused(cm.TakeAddOn(1)) == "no_add_on"
    floor.tell(cm.Tick(), after=TEN)
    floor.tell(cm.TakeAddOn(1))
    assert floor.refused(cm.TakeAddOn(1)) == "no_add_on"
    floor.hand(1)
    assert (floor.stack(1), floor.t.pool, floor.t.fees) == (3_000, 350, 35)


def test_T13_a_player_who_leaves_is_blinded_off() -> None:
    """The room plays the stack on until the player is back."""
    floor = Floor(players=3)
    floor.tell(cm.Leave(2))
    floor.hand(1)
    released = floor.seen(ev.HandReleased)[-1]
    assert released.absent == (floor.t.players[2].seat,)
    assert len(released.dealt) == 3
    floor.tell(cm.ComeBack(2))
    floor.hand(1)
    assert floor.seen(ev.HandReleased)[-1].absent == ()


def test_T13_surrender_outside_the_money_takes_the_chips_out() -> None:
    payouts = Payouts((Row(9, (1_000_000,)),))
    floor = Floor(setup(payouts=payouts, house=HouseRules(leave=LeaveTournament.SURRENDER)), players=3)
    floor.tell(cm.Leave(2))
    assert floor.seen(ev.PlayerOut) == []
    floor.hand(1)
    assert floor.seen(ev.ChipsRemoved) == [ev.ChipsRemoved(2, 1_000, RemovalReason.SURRENDER)]
    assert floor.t.chips == 2_000
    assert floor.places() == {2: 3}


def test_T13_surrender_in_the_money_the_others_share() -> None:
    """1,001 chips to two players: 500 each and one out of play; the leader takes the third prize."""
    floor = Floor(setup(house=HouseRules(leave=LeaveTournament.SURRENDER)), players=3)
    floor.tell(cm.ReportHand(1, 1, ((1, 1_000), (2, 1_001), (3, 999))))
    floor.tell(cm.Leave(2))
    floor.hand(1)
    assert (floor.stack(1), floor.stack(3), floor.t.chips) == (1_500, 1_499, 2_999)
    floor.hand(1, busts=(3,))
    assert floor.prizes() == {1: 150, 3: 90, 2: 60}


def test_T14_a_sit_out_penalty_is_dealt_in_and_folded() -> None:
    """For two hands, counted from the next one."""
    floor = Floor(players=3)
    floor.tell(cm.Penalise(2, 2, 0, "phone"))
    seat = floor.t.players[2].seat
    dead = []
    for _ in range(3):
        floor.hand(1)
        dead.append(floor.seen(ev.HandReleased)[-1].dead)
    assert dead == [(seat,), (seat,), ()]


def test_T14_chips_are_taken_between_hands_and_never_the_last() -> None:
    floor = Floor(players=3)
    assert floor.refused(cm.Penalise(2, 0, 1_000, "soft play")) == "too_many_chips"
    floor.tell(cm.Penalise(2, 0, 400, "soft play"))
    floor.tell(cm.Penalise(3, 0, 400, "soft play"))
    floor.tell(cm.TakeBackDeferred(3))
    floor.hand(1)
    assert (floor.stack(2), floor.stack(3), floor.t.chips) == (600, 1_000, 2_600)


@pytest.mark.parametrize("rule", DisqualifiedStack)
def test_T14_a_disqualified_stack_is_removed_or_played_on(rule: DisqualifiedStack) -> None:
    """The chips are removed, or the room checks and folds with them to the end."""
    floor = Floor(setup(house=HouseRules(disqualify=rule)), players=3)
    floor.tell(cm.Disqualify(2, "dumping"))
    floor.hand(1)
    if rule is DisqualifiedStack.REMOVE_CHIPS:
        assert (floor.places(), floor.t.chips) == ({2: 3}, 2_000)
    else:
        assert floor.seen(ev.HandReleased)[-1].absent == (floor.t.players[2].seat,)
        assert floor.refused(cm.ComeBack(2)) == "disqualified"


def test_T15_the_announced_end_counts_chips() -> None:
    """The running hand is played out; equal stacks rank by seat."""
    floor = Floor(setup(ends_at=NOON + 5 * MINUTE), players=3)
    floor.tell(cm.Tick(), after=5 * MINUTE)
    assert floor.t.stage is Stage.RUNNING
    floor.tell(cm.ReportHand(1, 1, ((1, 900), (2, 1_200), (3, 900))))
    first, second = sorted((1, 3), key=lambda player: floor.t.players[player].seat)
    assert floor.places() == {2: 1, first: 2, second: 3}
    assert floor.prizes() == {2: 150, first: 90, second: 60}
    assert floor.seen(ev.Ended)[0].why == "time"


def test_F5_a_void_hand_is_dealt_again_with_the_same_blinds() -> None:
    floor = Floor(players=3)
    floor.hand(1)
    first = floor.seen(ev.HandReleased)[-1]
    floor.tell(cm.ReportVoid(1, first.hand))
    again = floor.seen(ev.HandReleased)[-1]
    assert again.hand == first.hand + 1
    assert (again.button, again.small, again.big) == (first.button, first.small, first.big)


def test_X1_a_repeated_report_counts_once() -> None:
    floor = Floor(players=3)
    report = cm.ReportHand(1, 1, ((1, 900), (2, 1_200), (3, 900)))
    floor.tell(report)
    assert floor.tell(report) == []
    assert floor.refused(cm.ReportHand(1, 2, ((1, 900), (2, 1_200)))) == "bad_report"


def test_T1_races_by_the_blinds() -> None:
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


def test_T1_length_worked_by_hand() -> None:
    """Ten players with 1,000 each: at 20 big blinds of 300 one is left, in the third ten minutes."""
    rows = forecast(PLAIN, players=10)
    assert [(row.level, row.begins, row.players, row.average) for row in rows] == [
        (1, 0, 10, 1_000),
        (2, TEN, 2, 5_000),
        (3, 2 * TEN, 1, 10_000),
    ]
    assert length(PLAIN, players=10) == 3 * TEN


def test_B16_chips_that_cannot_pay_a_blind_are_refused() -> None:
    bad = PLAIN._replace(chips=(100, 500))
    with pytest.raises(IllegalAction, match="chip_too_large"):
        bad.check()


def test_T19_the_lobby() -> None:
    """Clock, stacks, places and the next pay jump."""
    floor = Floor(setup(seats=4, payouts=PAYS), players=4)
    floor.tell(cm.ReportHand(1, 1, ((1, 2_000), (2, 1_500), (3, 500), (4, 0))))
    seen = picture(floor.t, now=floor.now + MINUTE)
    assert (seen.left, seen.average, seen.largest, seen.smallest) == (3, 1_333, 2_000, 500)
    assert (seen.left_in_level, seen.number, seen.paid, seen.pool) == (9 * MINUTE, 1, 3, 400)
    assert [entrant.player for entrant in standings(floor.t)] == [1, 2, 3, 4]
    assert [place_now(floor.t, player) for player in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert next_jump(floor.t) == (80, 1, 120)
