"""The context of the middle of the table: the boards, the street, the game of a mix, and the pots."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.views.types import TableView
from games.text.cards import card_names
from games.text.games import game_name
from games.text.log_lines import street_name
from games.web.html.cards import cards_html
from games.web.learn.nickname_text import BOARD_STREETS

BOARD_SLOTS = 5


class BoardView(NamedTuple):
    """What the middle of the table depends on: the boards, the street, and the current game of a mix."""

    boards: tuple[tuple[Card, ...], ...]
    street: str
    game: str = ""
    structure: str = ""
    rabbit: tuple[Card, ...] = ()


def board_view(view: TableView) -> BoardView:
    """What of a view the board depends on."""
    return BoardView((*view.boards, view.board), view.street, view.game, view.structure, view.rabbit_cards)


def winning_cards(view: TableView) -> frozenset[Card]:
    """The cards on the board and in shown hands that won a pot at the showdown; empty before it."""
    return frozenset(card for seat in view.seats for card in seat.winning_cards)


def board_context(middle: BoardView, winning: frozenset[Card]) -> dict[str, object]:
    """The community cards, one board or several (H6), and the name of the street."""
    slots = BOARD_SLOTS if middle.street in BOARD_STREETS else 0
    return {
        "boards": [
            {
                "number": number,
                "cards": cards_html(board, winning),
                "slots": range(slots - len(board) - len(middle.rabbit)),
                "label": card_names(board),
            }
            for number, board in enumerate(middle.boards, 1)
        ],
        "several": len(middle.boards) if len(middle.boards) > 1 else 0,
        "street": street_name(middle.street) if middle.street else "",
        "game": game_name(middle.game, middle.structure) if middle.game else "",
        "rabbit": cards_html(middle.rabbit) if middle.rabbit else "",
        "rabbit_label": _("Would have come: {cards}").format(cards=card_names(middle.rabbit)),
        "boardless": bool(middle.street) and not slots,
        "has_winners": bool(winning),
    }


def pots_context(pots: tuple[int, ...], pot: int) -> dict[str, object]:
    """The total pot, and the main pot and side pots once there are side pots (B17)."""
    return {"total": pot, "main": pots[0] if len(pots) > 1 else 0, "sides": pots[1:]}
