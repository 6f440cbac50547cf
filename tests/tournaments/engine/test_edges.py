"""Edge cases: the last level, the last seat, which table gives or takes a player first (T6, T7, T12)."""

from games.engine.rules.button import Positions
from tests.tournaments.engine.tournament_driver import TEN, TournamentDriver, setup
from tournaments.engine.seating.blinds import next_hand, worst_seat
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.table import Table
from tournaments.engine.tournament import decide

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def closed_tables(driver: TournamentDriver) -> list[int]:
    """The tables that have closed."""
    return [event.table for event in driver.events_of(ev.TableClosed)]


def test_T12_the_last_level_of_late_registration_is_open() -> None:
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(2)), players=4)
    driver.do(cm.Tick(), after=TEN)
    assert driver.t.level == 2
    driver.do(cm.Enter(5, "late"))
    assert driver.t.left == 5


def test_T12_late_entries_stop_at_the_maximum_of_players() -> None:
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(4), max_players=5), players=4)
    driver.do(cm.Enter(5, "late"))
    assert driver.refused(cm.Enter(6, "later")) == "tournament_full"


def test_T12_late_entries_are_not_seated_at_a_table_about_to_break() -> None:
    """Of tables with 5, 4 and 3 players the third is the emptiest, but the director has it broken next."""
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(4), house=MANUAL), players=13)
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    assert [driver.t.tables[table].taken for table in (1, 2, 3)] == [5, 4, 3]
    driver.do(cm.BreakTable(3, "the dealer goes home"))
    driver.do(cm.Enter(14, "late"))
    assert driver.t.players[14].table == 2


def test_T12_re_buys_end_with_the_announced_count_and_level() -> None:
    """The announcement allows one re-buy each through the second level."""
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=5_000, most=1)), players=3)
    driver.do(cm.TakeRebuy(2))
    driver.play_hand(1)
    assert driver.refused(cm.TakeRebuy(2)) == "no_rebuy"
    driver.do(cm.Tick(), after=TEN)
    assert driver.t.level == 2
    driver.do(cm.TakeRebuy(3))
    driver.play_hand(1)
    driver.do(cm.Tick(), after=TEN)
    driver.play_hand(1)
    assert driver.t.level == 3
    assert driver.refused(cm.TakeRebuy(1)) == "no_rebuy"


def test_T12_T7_a_table_breaks_only_when_its_re_buys_are_answered() -> None:
    driver = TournamentDriver(setup(seats=4, rebuy=Rebuy(Price(80, 0), 500, until=8), house=MANUAL), players=9)
    first = driver.players_at(1)[0]
    driver.play_hand(1, busts=(first,))
    driver.do(cm.DeclineRebuy(first))
    driver.do(cm.BreakTable(2, "a power cut"))
    second = driver.players_at(2)[0]
    driver.play_hand(2, busts=(second,))
    assert closed_tables(driver) == []
    driver.do(cm.DeclineRebuy(second))
    assert closed_tables(driver) == [2]


