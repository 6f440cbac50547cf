"""Rules K8 and D8 of the rulebook: moving to another table of the same game and stakes with the whole stack."""

import pytest

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import (
    BOTH_BLINDS,
    NO_POSTS,
    entry_posts,
    entry_room,
    forced_total,
    is_in_hand,
    next_hand,
    offered_price,
)

BRNO = 5


def move_away(room: Room, player: int, *, must: bool = False) -> tuple[ev.TableEvent, ...]:
    """Asks for or orders a move to another table, plays the hand to its end, and carries out the move."""
    room.send(cm.SetTableMove(player, BRNO, "Brno", must))
    if room.table.running:
        room.all_fold()
    assert moves_due(room.table) == [player]
    return room.send(cm.MoveToTable(player))


def test_K8_a_player_moves_with_all_chips_after_the_hand() -> None:
    room = entry_room()
    assert room.send(cm.SetTableMove(3, BRNO, "Brno")) == (ev.TableMoveSet(2, BRNO, "Brno"),)
    assert moves_due(room.table) == []
    assert room.ignores(cm.MoveToTable(3))
    view = own_view(room.table, 3, table_id=1, version=1)
    assert view is not None and (view.settings.target_table, view.settings.target_table_name) == (BRNO, "Brno")
    room.all_fold()
    chips = room.seat(3).stack
    assert room.send(cm.MoveToTable(3))[:2] == (
        ev.MovedToTable(2, BRNO, True, True, False, False, False, False, hands_left=2, players=4),
        ev.SeatLeft(2, 3, chips, "moved"),
    )
    assert room.table.player_seat(3) is None


def test_K8_between_hands_a_player_moves_at_once() -> None:
    room = entry_room().all_fold()
    assert move_away(room, 1)


def test_K8_queued_chips_move_with_the_player() -> None:
    room = entry_room()
    room.send(cm.SetTableMove(7, BRNO, "Brno"))
    room.send(cm.AddChips(7, 700))
    room.all_fold()
    assert move_away(room, 7)[1] == ev.SeatLeft(6, 7, 10_700, "moved")


@pytest.mark.parametrize("stays", [cm.SetStopPlan(3, ""), cm.SetTableMove(3, 0)])
def test_K8_a_move_may_be_cancelled(stays: cm.Command) -> None:
    room = entry_room()
    room.send(cm.SetTableMove(3, BRNO, "Brno"))
    assert room.send(stays) == (ev.TableMoveSet(2, 0, ""),)
    room.all_fold()
    assert moves_due(room.table) == []
    assert room.ignores(cm.MoveToTable(3))


def test_K8_busted_and_leaving_players_do_not_move() -> None:
    room = Room(1_000, 1_000, first_button="first_player").deal(holes=("KsKh", "AsAh"), board="2c3d7h8c9d")
    for player in (1, 2):
        room.send(cm.SetTableMove(player, BRNO, "Brno"))
    room.play("1000 call").finish()
    broke = next(seat.player for seat in room.table.seats if seat and not seat.stack)
    assert room.refuses(cm.MoveToTable(broke)) == "no_chips"
    room = entry_room()
    room.send(cm.Leave(1))
    assert room.refuses(cm.SetTableMove(1, BRNO, "Brno")) == "leaving"


# Arriving at the other table.


def move_in(room: Room, seat: int, **owes: bool) -> None:
    """Seats a player who moved here from another table."""
    room.send(cm.TakeSeat(seat + 1, "x", False, seat, 10_000, enter_now=False, free=True, **owes))


@pytest.mark.parametrize("seat", [1, 3, 5, 7])
@pytest.mark.parametrize("between", ["pay_both", "wait_button", "big_blind"])
def test_K8_a_player_who_moved_posts_nothing_in_any_seat(seat: int, between: str) -> None:
    room = entry_room(entry="post", enter_between=between)
    move_in(room, seat)
    assert offered_price(room, seat) == 0
    next_hand(room)
    assert is_in_hand(room, seat)
    assert entry_posts(room, seat) == NO_POSTS
    assert forced_total(room, seat) == (100 if room.table.positions.big == seat else 0)


def test_K8_a_player_who_moved_owes_blinds_like_everybody_once_dealt_in() -> None:
    room = entry_room(entry="post")
    move_in(room, 7)
    next_hand(room)
    assert not room.seat(8).enters_free
    room.send(cm.SitOut(8))
    next_hand(room)
    next_hand(room)
    assert room.seat(8).owes_big


