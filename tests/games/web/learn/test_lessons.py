"""The rules pages: lessons that agree with the data of each game and with the engine, the glossary, nicknames (C11)."""

import re
from itertools import pairwise

import pytest
from django.test import Client
from django.utils.translation import override

from games.engine.cards import parse_cards, rank
from games.engine.evaluation.rankings import HIGH
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.engine.views.types import OwnView, TableView
from games.text.games import game_name
from games.text.log_lines import street_name
from games.text.nicknames import NICKNAMES, nicknames
from games.web.learn.examples import EXAMPLES, RESULTS, cards_on_street, showdown
from games.web.learn.glossary import TERMS, search_terms, terms_of
from games.web.learn.lesson_text import deal_sentences, opening_sentences, remark_sentences
from games.web.learn.nickname_text import NICKNAME_ORIGINS, all_nicknames
from games.web.learn.ranking_text import LADDERS, ladder
from games.web.table.fragments import own_fragments
from games.web.table.wording import ViewerPreferences
from tests.games.support.tables import open_table

# Every page asks whether the address of its visitor is banned.
pytestmark = pytest.mark.django_db
GAMES = pytest.mark.parametrize("code", CATALOGUE)
LEFT_OUT = re.compile(r"lesbian|virgin|fat ladies|big lick|dinner|lover|waiter|dolly|siegfried|jack-?ass|wtf", re.I)


