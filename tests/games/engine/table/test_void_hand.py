"""Rule F5 of the rulebook at a cash table: voiding the running hand, or the last one."""

from typing import Any

import pytest

from games.engine import events as ev
from games.engine.rules.button import Positions
from games.engine.table import commands as cm
from games.engine.table.seat import Seat
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, dealt_room
from tests.games.engine.support.entry_tables import entry_room, is_in_hand, next_hand, offered_price
from tests.games.engine.support.rakes import ETHP_RAKE

BOARD = "2c3d7h8c9d"
OWED = (
    "newcomer",
    "awaits_deal",
    "posts_now",
    "blind_agreed",
    "owes_small",
    "owes_big",
    "old_distance",
    "skips_small",
    "moved_here",
    "protections",
)


def void_hand(room: Room, why: str = "two aces of spades") -> Room:
    """Voids the hand that began last."""
    room.send(cm.VoidHand(room.table.hand_number, why, last=True))
    return room


def stacks(room: Room) -> list[int]:
    return [seat.stack for seat in room.table.seats if seat]


def debts(room: Room) -> dict[int, list[object]]:
    """The fields of each seat, apart from its chips, that a hand changes, by player."""
    return {seat.player: [getattr(seat, name) for name in OWED] for seat in room.table.seats if seat}


def posted(room: Room) -> list[tuple[int, str, int]]:
    return [(event.seat, event.kind, event.amount) for event in room.last_events(ev.Posted)]


def wait_for_the_deal(room: Room) -> Room:
    """Advances the clock until the next hand is about to be dealt."""
    while not (room.table.needs_deck(room.table.wait.deadline) and room.table.positions.button >= 0):
        room.tick()
    return room


# The running hand.


def test_F5_all_chips_go_back_and_the_same_hand_is_dealt_again() -> None:
    room = dealt_room(10_000, 8_000, 6_000).play("call 500")
    first = room.table.positions
    void_hand(room)
    assert stacks(room) == [10_000, 8_000, 6_000]
    assert (room.table.running, room.table.hand) == (False, None)
    assert room.last_events(ev.HandVoided) == [ev.HandVoided(1, "two aces of spades")]
    assert room.last_events(ev.ChipsAdded) == []
    room.deal()
    assert (room.table.hand_number, room.table.positions) == (2, first)


def test_F5_posts_and_missed_blinds_are_restored() -> None:
    """Player 6 posts to enter, and player 3 sits out and misses both blinds."""
    room = Room(*[10_000] * 5, first_button="first_player", entry="post", missed_blinds="both").deal().all_fold()
    room.sit(6, enter_now=True)
    room.send(cm.SitOut(3))
    wait_for_the_deal(room)
    before, positions = debts(room), room.table.positions
    room.deal()
    posts, order = posted(room), room.table.hand.order
    assert debts(room) != before
    assert room.seat(3).owes
    void_hand(room, "fault")
    assert (debts(room), room.table.positions) == (before, positions)
    room.deal()
    assert (posted(room), room.table.hand.order) == (posts, order)


def test_F5_D7_a_player_who_left_meanwhile_owes_no_blind_of_the_void_hand() -> None:
    room = Room(*[10_000] * 4, first_button="first_player").deal().all_fold()
    room.send(cm.SitOut(4))
    wait_for_the_deal(room)
    while not room.seat(4).owes:
        room.deal()
        room.table.running and not room.seat(4).owes and room.all_fold()
    room.send(cm.Leave(4))
    assert room.table.departed[4].owes_small or room.table.departed[4].owes_big
    void_hand(room)
    assert (room.table.departed[4].owes_small, room.table.departed[4].owes_big) == (False, False)


