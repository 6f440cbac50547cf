"""Views of called time (B14), prompts (H2, D12), free seats to change to (D8) and rabbit hunts (H7)."""

import pytest

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.views.types import LogLine, Prompt
from tests.games.engine.support.builders import Room
from tests.games.engine.support.views import own_of, public_of

CLOCK = Clock()
HOLES = ("KsKh", "QsQh", "AsAh", "JsJh")
BOARD = "2c3d7h8c9d"


def four_players_room(actions: str = "", **table: object) -> Room:
    """Deals a hand: players 2 and 3 have the blinds, 4 acts first and 1 has the button."""
    room = Room(*[10_000] * 4, **{"first_button": "first_player", **table})
    return room.deal(HOLES, BOARD).play(actions)


def may_call(room: Room) -> list[int]:
    """Returns the players who may call time now, by their own views."""
    return [player for player in (1, 2, 3, 4) if own_of(room, player).may_call_time]


# B14


def test_B14_the_view_shows_turn_time_bank_and_called_time() -> None:
    room = four_players_room()
    seen = []
    for _ in range(2):
        turn = public_of(room).turn
        assert turn is not None
        seen.append((turn.on_time_bank, turn.time_called))
        room.tick()
    room = four_players_room()
    room.tick()
    room.send(cm.CallTime(2))
    turn = public_of(room).turn
    assert turn is not None
    assert [*seen, (turn.on_time_bank, turn.time_called)] == [(False, False), (True, False), (False, True)]
    assert (turn.deadline, turn.total) == (room.now + CLOCK.call_time, CLOCK.call_time)


def test_B14_exactly_the_players_who_may_call_time_are_offered_it() -> None:
    room = four_players_room("fold")
    assert may_call(room) == []
    room.tick()
    allowed = may_call(room)
    assert allowed == [2, 3]
    for player in (1, 2, 3, 4):
        if player not in allowed:
            assert room.refuses(cm.CallTime(player)) == "cannot_call_time"
    room.send(cm.CallTime(2))
    assert may_call(room) == []


def test_B14_calling_time_is_not_offered_where_it_is_off() -> None:
    room = four_players_room(call_time=False)
    room.tick()
    assert may_call(room) == []


def test_B14_the_log_names_who_called_time_on_whom() -> None:
    room = four_players_room()
    room.tick()
    room.send(cm.CallTime(2))
    assert public_of(room).log[-1] == LogLine("time_called", "player 2", other="player 4")


def test_H2_the_view_shows_that_the_table_waits_for_a_muck() -> None:
    room = four_players_room()
    for player in (1, 2, 3, 4):
        room.send(cm.SetAutoActions(player, False, True))
    room.play("call call call check" + " check" * 12)
    # Player 2 has the first hand to show; player 3 is beaten by it.
    assert public_of(room).prompt == Prompt("show", 2, room.now + CLOCK.show)


def test_D12_the_view_shows_that_the_table_waits_for_a_post() -> None:
    room = four_players_room()
    room.send(cm.SetAutoActions(3, True, False))
    room.all_fold()
    while room.wait_kind != "post":
        assert public_of(room).prompt is None
        room.tick()
    assert public_of(room).prompt == Prompt("post", 2, room.now + CLOCK.show)


# D8


def test_D8_free_seats_are_offered_and_the_one_asked_for_is_marked() -> None:
    room = four_players_room()
    assert (own_of(room, 1).free_seats, own_of(room, 1).wanted_seat) == ((4, 5), -1)
    room.send(cm.ChangeSeat(1, 5))
    assert own_of(room, 1).wanted_seat == 5
    # No other view contains the wanted seat.
    assert own_of(room, 2).wanted_seat == -1
    room.all_fold()
    assert (own_of(room, 1).seat, own_of(room, 1).free_seats, own_of(room, 1).wanted_seat) == (5, (0, 4), -1)
    assert public_of(room).log[-1] == LogLine("moved", "player 1", to=5)


def test_D8_a_leaving_player_is_offered_no_seat() -> None:
    room = four_players_room()
    room.send(cm.Leave(1))
    assert own_of(room, 1).free_seats == ()


def test_D8_the_log_follows_repeated_moves_and_players_not_dealt_in() -> None:
    room = four_players_room()
    room.sit(9, seat=5)
    room.all_fold()
    room.send(cm.ChangeSeat(9, 4))
    room.send(cm.ChangeSeat(1, 5))
    room.send(cm.ChangeSeat(1, 0))
    moves = [(line.name, line.to) for line in public_of(room).log if line.code == "moved"]
    assert moves == [("player 9", 4), ("player 1", 5), ("player 1", 0)]


