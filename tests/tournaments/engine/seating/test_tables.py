"""Seats, balancing, breaking, the final table, hand-for-hand, places and chip races, calculated by hand."""

from collections import Counter

import pytest

from games.engine.cards import parse_cards
from games.engine.rules.button import Positions
from tests.tournaments.engine.led_tournament import PLAIN, Floor, setup
from tournaments.engine.finish.places import in_order
from tournaments.engine.play.chip_race import race
from tournaments.engine.seating.blinds import next_hand, worst_seat
from tournaments.engine.seating.draw import draw_tables
from tournaments.engine.setup.house_rules import EqualBust, HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.setup.structure import MINUTE, Break, Level, usual_races
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.prize_pool import prize_at
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.table import Table

CHI_95 = 110.09
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
    assert sum((number - 1_000) ** 2 / 1_000 for number in count.values()) < CHI_95


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
    floor = Floor()
    for player in (1, 2, 3, 4):
        floor.tell(cm.Enter(player, "P"))
    assert floor.refused(cm.Start(((1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 1)))) == "seat_taken"
    floor.tell(cm.Start(((1, 1, 0), (2, 1, 2), (3, 2, 0), (4, 2, 1))))
    assert [floor.at(1), floor.at(2)] == [[1, 2], [3, 4]]


def test_T6_the_worst_seat_is_the_big_blind_never_the_small() -> None:
    """With blinds at 2 and 3 the next small blind is 3; of the free seats 0, 4 and 5 seat 4 would be the big blind."""
    table = table_with((0, 11, 12, 13, 0, 0), Positions(1, 2, 3))
    assert worst_seat(table, [1, 2, 3]) == 4


def test_T6_the_seat_of_the_next_small_blind_is_not_given() -> None:
    """The big blind at 3 is out, so the next small blind is dead there; 4 is free and becomes the big blind."""
    table = table_with((10, 11, 12, 0, 0, 15), Positions(1, 2, 3))
    assert worst_seat(table, [0, 1, 2, 5]) == 4
    assert worst_seat(table_with((10, 11, 12, 0, 14, 15), Positions(1, 2, 3)), [0, 1, 2, 4, 5]) == -1


def test_T6_the_fullest_table_gives_the_player_due_for_the_big_blind() -> None:
    """Three tables of four; one loses two players, and the next to finish gives the player due for the big blind."""
    floor = Floor(setup(seats=4, min_players=2, house=MANUAL), players=12)
    floor.hand(1, busts=tuple(floor.at(1)[:2]))
    assert floor.seen(ev.Moved) == []
    was = floor.t.tables[2]
    seats = [seat for seat, player in enumerate(was.seats) if player]
    big = min((seat for seat in seats if seat > was.positions.big), default=seats[0])
    floor.hand(2)
    moved = floor.seen(ev.Moved)[0]
    assert (moved.player, moved.why, moved.from_table, moved.table, moved.due) == (was.seats[big], "balance", 2, 1, 0)


def test_T6_nobody_moves_while_a_hand_runs_at_the_fuller_table() -> None:
    floor = Floor(setup(seats=4, min_players=2, house=MANUAL), players=8)
    floor.hand(1, busts=tuple(floor.at(1)[:2]))
    assert floor.seen(ev.Moved) == []
    assert floor.t.tables[1].running
    floor.hand(2)
    assert [moved.table for moved in floor.seen(ev.Moved)] == [1]


def test_T7_a_seat_between_button_and_small_blind_waits() -> None:
    """The blinds were 2 and 4: the button moves to 2, the small blind to 4; the newcomer on 3 waits, the one on 1
    plays.
    """
    table = table_with((10, 11, 12, 13, 14, 15), Positions(0, 2, 4), newcomers=(11, 13))
    seating = next_hand(table, [0, 1, 2, 3, 4, 5])
    assert seating.positions == Positions(2, 4, 5)
    assert seating.dealt == (0, 1, 2, 4, 5)
    after = table._replace(positions=seating.positions, newcomers=(13,))
    assert next_hand(after, [0, 1, 2, 3, 4, 5]).dealt == (0, 1, 2, 3, 4, 5)


def test_T8_D2_the_button_may_be_dead() -> None:
    """The small blind is out, so the button comes to the empty seat; the big blind always moves on by one player."""
    assert next_hand(table_with((10, 0, 12, 13), Positions(0, 1, 2)), [0, 2, 3]).positions == Positions(1, 2, 3)
    assert next_hand(table_with((10, 11, 0, 13), Positions(0, 1, 2)), [0, 1, 3]).positions == Positions(1, 2, 3)


