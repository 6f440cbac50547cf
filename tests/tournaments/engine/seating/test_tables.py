"""Seats, balancing, breaking, the final table, hand-for-hand, places and chip races, calculated by hand."""

from collections import Counter

import pytest

from games.engine.cards import parse_cards
from games.engine.rules.button import Positions
from games.engine.rules.house_rules import SuitOrder
from tests.tournaments.engine.tournament_driver import STRUCTURE, TournamentDriver, setup
from tournaments.engine.finish.places import in_order
from tournaments.engine.play.chip_race import race
from tournaments.engine.seating.blinds import next_hand, worst_seat
from tournaments.engine.seating.draw import draw_tables
from tournaments.engine.setup.house_rules import EqualBust, HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import MINUTE, Break, Level, usual_races
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.prize_pool import prize_at
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.reasons import HandForHandReason
from tournaments.engine.state.table import Table

MOST_CHI_SQUARE = 110.09
"""Chi-square with 80 degrees of freedom exceeds this once in seventy times; the seeds here are fixed."""
MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def table_with(seats: tuple[int, ...], positions: Positions, newcomers: tuple[int, ...] = ()) -> Table:
    """A table in mid-tournament."""
    return Table(1, seats, sum(map(bool, seats)), 5, positions=positions, newcomers=newcomers)


def test_T3_every_seat_is_equally_likely_for_everybody() -> None:
    """Nine players, nine seats, 9,000 draws: chi-square over all 81 pairs."""
    count: Counter[tuple[int, int]] = Counter()
    for draw in range(9_000):
        count.update(draw_tables(range(1, 10), 9, RandomSource(draw.to_bytes(32, "big")))[0])
    assert len(count) == 81
    assert sum((number - 1_000) ** 2 / 1_000 for number in count.values()) < MOST_CHI_SQUARE


def test_T3_every_table_and_every_pair_of_neighbours_is_equally_likely() -> None:
    """Two players of 20 share one of two tables in 9 of 19 draws."""
    together = 0
    for draw in range(4_000):
        tables = draw_tables(range(1, 21), 10, RandomSource(draw.to_bytes(32, "little")))
        assert [len(table) for table in tables] == [10, 10]
        together += any({1, 2} <= {player for _, player in table} for table in tables)
    assert abs(together / 4_000 - 9 / 19) < 0.03


def test_T3_random_draws_are_fair_and_repeatable() -> None:
    rolls = RandomSource(bytes(32))
    count = Counter(rolls.below(6) for _ in range(6_000))
    assert sum((number - 1_000) ** 2 / 1_000 for number in count.values()) < 20
    assert (
        RandomSource(b"x").shuffled(range(52))
        == RandomSource(b"x").shuffled(range(52))
        != RandomSource(b"y").shuffled(range(52))
    )


def test_T3_the_director_may_set_the_seats() -> None:
    driver = TournamentDriver()
    for player in (1, 2, 3, 4):
        driver.do(cm.Enter(player, "P"))
    assert driver.refused(cm.Start(((1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1)))) == "seat_taken"
    driver.do(cm.Start(((1, 1, 0), (2, 1, 2), (3, 2, 0), (4, 2, 1))))
    assert [driver.players_at(1), driver.players_at(2)] == [[1, 2], [3, 4]]


def test_T6_the_worst_seat_is_the_next_big_blind_never_the_small() -> None:
    """With blinds at 2 and 3 the next small blind is 3; of the free seats 0, 4 and 5 seat 4 would be the big blind."""
    table = table_with((0, 11, 12, 13, 0, 0), Positions(1, 2, 3))
    assert worst_seat(table, [1, 2, 3]) == 4


def test_T6_the_seat_of_the_next_small_blind_is_not_given() -> None:
    """The big blind at 3 is out, so the next small blind is dead there; 4 is free and becomes the big blind."""
    table = table_with((10, 11, 12, 0, 0, 15), Positions(1, 2, 3))
    assert worst_seat(table, [0, 1, 2, 5]) == 4
    assert worst_seat(table_with((10, 11, 12, 0, 14, 15), Positions(1, 2, 3)), [0, 1, 2, 4, 5]) == -1