# H7


def room_won_before_the_flop(**table: object) -> Room:
    """Deals a hand in which player 4 raises and wins before the flop."""
    return four_players_room("300 fold fold fold", **{"rabbit_hunt": True, **table})


def rabbit_options(room: Room) -> list[str]:
    """Returns the rabbit hunt options of players 1 to 4."""
    return [own_of(room, player).rabbit_option for player in (1, 2, 3, 4)]


def test_H7_each_player_sees_whether_to_ask_agree_or_wait() -> None:
    room = room_won_before_the_flop(rabbit_fee=25)
    assert rabbit_options(room) == ["ask"] * 4
    assert own_of(room, 1).rabbit_fee == 25
    room.send(cm.AskRabbit(1, 1))
    # Player 1 put nothing in: the other three are asked.
    assert rabbit_options(room) == ["wait", "agree", "agree", "agree"]
    room.send(cm.AskRabbit(3, 1))
    assert rabbit_options(room) == ["wait", "agree", "wait", "agree"]
    room.send(cm.AskRabbit(2, 1))
    room.send(cm.AskRabbit(4, 1))
    assert rabbit_options(room) == [""] * 4


def test_H7_the_cards_are_in_no_view_before_they_are_shown() -> None:
    room = room_won_before_the_flop()
    coming = set(parse_cards(BOARD))
    for player in (4, 3, 2):
        assert public_of(room).rabbit_cards == ()
        for watcher in (1, 2, 3, 4):
            assert coming.isdisjoint(own_of(room, watcher).cards)
        assert coming.isdisjoint(card for line in public_of(room).log for card in line.cards)
        room.send(cm.AskRabbit(player, 1))
    view = public_of(room)
    assert (view.rabbit_cards, view.board) == (parse_cards(BOARD), ())
    assert [(line.code, line.cards) for line in view.log[-2:]] == [
        ("rabbit_asked", ()),
        ("rabbit", parse_cards(BOARD)),
    ]
    # They count for nothing: no hand is any better for them.
    assert all(seat.name_of_hand is None for seat in view.seats)
    room.deal()
    assert public_of(room).rabbit_cards == ()


@pytest.mark.parametrize("when", ["off", "running", "poor", "gone"])
def test_H7_nothing_is_offered_that_would_be_refused(when: str) -> None:
    room = room_won_before_the_flop(rabbit_hunt=when != "off", rabbit_fee=0 if when == "off" else 25)
    if when == "running":
        room.deal()
    elif when == "poor":
        room.seat(1).stack = 25
        assert rabbit_options(room) == ["", "ask", "ask", "ask"]
        return
    elif when == "gone":
        room.send(cm.AskRabbit(4, 1))
        room.send(cm.Leave(4))
        assert [own_of(room, player).rabbit_option for player in (1, 2, 3)] == [""] * 3
        return
    assert rabbit_options(room) == [""] * 4


def test_H7_a_contributor_who_changed_seats_still_has_to_agree() -> None:
    room = room_won_before_the_flop()
    room.send(cm.ChangeSeat(3, 5))
    room.send(cm.AskRabbit(4, 1))
    room.send(cm.AskRabbit(2, 1))
    assert own_of(room, 3).rabbit_option == "agree"
    assert public_of(room).rabbit_cards == ()
    room.send(cm.AskRabbit(3, 1))
    assert public_of(room).rabbit_cards == parse_cards(BOARD)


def test_H7_an_asker_who_changes_seats_still_pays() -> None:
    room = room_won_before_the_flop(rabbit_fee=25)
    room.send(cm.AskRabbit(4, 1))
    room.send(cm.ChangeSeat(4, 5))
    before = room.seat(4).stack
    room.send(cm.AskRabbit(2, 1))
    room.send(cm.AskRabbit(3, 1))
    assert room.last_events(ev.RabbitShown) == [ev.RabbitShown(5, 25, parse_cards(BOARD))]
    assert room.seat(4).stack == before - 25


def test_H7_a_new_player_in_the_askers_seat_has_not_asked() -> None:
    room = room_won_before_the_flop(rabbit_fee=25)
    room.send(cm.AskRabbit(4, 1))
    room.send(cm.Leave(4))
    room.sit(9, seat=3)
    before = room.seat(9).stack
    for player in (2, 3):
        room.send(cm.AskRabbit(player, 1))
    assert (room.last_events(ev.RabbitShown), room.seat(9).stack) == ([], before)
