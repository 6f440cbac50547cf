"""Rule D6 of the rulebook: new players, and entering between button and big blind; examples in `entry_tables`."""

import pytest

from games.engine.table import commands as cm
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room
from tests.games.engine.support.entry_tables import BIG, BOTH, FREE, forced, next_hand, offer, playing, plays, posted


def test_D6_free_is_dealt_in_at_once_without_posting() -> None:
    room = playing(entry="free")
    room.sit(8, seat=7, enter_now=False)
    assert offer(room, 7) == 0
    next_hand(room)
    assert plays(room, 7)
    assert posted(room, 7) == FREE


def test_D6_post_is_a_live_big_blind() -> None:
    room = playing(entry="post")
    room.sit(8, seat=7)
    assert offer(room, 7) == 100
    next_hand(room)
    assert posted(room, 7) == BIG
    # The big blind is on 6; who posted owes nothing and may still raise.
    assert room.turn == 8
    view = own_view(room.table, 8, table_id=1, version=1)
    assert view is not None and view.choices is not None
    assert (view.choices.call, view.choices.can_check, view.choices.min_to) == (0, True, 200)


def test_D6_a_newcomer_who_does_not_post_waits_for_the_big_blind() -> None:
    room = playing(entry="post")
    room.sit(8, seat=7, enter_now=False)
    next_hand(room)
    assert room.table.positions.big == 6
    assert not plays(room, 7)
    next_hand(room)
    assert (room.table.positions.big, plays(room, 7), posted(room, 7)) == (7, True, FREE)
    assert forced(room, 7) == 100


def test_D6_the_offer_is_made_before_each_deal() -> None:
    room = playing(entry="post")
    room.sit(2, seat=1, enter_now=False)
    next_hand(room)
    assert not plays(room, 1)
    assert offer(room, 1) == 100
    room.tell(cm.EnterNow(2, True))
    assert room.ignores(cm.EnterNow(2, True))
    next_hand(room)
    assert posted(room, 1) == BIG


@pytest.mark.parametrize("entry", ["post", "free"])
def test_D6_waits_until_the_button_comes_to_the_seat(entry: str) -> None:
    room = playing(entry=entry, enter_between="big_blind")
    room.tell(cm.Leave(3))
    room.acts("fold")
    # The small blind has left: its seat has the button next.
    room.all_fold()
    room.sit(9, seat=2, enter_now=False)
    room.deal()
    assert room.table.positions == (2, 4, 6)
    assert (plays(room, 2), posted(room, 2)) == (True, FREE)


@pytest.mark.parametrize(
    ("between", "pays", "small"), [("pay_both", BOTH, 0), ("wait_button", None, 0), ("big_blind", FREE, 50)]
)
def test_D6_the_small_blind_comes_to_a_newcomer(
    between: str, pays: tuple[tuple[str, int], ...] | None, small: int
) -> None:
    room = playing(entry="post", enter_between=between)
    room.tell(cm.Leave(5))
    room.all_fold()
    # The big blind has left: its seat has the small blind next, and lies between button and big blind.
    room.sit(9, seat=4)
    room.deal()
    assert room.table.positions == (2, 4, 6)
    assert plays(room, 4) == (pays is not None)
    if pays is not None:
        assert posted(room, 4) == pays
        assert forced(room, 4) == sum(amount for _, amount in pays) + small


@pytest.mark.parametrize("entry", ["post", "free"])
@pytest.mark.parametrize(("between", "pays"), [("pay_both", BOTH), ("wait_button", None), ("big_blind", BIG)])
def test_D6_enter_between(entry: str, between: str, pays: tuple[tuple[str, int], ...] | None) -> None:
    room = playing(entry=entry, enter_between=between)
    room.sit(4, seat=3)
    room.sit(6, seat=5)
    # The next hand has its button on 2 and blinds on 4 and 5; 3 lies between.
    assert offer(room, 3) == (-1 if pays is None else sum(amount for _, amount in pays))
    next_hand(room)
    assert room.table.positions == (2, 4, 5)
    assert plays(room, 3) == (pays is not None)
    if pays is not None:
        assert posted(room, 3) == pays


@pytest.mark.parametrize(("entry", "pays"), [("post", BIG), ("free", FREE)])
def test_D6_wait_button_then_comes_in_as_any_newcomer(entry: str, pays: tuple[tuple[str, int], ...]) -> None:
    room = playing(entry=entry, enter_between="wait_button")
    room.sit(4, seat=3)
    assert not plays(next_hand(room), 3)
    assert room.table.positions == (2, 4, 6)
    assert plays(next_hand(room), 3)
    assert room.table.positions == (4, 6, 0)
    assert posted(room, 3) == pays


def test_D6_a_moving_button_reaches_waiting_seats_and_nobody_pays_twice() -> None:
    room = playing(entry="post", enter_between="big_blind", button="moving")
    room.sit(4, seat=3, enter_now=False)
    assert not plays(next_hand(room), 3)
    assert room.table.positions == (2, 4, 6)
    next_hand(room)
    assert room.table.positions == (4, 6, 0)
    assert (plays(room, 3), posted(room, 3)) == (True, FREE)


def test_D6_nobody_waits_where_fewer_than_two_would_play() -> None:
    room = playing(0, 4, entry="post", enter_between="wait_button")
    room.tell(cm.Leave(1))
    room.finish()
    room.sit(8, seat=7, enter_now=False)
    room.deal()
    assert plays(room, 7)
    assert posted(room, 7) == FREE


def test_D6_in_the_first_hand_everybody_plays() -> None:
    room = Room(seats=8)
    for seat in (0, 1, 2):
        room.sit(seat + 1, seat=seat, enter_now=False)
    assert len(room.deal().table.hand.order) == 3


def test_D6_a_game_without_blinds_is_joined_at_once() -> None:
    room = playing(game="stud", structure="fl", ante=20, bring_in=50, entry="post")
    room.sit(8, seat=7, enter_now=False)
    # The lowest card has to bring it in.
    room.acts("call").all_fold().deal()
    assert plays(room, 7)
    assert forced(room, 7) == 20


def test_D5_D6_a_stack_shorter_than_the_post_is_posted_whole() -> None:
    room = playing(entry="free", enter_between="pay_both")
    room.sit(4, chips=120, seat=3)
    next_hand(room)
    assert posted(room, 3) == (("post", 100), ("dead", 20))