def test_D7_blinds_owed_here_are_owed_at_the_new_table() -> None:
    room = entry_room(missed_blinds="both")
    room.send(cm.SitOut(7))
    for _ in range(3):
        next_hand(room)
    room.all_fold()
    event = move_away(room, 7)[0]
    assert isinstance(event, ev.MovedToTable)
    assert (event.owes_small, event.owes_big) == (True, True)
    other = entry_room(missed_blinds="both")
    move_in(other, 7, owes_small=True, owes_big=True)
    assert offered_price(other, 7) == 150


@pytest.mark.parametrize("must", [False, True])
def test_D6_K8_a_player_who_never_posted_here_posts_at_the_new_table(must: bool) -> None:
    room = entry_room(entry="post")
    room.sit(8, seat=7, enter_now=False)
    event = move_away(room, 8, must=must)[0]
    assert isinstance(event, ev.MovedToTable)
    assert not event.free


@pytest.mark.parametrize("must", [False, True])
@pytest.mark.parametrize(("player", "to"), [(1, 1), (5, 3)])
def test_D8_K8_an_unpaid_seat_change_is_posted_at_the_new_table(player: int, to: int, must: bool) -> None:
    # One has moved further from the big blind, the other past the small blind.
    room = entry_room(entry="post").all_fold()
    room.send(cm.ChangeSeat(player, to))
    event = move_away(room, player, must=must)[0]
    assert isinstance(event, ev.MovedToTable)
    assert not event.free


# Moves that the player asked for are seat changes.


def test_K8_a_move_that_the_house_orders_is_free() -> None:
    event = move_away(entry_room(), 5, must=True)[0]
    assert isinstance(event, ev.MovedToTable)
    assert (event.free, event.hands_left, event.skips_small) == (True, -1, False)


@pytest.mark.parametrize(("player", "hands"), [(7, 0), (1, 1), (3, 2), (5, 3)])
def test_D8_a_move_that_the_player_asks_for_carries_the_distance_from_the_big_blind(player: int, hands: int) -> None:
    event = move_away(entry_room(), player)[0]
    assert isinstance(event, ev.MovedToTable)
    assert (event.free, event.hands_left, event.players, event.skips_small) == (False, hands, 4, player == 5)


def move_in_with(room: Room, seat: int, hands: int, *, players: int = 5) -> None:
    """Seats a player who asked for the move here, with this many hands left before the big blind there."""
    room.send(cm.TakeSeat(seat + 1, "x", False, seat, 10_000, enter_now=False, hands_left=hands, players=players))


@pytest.mark.parametrize(("seat", "hands", "price"), [(5, 0, 0), (7, 2, 0), (7, 1, 100), (7, 0, 100)])
def test_D8_nearer_at_the_new_table_plays_at_once_and_further_posts(seat: int, hands: int, price: int) -> None:
    room = entry_room(entry="free")
    move_in_with(room, seat, hands)
    assert offered_price(room, seat) == price
    next_hand(room)
    assert is_in_hand(room, seat) == (price == 0)


def test_D8_with_a_moving_button_further_at_another_table_posts_both_blinds_until_dealt_in() -> None:
    room = entry_room(button="moving")
    move_in_with(room, 7, 0)
    assert offered_price(room, 7) == 150
    room.send(cm.Leave(8))
    room.sit(8, seat=7)
    assert offered_price(room, 7) == 150, "leaving and coming back makes it no cheaper (D7)"
    next_hand(room)
    assert entry_posts(room, 7) == BOTH_BLINDS
    assert not room.seat(8).moved_here


def test_D8_further_at_the_new_table_waits_until_the_old_distance_comes_round() -> None:
    room = entry_room(entry="free")
    move_in_with(room, 7, 1)
    assert not is_in_hand(next_hand(room), 7)
    assert is_in_hand(next_hand(room), 7)
    assert entry_posts(room, 7) == NO_POSTS


def test_D8_in_a_smaller_game_the_hands_left_are_the_same_share_of_the_round() -> None:
    room = entry_room()
    move_in_with(room, 7, 3, players=10)
    assert room.seat(8).old_distance == 1


def test_D8_the_room_seats_who_moved_where_the_distance_is_nearest_to_the_old_one() -> None:
    room = entry_room()
    room.send(cm.TakeSeat(9, "x", False, -1, 10_000, hands_left=2, players=5))
    assert room.table.player_seat(9) == 7


def test_D8_a_player_who_moves_from_the_big_blind_pays_the_small_blind_at_the_new_table() -> None:
    room = entry_room()
    room.send(cm.TakeSeat(8, "x", False, 7, 10_000, enter_now=False, hands_left=4, players=5, skips_small=True))
    next_hand(room)
    assert entry_posts(room, 7) == (("dead", 50),)
