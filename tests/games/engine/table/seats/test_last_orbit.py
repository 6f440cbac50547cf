"""F1: a table that closes after an orbit plays on until everybody who plays has had each blind once more."""

import json
from collections import Counter

import pytest

from games.engine import events as ev
from games.engine.events.kinds import PostKind
from games.engine.rules.button import NOBODY
from games.engine.table import commands as cm
from games.engine.table.facts import TableSnapshot
from games.engine.views.kinds import LineCode
from games.engine.views.visibility import public_view
from games.messaging.codec import state_from_data, state_to_data
from tests.games.engine.support.builders import Room, dealt_room, stored_and_loaded

FOUR = (10_000,) * 4
ORBIT = cm.Close("late", after_orbit=True)
Blinds = Counter[tuple[int, str]]


def end_hand(room: Room) -> Room:
    """Lets everybody fold; the bring-in of stud has to be paid first."""
    while room.table.running:
        assert room.table.hand is not None
        room.play("call" if room.table.hand.bring_due else "fold")
    return room


def play_hand(room: Room) -> Blinds:
    """Deals a hand and lets everybody fold; who had which blind, by player."""
    blinds: Blinds = Counter()
    while not (room.table.running or room.table.closed):
        room.tick()
        for event in room.last_events(ev.Posted):
            if event.kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
                blinds[room.table.seat(event.seat).player, event.kind] += 1
    end_hand(room)
    return blinds


def last_orbit(room: Room, *, most: int = 20) -> Blinds:
    """Plays until the table closes; who had which blind."""
    blinds: Blinds = Counter()
    for _ in range(most):
        if room.table.closed:
            return blinds
        blinds += play_hand(room)
    raise AssertionError("the table never closes")


def once_each(*players: int) -> Blinds:
    """Each blind once for each of them."""
    return Counter({(player, kind): 1 for player in players for kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)})


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("button", ["dead", "moving"])
def test_F1_the_blinds_come_round_once_more_after_the_running_hand(before: int, button: str) -> None:
    room = dealt_room(*FOUR, button=button)
    for _ in range(before):
        end_hand(room).deal()
    room.send(ORBIT)
    assert not room.table.closed
    end_hand(room)
    assert last_orbit(room) == once_each(1, 2, 3, 4)
    assert room.table.chips() == {}


def test_F1_ordered_between_hands_the_next_hand_is_the_first_of_the_orbit() -> None:
    room = dealt_room(*FOUR).all_fold()
    room.send(ORBIT)
    assert last_orbit(room) == once_each(1, 2, 3, 4)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_F1_an_orbit_has_as_many_hands_as_players(players: int) -> None:
    room = dealt_room(*[10_000] * players)
    room.send(ORBIT)
    end_hand(room)
    first = room.table.hand_number
    assert last_orbit(room) == once_each(*range(1, players + 1))
    assert room.table.hand_number - first == players


def test_F1_a_table_that_has_not_begun_plays_one_orbit() -> None:
    room = Room(*FOUR)
    room.send(ORBIT)
    assert sum(last_orbit(room).values()) == 8


@pytest.mark.parametrize("leaver", range(1, 5))
@pytest.mark.parametrize("after", range(4))
def test_F1_nobody_has_a_blind_twice_when_a_player_leaves_in_the_orbit(leaver: int, after: int) -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    end_hand(room)
    blinds: Blinds = Counter()
    for _ in range(after):
        blinds += play_hand(room)
    room.send(cm.Leave(leaver))
    blinds += last_orbit(room)
    assert max(blinds.values()) == 1
    big = {player for player, kind in blinds if kind == PostKind.BIG_BLIND}
    assert big | {leaver} == {1, 2, 3, 4}, "and everybody else has had the big blind"


def test_D7_a_player_who_leaves_in_the_last_orbit_owes_the_blinds_that_were_to_come() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    end_hand(room)
    room.send(cm.Leave(2))
    assert room.table.departed[2].carried.hands_left > 0


