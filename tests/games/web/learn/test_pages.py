"""The contexts of the rules pages and the glossary, as a whole."""

from typing import Any

import pytest
from django.test import Client

from games.engine.rules.mixed_games import MIXES
from games.engine.rules.variants import CATALOGUE
from games.text.games import short_game_name
from games.web.html.cards import cards_html
from games.web.learn import glossary, lessons
from games.web.learn.examples import cards_on_street, showdown
from pokerroom.models import User

# Every page asks whether the address of its visitor is banned.
pytestmark = pytest.mark.django_db


def lesson(client: Client, code: str) -> Any:
    """The context of a game's page."""
    return client.get(f"/rules/{code}/").context


def test_the_rules_page_lists_the_games_of_each_family_and_the_rotations(client: Client) -> None:
    context = client.get("/rules/").context
    families = [(str(title), [code for code, _, _ in games]) for title, games in context["families"]]
    assert families == [
        ("Hold'em", ["holdem", "shortdeck"]),
        ("Omaha", ["omaha", "omaha8", "omaha5"]),
        ("Stud", ["stud", "stud8", "razz", "stud5"]),
        ("Draw", ["draw", "double-draw", "lowball", "27sd", "27td", "badugi"]),
    ]
    assert [code for code, _, _ in context["mixes"]] == [*MIXES]
    assert {code: games for code, _, games in context["mixes"]}["horse"].startswith("Fixed-limit hold'em, ")
    assert context["ladder"].title == "What beats what, best first"
    assert [str(title) for title, _ in context["betting"]] == ["No limit", "Pot limit", "Fixed limit"]


@pytest.mark.parametrize(
    ("code", "ladders", "facts", "mixes", "face_up"),
    [
        (
            "holdem",
            ["What beats what, best first"],
            ["2 to 10", "No limit, Pot limit, Fixed limit", "Blinds", "52"],
            ["horse", "8game"],
            False,
        ),
        (
            "stud8",
            ["The high half, best first", "The low half, best first"],
            ["2 to 8", "Fixed limit, Pot limit, No limit", "Antes and a bring-in", "52"],
            ["horse", "8game"],
            True,
        ),
        (
            "shortdeck",
            ["What beats what, best first"],
            ["2 to 10", "No limit, Pot limit, Fixed limit", "Blinds", "36"],
            [],
            False,
        ),
    ],
)
def test_a_lesson_tells_the_facts_of_its_game(
    client: Client, code: str, ladders: list[str], facts: list[str], mixes: list[str], face_up: bool
) -> None:
    context = lesson(client, code)
    assert [ladder.title for ladder in context["ladders"]] == ladders
    assert [value for _, value in context["facts"]] == facts
    assert [mix for mix, _ in context["mixes"]] == mixes
    assert context["face_up"] is face_up
    assert (context["name"], context["code"]) == (short_game_name(code), code)
    assert [code for code, _ in context["picker"]] == [*CATALOGUE, *MIXES]


def test_a_lesson_shows_each_street_with_the_cards_so_far(client: Client) -> None:
    steps = lesson(client, "holdem")["steps"]
    assert [step.name for step in steps] == ["Pre-flop", "Flop", "Turn", "River"]
    assert [(len(step.cards), len(step.board)) for step in steps] == [(2, 0), (2, 3), (2, 4), (2, 5)]
    assert steps[0].text == "Everybody gets 2 cards face down. The player left of the big blind acts first."
    assert steps[1].text == (
        "One card is burnt. 3 cards are turned up on the board, for everybody. "
        "The first player left of the button acts first."
    )


def test_the_cards_of_a_street_are_new_on_that_street_alone() -> None:
    holdem, draw = CATALOGUE["holdem"], CATALOGUE["draw"]
    own, board = cards_on_street(holdem, 2)
    assert [card.new for card in own] == [False, False]
    assert [card.new for card in board] == [False, False, False, True]
    before, _ = cards_on_street(draw, 0)
    after, _ = cards_on_street(draw, 1)
    assert [card.new for card in before] == [True] * 5
    assert [card.new for card in after] == [card.card not in [old.card for old in before] for card in after]


def test_the_cards_that_play_are_highlighted_unless_all_of_them_do() -> None:
    holdem, draw = showdown(CATALOGUE["holdem"]), showdown(CATALOGUE["draw"])
    assert [hand.player for hand in holdem.hands] == ["You", "Opponent"]
    assert [len(hand.plays) for hand in draw.hands] == [5, 5]
    assert len(holdem.board) == 5
    assert [hand.html for hand in draw.hands] == [cards_html(hand.cards) for hand in draw.hands]
    stud = showdown(CATALOGUE["stud"])
    assert [(len(hand.cards), len(hand.plays)) for hand in stud.hands] == [(7, 5), (7, 5)]
    assert [hand.html for hand in stud.hands] == [cards_html(hand.cards, hand.plays) for hand in stud.hands]


def test_the_glossary_shows_nicknames_and_slang_until_something_is_searched(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = client.get("/rules/glossary/").context
    assert len(whole["terms"]) == len(glossary.TERMS)
    assert (len(whole["nicknames"]) > 20, whole["slang"]) == (True, glossary.SLANG)
    found = client.get("/rules/glossary/", {"q": "  gutshot "}).context
    assert (found["query"], found["nicknames"], found["slang"]) == ("gutshot", [], [])
    monkeypatch.setattr(lessons, "LONGEST_SEARCH", 3)
    assert client.get("/rules/glossary/", {"q": "pottery"}).context["query"] == "pot"


def test_c11_every_word_of_a_search_must_be_found_and_names_come_before_meanings() -> None:
    assert glossary.search_terms("pot xyzzy") == []
    codes = [term.code for term in glossary.search_terms("side pot")]
    assert codes[0] == "side-pot"
    assert "all-in" in codes[1:], "its meaning speaks of a side pot"
    names = [glossary.without_accents(str(term.name)) for term in glossary.search_terms()]
    assert names == sorted(names)


@pytest.mark.parametrize(
    ("code", "terms"),
    [
        (
            "holdem",
            "button small-blind big-blind burn hole-cards board flop turn river kicker limits showdown side-pot",
        ),
        ("razz", "button ante door-card bring-in complete burn wheel limits showdown side-pot"),
        ("draw", "button ante pat kicker limits showdown side-pot"),
        (
            "omaha8",
            "button small-blind big-blind burn hole-cards board flop turn river hi-lo wheel limits showdown side-pot",
        ),
        ("27td", "button small-blind big-blind pat limits showdown side-pot"),
    ],
)
def test_c11_a_page_links_the_terms_of_its_game(code: str, terms: str) -> None:
    assert [term.code for term in glossary.terms_of(CATALOGUE[code])] == terms.split()


@pytest.mark.parametrize("path", ["/rules/", "/rules/holdem/", "/rules/glossary/"])
def test_no_cache_keeps_a_page_with_the_name_and_the_money_of_whoever_is_signed_in(
    client: Client, alice: User, path: str
) -> None:
    client.force_login(alice)
    page = client.get(path)
    assert alice.display_name in page.content.decode()
    assert {"no-store", "private"} <= {part.strip() for part in page["Cache-Control"].split(",")}
