"""Hand-for-hand, and the places and prizes of those who bust in the same hand."""

from tests.tournaments.engine.tournament_driver import STRUCTURE, TEN, TournamentDriver, setup
from tournaments.engine.finish.places import in_order
from tournaments.engine.setup.house_rules import EqualBust, HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.prize_pool import prize_at
from tournaments.engine.state.reasons import HandForHandReason
from tournaments.engine.tournament import due

AUTO, MANUAL = HouseRules(), HouseRules(hand_for_hand=HandForHand.MANUAL)


def bubble(house: HouseRules = AUTO) -> TournamentDriver:
    """Four players at two tables of two with three places paid: hand-for-hand from the first hand."""
    return TournamentDriver(setup(seats=2, min_players=2, final_seats=2, house=house), players=4)


def test_T9_in_hand_for_hand_all_tables_wait_for_each_other() -> None:
    """Neither table deals before both have finished; each round takes two minutes off the clock."""
    driver = bubble()
    assert driver.events_of(ev.HandForHandBegan) == [ev.HandForHandBegan("bubble")]
    assert [event.hand_for_hand for event in driver.events_of(ev.HandReleased)] == [True, True]
    left = driver.t.clock.left
    assert (driver.t.level, left) == (1, TEN - STRUCTURE.round_cost)
    assert due(driver.t) is None
    driver.play_hand(1)
    assert not driver.t.tables[1].running
    events = driver.play_hand(2)
    assert [event.table for event in events if isinstance(event, ev.HandReleased)] == [1, 2]
    assert driver.t.clock.left == left - STRUCTURE.round_cost


def test_T9_T12_a_round_waits_for_the_answer_to_a_re_buy_at_any_table() -> None:
    driver = TournamentDriver(setup(house=MANUAL, rebuy=Rebuy(Price(80, 0), 1_000, until=2)), players=6)
    driver.do(cm.SetHandForHand(True, "trial"))
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    driver.play_hand(2)
    assert not driver.t.tables[2].running
    driver.do(cm.TakeRebuy(loser))
    assert driver.t.tables[1].running and driver.t.tables[2].running


def test_T9_T5_every_level_sees_a_hand_however_short_it_is() -> None:
    """With levels of one minute, rounds that cost two and breaks in between, each level has exactly one round."""
    levels = tuple(level._replace(length=MINUTE) for level in STRUCTURE.levels)
    structure = STRUCTURE._replace(levels=levels, breaks=tuple(Break(after, MINUTE) for after in (1, 2, 3)))
    driver = TournamentDriver(setup(seats=2, min_players=2, final_seats=2, structure=structure), players=4)
    for level in (1, 2, 3):
        assert [table.running for table in driver.t.tables.values()] == [True, True]
        assert [event.level for event in driver.events_of(ev.HandReleased)][-2:] == [level, level]
        driver.play_hand(1)
        driver.play_hand(2)
        assert driver.t.current_break.until
        driver.do(cm.Tick(), after=MINUTE)


def test_T9_hand_for_hand_ends_when_one_player_is_out() -> None:
    """The player out at table 1 gets fourth place once table 2 has finished, and then the clock runs."""
    driver = bubble()
    loser = driver.players_at(1)[0]
    driver.play_hand(1, busts=(loser,))
    assert driver.places() == {}
    driver.play_hand(2)
    assert driver.places() == {loser: 4}
    assert driver.events_of(ev.HandForHandEnded) == [ev.HandForHandEnded("bubble")]
    assert driver.t.clock.ends > driver.now
    driver.do(cm.Tick(), after=MINUTE)
    assert not driver.t.hand_for_hand, "nor does it begin again in the money"


def test_T9_under_manual_hand_for_hand_does_not_begin_by_itself() -> None:
    driver = bubble(MANUAL)
    assert not driver.t.hand_for_hand
    driver.play_hand(1)
    assert driver.t.tables[1].running, "table 1 does not wait for table 2"


def test_T9_the_directors_hand_for_hand_ends_when_one_table_is_left() -> None:
    driver = TournamentDriver(setup(house=MANUAL), players=6)
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in (1, 2):
        driver.play_hand(table)
    for table in (1, 2):
        driver.play_hand(table, busts=tuple(driver.players_at(table)[: 3 - table]))
    (table,) = driver.t.tables
    assert driver.events_of(ev.HandForHandEnded) == [ev.HandForHandEnded(HandForHandReason.FINAL)]
    released = driver.events_of(ev.HandReleased)[-1]
    assert (released.table, released.hand_for_hand) == (table, False)
    assert driver.t.clock.ends > driver.now, "the clock runs"


def test_T9_switched_off_by_the_director_on_the_bubble_it_stays_off_until_it_is_switched_on_again() -> None:
    driver = bubble()
    driver.do(cm.SetHandForHand(False, "the tables are quick"))
    assert not driver.t.hand_for_hand
    driver.play_hand(1)
    assert driver.t.tables[1].running, "table 1 does not wait for table 2"
    assert not driver.t.hand_for_hand
    driver.do(cm.SetHandForHand(True, "they are not"))
    driver.play_hand(1)
    assert not driver.t.tables[1].running
    driver.play_hand(2, busts=(driver.players_at(2)[0],))
    assert driver.t.left == 3


