"""Small fields of every table size are always played to the end, whatever the director does (T7, T9, T15)."""

from random import Random

import pytest

from tests.tournaments.engine.test_random_tournaments import DisturbedTournament
from tests.tournaments.engine.tournament_driver import PAYS, TournamentDriver, setup
from tournaments.engine.setup.house_rules import HandForHand, HouseRules, LeaveTournament
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.setup.templates import TEMPLATES
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import MoveReason
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.simulation.random_hands import quick_hand
from tournaments.simulation.run import OPENING

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)
PAID = ((1_000_000,), (600_000, 400_000), (500_000, 300_000, 200_000), (250_000,) * 4)


def small_field(rng: Random) -> Setup:
    """An announcement for up to fourteen players with any table size."""
    shootout = rng.random() < 0.15
    late, rebuy = None, None
    if not shootout and rng.random() < 0.6:
        late = LateRegistration(rng.randint(1, 6), rng.randint(1, 3))
    if not shootout and rng.random() < 0.3:
        rebuy = Rebuy(Price(100), 500, rng.randint(1, 5), rng.choice([0, 500]))
    return Setup(
        "Small",
        TEMPLATES["hyper"],
        seats=rng.randint(2, 10),
        final_seats=rng.choice([0, 0, rng.randint(2, 10)]),
        starts_at=OPENING + MINUTE,
        min_players=2,
        price=Price(100, 10),
        late=late,
        rebuy=rebuy,
        shootout=shootout,
        payouts=Payouts(rows=(Row(10_000, rng.choice(PAID)),), ticket=rng.choice([0, 0, 0, 150])),
        house=HouseRules(hand_for_hand=rng.choice(list(HandForHand)), leave=rng.choice(list(LeaveTournament))),
    )


def play_small_field(seed: int) -> DisturbedTournament:
    """Plays a small field with void hands, late entries, seats set by the director, and hand-for-hand on and off."""
    rng = Random(seed)
    announced, players = small_field(rng), rng.randint(2, 14)
    simulated = DisturbedTournament(Tournament(announced), play=quick_hand, rng=rng)
    simulated.players, simulated.void_chance = players, rng.choice([0, 0.1])
    for number in range(1, players + 1):
        simulated.do(cm.Enter(number, f"P{number}"))
    if rng.random() < 0.4:
        tables = rng.randint(-(-players // announced.seats), players)
        simulated.submit(cm.Start(tuple((n, n % tables + 1, (n - 1) // tables) for n in range(1, players + 1))))
    disturbance = rng.choice([0, 0.05, 0.3])
    for _ in range(6_000):
        if simulated.t.stage is Stage.RUNNING and rng.random() < 0.05:
            simulated.submit(cm.SetHandForHand(rng.random() < 0.7, "trial"))
        if simulated.t.stage is Stage.RUNNING and rng.random() < disturbance:
            simulated.disturb()
        if not simulated.step():
            if not simulated.t.paused:
                break
            simulated.submit(cm.Resume())
    return simulated


@pytest.mark.parametrize("first_seed", range(0, 120, 20))
def test_T9_T15_small_fields_end_and_never_stand_still(first_seed: int) -> None:
    for seed in range(first_seed, first_seed + 20):
        simulated = play_small_field(seed)
        assert simulated.t.stage is Stage.ENDED, (seed, simulated.t.tables)
        assert simulated.violations() == [], seed


def test_T7_T12_no_seats_are_kept_once_nobody_can_enter() -> None:
    """Tables of four: with three left of five, late registration is open by its level, but nobody may enter (T12)."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4), house=MANUAL), players=5)
    bigger, smaller = sorted(driver.t.tables, key=lambda number: -len(driver.players_at(number)))
    driver.play_hand(bigger, busts=tuple(driver.players_at(bigger)[:1]))
    driver.play_hand(smaller, busts=tuple(driver.players_at(smaller)[:1]))
    driver.play_hand(bigger)
    assert driver.refused(cm.Enter(9, "late")) == "too_few_left"
    (table,) = driver.t.tables.values()
    assert table.taken == 3
    assert len(driver.events_of(ev.HandReleased)[-1].dealt) == 3, "nobody sits alone"
    assert driver.t.final_table == table.number
    assert {moved.why for moved in driver.events_of(ev.Moved)} == {MoveReason.FINAL}


def test_T7_seats_kept_for_late_players_leave_nobody_alone() -> None:
    """Tables of three: half a table is kept free for late players, but not if somebody sat alone for it."""
    driver = TournamentDriver(setup(late=LateRegistration(4), house=MANUAL), players=4)
    driver.play_hand(1, busts=(driver.players_at(1)[0],))
    driver.play_hand(2)
    assert [table.taken for table in driver.t.tables.values()] == [3]


@pytest.mark.parametrize("late", [None, LateRegistration(4)])
def test_T7_everybody_draws_a_seat_when_the_director_leaves_one_table(late: LateRegistration | None) -> None:
    """The final table would have three seats, but the director breaks a table earlier, and the rest fits the other."""
    driver = TournamentDriver(setup(seats=6, final_seats=3, late=late, house=MANUAL), players=7)
    for table in sorted(driver.t.tables):
        driver.play_hand(table, busts=(driver.players_at(table)[0],))
    assert len(driver.t.tables) == 2
    driver.do(cm.BreakTable(2, "nearly empty"))
    for table in sorted(driver.t.tables):
        driver.play_hand(table)
    (table,) = driver.t.tables
    left = set(driver.players_left())
    assert set(driver.players_at(table)) == left
    drawn = {moved.player for moved in driver.events_of(ev.Moved) if moved.why is MoveReason.FINAL}
    assert drawn == left, "nobody keeps a seat"
    assert driver.t.tables[table].running
    assert driver.events_of(ev.FinalTableMade) == [ev.FinalTableMade(table, redrawn=True)]


def test_T7_a_break_that_is_taken_back_lets_both_tables_play_on() -> None:
    driver = TournamentDriver(setup(seats=6, final_seats=3, house=MANUAL), players=7)
    driver.play_hand(1, busts=(driver.players_at(1)[0],))
    driver.do(cm.BreakTable(2, "nearly empty"))
    driver.play_hand(1)
    assert not driver.t.tables[1].running, "it waits for the other table"
    driver.do(cm.TakeBackDeferred(table=2))
    assert driver.t.tables[1].running


def test_T9_hand_for_hand_goes_on_when_every_table_has_one_player() -> None:
    """Heads-up tables with late registration: the two players left sit down at one table, and the clock goes on."""
    driver = TournamentDriver(
        setup(seats=2, late=LateRegistration(8), min_players=2, house=MANUAL, payouts=PAYS), players=4
    )
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in (1, 2):
        driver.play_hand(table, busts=(driver.players_at(table)[0],))
    (last,) = driver.t.tables.values()
    assert last.running
    assert last.taken == 2
