"""T3: whose connection a tournament's table has lost, as its director hears of it."""

from games.engine.events.kinds import PauseReason
from games.engine.table import commands as cm
from games.engine.table.tournament_seat import ARRIVES_WITHIN_MS, lost_connections
from tests.games.engine.support.tournament_table import TournamentRoom


def found(room: TournamentRoom) -> dict[int, int]:
    """The disconnected players with when the connection was lost."""
    return dict(lost_connections(room.table))


def test_T3_a_player_who_was_playing_has_lost_the_connection_at_that_moment() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    assert found(room) == {}
    room.now += ARRIVES_WITHIN_MS + 1
    player = room.seat(1).player
    room.send(cm.SetConnected(player, False))
    assert found(room) == {player: room.now}
    room.send(cm.SetConnected(player, True))
    assert found(room) == {}


def test_T3_who_has_not_come_to_the_table_yet_has_lost_nothing() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    player = room.seat(1).player
    room.now = room.seat(1).sat_at + ARRIVES_WITHIN_MS
    room.send(cm.SetConnected(player, False))
    assert found(room) == {player: 0}


def test_T3_T13_who_sat_out_before_has_lost_nothing() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.now += ARRIVES_WITHIN_MS + 1
    player = room.seat(1).player
    room.send(cm.SitOut(player))
    assert room.seat(1).sitting_out
    room.now += 1
    room.send(cm.SetConnected(player, False))
    assert found(room) == {player: 0}


def test_F4_a_director_who_takes_the_pause_over_is_read_at_the_table() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.send(cm.Pause(PauseReason.LOST))
    room.send(cm.Pause("until tomorrow"))
    assert room.table.pause_reason == "until tomorrow"
    room.send(cm.Pause("again"))
    assert room.table.pause_reason == "until tomorrow"
