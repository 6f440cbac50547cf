"""The check of a tournament's state finds every fault, also when it looks only at what has changed (T16, T18)."""

from collections.abc import Callable

import pytest

from games.engine.errors import BrokenInvariant
from tests.tournaments.engine.tournament_driver import TournamentDriver
from tournaments.engine.state.tournament import Tournament

STACKS, SEATS, TWICE = "stacks add up", "a seat and its player agree", "nobody has two seats"


def free_seat(t: Tournament) -> tuple[int, int]:
    """The table and number of a free seat."""
    return next((table.number, table.seats.index(0)) for table in t.tables.values() if 0 in table.seats)


def more_chips(t: Tournament) -> None:
    t.change(1, stack=t.players[1].stack + 1)


def chips_in_play(t: Tournament) -> None:
    t.chips -= 1


def moved_without_a_seat(t: Tournament) -> None:
    table, seat = free_seat(t)
    t.change(1, table=table, seat=seat)


def out_with_a_seat(t: Tournament) -> None:
    t.change(1, table=0)


def seat_without_its_player(t: Tournament) -> None:
    t.seat_player(t.players[1].table, t.players[1].seat, 0)


def two_seats(t: Tournament) -> None:
    t.seat_player(*free_seat(t), 1)


def closed_with_players(t: Tournament) -> None:
    del t.tables[t.players[1].table]


def wrong_count(t: Tournament) -> None:
    table = t.tables[t.players[1].table]
    t.tables[table.number] = table._replace(taken=table.taken + 1)


FAULTS: list[tuple[Callable[[Tournament], None], str]] = [
    (more_chips, STACKS),
    (chips_in_play, STACKS),
    (moved_without_a_seat, SEATS),
    (out_with_a_seat, SEATS),
    (seat_without_its_player, TWICE),
    (two_seats, SEATS),
    (closed_with_players, TWICE),
    (wrong_count, TWICE),
]


@pytest.mark.parametrize(("fault", "why"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
def test_T16_T18_a_fault_is_found_in_the_whole_state_and_in_what_has_changed(
    fault: Callable[[Tournament], None], why: str
) -> None:
    before = TournamentDriver(players=7).t
    before.check()
    after = before.copy()
    after.check(since=before)
    fault(after)
    with pytest.raises(BrokenInvariant, match=why):
        after.check()
    with pytest.raises(BrokenInvariant, match=why):
        after.check(since=before)
