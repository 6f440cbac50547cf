"""Rule H7 of the rulebook: rabbit hunting."""

import pytest

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.table import commands as cm
from games.engine.views.visibility import public_view
from tests.games.engine.support.builders import Room, stacked_deck
from tests.games.engine.support.entry_tables import entry_room, next_hand

HOLES = ("KsKh", "QsQh", "AsAh", "JsJh")
BOARD = "2c3d7h8c9d"


def folded(actions: str = "300 fold fold fold", *, chips: int = 10_000, players: int = 4, **table: object) -> Room:
    """Plays a hand; player 1 has the button, 2 and 3 have the blinds, and 4 acts first."""
    room = Room(*[chips] * players, **{"first_button": "first_player", "rabbit_hunt": True, **table})
    return room.deal(HOLES[:players], BOARD).play(actions)


def ask_rabbit(room: Room, player: int) -> tuple[ev.TableEvent, ...]:
    """Asks for the rabbit hunt, or agrees to it."""
    return room.send(cm.AskRabbit(player, room.table.hand_number))


def refuse_code(room: Room, player: int) -> str:
    """The code with which the player's request is refused."""
    return room.refuses(cm.AskRabbit(player, room.table.hand_number))


def test_H7_the_cards_are_shown_once_all_contributors_agree() -> None:
    room = folded()
    ask_rabbit(room, 4)
    assert (room.last_events(ev.RabbitAsked), room.last_events(ev.RabbitShown)) == ([ev.RabbitAsked(3, 0)], [])
    ask_rabbit(room, 2)
    assert room.last_events(ev.RabbitShown) == []
    # Player 1 put nothing in and need not agree.
    ask_rabbit(room, 3)
    assert room.last_events(ev.RabbitShown) == [ev.RabbitShown(3, 0, parse_cards(BOARD))]


def test_H7_a_player_who_put_nothing_in_may_ask() -> None:
    room = folded()
    for player in (1, 2, 3, 4):
        ask_rabbit(room, player)
    assert len(room.last_events(ev.RabbitShown)) == 1


@pytest.mark.parametrize(
    ("actions", "coming"),
    [
        ("fold fold fold", BOARD),
        ("call fold fold check 100 fold fold", "8c9d"),
        ("call fold fold check check check 100 fold", "9d"),
    ],
)
def test_H7_the_cards_shown_are_the_rest_of_the_board(actions: str, coming: str) -> None:
    room = folded(actions.replace("fold fold check 100 fold fold", "fold fold check 100 fold"))
    shown = []
    for player in (1, 2, 3, 4):
        ask_rabbit(room, player)
        shown += room.last_events(ev.RabbitShown)
        if shown:
            break
    assert shown[0].cards == parse_cards(coming)


def test_H7_a_rabbit_hunt_is_refused_when_the_rule_is_off() -> None:
    assert refuse_code(folded(rabbit_hunt=False), 4) == "no_rabbit"


def test_H7_a_rabbit_hunt_is_refused_while_the_hand_runs() -> None:
    assert refuse_code(folded("300"), 4) == "no_rabbit"


def test_H7_a_rabbit_hunt_is_refused_when_the_board_is_complete() -> None:
    check = "check check "
    assert refuse_code(folded("fold fold call check " + 3 * check), 2) == "no_rabbit"
    # Folded on the river: nothing more would have come.
    assert refuse_code(folded("fold fold call check " + 2 * check + "100 fold"), 2) == "no_rabbit"
    room = folded("10000 call fold fold", players=4)
    room.finish()
    assert refuse_code(room, 4) == "no_rabbit"


def test_H7_only_players_dealt_in_may_ask() -> None:
    room = folded()
    room.sit(9)
    assert refuse_code(room, 9) == "no_rabbit"
    assert room.refuses(cm.AskRabbit(77, 1)) == "not_seated"


def test_H7_a_rabbit_hunt_is_refused_once_the_next_hand_begins() -> None:
    room = folded()
    room.deal()
    assert room.refuses(cm.AskRabbit(4, 1)) == "hand_over"
    assert refuse_code(room, 4) == "no_rabbit"


@pytest.mark.parametrize(("game", "stud"), [("stud", {"ante": 20, "bring_in": 50}), ("27sd", {})])
def test_H7_games_without_a_board_have_no_rabbit_hunt(game: str, stud: dict[str, int]) -> None:
    room = Room(10_000, 10_000, game=game, structure="fl", rabbit_hunt=True, **stud)
    room.deal().play("call" if stud else "fold")
    if stud:
        room.play("fold")
    assert refuse_code(room, 1) == "no_rabbit"