def test_T6_the_fullest_table_gives_up_the_player_due_for_the_big_blind() -> None:
    """One of three tables of four loses two players; the next to finish gives up the player due for the big blind."""
    driver = TournamentDriver(setup(seats=4, min_players=2, house=MANUAL), players=12)
    driver.play_hand(1, busts=tuple(driver.players_at(1)[:2]))
    assert driver.events_of(ev.Moved) == []
    before = driver.t.tables[2]
    seats = [seat for seat, player in enumerate(before.seats) if player]
    big = min((seat for seat in seats if seat > before.positions.big), default=seats[0])
    driver.play_hand(2)
    moved = driver.events_of(ev.Moved)[0]
    assert (moved.player, moved.why, moved.from_table, moved.table, moved.due) == (
        before.seats[big],
        "balance",
        2,
        1,
        0,
    )
    assert driver.t.players[moved.player].moves == 1


def test_T6_nobody_moves_while_a_hand_runs_at_the_fuller_table() -> None:
    driver = TournamentDriver(setup(seats=4, min_players=2, house=MANUAL), players=8)
    driver.play_hand(1, busts=tuple(driver.players_at(1)[:2]))
    assert driver.events_of(ev.Moved) == []
    assert driver.t.tables[1].running
    driver.play_hand(2)
    assert [moved.table for moved in driver.events_of(ev.Moved)] == [1]


def test_T7_a_seat_between_button_and_small_blind_waits() -> None:
    """The blinds were on 2 and 4: the button moves to 2, the small blind to 4; of newcomers 3 waits and 1 plays."""
    table = table_with((10, 11, 12, 13, 14, 15), Positions(0, 2, 4), newcomers=(11, 13))
    seating = next_hand(table, [0, 1, 2, 3, 4, 5])
    assert seating.positions == Positions(2, 4, 5)
    assert seating.dealt == (0, 1, 2, 4, 5)
    after = table._replace(positions=seating.positions, newcomers=(13,))
    assert next_hand(after, [0, 1, 2, 3, 4, 5]).dealt == (0, 1, 2, 3, 4, 5)


def test_T8_D2_the_button_may_be_dead() -> None:
    """The small blind is out, so the button moves to the empty seat; the big blind always moves on by one player."""
    assert next_hand(table_with((10, 0, 12, 13), Positions(0, 1, 2)), [0, 2, 3]).positions == Positions(1, 2, 3)
    assert next_hand(table_with((10, 11, 0, 13), Positions(0, 1, 2)), [0, 1, 3]).positions == Positions(1, 2, 3)


def test_D3_heads_up_nobody_is_big_blind_twice_running() -> None:
    """The small blind of three is out: the last big blind takes the button and posts the small blind."""
    assert next_hand(table_with((10, 0, 12), Positions(0, 1, 2)), [0, 2]).positions == Positions(2, 2, 0)


def test_T7_the_last_opened_table_breaks_when_it_is_not_needed() -> None:
    """Nine players at tables of three; with six left the third table breaks and its players fill the free seats."""
    driver = TournamentDriver(setup(house=MANUAL, final_seats=3), players=9)
    driver.play_hand(1, busts=tuple(driver.players_at(1)[:1]))
    driver.play_hand(2, busts=tuple(driver.players_at(2)[:1]))
    assert sorted(driver.t.tables) == [1, 2, 3]
    loser = driver.players_at(3)[0]
    driver.play_hand(3, busts=(loser,))
    assert sorted(driver.t.tables) == [1, 2]
    moves = driver.events_of(ev.Moved)
    assert {(moved.from_table, moved.why) for moved in moves} == {(3, "break")}
    assert [len(driver.players_at(table)) for table in (1, 2)] == [3, 3]