def test_F5_a_seat_change_meanwhile_is_charged_from_the_restored_blinds() -> None:
    room = Room(*[10_000] * 3, first_button="first_player").deal().all_fold()
    room.send(cm.SitOut(3))
    room.sit(4)
    wait_for_the_deal(room)
    positions = room.table.positions
    room.deal()
    room.send(cm.ChangeSeat(3, 5))
    void_hand(room)
    twin = Seat(**{name: getattr(room.seat(3), name) for name in Seat.__slots__})
    twin.old_distance, twin.skips_small = -1, False
    twin.pay_for_change(2, 5, positions, len(room.table.seats))
    assert (room.seat(3).old_distance, room.seat(3).skips_small) == (twin.old_distance, twin.skips_small)


def test_F5_D8_a_player_who_has_moved_further_is_offered_to_post_after_a_void_hand() -> None:
    room = next_hand(entry_room()).all_fold()
    room.send(cm.ChangeSeat(1, 3))
    assert offered_price(room, 3) == 100
    void_hand(room)
    assert offered_price(room, 3) == 100
    room.send(cm.EnterNow(1, True))
    assert is_in_hand(room.deal(), 3)


def test_F5_B15_a_protection_used_in_the_hand_is_not_counted() -> None:
    room = dealt_room(10_000, 10_000, 10_000, disconnect="all_in_protection", protections_a_day=1).play("300")
    player = room.player_to_act
    room.send(cm.SetConnected(player, False))
    while not room.last_events(ev.Protected):
        room.tick()
    assert room.seat(player).protections == 1
    assert room.table.running
    assert void_hand(room).seat(player).protections == 0


@pytest.mark.parametrize("ended", [False, True])
def test_F5_B14_the_time_bank_is_restored(*, ended: bool) -> None:
    """Time used in the hand is given back, and the refill of a hand is not added twice."""
    room = dealt_room(10_000, 10_000, 10_000)
    full = room.seat(1).bank
    room.tick()
    room.now += 10_000
    room.play("call")
    assert room.seat(1).bank == full - 10_000
    if ended:
        room.all_fold()
        assert full - 10_000 < room.seat(1).bank < full
    assert void_hand(room).seat(1).bank == full


def test_F5_requests_waiting_for_the_end_of_the_hand_are_carried_out() -> None:
    """Chips were bought, one player leaves, one sits out, and the rules change."""
    room = dealt_room(10_000, 8_000, 6_000, 5_000)
    room.send(cm.AddChips(1, 500))
    room.send(cm.SetStopPlan(2, "leave"))
    room.send(cm.SitOut(3))
    room.send(cm.ChangeRules(room.table.full_rules._replace(every=3)))
    void_hand(room)
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [8_000]
    assert room.table.chips() == {1: 10_500, 3: 6_000, 4: 5_000}
    assert room.seat(3).sitting_out
    assert room.table.full_rules.every == 3


def test_F5_a_closing_table_returns_the_chips_held_before_the_hand() -> None:
    room = dealt_room(10_000, 8_000).play("call")
    room.send(cm.Close())
    void_hand(room)
    assert room.table.closed
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [10_000, 8_000]


def test_F5_a_paused_table_stays_paused() -> None:
    room = dealt_room(10_000, 8_000)
    room.send(cm.Pause())
    void_hand(room)
    assert room.table.paused
    assert room.table.next_tick_at() is None


def test_F5_all_cards_are_hidden_and_the_log_gives_the_reason() -> None:
    room = void_hand(dealt_room(10_000, 8_000, 6_000))
    view = public_view(room.table, table_id=1, version=9)
    assert [(line.code, line.amount, line.other) for line in view.log] == [("void", 1, "two aces of spades")]
    assert not any(seat.face_down or seat.bet for seat in view.seats)
    own = own_view(room.table, 1, table_id=1, version=9)
    assert own is not None
    assert own.cards == ()


@pytest.mark.parametrize("number", [0, 2])
def test_F5_an_order_for_another_hand_is_refused(number: int) -> None:
    room = dealt_room(10_000, 8_000)
    assert room.refuses(cm.VoidHand(number, "typo", last=True)) == "hand_over"


def test_F5_a_hand_is_voided_only_once() -> None:
    room = void_hand(dealt_room(10_000, 8_000))
    assert room.refuses(cm.VoidHand(1, "again", last=True)) == "void_already"


