"""Drawing seats, and who moves where between tables, calculated by hand."""

from collections import Counter

import pytest

from games.engine.rules.button import Positions
from tests.tournaments.engine.tournament_driver import STRUCTURE, TournamentDriver, setup
from tournaments.engine.seating.blinds import next_hand, worst_seat
from tournaments.engine.seating.draw import draw_tables
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.random_source import RandomSource
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


def test_T3_at_a_table_that_is_not_full_every_seat_is_equally_likely_too() -> None:
    """Two players draw among nine seats, 900 times: each of the 18 pairs comes about 100 times."""
    count: Counter[tuple[int, int]] = Counter()
    for draw in range(900):
        count.update(draw_tables((1, 2), 9, RandomSource(draw.to_bytes(32, "big")))[0])
    assert len(count) == 18
    assert all(60 < number < 150 for number in count.values())


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
    assert {event.chips for event in driver.events_of(ev.Seated)} == {STRUCTURE.stack}


def test_T6_the_worst_seat_is_the_next_big_blind_never_the_small() -> None:
    """With blinds at 2 and 3 the next small blind is 3; of the free seats 0, 4 and 5 seat 4 would be the big blind."""
    table = table_with((0, 11, 12, 13, 0, 0), Positions(1, 2, 3))
    assert worst_seat(table, [1, 2, 3]) == 4


def test_T6_no_seat_is_given_to_which_the_big_blind_comes_later() -> None:
    """The big blind goes from 4 to a player in 5 at once; one in 2 would have a hand before it."""
    assert worst_seat(table_with((0, 11, 0, 13, 14, 0), Positions(1, 3, 4)), [1, 3, 4]) == 5


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


def test_T7_T12_a_seat_is_drawn_among_the_free_ones_of_the_emptiest_table() -> None:
    """Two of the four seats at table 2 are free, one at table 1."""
    drawn = set()
    for draw in range(12):
        driver = TournamentDriver(setup(seats=4, late=LateRegistration(4)), players=5)
        driver.count += 100 * draw
        driver.do(cm.Enter(6, "late"))
        drawn.add((driver.t.players[6].table, driver.t.players[6].seat))
    assert drawn == {(2, seat) for seat in driver.t.tables[2].free} | {(2, driver.t.players[6].seat)}
    assert len(drawn) == 2


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
