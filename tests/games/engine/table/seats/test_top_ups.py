"""Rule K5 of the rulebook: chips added during a hand never lift a stack above the table's maximum."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room

MOST = 20_000
BOARD = "2c3d7h8c9d"


def dealt_heads_up(*chips: int) -> Room:
    """Deals a heads-up hand that player 2 wins."""
    room = Room(*chips, first_button="first_player")
    room.deal(("AsAh", "KsKh"), BOARD)
    return room


def chip_events(room: Room) -> list[ev.TableEvent]:
    """The events of the last command that added or returned bought chips."""
    return [*room.last_events(ev.ChipsAdded), *room.last_events(ev.ChipsReturned)]


def test_K5_chips_above_the_maximum_after_a_win_are_returned() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 5_000, MOST))
    assert room.last_events(ev.ChipsQueued) == [ev.ChipsQueued(1, 5_000, MOST)]
    # Player 2 wins 3,000: with 18,000 only 2,000 still fit.
    room.play("3000 call check check check check check check")
    assert chip_events(room) == [ev.ChipsAdded(1, 2_000), ev.ChipsReturned(1, 3_000)]
    assert (room.seat(2).stack, room.seat(2).queued) == (MOST, 0)
    assert room.table.chips() == {1: 12_000, 2: MOST}


def test_K5_after_a_loss_all_bought_chips_are_added() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(1, 5_000, MOST))
    room.play("3000 call check check check check check check")
    assert chip_events(room) == [ev.ChipsAdded(0, 5_000)]
    assert room.seat(1).stack == 17_000


@pytest.mark.parametrize(("won", "added", "returned"), [(4_999, 1, 4_999), (5_000, 0, 5_000), (9_000, 0, 5_000)])
def test_K5_only_chips_up_to_the_maximum_are_added(won: int, added: int, returned: int) -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 5_000, MOST))
    room.play(f"{won} call check check check check check check")
    assert sum(event.chips for event in room.last_events(ev.ChipsAdded)) == added
    assert sum(event.chips for event in room.last_events(ev.ChipsReturned)) == returned
    assert room.seat(2).stack == 15_000 + won + added


def test_K5_two_top_ups_in_one_hand_are_added_together() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 2_000, MOST))
    room.send(cm.AddChips(2, 3_000, MOST))
    room.play("3000 call check check check check check check")
    assert chip_events(room) == [ev.ChipsAdded(1, 2_000), ev.ChipsReturned(1, 3_000)]


def test_K5_a_top_up_after_the_hand_is_limited_too() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.play("3000 call check check check check check check")
    room.send(cm.AddChips(2, 5_000, MOST))
    assert chip_events(room) == [ev.ChipsAdded(1, 2_000), ev.ChipsReturned(1, 3_000)]
    assert room.refuses(cm.AddChips(2, 1, MOST)) == "at_most"


def test_K5_without_a_maximum_no_chips_are_returned() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 50_000))
    room.play("3000 call check check check check check check")
    assert chip_events(room) == [ev.ChipsAdded(1, 50_000)]


def test_K5_returned_chips_are_shown_until_the_next_hand() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 5_000, MOST))
    room.play("3000 call check check check check check check")
    views = [own_view(room.table, player, table_id=1, version=1) for player in (1, 2)]
    assert [own.chips_returned for own in views if own] == [0, 3_000]
    room.deal()
    assert room.seat(2).returned == 0


def test_K5_K7_queued_chips_are_not_among_those_that_a_player_leaves_with() -> None:
    room = dealt_heads_up(15_000, 15_000)
    room.send(cm.AddChips(2, 5_000, MOST))
    room.send(cm.Leave(2))
    room.play("fold")
    assert room.last_events(ev.SeatLeft) == [ev.SeatLeft(1, 2, 15_050)]
    assert chip_events(room) == [ev.ChipsReturned(1, 5_000)]
