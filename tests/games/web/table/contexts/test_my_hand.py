"""The viewer's own hole cards."""

from games.engine.views.kinds import SeatState
from games.engine.views.types import SeatView
from games.text.cards import card_names
from games.web.html.cards import card_html
from games.web.table.contexts.my_hand import MyHand, my_hand_context, my_hand_of
from tests.games.web.table.contexts.sample_views import ACE, KING, MINE, QUEEN, player, table

PUBLIC_SEAT = player(face_up=(QUEEN,), winning_cards=(KING,))


def test_my_hand_is_mine_with_what_the_table_says_of_my_seat() -> None:
    view = table(SeatView(0), PUBLIC_SEAT)._replace(street="flop")
    hand = MyHand(2, (ACE, KING), (QUEEN,), (KING,), True, False, ("Big slick",))
    found = my_hand_of(MINE, view)
    assert found is not None
    assert found._replace(nicknames=()) == hand._replace(nicknames=())
    assert found.nicknames
    assert my_hand_of(None, view) is None
    folded = my_hand_of(MINE._replace(draw_limit=-1), table(PUBLIC_SEAT._replace(state=SeatState.FOLDED)))
    assert folded == MyHand(2, (ACE, KING), (QUEEN,), (KING,), False, True, ())
    assert my_hand_of(MINE._replace(draw_limit=0), table()) == MyHand(2, (ACE, KING), (), (), True, False, ())


def test_my_cards_are_listed_by_place() -> None:
    hand = MyHand(2, (ACE, KING, QUEEN), (KING,), (QUEEN,), True, False, ("one", "two"))
    assert my_hand_context(hand, "en") == {
        "seat": 2,
        "cards": [
            {"html": card_html(ACE), "name": "ace of spades", "place": 0, "up": False},
            {"html": card_html(KING), "name": "king of diamonds", "place": 1, "up": True},
            {"html": card_html(QUEEN, plays=True), "name": "queen of hearts", "place": 2, "up": False},
        ],
        "choosing": True,
        "fan": "fan n3",
        "label": card_names((ACE, KING, QUEEN)),
        "nicknames": "one, two",
        "folded": False,
    }
    assert my_hand_context(None, "en") == {"seat": None}
