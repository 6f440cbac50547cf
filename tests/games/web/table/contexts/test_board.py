"""The middle of the table: boards, rabbit cards and pots."""

from games.text.cards import card_names
from games.web.html.cards import cards_html
from games.web.table.contexts.board import BoardView, board_context, board_view, pots_context
from tests.games.web.table.contexts.sample_views import ACE, JACK, KING, QUEEN, table


def on_each_board(context: dict[str, object], name: str) -> list[object]:
    """What the context of each board has under this name."""
    boards = context["boards"]
    assert isinstance(boards, list)
    return [board[name] for board in boards]


def test_the_board_is_seen_with_the_boards_before_it() -> None:
    view = table()._replace(
        boards=((ACE,), (KING,)), board=(QUEEN,), street="flop", game="razz", structure="fl", rabbit_cards=(JACK,)
    )
    assert board_view(view) == BoardView(((ACE,), (KING,), (QUEEN,)), "flop", "razz", "fl", (JACK,))


def test_b17_a_board_shows_its_cards_and_empty_slots() -> None:
    middle = BoardView(((ACE, KING, QUEEN),), "flop")
    cards = {
        "number": 1,
        "cards": cards_html((ACE, KING, QUEEN), (KING,)),
        "slots": range(2),
        "label": card_names((ACE, KING, QUEEN)),
    }
    shown = {
        "boards": [cards],
        "several": 0,
        "street": "Flop",
        "game": "",
        "rabbit": "",
        "rabbit_label": "",
        "boardless": False,
        "has_winners": True,
    }
    assert board_context(middle, frozenset({KING}), "en") == shown
    cards["cards"] = cards_html((ACE, KING, QUEEN))
    assert board_context(middle, frozenset(), "en") == {**shown, "has_winners": False}


def test_h7_cards_of_a_rabbit_hunt_fill_slots() -> None:
    context = board_context(BoardView(((ACE, KING, QUEEN),), "flop", rabbit=(JACK,)), frozenset(), "en")
    assert context["rabbit"] == cards_html((JACK,))
    assert context["rabbit_label"] == "Would have come: jack of clubs"
    assert on_each_board(context, "slots") == [range(1)]


def test_h6_several_boards_are_numbered_from_one() -> None:
    context = board_context(BoardView(((ACE,) * 5, (KING,) * 4), "river"), frozenset(), "en")
    assert context["several"] == 2
    assert on_each_board(context, "slots") == [range(0), range(1)]
    assert on_each_board(context, "number") == [1, 2]


def test_g16_games_without_a_board_have_no_slots() -> None:
    for street, heading, boardless in (("", "", False), ("third", "Third street", True), ("river", "River", False)):
        context = board_context(BoardView(((),), street, "razz", "fl"), frozenset(), "en")
        assert (context["street"], context["boardless"], context["game"]) == (heading, boardless, "Fixed-limit razz")
        assert on_each_board(context, "slots") == [range(5 if street == "river" else 0)]


def test_b17_the_main_pot_is_told_once_there_is_a_side_pot() -> None:
    assert pots_context((), 0) == {"total": 0, "main": 0, "sides": ()}
    assert pots_context((70,), 90) == {"total": 90, "main": 0, "sides": ()}
    assert pots_context((70, 20), 110) == {"total": 110, "main": 70, "sides": (20,)}
    assert pots_context((70, 20, 10), 110) == {"total": 110, "main": 70, "sides": (20, 10)}
