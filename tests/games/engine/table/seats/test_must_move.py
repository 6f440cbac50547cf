"""Rule K8 of the rulebook: must-move tables, and which player moves to the main game first."""

import pytest

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due, next_to_move
from games.engine.table.state import Table
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import entry_room

BRNO, PLZEN = 5, 6


def must_move_room(player: int = 3) -> Room:
    """Deals a hand, and orders this player to move to the main table."""
    room = entry_room()
    room.send(cm.SetTableMove(player, BRNO, "Brno", must=True))
    return room


def refuse_code(room: Room, command: cm.Command) -> str:
    with pytest.raises(IllegalAction) as refusal:
        room.send(command)
    return refusal.value.code


def test_K8_a_must_move_cannot_be_cancelled_or_changed_by_the_player() -> None:
    room = must_move_room()
    for ask in (cm.SetStopPlan(3, ""), cm.SetTableMove(3, 0), cm.SetTableMove(3, PLZEN, "Plzen")):
        assert refuse_code(room, ask) == "must_move"
    view = own_view(room.table, 3, table_id=1, version=1)
    assert view is not None and (view.settings.target_table_name, view.settings.must_move) == ("Brno", True)
    room.all_fold()
    assert moves_due(room.table) == [3]


def test_K8_a_must_move_player_may_leave_or_cancel_leaving_but_not_the_move() -> None:
    room = must_move_room()
    room.send(cm.Leave(3))
    assert room.send(cm.SetStopPlan(3, "")) == (ev.LeaveAsked(2, False),)
    assert room.seat(3).target_table == BRNO
    room.send(cm.Leave(3))
    room.all_fold()
    assert room.table.player_seat(3) is None


def test_K8_a_must_move_replaces_a_move_the_player_asked_for() -> None:
    room = entry_room()
    room.send(cm.SetTableMove(3, BRNO, "Brno"))
    assert room.send(cm.SetTableMove(3, BRNO, "Brno", must=True)) == (
        ev.TableMoveSet(2, BRNO, "Brno", True, "player 3"),
    )
    assert room.ignores(cm.SetTableMove(3, BRNO, "Brno", must=True))
    room.send(cm.SetTableMove(3, PLZEN, "Plzen", must=True))
    assert room.seat(3).target_table == PLZEN


def test_K8_the_house_cancels_a_must_move_when_there_is_no_seat() -> None:
    room = must_move_room()
    assert room.send(cm.SetTableMove(3, 0, must=True)) == (ev.TableMoveSet(2, 0, "", False),)
    assert not room.seat(3).must_move
    room.send(cm.SetTableMove(3, PLZEN, "Plzen"))
    assert room.send(cm.SetStopPlan(3, "")) == (ev.TableMoveSet(2, 0, ""),)


def test_K8_the_must_move_is_kept_in_a_snapshot() -> None:
    room = must_move_room().all_fold()
    again = Table.restore(room.table.snapshot())
    assert again.seat(2).must_move


def test_K8_the_longest_seated_player_moves_first() -> None:
    room = Room(seats=6)
    for player, seat in ((7, 5), (8, 0), (9, 3)):
        room.now += 1000
        room.sit(player, seat=seat)
    assert next_to_move(room.table) == [7, 8, 9]
    room.send(cm.ChangeSeat(7, 2))
    assert next_to_move(room.table) == [7, 8, 9]


@pytest.mark.parametrize(
    ("does", "back"),
    [
        (cm.SitOut(1), cm.SitIn(1)),
        (cm.Leave(1), cm.SetStopPlan(1, "")),
        (cm.SetStopPlan(1, "leave"), cm.SetStopPlan(1, "")),
    ],
)
def test_K8_players_who_sit_out_or_leave_are_passed_over_and_keep_their_place(
    does: cm.Command, back: cm.Command
) -> None:
    room = entry_room()
    first = next_to_move(room.table)
    assert first == [1, 3, 5, 7]
    room.send(does)
    assert next_to_move(room.table) == [3, 5, 7]
    room.send(back)
    assert next_to_move(room.table) == first


def test_K8_bots_moving_players_and_players_without_chips_are_not_chosen() -> None:
    room = must_move_room(5)
    room.seat(1).bot = True
    room.seat(7).stack = 0
    assert next_to_move(room.table) == [3]
