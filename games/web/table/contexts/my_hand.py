"""The context of the viewer's own hole cards."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.views.types import OwnView, SeatView, TableView
from games.web.html.cards import card_html, fan_class
from games.web.learn.nickname_text import my_nicknames
from games.web.table.words import card_words


class MyHand(NamedTuple):
    """What the fragment with my hole cards depends on; `choosing` while cards can be exchanged."""

    seat: int
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    winning: tuple[Card, ...]
    choosing: bool
    folded: bool
    nicknames: tuple[str, ...]


def my_hand_of(own: OwnView | None, view: TableView) -> MyHand | None:
    """What of the views my hole cards depend on; None without a seat."""
    if own is None:
        return None
    seat = own_seat(own, view)
    folded = seat.state == "folded"
    return MyHand(
        own.seat, own.cards, seat.face_up, seat.winning_cards, own.draw_limit >= 0, folded, my_nicknames(own, view)
    )


def own_seat(own: OwnView, view: TableView) -> SeatView:
    """The viewer's seat as everybody sees it, an empty one if the view does not have it."""
    if own.seat < len(view.seats) and view.seats[own.seat].seat == own.seat:
        return view.seats[own.seat]
    return next((seat for seat in view.seats if seat.seat == own.seat), SeatView(own.seat))


def my_hand_context(hand: MyHand | None, language: str) -> dict[str, object]:
    """My hole cards, with winning cards marked, up cards raised, and check boxes when cards can be exchanged."""
    if hand is None:
        return {"seat": None}
    return {
        "seat": hand.seat,
        "cards": [
            {
                "html": card_html(card, plays=card in hand.winning),
                "name": card_words((card,), language),
                "place": place,
                "up": card in hand.up,
            }
            for place, card in enumerate(hand.cards)
        ],
        "choosing": hand.choosing,
        "fan": fan_class(len(hand.cards)),
        "label": card_words(hand.cards, language),
        "nicknames": ", ".join(hand.nicknames),
        "folded": hand.folded,
    }