def test_D3_heads_up_nobody_is_big_blind_twice_running() -> None:
    """The small blind of three is out: the player who had no big blind last posts it, the button the small one."""
    assert next_hand(table_with((10, 0, 12), Positions(0, 1, 2)), [0, 2]).positions == Positions(2, 2, 0)


def test_T7_as_few_tables_as_possible_the_last_opened_breaks_first() -> None:
    """Nine players at tables of three; with six left the third table breaks and its players fill the free seats."""
    floor = Floor(setup(house=MANUAL, final_seats=3), players=9)
    floor.hand(1, busts=tuple(floor.at(1)[:1]))
    floor.hand(2, busts=tuple(floor.at(2)[:1]))
    assert sorted(floor.t.tables) == [1, 2, 3]
    gone = floor.at(3)[0]
    floor.hand(3, busts=(gone,))
    assert sorted(floor.t.tables) == [1, 2]
    moves = floor.seen(ev.Moved)
    assert {(moved.from_table, moved.why) for moved in moves} == {(3, "break")}
    assert [len(floor.at(table)) for table in (1, 2)] == [3, 3]


def test_T7_the_director_breaks_a_table_after_its_hand() -> None:
    """Eight players at three tables of four during late registration: only the director finds one table too many."""
    floor = Floor(setup(seats=4, late=LateRegistration(4)), players=9)
    assert floor.refused(cm.BreakTable(9, "why")) == "no_such_table"
    assert floor.refused(cm.BreakTable(1, "why")) == "no_room"
    floor.hand(3, busts=(floor.at(3)[0],))
    floor.tell(cm.BreakTable(1, "why"))
    assert sorted(floor.t.tables) == [1, 2, 3]
    floor.hand(1)
    assert sorted(floor.t.tables) == [2, 3]
    assert [len(floor.at(table)) for table in (2, 3)] == [4, 4]


def test_T7_everybody_draws_a_seat_for_the_final_table_when_all_hands_are_over() -> None:
    """Four left for a final table of four: table 1 waits for table 2, then everybody draws a seat, and a button is
    drawn.
    """
    floor = Floor(setup(final_seats=4, house=MANUAL), players=5)
    floor.hand(1, busts=(floor.at(1)[0],))
    assert not floor.t.tables[1].running
    events = floor.hand(2)
    made = [event for event in events if isinstance(event, ev.FinalTableMade)]
    assert made == [ev.FinalTableMade(3, drawn=True)]
    assert sorted(floor.at(3)) == sorted(floor.others())
    assert [type(event) for event in events][-2:] == [ev.ButtonDrawn, ev.HandReleased]


@pytest.mark.parametrize("bust_at", [1, 2])
@pytest.mark.parametrize("sizes", [(3, 2), (4, 3)])
def test_T7_the_last_two_tables_wait_for_each_other(bust_at: int, sizes: tuple[int, int]) -> None:
    """No table is broken or balanced just before the final one; everybody draws one new seat."""
    floor = Floor(setup(seats=4, final_seats=sum(sizes) - 1, house=MANUAL), players=sum(sizes))
    other = 3 - bust_at
    floor.hand(bust_at, busts=(floor.at(bust_at)[0],))
    assert sorted(floor.t.tables) == [1, 2]
    assert floor.refused(cm.BreakTable(bust_at, "why")) == "last_table"
    floor.hand(other)
    assert floor.seen(ev.FinalTableMade) == [ev.FinalTableMade(3, drawn=True)]
    moves = floor.seen(ev.Moved)
    assert sorted(moved.player for moved in moves) == sorted(floor.at(3))
    assert {moved.why for moved in moves} == {"final"}


def test_T12_a_late_player_opens_a_table_when_all_are_full() -> None:
    floor = Floor(setup(late=LateRegistration(3)), players=3)
    floor.tell(cm.Enter(4, "late"))
    assert floor.at(2) == [4]
    floor.hand(1)
    assert [len(floor.at(table)) for table in (1, 2)] == [2, 2]
    assert floor.t.tables[2].running


def bubble() -> Floor:
    """Four players at two tables of two, three paid: hand-for-hand from the first hand."""
    return Floor(setup(seats=2, min_players=2, final_seats=2), players=4)