def test_H7_whoever_has_only_a_dead_blind_in_the_pot_has_to_agree_too() -> None:
    room = entry_room(rabbit_hunt=True)
    room.send(cm.TakeSeat(8, "x", False, 7, 10_000, enter_now=False, hands_left=4, players=5, skips_small=True))
    next_hand(room).all_fold()
    posted = [event for event in room.table.public_events if isinstance(event, ev.Posted)]
    assert [(event.kind, event.amount) for event in posted if event.seat == 7] == [("dead", 50)]
    others = [room.table.seat(seat).player for seat in {event.seat for event in posted} - {7}]
    for player in others:
        ask_rabbit(room, player)
    assert room.last_events(ev.RabbitShown) == []
    ask_rabbit(room, 8)
    assert len(room.last_events(ev.RabbitShown)) == 1


def test_H7_players_who_left_need_not_agree() -> None:
    room = folded()
    ask_rabbit(room, 4)
    room.send(cm.Leave(2))
    ask_rabbit(room, 3)
    assert len(room.last_events(ev.RabbitShown)) == 1


def test_H7_asking_again_changes_nothing_unless_a_player_has_left() -> None:
    room = folded()
    ask_rabbit(room, 4)
    assert ask_rabbit(room, 4) == ()
    ask_rabbit(room, 3)
    room.send(cm.Leave(2))
    assert [type(event) for event in ask_rabbit(room, 4)][:1] == [ev.RabbitShown]


def test_H7_the_cards_are_shown_once() -> None:
    room = folded(rabbit_fee=25)
    for player in (4, 3, 2):
        ask_rabbit(room, player)
    for player in (1, 2, 3, 4):
        assert refuse_code(room, player) == "no_rabbit"
    assert room.seat(4).stack == 10_000 + 150 - 25


def test_H7_the_fee_goes_from_the_askers_stack_to_the_house() -> None:
    room = folded(rabbit_fee=25)
    before = room.table.chips()
    ask_rabbit(room, 3)
    ask_rabbit(room, 2)
    # Nothing is paid before the cards are shown.
    assert room.table.chips() == before
    ask_rabbit(room, 4)
    assert room.last_events(ev.RabbitShown) == [ev.RabbitShown(2, 25, parse_cards(BOARD))]
    after = room.table.chips()
    assert after == {**before, 3: before[3] - 25}
    view = public_view(room.table, table_id=1, version=1)
    assert view.seats[2].stack == before[3] - 25


def test_H7_a_player_who_cannot_pay_may_agree_but_not_ask() -> None:
    room = folded("fold fold fold", chips=60, blinds=(10, 20), rabbit_fee=55)
    assert refuse_code(room, 2) == "no_chips"
    ask_rabbit(room, 3)
    ask_rabbit(room, 2)
    assert len(room.last_events(ev.RabbitShown)) == 1


def test_H7_if_the_asker_left_nothing_is_paid_or_shown() -> None:
    room = folded(rabbit_fee=25)
    ask_rabbit(room, 4)
    room.send(cm.Leave(4))
    ask_rabbit(room, 3)
    ask_rabbit(room, 2)
    assert room.last_events(ev.RabbitShown) == []


def test_H7_a_rabbit_hunt_does_not_change_the_result() -> None:
    room = folded()
    hand = room.table.hand
    assert hand is not None
    before = (hand.changes, room.table.chips(), room.table.positions, hand.board, hand.pots)
    for player in (4, 3, 2):
        ask_rabbit(room, player)
    hand = room.table.hand
    assert hand is not None
    assert (hand.changes, room.table.chips(), room.table.positions, hand.board, hand.pots) == before
    assert room.table.hand_number == 1


def test_H7_the_next_hand_waits_for_answers_and_while_the_cards_are_shown() -> None:
    room = folded()
    clock = room.table.rules.clock
    # There is time to ask, longer than after a hand with nothing more to see.
    assert room.table.next_tick_at() == room.now + clock.after_showdown
    assert folded(rabbit_hunt=False).table.next_tick_at() == room.now + clock.after_fold
    ask_rabbit(room, 4)
    assert room.table.next_tick_at() == room.now + clock.show
    room.now += 1_000
    ask_rabbit(room, 3)
    # An answer does not delay the next hand.
    assert room.table.next_tick_at() == room.now - 1_000 + clock.show
    room.now += 3_500
    ask_rabbit(room, 2)
    assert room.table.next_tick_at() == room.now + clock.after_showdown


def test_H7_no_hole_card_is_shown() -> None:
    room = folded()
    for player in (4, 3, 2):
        ask_rabbit(room, player)
    cards = {card for event in room.table.public_events if isinstance(event, ev.RabbitShown) for card in event.cards}
    assert cards.isdisjoint(card for hole in HOLES for card in parse_cards(hole))
    assert stacked_deck(HOLES, BOARD)[9:12] == parse_cards(BOARD)[:3]
