"""The edges of rules: the last level, the last seat, which table gives or takes first (T6, T7, T12)."""

from games.engine.rules.button import Positions
from tests.tournaments.engine.led_tournament import TEN, Floor, setup
from tournaments.engine.seating.blinds import worst_seat
from tournaments.engine.setup.house_rules import HandForHand, HouseRules
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.table import Table
from tournaments.engine.tournament import decide

MANUAL = HouseRules(hand_for_hand=HandForHand.MANUAL)


def closed(floor: Floor) -> list[int]:
    """The tables that have closed."""
    return [event.table for event in floor.seen(ev.TableClosed)]


def test_T12_the_last_level_of_late_registration_counts() -> None:
    floor = Floor(setup(seats=6, late=LateRegistration(2)), players=4)
    floor.tell(cm.Tick(), after=TEN)
    assert floor.t.level == 2
    floor.tell(cm.Enter(5, "late"))
    assert floor.t.left == 5


def test_T12_late_entries_stop_at_the_most_players() -> None:
    floor = Floor(setup(seats=6, late=LateRegistration(4), max_players=5), players=4)
    floor.tell(cm.Enter(5, "late"))
    assert floor.refused(cm.Enter(6, "later")) == "tournament_full"


def test_T12_late_entries_are_not_seated_at_a_table_about_to_break() -> None:
    """Tables of 5, 4 and 3: the third is the emptiest, but the director has it broken next."""
    floor = Floor(setup(seats=6, late=LateRegistration(4), house=MANUAL), players=13)
    floor.hand(3, busts=(floor.at(3)[0],))
    assert [floor.t.tables[table].taken for table in (1, 2, 3)] == [5, 4, 3]
    floor.tell(cm.BreakTable(3, "the dealer goes home"))
    floor.tell(cm.Enter(14, "late"))
    assert floor.t.players[14].table == 2


def test_T12_re_buys_as_often_and_as_long_as_announced() -> None:
    """Once, and through the second level."""
    floor = Floor(setup(rebuy=Rebuy(Price(80, 0), 500, until=2, below=5_000, most=1)), players=3)
    floor.tell(cm.TakeRebuy(2))
    floor.hand(1)
    assert floor.refused(cm.TakeRebuy(2)) == "no_rebuy"
    floor.tell(cm.Tick(), after=TEN)
    assert floor.t.level == 2
    floor.tell(cm.TakeRebuy(3))
    floor.hand(1)
    floor.tell(cm.Tick(), after=TEN)
    floor.hand(1)
    assert floor.t.level == 3
    assert floor.refused(cm.TakeRebuy(1)) == "no_rebuy"


def test_T12_T7_a_table_breaks_only_when_its_re_buys_are_answered() -> None:
    floor = Floor(setup(seats=4, rebuy=Rebuy(Price(80, 0), 500, until=8), house=MANUAL), players=9)
    one = floor.at(1)[0]
    floor.hand(1, busts=(one,))
    floor.tell(cm.DeclineRebuy(one))
    floor.tell(cm.BreakTable(2, "a power cut"))
    two = floor.at(2)[0]
    floor.hand(2, busts=(two,))
    assert closed(floor) == []
    floor.tell(cm.DeclineRebuy(two))
    assert closed(floor) == [2]


def test_T6_of_two_emptiest_tables_the_idle_one_takes_the_player() -> None:
    """Tables of 4, 2 and 2 in a pause: the second still plays its hand, the third is idle."""
    floor = Floor(setup(seats=4, late=LateRegistration(8), house=MANUAL), players=12)
    floor.hand(2, busts=tuple(floor.at(2)[:2]))
    floor.tell(cm.Pause())
    floor.hand(3, busts=tuple(floor.at(3)[:2]))
    assert floor.t.tables[2].running and not floor.t.tables[3].running
    floor.hand(1)
    assert [(moved.from_table, moved.table) for moved in floor.seen(ev.Moved)] == [(1, 3)]


def test_T6_T7_a_seat_that_would_wait_for_the_button_is_not_given() -> None:
    """The button moves to 2, the small blind to 4: the only free seat is 3."""
    table = Table(1, (10, 11, 12, 0, 14, 15), 5, 5, positions=Positions(0, 2, 4))
    assert worst_seat(table, [0, 1, 2, 4, 5]) == -1


def test_T7_every_seat_of_the_final_table_is_drawn() -> None:
    """The last report of two tables, decided with forty different seeds: each player reaches each seat."""
    floor = Floor(setup(house=MANUAL), players=4)
    floor.hand(1, busts=(floor.at(1)[0],))
    table = floor.t.tables[2]
    report = cm.ReportHand(2, table.hand, tuple((player, floor.stack(player)) for player in table.players))
    seats: dict[int, set[int]] = {player: set() for player in floor.others()}
    for roll in range(40):
        after = decide(floor.t, report, now=floor.now, random_bytes=roll.to_bytes(32, "little")).after
        assert after.final_table
        for player, drawn in seats.items():
            drawn.add(after.players[player].seat)
    assert list(seats.values()) == [{0, 1, 2}] * 3


def test_T14_a_penalty_leaves_a_chip_to_a_player_who_lost_some_meanwhile() -> None:
    """A penalty of 400 is due when the hand ends, but the player has only 300 by then."""
    floor = Floor(players=3)
    floor.tell(cm.Penalise(2, 0, 400, "soft play"))
    floor.tell(cm.ReportHand(1, 1, ((1, 1_700), (2, 300), (3, 1_000))))
    unit = floor.t.setup.structure.unit(1)
    assert floor.stack(2) == unit
    assert floor.t.chips == 2_700 + unit


def test_T1_no_more_tickets_than_players() -> None:
    """A pool of 1,000 with tickets worth 350 and one player: one prize, which has all of it."""
    prizes = Payouts(ticket=350).prizes(1_000, entries=10, players=1)
    assert (prizes.amounts, prizes.tickets) == ((1_000,), 1)


def test_T16_a_fixed_prize_nobody_can_win_goes_to_first_place() -> None:
    assert Payouts(fixed=(100, 50)).prizes(150, entries=1, players=1).amounts == (150,)
