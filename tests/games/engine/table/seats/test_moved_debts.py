"""Rules D8 and K8 of the rulebook: what a player who asks for a move to another table takes along and owes there."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.seat import NO_CARRIED_BLINDS, CarriedBlinds
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import entry_room, is_in_hand, next_hand, offered_price

# The big blind is on seat 4. Seats 0, 2, 4 and 6 are taken, of which 6 has it next, then 0 and 2.


def moved(room: Room, player: int) -> ev.MovedToTable:
    """Carries out a move that the player asked for between hands."""
    room.send(cm.SetTableMove(player, 5, "Brno"))
    event = room.send(cm.MoveToTable(player))[0]
    assert isinstance(event, ev.MovedToTable)
    return event


def move_in(room: Room, player: int, seat: int, hands: int, players: int = 4, **owes: bool) -> None:
    """Seats a player who asked for the move here."""
    take = cm.TakeSeat(player, "x", False, seat, 10_000, enter_now=False, hands_left=hands, players=players)
    room.send(take._replace(**owes))


def test_D8_a_seat_change_not_paid_for_leaves_the_hands_of_the_old_seat() -> None:
    room = entry_room().all_fold()
    room.send(cm.ChangeSeat(1, 3))
    assert moved(room, 1).hands_left == 1


def test_D8_players_who_were_not_dealt_in_are_no_hands_before_the_big_blind() -> None:
    room = entry_room().all_fold()
    room.sit(9, seat=5, enter_now=False)
    event = moved(room, 3)
    assert (event.hands_left, event.players) == (2, 4)


def test_D8_a_small_blind_skipped_by_a_seat_change_goes_along() -> None:
    room = entry_room().all_fold()
    room.send(cm.ChangeSeat(5, 3))
    assert moved(room, 5).skips_small


def test_D6_a_player_who_never_played_here_takes_no_distance_along() -> None:
    room = entry_room(entry="post").all_fold()
    room.sit(8, seat=7, enter_now=False)
    event = moved(room, 8)
    assert (event.hands_left, event.players, event.skips_small) == (-1, 0, False)


def test_D8_in_a_larger_game_the_hands_left_do_not_become_more() -> None:
    room = entry_room()
    move_in(room, 8, 7, hands=3, players=2)
    assert room.seat(8).old_distance == 3


def test_D8_where_no_seat_is_as_near_the_room_gives_the_nearest() -> None:
    room = entry_room()
    room.sit(8, seat=5)
    move_in(room, 9, -1, hands=0)
    assert room.table.player_seat(9) == 7


@pytest.mark.parametrize(("hands", "distance"), [(1, 1), (4, 3)])
def test_D7_D8_a_player_who_owes_a_seat_change_here_and_comes_back_by_a_move_has_the_shorter_distance(
    hands: int, distance: int
) -> None:
    room = entry_room().all_fold()
    room.send(cm.ChangeSeat(1, 3))
    room.send(cm.Leave(1))
    move_in(room, 1, 3, hands)
    assert room.seat(1).old_distance == distance


def test_D7_D8_a_small_blind_skipped_here_is_owed_after_coming_back_by_a_move() -> None:
    room = entry_room().all_fold()
    room.send(cm.ChangeSeat(5, 3))
    room.send(cm.Leave(5))
    move_in(room, 5, 3, hands=6)
    assert room.seat(5).skips_small


def test_D8_a_player_who_comes_further_and_skipped_the_small_blind_is_not_dealt_in_without_agreeing_to_post() -> None:
    room = entry_room()
    move_in(room, 8, 7, hands=1, skips_small=True)
    assert not is_in_hand(next_hand(room), 7)
    room.send(cm.EnterNow(8, True))
    assert is_in_hand(next_hand(room), 7)


@pytest.mark.parametrize(("hands", "price"), [(6, 150), (7, 0)])
def test_D2_D8_with_a_moving_button_a_seat_between_it_and_the_small_blind_has_one_hand_more(
    hands: int, price: int
) -> None:
    room = entry_room(2, 3, 5, 6, button="moving")
    move_in(room, 5, 4, hands)
    assert offered_price(room, 4) == price
    assert is_in_hand(next_hand(room), 4) == (price == 0)


# Leaving one table and buying in at another takes along what a move would.


@pytest.mark.parametrize("player", [1, 3, 5, 7])
def test_D7_a_player_who_leaves_takes_along_what_a_move_they_ask_for_carries(player: int) -> None:
    room, twin = entry_room().all_fold(), entry_room().all_fold()
    event = moved(twin, player)
    room.send(cm.Leave(player))
    carried = room.table.departed[player].carried
    assert carried == CarriedBlinds(
        event.owes_small, event.owes_big, event.hands_left, event.players, event.skips_small
    )


def test_D7_the_last_player_of_a_table_takes_the_distance_along() -> None:
    room = entry_room().all_fold()
    for player in (1, 3, 5, 7):
        room.send(cm.Leave(player))
    assert [gone.carried.hands_left for gone in room.table.departed.values()] == [1, 1, 1, 0]


def test_D6_a_player_who_never_played_takes_nothing_along() -> None:
    room = entry_room(entry="post").all_fold()
    room.sit(8, seat=7, enter_now=False)
    room.send(cm.Leave(8))
    assert 8 not in room.table.departed


@pytest.mark.parametrize("command", [cm.Close(), cm.RemovePlayer(7, "late")])
def test_K8_a_player_who_has_to_leave_by_order_of_the_house_takes_nothing_along(command: cm.Command) -> None:
    room = entry_room()
    room.send(command)
    room.all_fold()
    assert room.table.departed[7].carried == NO_CARRIED_BLINDS


def test_K8_a_player_who_leaves_a_table_that_closes_takes_nothing_along() -> None:
    room = entry_room()
    room.send(cm.Leave(7))
    room.send(cm.Close())
    room.all_fold()
    assert room.table.departed[7].carried == NO_CARRIED_BLINDS


def test_D7_a_player_who_sat_out_too_long_takes_the_missed_blinds_along() -> None:
    room = entry_room(missed_blinds="both")
    room.send(cm.SitOut(7))
    for _ in range(3):
        next_hand(room)
    room.all_fold()
    room.send(cm.Leave(7))
    assert room.table.departed[7].carried[:2] == (True, True)


@pytest.mark.parametrize(("hands", "price"), [(0, 150), (3, 50)])
def test_D7_D8_a_small_blind_missed_does_not_pay_for_the_way_past_the_big_blind(hands: int, price: int) -> None:
    room = entry_room(missed_blinds="owed")
    move_in(room, 8, 7, hands=hands, owes_small=True)
    assert offered_price(room, 7) == price
    assert not is_in_hand(next_hand(room), 7)


@pytest.mark.parametrize("player", [1, 3, 5, 7])
def test_D7_F5_a_player_who_left_since_a_void_hand_takes_along_what_they_had_before_it(player: int) -> None:
    room, twin = entry_room().all_fold(), entry_room().all_fold()
    twin.send(cm.Leave(player))
    before = twin.table.departed[player].carried
    next_hand(room).all_fold()
    room.send(cm.Leave(player))
    assert room.table.departed[player].carried != before
    room.send(cm.VoidHand(room.table.hand_number, "misdeal", last=True))
    assert room.table.departed[player].carried == before


def test_D6_F5_a_player_who_played_only_the_void_hand_takes_nothing_along() -> None:
    room = entry_room(entry="post").all_fold()
    room.sit(8, seat=7)
    next_hand(room)
    assert is_in_hand(room, 7)
    room.all_fold()
    room.send(cm.Leave(8))
    assert room.table.departed[8].carried.hands_left >= 0
    room.send(cm.VoidHand(room.table.hand_number, "misdeal", last=True))
    assert room.table.departed[8].carried == NO_CARRIED_BLINDS


def test_K8_F5_a_player_who_had_to_leave_since_a_void_hand_takes_nothing_along() -> None:
    room = entry_room()
    room.send(cm.RemovePlayer(7, "late"))
    room.all_fold()
    room.send(cm.VoidHand(room.table.hand_number, "misdeal", last=True))
    assert room.table.departed[7].carried == NO_CARRIED_BLINDS
