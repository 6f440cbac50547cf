"""Rules D11, T13, K8 of the rulebook: a player who asked to sit out from the next hand is not dealt in."""

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.seat_commands import next_to_move
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import entry_room, is_in_hand, next_hand
from tests.games.engine.support.tournament_table import TournamentRoom

PLAYER, SEAT = 1, 0


def sees_sitting_out_next(room: Room, player: int) -> bool:
    view = own_view(room.table, player, table_id=1, version=1)
    assert view is not None
    return view.sits_out_next


def test_D11_only_the_player_who_asked_sits_out_next_hand() -> None:
    room = entry_room()
    assert room.send(cm.SitOut(PLAYER)) == (ev.SitOutAsked(SEAT, True),)
    assert [sees_sitting_out_next(room, player) for player in (1, 3, 5, 7)] == [True, False, False, False]
    assert is_in_hand(room, SEAT)
    next_hand(room)
    assert room.table.hand is not None
    assert sorted(room.table.hand.order) == [2, 4, 6]
    assert [room.seat(player).sitting_out for player in (1, 3, 5, 7)] == [True, False, False, False]
    assert not sees_sitting_out_next(room, PLAYER)


def test_D11_sitting_out_next_hand_can_be_taken_back() -> None:
    room = entry_room()
    room.send(cm.SitOut(PLAYER))
    assert room.send(cm.SitIn(PLAYER)) == (ev.SitOutAsked(SEAT, False),)
    assert not sees_sitting_out_next(room, PLAYER)
    assert is_in_hand(next_hand(room), SEAT)


def test_D11_the_reason_is_that_the_player_asked() -> None:
    room = entry_room()
    room.send(cm.SitOut(PLAYER))
    sat_out = []
    while room.table.running:
        room.play("fold")
        sat_out += room.last_events(ev.SatOut)
    assert [(event.seat, event.reason) for event in sat_out] == [(SEAT, "asked")]


def test_K8_a_player_who_sits_out_next_hand_is_passed_over_by_the_must_move() -> None:
    room = entry_room()
    assert next_to_move(room.table)[0] == PLAYER
    room.send(cm.SitOut(PLAYER))
    assert PLAYER not in next_to_move(room.table)
    room.send(cm.SitIn(PLAYER))
    assert next_to_move(room.table)[0] == PLAYER


def test_T13_in_a_tournament_the_room_plays_from_the_next_hand_on() -> None:
    room = TournamentRoom(5_000, 5_000, 5_000).deal()
    player = room.player_to_act
    room.send(cm.SitOut(player))
    assert sees_sitting_out_next(room, player)
    assert not room.seat(player).sitting_out
    room.all_fold()
    assert [seat.sitting_out for seat in room.table.seats if seat and seat.player == player] == [True]
    assert sum(seat.sitting_out for seat in room.table.seats if seat) == 1
