"""Tables where players sit down, leave and miss blinds, for the tests of D6, D7 and D8.

Seats 0, 2, 4 and 6 of eight are taken; the first hand has its button on 0 and blinds on 2 and 4. The player in seat
n is player n + 1. Blinds are 50 and 100, the big blind moves 4, 6, 0, 2.
"""

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.views.visibility import own_view
from tests.games.engine.support.builders import Room

NO_POSTS: tuple[tuple[str, int], ...] = ()
BOTH_BLINDS = (("post", 100), ("dead", 50))
BIG_BLIND = (("post", 100),)
DEAD_SMALL_BLIND = (("dead", 50),)
FIVE_SEATS = (0, 2, 4, 6, 7)
"""With seat 6 out, the big blind, then the small blind, then the button pass it; then seat 4 has the button."""


def entry_room(*seats: int, **house: object) -> Room:
    """Returns a room with the first hand dealt."""
    room = Room(seats=8, **{"first_button": "first_player", **house})
    for seat in seats or (0, 2, 4, 6):
        room.sit(seat + 1, seat=seat)
    return room.deal()


def next_hand(room: Room) -> Room:
    """Folds the running hand and deals the next."""
    return room.all_fold().deal()


def is_in_hand(room: Room, seat: int) -> bool:
    """Tells whether the seat is in the running hand."""
    assert room.table.hand is not None
    return seat in room.table.hand.order


def entry_posts(room: Room, seat: int) -> tuple[tuple[str, int], ...]:
    """Returns what the seat posted to enter the running hand, as (kind, amount)."""
    kinds = ("post", "dead")
    return tuple(
        (event.kind, event.amount)
        for event in room.last_events(ev.Posted)
        if event.seat == seat and event.kind in kinds
    )


def forced_total(room: Room, seat: int) -> int:
    """Returns everything the seat had to post before the first decision."""
    return sum(event.amount for event in room.last_events(ev.Posted) if event.seat == seat)


def offered_price(room: Room, seat: int) -> int:
    """Returns the price the player is offered for entering at once, -1 if they must wait."""
    view = own_view(room.table, room.table.seat(seat).player, table_id=1, version=1)
    assert view is not None
    return view.entry_price


def sit_out_for(room: Room, seat: int, hands: int) -> Room:
    """Lets the seat miss `hands` hands and return before the next."""
    player = room.table.seat(seat).player
    room.send(cm.SitOut(player))
    for _ in range(hands):
        assert not is_in_hand(next_hand(room), seat)
    room.all_fold()
    room.send(cm.SitIn(player))
    return room


def enter_next_hand(room: Room, seat: int, *, post: bool = True) -> Room:
    """Deals the next hand, for which the player posts what is due or waits."""
    room.send(cm.EnterNow(room.table.seat(seat).player, post))
    return room.deal()