# The last hand.


def ended_room(*chips: int, actions: str = "300 call call " + "check check check " * 3, **table: Any) -> Room:
    """Plays a hand with a showdown that player 2 wins."""
    room = Room(*chips, first_button="first_player", **table)
    holes = ("AsAh", "KsKh", "QsQh")[: len(chips)]
    room.deal(holes, BOARD).play(actions)
    assert not room.table.running
    return room


def test_F5_voiding_the_last_hand_returns_its_chips_and_the_rake() -> None:
    room = ended_room(10_000, 8_000, 6_000, rake=ETHP_RAKE)
    assert sum(stacks(room)) < 24_000
    void_hand(room)
    assert stacks(room) == [10_000, 8_000, 6_000]
    (event,) = room.last_events(ev.HandVoided)
    assert sum(chips for _, chips in event.undone) > 0, "the rake is returned"
    assert room.table.hand is None


def test_F5_voiding_the_last_hand_restores_button_and_blinds() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    first = room.table.positions
    void_hand(room).deal()
    assert (room.table.hand_number, room.table.positions) == (2, first)


def test_F5_H7_the_rabbit_hunt_fee_is_returned() -> None:
    room = dealt_room(10_000, 10_000, rabbit_hunt=True, rabbit_fee=50).all_fold()
    for player in (1, 2):
        room.send(cm.AskRabbit(player, 1))
    assert room.last_events(ev.RabbitShown)
    assert sum(stacks(room)) == 19_950
    assert stacks(void_hand(room)) == [10_000, 10_000]


def test_F5_an_order_to_void_a_running_hand_does_not_undo_it_once_ended() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    assert room.refuses(cm.VoidHand(1, "fault")) == "hand_over"


def test_F5_a_hand_cannot_be_voided_once_the_next_has_begun() -> None:
    """The new hand itself can be voided."""
    room = ended_room(10_000, 8_000, 6_000)
    after = stacks(room)
    room.deal()
    assert room.refuses(cm.VoidHand(1, "late", last=True)) == "void_next"
    assert stacks(void_hand(room)) == after
    assert room.refuses(cm.VoidHand(1, "late", last=True)) == "void_next"


def test_F5_the_last_hand_of_a_closed_table_stands() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    room.send(cm.Close("fire drill"))
    assert room.table.closed
    assert room.refuses(cm.VoidHand(1, "late", last=True)) == "void_closed"


@pytest.mark.parametrize("gone", [(2,), (1,), (1, 2), (1, 2, 3)])
def test_F5_chips_of_players_who_have_left_go_to_and_from_their_wallets(gone: tuple[int, ...]) -> None:
    """Player 2 won 300 from each of the others."""
    room = ended_room(10_000, 8_000, 6_000)
    for player in gone:
        room.send(cm.Leave(player))
    void_hand(room)
    back = {1: 300, 2: -600, 3: 300}
    (event,) = room.last_events(ev.HandVoided)
    assert event.departed == tuple((player, back[player]) for player in gone)
    assert {player: chips for player, chips in {1: 10_000, 2: 8_000, 3: 6_000}.items() if player not in gone} == (
        room.table.chips()
    )


def test_F5_D1_a_table_that_stood_empty_draws_for_the_button_anew() -> None:
    room = ended_room(10_000, 8_000, actions="300 call " + "check check " * 3)
    for player in (1, 2):
        room.send(cm.Leave(player))
    assert void_hand(room).table.positions == Positions()


def test_F5_a_player_who_left_and_sat_down_again_pays_from_the_new_stack() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    room.send(cm.Leave(2))
    room.sit(2, 8_600, seat=4)
    void_hand(room)
    assert room.table.chips() == {1: 10_000, 2: 8_000, 3: 6_000}


def test_F5_a_player_who_sits_again_with_too_few_chips_pays_from_the_wallet() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    room.send(cm.Leave(2))
    room.sit(2, 600, seat=4)
    void_hand(room)
    assert room.last_events(ev.HandVoided)[0].departed == ((2, -600),)
    assert room.table.chips() == {1: 10_000, 2: 600, 3: 6_000}


