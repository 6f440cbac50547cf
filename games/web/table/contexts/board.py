"""The context of the middle of the table: the boards, the street, the game of a mix, and the pots."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.views.types import TableView
from games.text.games import game_name
from games.text.languages import per_language, texts_per_language
from games.web.html.cards import cards_html
from games.web.learn.nickname_text import BOARD_STREETS
from games.web.table.words import card_words, street_words

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


def board_context(middle: BoardView, winning: frozenset[Card], language: str) -> dict[str, object]:
    """The community cards, one board or several (H6), and the name of the street."""
    slots = BOARD_SLOTS if middle.street in BOARD_STREETS else 0
    return {
        "boards": [
            {
                "number": number,
                "cards": cards_html(board, winning),
                "slots": range(slots - len(board) - len(middle.rabbit)),
                "label": card_words(board, language),
            }
            for number, board in enumerate(middle.boards, 1)
        ],
        "several": len(middle.boards) if len(middle.boards) > 1 else 0,
        "street": street_words(middle.street, language) if middle.street else "",
        "game": _game_words((middle.game, middle.structure), language) if middle.game else "",
        "rabbit": cards_html(middle.rabbit) if middle.rabbit else "",
        "rabbit_label": _rabbit_label(middle.rabbit, language),
        "boardless": bool(middle.street) and not slots,
        "has_winners": bool(winning),
    }


@per_language
def _would_have_come() -> str:
    return _("Would have come: {cards}")


def _rabbit_label(cards: tuple[Card, ...], language: str) -> str:
    return _would_have_come(language).format(cards=card_words(cards, language)) if cards else ""


def _game_name(game: tuple[str, str]) -> str:
    return game_name(*game)


_game_words = texts_per_language(_game_name, 256)


def pots_context(pots: tuple[int, ...], pot: int) -> dict[str, object]:
    """The total pot, and the main pot and side pots once there are side pots (B17)."""
    return {"total": pot, "main": pots[0] if len(pots) > 1 else 0, "sides": pots[1:]}
