"""The number of seats changes while nobody sits at the table, and never under anybody."""

from games.engine.rules.button import Positions
from games.engine.table import commands as cm
from tests.games.engine.support.builders import Room, dealt_room, stored_and_loaded


def test_an_empty_table_gets_other_seats_and_begins_anew() -> None:
    room = dealt_room(10_000, 10_000).all_fold()
    for player in (1, 2):
        room.send(cm.Leave(player))
    room.send(cm.ChangeRules(room.table.rules, seats=4))
    assert (len(room.table.seats), room.table.positions, room.table.hand) == (4, Positions(), None)
    again = stored_and_loaded(room.table)
    assert (len(again.seats), again.positions, again.hand) == (4, Positions(), None)


def test_seats_are_not_taken_from_players() -> None:
    room = Room(10_000, seats=9)
    assert room.refuses(cm.ChangeRules(room.table.rules, seats=4)) == "table_not_empty"
    room.send(cm.ChangeRules(room.table.rules, seats=9))


def test_no_table_has_more_seats_than_its_game() -> None:
    room = Room()
    assert room.refuses(cm.ChangeRules(room.table.rules, seats=11)) == "too_many_seats"