def test_F1_nobody_has_a_second_big_blind_when_a_player_comes_back_in_the_orbit() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    end_hand(room)
    room.send(cm.SitOut(4))
    blinds = play_hand(room)
    room.send(cm.SitIn(4))
    blinds += last_orbit(room)
    assert [blinds[player, PostKind.BIG_BLIND] for player in range(1, 5)] == [1, 1, 1, 1]


def test_F5_a_void_hand_does_not_count() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    room.send(cm.VoidHand(1, "two aces"))
    room.deal()
    room.send(cm.VoidHand(2, "two aces"))
    assert last_orbit(room) == once_each(1, 2, 3, 4)


def test_X2_the_orbit_goes_on_where_another_host_takes_the_table_over() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    end_hand(room)
    blinds = play_hand(room)
    room.table, room.replayed = stored_and_loaded(room.table), stored_and_loaded(room.table)
    room.send(cm.Recover())
    assert blinds + last_orbit(room) == once_each(1, 2, 3, 4)


def test_X2_a_table_stored_before_there_were_orbits_is_read() -> None:
    data = json.loads(json.dumps(state_to_data(dealt_room(*FOUR).all_fold().table.snapshot())))
    del data["last_orbit"], data["orbit_from"]
    snapshot = state_from_data(TableSnapshot, data)
    assert (snapshot.last_orbit, snapshot.orbit_from) == (False, NOBODY)


def test_F1_a_closing_after_the_orbit_is_called_off() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    room.send(cm.KeepOpen("they stay"))
    end_hand(room)
    for _ in range(6):
        room.deal().all_fold()
    assert not (room.table.closing or room.table.closed)


def test_F1_a_closing_after_the_hand_comes_before_one_after_the_orbit() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    assert room.ignores(ORBIT)
    room.send(cm.Close("at once"))
    assert room.ignores(ORBIT)
    end_hand(room)
    assert room.table.closed


def test_F1_nobody_sits_down_in_the_last_orbit() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    assert room.refuses(cm.TakeSeat(8, "x", False, -1, 500)) == "table_closed"


def test_F1_a_table_closes_at_once_where_no_hand_can_begin() -> None:
    for players in ((), (10_000,)):
        room = Room(*players)
        room.send(ORBIT)
        assert room.table.closed
    room = dealt_room(10_000, 10_000).all_fold()
    room.send(ORBIT)
    room.send(cm.Leave(1))
    room.tick()
    assert room.table.closed
    room = dealt_room(10_000, 10_000).all_fold()
    room.send(ORBIT)
    room.send(cm.Leave(1))
    room.send(cm.Leave(2))
    assert room.table.closed


def test_F1_a_paused_table_plays_its_orbit_once_it_is_resumed() -> None:
    room = dealt_room(*FOUR)
    room.send(cm.Pause())
    room.send(ORBIT)
    end_hand(room)
    assert room.table.next_tick_at() is None
    room.send(cm.Resume())
    assert last_orbit(room) == once_each(1, 2, 3, 4)


def test_F1_without_blinds_everybody_has_the_button_once_more() -> None:
    room = Room(*FOUR, game="stud", structure="fl", bring_in=25, ante=10).deal()
    room.send(ORBIT)
    end_hand(room)
    first = room.table.hand_number
    last_orbit(room)
    assert room.table.hand_number - first == 4


def test_F1_in_a_rotation_the_orbit_is_that_of_the_blinds() -> None:
    room = dealt_room(*FOUR, mix=("holdem", "stud"), every=3)
    room.send(ORBIT)
    end_hand(room)
    assert last_orbit(room) == once_each(1, 2, 3, 4)


def test_F1_a_rotation_of_stud_games_alone_closes_after_the_hand() -> None:
    room = dealt_room(*FOUR, mix=("stud", "razz"), every=3)
    room.send(ORBIT)
    end_hand(room)
    assert room.table.closed


def test_F1_everybody_sees_that_the_last_orbit_is_played() -> None:
    room = dealt_room(*FOUR)
    room.send(ORBIT)
    view = public_view(room.table, table_id=1, version=1)
    (order,) = view.orders
    assert (order.code, order.amount, order.other) == (LineCode.CLOSING, 1, "late")
    assert view.log[-1].amount == 1