def text_of(html: str) -> str:
    """The text of a page without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# The games.


@GAMES
def test_every_game_has_a_page_with_all_its_streets_in_order(client: Client, code: str) -> None:
    game, html = CATALOGUE[code], client.get(f"/rules/{code}/").content.decode()
    places = [html.index(f"<h3>{street_name(street.name)}") for street in game.streets]
    assert places == sorted(places)
    assert html.count("upper limit</span>") == sum(street.upper_limit for street in game.streets)
    assert f"2 to {game.max_players}" in html


def test_the_rules_page_links_to_all_games_and_rotations(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    assert all(f'href="/rules/{code}/"' in html for code in (*CATALOGUE, *MIXES))
    assert html.index("Royal flush") < html.index("Full house") < html.index("High card")


@pytest.mark.parametrize("mix", MIXES)
def test_a_rotation_lists_its_games_in_turn(client: Client, mix: str) -> None:
    text = text_of(client.get(f"/rules/{mix}/").content.decode().replace("&#x27;", "'"))
    after = text.split("in turn at one table")[1]
    places = [after.index(game_name(code, structure)) for code, structure in MIXES[mix]]
    assert places == sorted(places)


def test_an_unknown_game_has_no_page(client: Client) -> None:
    assert client.get("/rules/whist/").status_code == 404
    assert client.get("/rules/mixed/").headers["Location"] == "/rules/"


@GAMES
def test_the_example_is_dealt_as_the_game_deals(code: str) -> None:
    game, example = CATALOGUE[code], EXAMPLES[code]
    hands = [parse_cards(cards) for cards in example.own]
    board, opponent = parse_cards(example.board), parse_cards(example.opponent)
    used = {card for hand in hands for card in hand} | set(board) | set(opponent)
    assert len(used & set(board)) + len(used & set(opponent)) == len(board) + len(opponent)
    assert not (set(opponent) | set(board)) & {card for hand in hands for card in hand}
    assert not set(board) & set(opponent)
    assert used <= set(game.deck)
    assert len(board) == game.board_cards
    assert {len(hand) for hand in (*hands, opponent)} == {game.hole_cards}
    assert len(hands) == 1 + game.draws
    for (before, after), street in zip(pairwise(hands), [one for one in game.streets if one.draw], strict=True):
        discarded = [card for card in before if card not in after]
        kept = [card for card in before if card in after]
        may_draw_four = game.draw_four and len(discarded) == 4 and rank(kept[0]) == 12
        assert len(discarded) <= street.draw or may_draw_four


@GAMES
def test_the_page_shows_the_cards_of_the_example_as_the_table_would(code: str) -> None:
    game = CATALOGUE[code]
    dealt = 0
    for number, street in enumerate(game.streets):
        own, board = cards_on_street(game, number)
        dealt += street.down + street.up
        assert len(own) == dealt
        assert sum(card.new for card in board) == street.board
        if not street.draw:
            assert sum(card.new for card in own) == street.down + street.up
    if not game.draws:
        assert sum(card.face_up for card in own) == sum(street.up for street in game.streets)


def test_g13_an_ace_kept_alone_is_face_up_in_the_example() -> None:
    game = CATALOGUE["double-draw"]
    face_up = [[dealt.card for dealt in cards_on_street(game, street)[0] if dealt.face_up] for street in range(3)]
    assert face_up == [[], list(parse_cards("As")), list(parse_cards("As"))]


@GAMES
def test_the_example_has_the_winner_that_the_engine_finds(code: str) -> None:
    game, example = CATALOGUE[code], EXAMPLES[code]
    end = showdown(game)
    hands, board = [parse_cards(example.own[-1]), parse_cards(example.opponent)], parse_cards(example.board)
    own, opponent = (game.high(hand, board) or 0 for hand in hands)
    low = None
    if game.low:
        lows = [game.low(hand, board) or 0 for hand in hands]
        low = lows[0] > lows[1]
        assert bool(end.hands[0].low) == bool(lows[0])
    assert end.result == str(RESULTS[own > opponent, low])
    assert all(hand.high for hand in end.hands)


def lesson_text(code: str) -> str:
    """All sentences about the streets of a game."""
    game = CATALOGUE[code]
    return " ".join(
        sentence
        for street in game.streets
        for sentence in (*deal_sentences(game, street), *opening_sentences(game, street))
    ) + " ".join(remark_sentences(game))


def test_each_sentence_is_on_the_pages_of_the_games_it_applies_to() -> None:
    expected = {
        "One card is burnt": {code for code, game in CATALOGUE.items() if any(one.burn for one in game.streets)},
        "highest door card": {"razz"},
        "lowest door card": {"stud", "stud8", "stud5"},
        "an open pair allows upper-limit bets": {"stud"},
        "You may exchange four cards": {"draw", "double-draw", "lowball"},
        "any number of cards": {"27sd", "27td", "badugi"},
        "one card is turned up for everybody": {"stud", "stud8", "razz", "stud5"},
        "the discards are shuffled": {code for code, game in CATALOGUE.items() if game.draws},
        "left of the big blind": {code for code in CATALOGUE if "Everybody gets" in lesson_text(code)}
        - {"stud", "stud8", "razz", "stud5", "draw", "double-draw", "lowball"},
    }
    for sentence, games in expected.items():
        assert {code for code in CATALOGUE if sentence in lesson_text(code)} == games, sentence


@pytest.mark.parametrize("name", LADDERS)
def test_the_examples_of_a_ranking_are_in_the_engines_order(name: str) -> None:
    ranking = next(one for game in CATALOGUE.values() for one in (game.high, game.low) if one and one.name == name)
    rungs = ladder(ranking).rungs
    strengths = [LADDERS[name][0](cards, ()) for _, cards in rungs]
    values = [value for value in strengths if value is not None]
    assert len(values) == len(strengths)
    assert values == sorted(set(values), reverse=True)
    assert len({hand_name for hand_name, _ in rungs}) == len(rungs)


def test_in_short_deck_a_flush_ranks_above_a_full_house() -> None:
    names = [name for name, _ in ladder(CATALOGUE["shortdeck"].high).rungs]
    assert names.index("Flush") < names.index("Full house") < names.index("Straight") < names.index("Three of a kind")
    standard = [name for name, _ in ladder(HIGH).rungs]
    assert standard.index("Full house") < standard.index("Flush")


# The glossary and the nicknames (C11).


def test_c11_a_term_is_found_by_any_of_its_names(client: Client) -> None:
    html = client.get("/rules/glossary/").content.decode()
    assert all(f'id="{code}"' in html for code in TERMS)
    for query, code in (
        ("TRIPS", "set"),
        ("community cards", "board"),
        ("centre", "main-pot"),
        ("Síde pót", "side-pot"),
    ):
        assert search_terms(query)[0].code == code
    assert search_terms("pot")[0].code == "main-pot"
    assert search_terms("Síde pót")[0].code == "side-pot"
    page = client.get("/rules/glossary/?q=gutshot").content.decode()
    assert 'id="gutshot"' in page and 'id="flop"' not in page
    assert "No such term" in client.get("/rules/glossary/", {"q": "<b>xyzzy"}).content.decode()


def test_c11_omitted_nicknames_are_on_no_page(client: Client) -> None:
    pages = [client.get(path).content.decode() for path in ("/rules/", "/rules/glossary/", "/rules/holdem/")]
    assert not any(LEFT_OUT.search(text_of(page)) for page in pages)


def test_c11_errors_of_the_sources_are_corrected(client: Client) -> None:
    text = text_of(client.get("/rules/glossary/").content.decode())
    for phrase in (
        "king-three against king-queen",
        "A♠ Q♠",
        "Heads-up",
        "Short stack",
        "the side pot 1.00",
        "of one suit",
    ):
        assert phrase in text


def test_c11_a_hand_has_every_nickname_of_the_sources() -> None:
    assert nicknames(parse_cards("QsQd")) == ("Ladies", "Double Date", "Canadian Aces")
    assert nicknames(parse_cards("JsJd")) == ("Hooks", "Fish Hooks")
    assert nicknames(parse_cards("4s5d")) == nicknames(parse_cards("5d4s")) == ("Colt 45", "Jesse James")
    assert nicknames(parse_cards("9s9d")) == nicknames(parse_cards("7s2d")) == ()
    assert (
        NICKNAME_ORIGINS.keys()
        == NICKNAMES.keys()
        == {"".join("23456789TJQKA"[rank(card)] for card in one.cards) for one in all_nicknames()}
    )


@GAMES
def test_a_page_links_the_terms_it_uses_to_the_glossary(client: Client, code: str) -> None:
    html = client.get(f"/rules/{code}/").content.decode()
    for term in terms_of(CATALOGUE[code]):
        assert f'href="/rules/glossary/#{term.code}" title="' in html


def test_a_term_shows_its_english_names_where_they_differ_from_the_viewers() -> None:
    with override("cs"):
        assert TERMS["board"].english_names == ("Board", "Community cards")
        assert "Board" not in TERMS["flop"].other_names
    assert TERMS["board"].other_names == ("Community cards",)


def own_html(cards: str, **view: object) -> str:
    """The own fragments of a player with these cards."""
    own = OwnView(1, 1, 0, 1, 1, parse_cards(cards), pre_actions=("fold",))
    return "".join(
        own_fragments(own, TableView(1, 1, (), phase="betting", **view), "en", ViewerPreferences(True)).values()
    )


def test_c11_the_players_hand_is_called_by_its_nickname_in_holdem_only() -> None:
    assert 'title="Cowboys, King Kong"' in own_html("KsKd", street="pre-flop")
    assert ">Cowboys</small>" in own_html("KsKd", street="pre-flop")
    on_flop = own_html("KsKd", street="flop", board=parse_cards("2c3d4h"))
    assert 'title="Cowboys, King Kong"' in on_flop and "</small>" not in on_flop
    for other in (own_html("KsKd", street="second"), own_html("KsKdQsQd", street="pre-flop")):
        assert "Cowboys" not in other and "Ladies" not in other


def test_the_table_and_the_lobby_link_to_the_page_of_the_game(client: Client) -> None:
    razz = Rules(CATALOGUE["razz"], usual_stakes(CATALOGUE["razz"], Structure.FIXED_LIMIT, 20_00))
    horse = rotation("horse", 20_00)
    tables = {"razz": open_table("Žilina", rules=razz, seats=8), "horse": open_table("Praha", rules=horse, seats=8)}
    lobby = client.get("/").content.decode()
    for code, table in tables.items():
        assert f'href="/rules/{code}/"' in lobby
        assert f'href="/rules/{code}/"' in client.get(f"/table/{table.pk}/").content.decode()