def test_T7_the_director_breaks_a_table_after_its_hand() -> None:
    """Late registration keeps three tables of four open for eight players until the director breaks one."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4)), players=9)
    assert driver.refused(cm.BreakTable(9, "why")) == "no_such_table"
    assert driver.refused(cm.BreakTable(1, "why")) == "no_room"
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    driver.do(cm.BreakTable(1, "why"))
    assert sorted(driver.t.tables) == [1, 2, 3]
    driver.play_hand(1)
    assert sorted(driver.t.tables) == [2, 3]
    assert [len(driver.players_at(table)) for table in (2, 3)] == [4, 4]


def test_T7_T9_a_table_waits_with_breaking_until_its_busts_have_their_places() -> None:
    """Hand-for-hand: the bust at table 3 waits for the other two tables, and does not move without chips."""
    driver = TournamentDriver(setup(seats=4, late=LateRegistration(4), house=MANUAL), players=9)
    driver.play_hand(3, busts=(driver.players_at(3)[0],))
    driver.do(cm.SetHandForHand(True, "a pay jump"))
    for table in (1, 2, 3):
        driver.play_hand(table)
    loser = driver.players_at(3)[0]
    driver.play_hand(3, busts=(loser,))
    driver.do(cm.BreakTable(3, "a power cut"))
    driver.play_hand(1)
    assert (sorted(driver.t.tables), driver.events_of(ev.Moved)) == ([1, 2, 3], [])
    driver.play_hand(2)
    assert sorted(driver.t.tables) == [1, 2]
    assert driver.t.players[loser].out
    assert loser not in {moved.player for moved in driver.events_of(ev.Moved)}


def test_T7_everybody_draws_a_seat_for_the_final_table_when_all_hands_are_over() -> None:
    """Four are left for a final table of four: table 1 waits for table 2, then seats and a button are drawn."""
    driver = TournamentDriver(setup(final_seats=4, house=MANUAL), players=5)
    driver.play_hand(1, busts=(driver.players_at(1)[0],))
    assert not driver.t.tables[1].running
    events = driver.play_hand(2)
    made = [event for event in events if isinstance(event, ev.FinalTableMade)]
    assert made == [ev.FinalTableMade(3, redrawn=True)]
    assert sorted(driver.players_at(3)) == sorted(driver.players_left())
    assert [type(event) for event in events][-2:] == [ev.ButtonDrawn, ev.HandReleased]


@pytest.mark.parametrize("bust_at", [1, 2])
@pytest.mark.parametrize("sizes", [(3, 2), (4, 3)])
def test_T7_the_last_two_tables_wait_for_each_other(bust_at: int, sizes: tuple[int, int]) -> None:
    """No table is broken or balanced just before the final table; everybody moves once."""
    driver = TournamentDriver(setup(seats=4, final_seats=sum(sizes) - 1, house=MANUAL), players=sum(sizes))
    other = 3 - bust_at
    driver.play_hand(bust_at, busts=(driver.players_at(bust_at)[0],))
    assert sorted(driver.t.tables) == [1, 2]
    assert driver.refused(cm.BreakTable(bust_at, "why")) == "last_table"
    driver.play_hand(other)
    assert driver.events_of(ev.FinalTableMade) == [ev.FinalTableMade(3, redrawn=True)]
    moves = driver.events_of(ev.Moved)
    assert sorted(moved.player for moved in moves) == sorted(driver.players_at(3))
    assert {moved.why for moved in moves} == {"final"}


def test_T7_one_table_alone_is_the_final_table_and_nobody_draws_a_seat() -> None:
    driver = TournamentDriver(players=3)
    assert driver.events_of(ev.FinalTableMade) == [ev.FinalTableMade(1, redrawn=False)]
    assert driver.t.final_table
    assert not driver.events_of(ev.Moved)


def bust_until_over(driver: TournamentDriver) -> None:
    """Somebody is out in every hand; nothing but the rules decides who plays on where."""
    while driver.t.stage == "running":
        number = next(number for number, table in driver.t.tables.items() if table.running)
        winner, loser = (driver.t.tables[number].seats[seat] for seat in driver.t.tables[number].dealt[:2])
        driver.play_hand(number, winner=winner, busts=(loser,))


def test_T7_F5_the_final_table_is_made_anew_when_its_bust_was_void_and_a_late_player_opens_a_table() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(8)), players=3)
    driver.do(cm.Pause("wait"))
    driver.play_hand(1, busts=(driver.players_at(1)[1],))
    assert driver.t.final_table == 1, "nobody can enter any more: fewer than one full table are left"
    driver.do(cm.VoidHand(1, "two aces"))
    driver.do(cm.Resume())
    driver.do(cm.Enter(4, "late"))
    assert (len(driver.t.tables), driver.t.final_table) == (2, 0)
    bust_until_over(driver)
    assert sorted(driver.places().values()) == [1, 2, 3, 4]
    assert len(driver.events_of(ev.FinalTableMade)) == 2


def test_T7_F4_the_final_table_is_made_anew_when_the_level_before_lets_a_late_player_in() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(1), rebuy=Rebuy(Price(80), 1_000, until=4)), players=3)
    driver.do(cm.NextLevel("mistake"))
    assert driver.t.final_table == 1
    driver.do(cm.PreviousLevel("it was too early"))
    driver.do(cm.Enter(4, "late"))
    assert (len(driver.t.tables), driver.t.final_table) == (2, 0)
    for level in range(4):
        driver.do(cm.NextLevel(f"level {level}"))
    bust_until_over(driver)
    assert sorted(driver.places().values()) == [1, 2, 3, 4]
    assert driver.events_of(ev.FinalTableMade)[-1].redrawn


def test_T12_a_late_player_opens_a_table_when_all_are_full() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(3)), players=3)
    driver.do(cm.Enter(4, "late"))
    assert driver.players_at(2) == [4]
    driver.play_hand(1)
    assert [len(driver.players_at(table)) for table in (1, 2)] == [2, 2]
    assert driver.t.tables[2].running


def bubble() -> TournamentDriver:
    """Four players at two tables of two with three places paid: hand-for-hand from the first hand."""
    return TournamentDriver(setup(seats=2, min_players=2, final_seats=2), players=4)


def test_T9_in_hand_for_hand_all_tables_wait_for_each_other() -> None:
    """Neither table deals before both have finished; each round takes two minutes off the clock."""
    driver = bubble()
    assert driver.events_of(ev.HandForHandBegan) == [ev.HandForHandBegan("bubble")]
    assert [event.hand_for_hand for event in driver.events_of(ev.HandReleased)] == [True, True]
    left = driver.t.clock.left
    assert driver.t.due() is None
    driver.play_hand(1)
    assert not driver.t.tables[1].running
    events = driver.play_hand(2)
    assert [event.table for event in events if isinstance(event, ev.HandReleased)] == [1, 2]
    assert driver.t.clock.left == left - STRUCTURE.round_cost


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


def test_T11_a_chip_race_is_decided_card_by_card() -> None:
    """25s become 100s. The odd chips are 3, 2 and 1, so six cards are dealt. They are worth 150, so two chips of 100
    are won: by player 2's ace and player 1's king, not by player 3's queen.
    """
    raced = race(
        [(1, 1_075), (2, 550), (3, 325)], parse_cards("KsKdKh Ac2d Qs"), chip=25, into=100, suits=SuitOrder.SHDC
    )
    assert [player for player, _ in raced.cards] == [1, 1, 1, 2, 2, 3]
    assert (raced.won, raced.saved) == ((2, 1), ())
    assert raced.stacks == ((1, 1_100), (2, 600), (3, 300))
    assert sum(chips for _, chips in raced.stacks) - 1_950 == 50


def test_T11_nobody_is_raced_out_and_nobody_wins_two() -> None:
    """Player 1 has the two highest cards but wins one chip; player 2 would lose everything and gets one."""
    raced = race(
        [(1, 250), (2, 50), (3, 275)], parse_cards("AsAh 2c2d 3c3d3h"), chip=25, into=100, suits=SuitOrder.SHDC
    )
    assert raced.won == (1, 3)
    assert raced.saved == (2,)
    assert raced.stacks == ((1, 300), (2, 100), (3, 300))


def test_T11_C2_suits_break_ties_in_a_chip_race() -> None:
    stacks = [(1, 125), (2, 125), (3, 125)]
    for cards, suits, winner in (
        ("Ac As Ad", SuitOrder.SHDC, 2),
        ("Ac Ad 2s", SuitOrder.SHDC, 2),
        ("Ac Ad 2s", SuitOrder.SHCD, 1),
    ):
        assert race(stacks, parse_cards(cards), chip=25, into=100, suits=suits).won == (winner,)


def with_a_race() -> TournamentDriver:
    """Blinds rise from 25-50 to 100-200: the 25s are raced off before the first hand of level 2."""
    levels = (Level(25, 50, 0, 600_000), Level(100, 200, 0, 600_000))
    structure = STRUCTURE._replace(levels=levels, chips=(25, 100), races=usual_races(levels, (25, 100)))
    return TournamentDriver(setup(structure=structure), players=3)


def test_T11_a_chip_is_raced_off_when_it_is_no_longer_needed() -> None:
    driver = with_a_race()
    driver.do(cm.Tick(), after=600_000)
    events = driver.do(cm.ReportHand(1, 1, ((1, 1_025), (2, 1_025), (3, 950))))
    raced = next(event for event in events if isinstance(event, ev.ChipsRaced))
    assert (raced.chip, raced.into, len(raced.cards), raced.change) == (25, 100, 4, 0)
    assert [event.unit for event in driver.events_of(ev.HandReleased)] == [25, 100]
    assert all(driver.stack(player) % 100 == 0 for player in (1, 2, 3))
    assert driver.t.chips == 3_000
    assert driver.refused(cm.PreviousLevel()) == "chips_raced"


def test_F4_T11_the_level_before_can_come_back_as_long_as_no_chips_were_raced_off() -> None:
    driver = with_a_race()
    driver.do(cm.Pause("fire"))
    driver.do(cm.NextLevel("mistake"))
    driver.do(cm.PreviousLevel("it was too early"))
    assert driver.t.level == 1
    driver.do(cm.Resume())
    driver.do(cm.ReportHand(1, 1, ((1, 1_025), (2, 1_025), (3, 950))))
    assert driver.events_of(ev.ChipsRaced) == []
    assert driver.events_of(ev.HandReleased)[-1].unit == 25


@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_shootouts_play_round_by_round(players: int) -> None:
    """Winners meet heads-up, a player without an opponent advances, and nobody moves for balance."""
    driver = TournamentDriver(setup(seats=2, shootout=True, min_players=2), players=players)
    while driver.t.stage == "running":
        number = next(number for number, table in driver.t.tables.items() if table.running)
        driver.play_hand(number, busts=(driver.players_at(number)[0],))
    assert sorted(driver.places().values()) == list(range(1, players + 1))
    assert {moved.why for moved in driver.events_of(ev.Moved)} <= {"round"}
    assert driver.events_of(ev.RoundBegan)[-1].number == (players - 1).bit_length()
    assert [made.redrawn for made in driver.events_of(ev.FinalTableMade)] == [True] * (players > 2)


def test_in_a_shootout_nobody_moves_however_much_the_tables_differ() -> None:
    driver = TournamentDriver(setup(seats=4, shootout=True), players=8)
    for _ in range(2):
        driver.play_hand(1, busts=(driver.players_at(1)[0],))
    assert [len(driver.players_at(table)) for table in (1, 2)] == [2, 4]
    driver.play_hand(2)
    assert not driver.events_of(ev.Moved)