def test_T9_all_tables_wait_for_each_other() -> None:
    """Neither table deals before both are done, then both do; each round takes two minutes off the clock."""
    floor = bubble()
    assert floor.seen(ev.HandForHandBegan) == [ev.HandForHandBegan("bubble")]
    assert [event.hand_for_hand for event in floor.seen(ev.HandReleased)] == [True, True]
    left = floor.t.clock.left
    assert floor.t.due() is None
    floor.hand(1)
    assert not floor.t.tables[1].running
    events = floor.hand(2)
    assert [event.table for event in events if isinstance(event, ev.HandReleased)] == [1, 2]
    assert floor.t.clock.left == left - PLAIN.round_cost


def test_T9_T5_every_level_sees_a_hand_however_short_it_is() -> None:
    """Levels of one minute, a break after each, rounds that cost two: one round, a break, one round, a break."""
    levels = tuple(level._replace(length=MINUTE) for level in PLAIN.levels)
    structure = PLAIN._replace(levels=levels, breaks=tuple(Break(after, MINUTE) for after in (1, 2, 3)))
    floor = Floor(setup(seats=2, min_players=2, final_seats=2, structure=structure), players=4)
    for level in (1, 2, 3):
        assert [table.running for table in floor.t.tables.values()] == [True, True]
        assert [event.level for event in floor.seen(ev.HandReleased)][-2:] == [level, level]
        floor.hand(1)
        floor.hand(2)
        assert floor.t.current_break.until
        floor.tell(cm.Tick(), after=MINUTE)


def test_T9_hand_for_hand_ends_when_one_player_is_out() -> None:
    """The player out at table 1 has no place before table 2 is done; then it is fourth, and the clock runs."""
    floor = bubble()
    gone = floor.at(1)[0]
    floor.hand(1, busts=(gone,))
    assert floor.places() == {}
    floor.hand(2)
    assert floor.places() == {gone: 4}
    assert floor.seen(ev.HandForHandEnded) == [ev.HandForHandEnded("bubble")]
    assert floor.t.clock.ends > floor.now


def test_T10_hand_for_hand_the_larger_stack_places_higher_at_any_table() -> None:
    """Table 1 loses its 1,000 first, table 2 its 900 later: 1,000 was more and finishes third, in the money."""
    floor = bubble()
    one, two = floor.at(1), floor.at(2)
    floor.tell(cm.ReportHand(1, 1, ((one[0], 1_000), (one[1], 1_000))))
    floor.tell(cm.ReportHand(2, 1, ((two[0], 900), (two[1], 1_100))))
    floor.hand(1, busts=(one[0],))
    floor.hand(2, busts=(two[0],))
    assert floor.places() == {two[0]: 4, one[0]: 3}


def test_T10_equal_stacks_share_the_prizes() -> None:
    """Third and fourth place are worth 80 together: 40 each, though the better hand is listed third."""
    floor = bubble()
    one, two = floor.at(1)[0], floor.at(2)[0]
    floor.hand(1, busts=(cm.Bust(one, strength=5),))
    floor.hand(2, busts=(cm.Bust(two, strength=9),))
    given = [event for event in floor.seen(ev.PlaceGiven) if event.player in (one, two)]
    assert given == [ev.PlaceGiven(one, 4, 3, 4), ev.PlaceGiven(two, 3, 3, 4)]
    floor.hand(3, busts=(floor.at(3)[0],))
    prizes = floor.prizes()
    assert (prizes[one], prizes[two]) == (40, 40)


def test_T10_the_odd_unit_goes_to_the_better_hand() -> None:
    """101 for two players: 51 and 50."""
    floor = Floor(setup(payouts=Payouts((Row(9, (500_000, 300_000, 200_000)),), guaranteed=505)), players=3)
    assert floor.t.prizes.amounts == (253, 151, 101)
    assert [prize_at(floor.t, place, 3, 4) for place in (3, 4)] == [51, 50]


def bust(player: int, **changes: int) -> ev.Busted:
    """A player out at table 1 who had 1,000 at the start of the hand."""
    return ev.Busted(player, 1, 1_000, 0, 0, (), hand_for_hand=True, at=0)._replace(**changes)