def test_T9_switched_off_for_another_step_it_begins_by_itself_on_the_bubble() -> None:
    driver = TournamentDriver(setup(seats=2, min_players=2, final_seats=2), players=5)
    driver.do(cm.SetHandForHand(True, "trial"))
    driver.do(cm.SetHandForHand(False, "trial"))
    assert (driver.t.left, driver.t.hand_for_hand) == (5, False)
    table = next(number for number, table in driver.t.tables.items() if table.running)
    driver.play_hand(table, busts=(driver.players_at(table)[0],))
    assert (driver.t.left, driver.t.hand_for_hand) == (4, True)


def test_T9_T10_a_player_who_goes_out_after_a_round_that_the_director_has_ended_places_above_its_busts() -> None:
    """Table 3 finishes the round last; meanwhile table 1 has played another hand, in which somebody is out."""
    driver = TournamentDriver(setup(house=MANUAL), players=9)
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in (1, 2, 3):
        driver.play_hand(table)
    loser, later = driver.players_at(2)[0], driver.players_at(1)[0]
    driver.play_hand(2, busts=(loser,))
    driver.play_hand(1)
    driver.do(cm.SetHandForHand(False, "trial"))
    driver.play_hand(1, busts=(later,))
    driver.play_hand(3)
    assert (driver.places()[loser], driver.places()[later]) == (9, 8)


def test_T10_in_hand_for_hand_the_larger_stack_places_higher_at_any_table() -> None:
    """1,000 chips bust at table 1, then 900 at table 2: the larger stack finishes third, in the money."""
    driver = bubble()
    table_1, table_2 = driver.players_at(1), driver.players_at(2)
    driver.do(cm.ReportHand(1, 1, ((table_1[0], 1_000), (table_1[1], 1_000))))
    driver.do(cm.ReportHand(2, 1, ((table_2[0], 900), (table_2[1], 1_100))))
    driver.play_hand(1, busts=(table_1[0],))
    driver.play_hand(2, busts=(table_2[0],))
    assert driver.places() == {table_2[0]: 4, table_1[0]: 3}


def test_T10_equal_stacks_share_the_prizes() -> None:
    """Third and fourth place are worth 80 together: 40 each, with the better hand listed third."""
    driver = bubble()
    worse, better = driver.players_at(1)[0], driver.players_at(2)[0]
    driver.play_hand(1, busts=(cm.Bust(worse, strength=5),))
    driver.play_hand(2, busts=(cm.Bust(better, strength=9),))
    given = [event for event in driver.events_of(ev.PlaceGiven) if event.player in (worse, better)]
    assert given == [ev.PlaceGiven(worse, 4, 3, 4), ev.PlaceGiven(better, 3, 3, 4)]
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    prizes = driver.prizes()
    assert (prizes[worse], prizes[better]) == (40, 40)


def test_T10_the_odd_unit_goes_to_the_better_hand() -> None:
    """Two players share 101: the better hand gets 51, the other 50."""
    driver = TournamentDriver(setup(payouts=Payouts((Row(9, (500_000, 300_000, 200_000)),), guaranteed=505)), players=3)
    assert driver.t.prizes.amounts == (253, 151, 101)
    assert [prize_at(driver.t, place, 3, 4) for place in (3, 4)] == [51, 50]


def bust(player: int, **changes: int) -> ev.Busted:
    """A player out at table 1 who had 1,000 at the start of the hand."""
    return ev.Busted(player, 1, 1_000, 0, 0, (), hand_for_hand=True, at=0)._replace(**changes)


def test_T10_with_order_the_earlier_all_in_then_the_lower_table_rank_higher() -> None:
    """Worst first: the smallest stack, then the later all-in at the higher table, then at the lower one."""
    rows = [bust(1, all_in=2), bust(2, all_in=1), bust(3, started=999), bust(4, all_in=2, table=2)]
    assert [(row.player, tied) for row, tied in in_order(rows, EqualBust.ORDER)] == [(3, 0), (4, 0), (1, 0), (2, 0)]


def test_T10_with_split_only_equal_stacks_tie() -> None:
    """Worst first, each with the previous player if they tie, else 0."""
    rows = [bust(1, strength=7), bust(2, strength=3), bust(3, started=999), bust(4, strength=5)]
    assert [(row.player, tied) for row, tied in in_order(rows, EqualBust.SPLIT)] == [(3, 0), (2, 0), (4, 2), (1, 4)]


def test_T10_without_hand_for_hand_the_earlier_bust_places_lower() -> None:
    """The tables play their hands independently, so stack sizes do not matter."""
    driver = TournamentDriver(setup(seats=4, house=MANUAL), players=8)
    table_1, table_2 = driver.players_at(1), driver.players_at(2)
    driver.play_hand(1, busts=(table_1[0],), winner=table_1[1])
    driver.play_hand(2, busts=(table_2[0],), winner=table_2[1])
    assert driver.places() == {table_1[0]: 8, table_2[0]: 7}