def test_F5_H7_the_fee_of_an_asker_who_has_left_goes_to_the_wallet() -> None:
    room = dealt_room(10_000, 10_000, rabbit_hunt=True, rabbit_fee=50).all_fold()
    won = dict(room.table.hand.changes)
    for player in (1, 2):
        room.send(cm.AskRabbit(player, 1))
    room.send(cm.Leave(1))
    void_hand(room)
    assert room.last_events(ev.HandVoided)[0].departed == ((1, 50 - won[0]),)
    assert stacks(room) == [10_000]


def test_F5_players_who_lost_nothing_in_the_hand_may_have_left() -> None:
    room = dealt_room(10_000, 10_000, 10_000, 10_000).all_fold()
    unmoved = next(seat for seat, change in room.table.hand.changes if not change)
    player = room.table.seat(unmoved).player
    room.send(cm.Leave(player))
    assert stacks(void_hand(room)) == [10_000] * 3


def test_F5_a_new_player_in_the_seat_of_a_loser_is_not_charged() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    room.send(cm.Leave(1))
    room.sit(9, seat=0)
    chips = room.seat(9).stack
    void_hand(room)
    assert room.seat(9).stack == chips
    assert room.last_events(ev.HandVoided)[0].departed == ((1, 300),)


def test_F5_chips_bought_since_are_kept_and_a_changed_seat_is_found() -> None:
    room = ended_room(10_000, 8_000, 6_000)
    room.send(cm.AddChips(1, 700))
    room.send(cm.ChangeSeat(3, 5))
    void_hand(room)
    assert room.table.chips() == {1: 10_700, 2: 8_000, 3: 6_000}


def test_F5_a_player_busted_by_the_void_hand_plays_on() -> None:
    room = ended_room(1_000, 8_000, 6_000, actions="1000 call call " + "check check " * 3)
    assert room.seat(1).sitting_out
    void_hand(room)
    assert room.seat(1).stack == 1_000
    assert not room.seat(1).sitting_out


def test_F5_the_rotation_returns_to_the_game_of_the_hand() -> None:
    room = Room(10_000, 10_000, first_button="first_player", mix=("holdem", "omaha"), every=1)
    room.deal().finish()
    assert room.table.game_index == 1
    void_hand(room)
    assert (room.table.game_index, room.table.game_hands) == (0, 0)
    assert room.table.rules.variant.code == "holdem"


def test_F5_voiding_the_first_hand_keeps_the_drawn_button() -> None:
    room = Room(10_000, 10_000)
    room.deal()
    assert void_hand(room).table.positions == Positions(room.table.positions.button)
    assert room.table.positions.button >= 0


# A hand during which the table stopped (X2).


def test_X2_fault_void_calls_an_interrupted_hand_void_and_deals_it_again_with_the_same_button() -> None:
    room = dealt_room(10_000, 8_000, 6_000, fault="void").play("call 500")
    first = room.table.positions
    room.send(cm.Recover())
    assert room.last_events(ev.HandVoided) == [ev.HandVoided(1, "interrupted")]
    assert (stacks(room), room.table.running) == ([10_000, 8_000, 6_000], False)
    room.deal()
    assert (room.table.hand_number, room.table.positions) == (2, first)


@pytest.mark.parametrize("fault", ["resume", "void"])
def test_X2_a_table_that_stopped_between_hands_voids_nothing(fault: str) -> None:
    room = dealt_room(10_000, 8_000, 6_000, fault=fault).all_fold()
    room.send(cm.Recover())
    assert room.last_events(ev.HandVoided) == []


def test_X2_fault_resume_goes_on_with_the_same_cards() -> None:
    room = dealt_room(10_000, 8_000, 6_000).play("call 500")
    cards = room.table.hand.hole
    room.send(cm.Recover())
    assert (room.last_events(ev.HandVoided), room.wait_kind, room.table.hand_number) == ([], "turn", 1)
    assert room.table.hand.hole == cards