def test_T10_order_who_was_all_in_earlier_then_the_lower_table() -> None:
    """Worst first: the smaller stack, then the later all-in, then the higher table."""
    rows = [bust(1, all_in=2), bust(2, all_in=1), bust(3, started=999), bust(4, all_in=2, table=2)]
    assert [(row.player, tied) for row, tied in in_order(rows, EqualBust.ORDER)] == [(3, 0), (4, 0), (1, 0), (2, 0)]


def test_T10_split_ties_equal_stacks_alone() -> None:
    """Worst first, each with the player tied with."""
    rows = [bust(1, strength=7), bust(2, strength=3), bust(3, started=999), bust(4, strength=5)]
    assert [(row.player, tied) for row, tied in in_order(rows, EqualBust.SPLIT)] == [(3, 0), (2, 0), (4, 2), (1, 4)]


def test_T10_without_hand_for_hand_the_earlier_bust_places_lower() -> None:
    """At different tables the larger stack that busts earlier places lower."""
    floor = Floor(setup(seats=4, house=MANUAL), players=8)
    one, two = floor.at(1), floor.at(2)
    floor.hand(1, busts=(one[0],), winner=one[1])
    floor.hand(2, busts=(two[0],), winner=two[1])
    assert floor.places() == {one[0]: 8, two[0]: 7}


def test_T11_a_race_card_by_card() -> None:
    """25s become 100s. The odd chips are 3, 2 and 1, so six cards are dealt. They are worth 150, one and a half
    hundreds, so two chips are won: by player 2's ace and player 1's king, not by player 3's queen.
    """
    raced = race([(1, 1_075), (2, 550), (3, 325)], parse_cards("KsKdKh Ac2d Qs"), chip=25, into=100)
    assert [player for player, _ in raced.cards] == [1, 1, 1, 2, 2, 3]
    assert (raced.won, raced.saved) == ((2, 1), ())
    assert raced.stacks == ((1, 1_100), (2, 600), (3, 300))
    assert sum(chips for _, chips in raced.stacks) - 1_950 == 50


def test_T11_nobody_is_raced_out_and_nobody_wins_two() -> None:
    """Player 1 has both highest cards but wins one chip; player 2 would lose everything and gets one."""
    raced = race([(1, 250), (2, 50), (3, 275)], parse_cards("AsAh 2c2d 3c3d3h"), chip=25, into=100)
    assert raced.won == (1, 3)
    assert raced.saved == (2,)
    assert raced.stacks == ((1, 300), (2, 100), (3, 300))


def test_T11_C2_suits_break_ties() -> None:
    raced = race([(1, 125), (2, 125), (3, 125)], parse_cards("Ac As Ad"), chip=25, into=100)
    assert raced.won == (2,)


def test_T11_a_chip_is_raced_off_when_it_is_no_longer_needed() -> None:
    """Blinds go from 25-50 to 100-200: before the first hand of level 2 the table races and reports the difference."""
    levels = (Level(25, 50, 0, 600_000), Level(100, 200, 0, 600_000))
    structure = PLAIN._replace(levels=levels, chips=(25, 100), races=usual_races(levels, (25, 100)))
    floor = Floor(setup(structure=structure), players=3)
    floor.tell(cm.Tick(), after=600_000)
    events = floor.tell(cm.ReportHand(1, 1, ((1, 1_025), (2, 1_025), (3, 950))))
    raced = next(event for event in events if isinstance(event, ev.ChipsRaced))
    assert (raced.chip, raced.into, len(raced.cards), raced.change) == (25, 100, 4, 0)
    assert [event.unit for event in floor.seen(ev.HandReleased)] == [25, 100]
    assert all(floor.stack(player) % 100 == 0 for player in (1, 2, 3))
    assert floor.t.chips == 3_000
    assert floor.refused(cm.PreviousLevel()) == "chips_raced"


@pytest.mark.parametrize("players", [2, 3, 4, 9])
def test_shootouts_play_round_by_round(players: int) -> None:
    """Heads-up: winners meet, a player without an opponent goes on, and nobody moves for balance."""
    floor = Floor(setup(seats=2, shootout=True, min_players=2), players=players)
    while floor.t.stage == "running":
        number = next(number for number, table in floor.t.tables.items() if table.running)
        floor.hand(number, busts=(floor.at(number)[0],))
    assert sorted(floor.places().values()) == list(range(1, players + 1))
    assert {moved.why for moved in floor.seen(ev.Moved)} <= {"round"}
    assert floor.seen(ev.RoundBegan)[-1].number == (players - 1).bit_length()
