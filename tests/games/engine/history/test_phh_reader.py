"""Reading hand histories: the accepted texts, and the reasons for which others are refused."""

from fractions import Fraction
from typing import Any

import pytest

from games.engine.cards import parse_cards
from games.engine.history.phh_lines import (
    UNKNOWN,
    BoardDealt,
    BroughtIn,
    CheckedOrCalled,
    Discarded,
    Folded,
    HoleDealt,
    Line,
    NotationError,
    RaisedTo,
    Revealed,
    read_cards,
    read_line,
)
from games.engine.history.phh_reader import read_documents, read_history

HAND: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [1000, 1000, 1000],
    "actions": ["p3 f", "p1 f"],
}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("d dh p1 AhKd", HoleDealt(0, parse_cards("AhKd"))),
        ("d dh p3 ??Kd", HoleDealt(2, (UNKNOWN, *parse_cards("Kd")))),
        ("d db 7d5h9d", BoardDealt(parse_cards("7d5h9d"))),
        ("  d   db 7d 5h 9d  # flop", BoardDealt(parse_cards("7d5h9d"))),
        ("p2 f", Folded(1)),
        ("p2 cc # a long thought", CheckedOrCalled(1)),
        ("p1 cbr 2.50", RaisedTo(0, Fraction(5, 2))),
        ("p2 pb", BroughtIn(1)),
        ("p2 sd", Discarded(1, ())),
        ("p2 sd Ah Kd # two", Discarded(1, parse_cards("AhKd"))),
        ("p2 sd ??Kd", Discarded(1, (UNKNOWN, *parse_cards("Kd")))),
        ("p1 sm", Revealed(0, False, ())),
        ("p1 sm -", Revealed(0, True, ())),
        ("p1 sm AhKd", Revealed(0, True, parse_cards("AhKd"))),
        ("# only a comment", None),
        ("", None),
    ],
)
def test_every_action_is_read(text: str, line: Line | None) -> None:
    """Extra spaces and comments are allowed."""
    assert read_line(text, 3) == line


@pytest.mark.parametrize(
    "text",
    [
        *("p4 f", "p0 f", "p01 f", "P1 f", "p1", "p1 f now", "p1 pb now", "x db 7d"),
        *("p1 cbr", "p1 cbr -5", "p1 cbr 1e3", "p1 cbr ٣"),
        *("d db", "d dh p1", "d db 7x", "d db 7", "d db 7d7d", "p1 sm AhAh"),
    ],
)
def test_other_lines_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_line(text, 3)


def test_only_unknown_cards_may_be_repeated() -> None:
    assert read_cards("????") == (UNKNOWN, UNKNOWN)
    for text in ("AhAh", "Ah K", "10h9c", "ah"):
        with pytest.raises(NotationError):
            read_cards(text)


def fractions(*amounts: int) -> tuple[Fraction, ...]:
    """These amounts as the reader returns them."""
    return tuple(map(Fraction, amounts))


def test_D3_heads_up_arrays_are_reversed() -> None:
    """The format lists the small blind first, but heads-up p1 has the big blind, and its ante."""
    document = {**HAND, "antes": [0, 5], "blinds_or_straddles": [50, 100], "starting_stacks": [300, 200]}
    document["actions"] = []
    history = read_history(document)
    assert history.forced == fractions(100, 50)
    assert history.antes == fractions(5, 0)
    assert history.stacks == fractions(300, 200)
    assert read_history(HAND).forced == fractions(50, 100, 0)


def test_amounts_are_exact_fractions() -> None:
    text = (
        'variant = "NT"\nantes = [0.1, 0.1]\nblinds_or_straddles = [0.5, 1]\nmin_bet = 1\n'
        "starting_stacks = [100.0, 33.3]\nactions = []"
    )
    (document,) = read_documents(text, many=False).values()
    history = read_history(document)
    assert history.antes == (Fraction(1, 10),) * 2
    assert history.stacks[1] == Fraction(333, 10)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("variant", 5, "variant"),
        ("starting_stacks", [1000], "two players"),
        ("starting_stacks", [1000, 0, 5], "needs chips"),
        ("starting_stacks", [1000, True, 5], "starting_stacks"),
        ("starting_stacks", "1000", "starting_stacks"),
        ("antes", [0, 0], "antes: 3 amounts"),
        ("min_bet", 0, "min_bet"),
        ("min_bet", None, "min_bet"),
        ("actions", ["p1 f", 7], "actions"),
        ("actions", "p1 f", "actions"),
        ("finishing_stacks", [1, 2], "finishing_stacks"),
        ("_house", 3, "_house"),
        ("_rake", [], "_rake"),
        ("_runouts", ["p1"], "_runouts"),
        ("_runouts", ["p1 4"], "_runouts"),
        ("_runouts", ["p9 2"], "no such player"),
        ("_posts", ["p1 gift 5"], "_posts"),
        ("_protected", ["p1 soon"], "_protected"),
        ("_button", "p1", "_button"),
        ("_at", -1, "_at"),
        ("seats", [1, 2], "seats"),
        ("seats", [1, 2, 2], "seats"),
        ("seats", [0, 1, 2], "seats"),
        ("seats", [1, 2, 100000], "seats"),
    ],
)
def test_a_missing_or_wrong_field_is_named(key: str, value: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_history({**HAND, key: value})


def test_text_without_a_readable_hand_is_refused() -> None:
    with pytest.raises(NotationError, match="TOML"):
        read_documents("variant = ", many=False)
    with pytest.raises(NotationError, match="no hand"):
        read_documents("", many=True)
    (document,) = read_documents("a = inf", many=False).values()
    assert isinstance(document, dict)
    with pytest.raises(NotationError, match="unknown amount"):
        read_history({**HAND, "min_bet": document["a"]})
    with pytest.raises(NotationError, match="not a hand"):
        read_history(7)
