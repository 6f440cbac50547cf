"""Rule D6 of the rulebook: new players, and entering between button and big blind; examples in `entry_tables`."""

import pytest

from games.engine.table import commands as cm
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import (
    BIG_BLIND,
    BOTH_BLINDS,
    NO_POSTS,
    entry_posts,
    entry_room,
    forced_total,
    is_in_hand,
    next_hand,
    offered_price,
)


def test_D6_free_entry_is_dealt_in_at_once_without_posting() -> None:
    room = entry_room(entry="free")
    room.sit(8, seat=7, enter_now=False)
    assert offered_price(room, 7) == 0
    next_hand(room)
    assert is_in_hand(room, 7)
    assert entry_posts(room, 7) == NO_POSTS


def test_D6_the_entry_post_is_a_live_big_blind() -> None:
    room = entry_room(entry="post")
    room.sit(8, seat=7)
    assert offered_price(room, 7) == 100
    next_hand(room)
    assert entry_posts(room, 7) == BIG_BLIND
    # The big blind is on 6; who posted owes nothing and may still raise.
    assert room.player_to_act == 8
    view = own_view(room.table, 8, table_id=1, version=1)
    assert view is not None and view.choices is not None
    assert (view.choices.call, view.choices.can_check, view.choices.min_to) == (0, True, 200)


def test_D6_a_newcomer_who_does_not_post_waits_for_the_big_blind() -> None:
    room = entry_room(entry="post")
    room.sit(8, seat=7, enter_now=False)
    next_hand(room)
    assert room.table.positions.big == 6
    assert not is_in_hand(room, 7)
    next_hand(room)
    assert (room.table.positions.big, is_in_hand(room, 7), entry_posts(room, 7)) == (7, True, NO_POSTS)
    assert forced_total(room, 7) == 100


def test_D6_the_offer_is_made_before_each_deal() -> None:
    room = entry_room(entry="post")
    room.sit(2, seat=1, enter_now=False)
    next_hand(room)
    assert not is_in_hand(room, 1)
    assert offered_price(room, 1) == 100
    room.send(cm.EnterNow(2, True))
    assert room.ignores(cm.EnterNow(2, True))
    next_hand(room)
    assert entry_posts(room, 1) == BIG_BLIND


def test_D6_a_newcomer_who_agreed_to_post_may_wait_after_all_until_the_deal() -> None:
    room = entry_room(entry="post")
    room.sit(2, seat=1)
    room.send(cm.EnterNow(2, False))
    assert not is_in_hand(next_hand(room), 1)


@pytest.mark.parametrize("entry", ["post", "free"])
def test_D6_a_newcomer_waits_until_the_button_comes_to_the_seat(entry: str) -> None:
    room = entry_room(entry=entry, enter_between="big_blind")
    room.send(cm.Leave(3))
    room.play("fold")
    # The small blind has left: its seat has the button next.
    room.all_fold()
    room.sit(9, seat=2, enter_now=False)
    room.deal()
    assert room.table.positions == (2, 4, 6)
    assert (is_in_hand(room, 2), entry_posts(room, 2)) == (True, NO_POSTS)


@pytest.mark.parametrize(
    ("between", "pays", "small"), [("pay_both", BOTH_BLINDS, 0), ("wait_button", None, 0), ("big_blind", NO_POSTS, 50)]
)
def test_D6_the_small_blind_comes_to_a_newcomer(
    between: str, pays: tuple[tuple[str, int], ...] | None, small: int
) -> None:
    room = entry_room(entry="post", enter_between=between)
    room.send(cm.Leave(5))
    room.all_fold()
    # The big blind has left: its seat has the small blind next, and lies between button and big blind.
    room.sit(9, seat=4)
    room.deal()
    assert room.table.positions == (2, 4, 6)
    assert is_in_hand(room, 4) == (pays is not None)
    if pays is not None:
        assert entry_posts(room, 4) == pays
        assert forced_total(room, 4) == sum(amount for _, amount in pays) + small


@pytest.mark.parametrize("entry", ["post", "free"])
@pytest.mark.parametrize(
    ("between", "pays"), [("pay_both", BOTH_BLINDS), ("wait_button", None), ("big_blind", BIG_BLIND)]
)
def test_D6_entering_between_the_blinds_follows_the_house_rule(
    entry: str, between: str, pays: tuple[tuple[str, int], ...] | None
) -> None:
    room = entry_room(entry=entry, enter_between=between)
    room.sit(4, seat=3)
    room.sit(6, seat=5)
    # The next hand has its button on 2 and blinds on 4 and 5; 3 lies between.
    assert offered_price(room, 3) == (-1 if pays is None else sum(amount for _, amount in pays))
    next_hand(room)
    assert room.table.positions == (2, 4, 5)
    assert is_in_hand(room, 3) == (pays is not None)
    if pays is not None:
        assert entry_posts(room, 3) == pays


@pytest.mark.parametrize(("entry", "pays"), [("post", BIG_BLIND), ("free", NO_POSTS)])
def test_D6_a_newcomer_who_waited_for_the_button_enters_like_any_other(
    entry: str, pays: tuple[tuple[str, int], ...]
) -> None:
    room = entry_room(entry=entry, enter_between="wait_button")
    room.sit(4, seat=3)
    assert not is_in_hand(next_hand(room), 3)
    assert room.table.positions == (2, 4, 6)
    assert is_in_hand(next_hand(room), 3)
    assert room.table.positions == (4, 6, 0)
    assert entry_posts(room, 3) == pays


def test_D6_a_moving_button_that_skips_a_waiting_newcomer_has_not_come_to_the_seat() -> None:
    room = entry_room(entry="post", enter_between="big_blind", button="moving")
    room.sit(4, seat=3, enter_now=False)
    buttons = []
    while not is_in_hand(next_hand(room), 3):
        buttons.append(room.table.positions.button)
    assert buttons == [2, 4, 6]
    assert (room.table.positions.big, entry_posts(room, 3), forced_total(room, 3)) == (3, NO_POSTS, 100)


def test_D6_nobody_waits_if_fewer_than_two_would_play() -> None:
    room = entry_room(0, 4, entry="post", enter_between="wait_button")
    room.send(cm.Leave(1))
    room.finish()
    room.sit(8, seat=7, enter_now=False)
    room.deal()
    assert is_in_hand(room, 7)
    assert entry_posts(room, 7) == NO_POSTS


def test_D6_in_the_first_hand_everybody_plays() -> None:
    room = Room(seats=8)
    for seat in (0, 1, 2):
        room.sit(seat + 1, seat=seat, enter_now=False)
    assert len(room.deal().table.hand.order) == 3


def test_D6_a_game_without_blinds_is_joined_at_once() -> None:
    room = entry_room(game="stud", structure="fl", ante=20, bring_in=50, entry="post")
    room.sit(8, seat=7, enter_now=False)
    # The lowest card has to bring it in.
    room.play("call").all_fold().deal()
    assert is_in_hand(room, 7)
    assert forced_total(room, 7) == 20


def test_D5_D6_a_stack_shorter_than_the_post_is_posted_whole() -> None:
    room = entry_room(entry="free", enter_between="pay_both")
    room.sit(4, chips=120, seat=3)
    next_hand(room)
    assert entry_posts(room, 3) == (("post", 100), ("dead", 20))