def test_T6_of_two_emptiest_tables_the_idle_one_takes_the_player() -> None:
    """Of tables with 4, 2 and 2 players the second still plays its hand during a pause, the third is idle."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(8), house=MANUAL), players=12)
    driver.play_hand(2, busts=tuple(driver.players_at(2)[:2]))
    driver.do(cm.Pause())
    driver.play_hand(3, busts=tuple(driver.players_at(3)[:2]))
    assert driver.t.tables[2].running and not driver.t.tables[3].running
    driver.play_hand(1)
    assert [(moved.from_table, moved.table) for moved in driver.events_of(ev.Moved)] == [(1, 3)]


def test_T6_T7_a_seat_that_would_wait_for_the_button_is_not_given() -> None:
    """The button moves to 2, the small blind to 4: the only free seat is 3."""
    table = Table(1, (10, 11, 12, 0, 14, 15), 5, 5, positions=Positions(0, 2, 4))
    assert worst_seat(table, [0, 1, 2, 4, 5]) == -1


def test_T7_every_seat_of_the_final_table_is_drawn() -> None:
    """Over forty seeds each player draws each seat of the final table."""
    driver = TournamentDriver(setup(house=MANUAL), players=4)
    driver.play_hand(1, busts=(driver.players_at(1)[0],))
    table = driver.t.tables[2]
    report = cm.ReportHand(2, table.hand, tuple((player, driver.stack(player)) for player in table.players))
    seats: dict[int, set[int]] = {player: set() for player in driver.players_left()}
    for seed in range(40):
        after = decide(driver.t, report, now=driver.now, random_bytes=seed.to_bytes(32, "little")).after
        assert after.final_table
        for player, reached in seats.items():
            reached.add(after.players[player].seat)
    assert list(seats.values()) == [{0, 1, 2}] * 3


def test_T14_a_penalty_leaves_a_chip_to_a_player_who_has_lost_chips() -> None:
    """A penalty of 400 is due when the hand ends, but the player has only 300 by then."""
    driver = TournamentDriver(players=3)
    driver.do(cm.Penalise(2, 0, 400, "soft play"))
    driver.do(cm.ReportHand(1, 1, ((1, 1_700), (2, 300), (3, 1_000))))
    unit = driver.t.setup.structure.unit(1)
    assert driver.stack(2) == unit
    assert driver.t.chips == 2_700 + unit


def test_T1_there_are_no_more_tickets_than_players() -> None:
    """With a pool of 1,000, tickets worth 350 and one player, one prize is worth the whole pool."""
    prizes = Payouts(ticket=350).prizes(1_000, entries=10, players=1)
    assert (prizes.amounts, prizes.tickets) == ((1_000,), 1)


def test_T16_a_fixed_prize_nobody_can_win_goes_to_first_place() -> None:
    assert Payouts(fixed=(100, 50)).prizes(150, entries=1, players=1).amounts == (150,)


def test_T16_fixed_prizes_beyond_the_last_place_are_paid_by_the_table_for_the_entries() -> None:
    """Four players made five entries: the fifth prize of 100 is divided by the usual 65 and 35 %."""
    payouts = Payouts(fixed=(500, 400, 300, 200, 100))
    assert payouts.prizes(1_500, entries=5, players=4).amounts == (565, 435, 300, 200)


def test_T9_F5_a_void_hand_is_not_dealt_again_to_one_player_alone() -> None:
    """Hand-for-hand at tables of two: the hand is void, and one of its players has been disqualified meanwhile."""
    driver = TournamentDriver(setup(seats=2, final_seats=2, house=MANUAL), players=4)
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in (1, 2):
        driver.play_hand(table)
    driver.do(cm.Disqualify(driver.players_at(1)[0], "dumping"))
    driver.do(cm.ReportVoid(1, driver.t.tables[1].hand, "fault"))
    driver.play_hand(2)
    assert all(len(event.dealt) > 1 for event in driver.events_of(ev.HandReleased))
    assert driver.t.players[driver.players_at(2)[0]].stack


def test_M4_a_tournament_keeps_its_currency() -> None:
    driver = TournamentDriver(setup(seats=6))
    other = driver.t.setup._replace(currency="EUR")
    assert driver.t.setup.currency != other.currency
    assert driver.refused(cm.ChangeSetup(other, "guests")) == "currency_kept"


def test_T2_before_the_start_the_price_is_kept_once_somebody_has_paid_it_and_all_else_changes() -> None:
    driver = TournamentDriver()
    dearer = driver.t.setup._replace(price=Price(200, 20))
    assert driver.do(cm.ChangeSetup(dearer, "dearer")) == [ev.SetupChanged(dearer, setup(), "dearer")]
    driver.do(cm.Enter(1, "P1"))
    assert driver.refused(cm.ChangeSetup(setup(), "cheaper")) == "price_paid"
    driver.do(cm.ChangeSetup(dearer._replace(name="Sunday"), "renamed"))
    assert driver.t.setup.name == "Sunday"


def test_T7_a_newcomer_between_button_and_small_blind_waits_though_only_two_others_play() -> None:
    """The button passes to seat 1, which is empty, and the small blind to seat 3; the newcomer sits in seat 2."""
    table = Table(1, (0, 0, 12, 13, 0, 15), 3, 5, positions=Positions(0, 1, 3), newcomers=(12,))
    assert next_hand(table, [2, 3, 5]) == ((3, 5), Positions(1, 3, 5))
