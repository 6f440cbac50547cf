"""The rules pages: every game told as its data and the engine have it, the words of poker, nicknames (C11)."""

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
from games.text.nicknames import NICKNAMES, nicknames
from games.web.learn.examples import EXAMPLES, RESULTS, lying, showdown
from games.web.learn.glossary import TERMS, found, terms_of
from games.web.learn.lesson_text import dealt, opens, remarks
from games.web.learn.nickname_text import WHY, all_nicknames
from games.web.learn.ranking_text import LADDERS, ladder
from games.web.table.fragments import ViewerPreferences, own_pieces
from games.web.text.hand_log import street_words
from tests.games.support.tables import open_table

GAMES = pytest.mark.parametrize("code", CATALOGUE)
LEFT_OUT = re.compile(r"lesbian|virgin|fat ladies|big lick|dinner|lover|waiter|dolly|siegfried|jack-?ass|wtf", re.I)


def text_of(html: str) -> str:
    """What a page says, without its markup."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


# The games.


@GAMES
def test_every_game_has_a_page_that_goes_through_all_its_streets(client: Client, code: str) -> None:
    game, html = CATALOGUE[code], client.get(f"/rules/{code}/").content.decode()
    places = [html.index(f"<h3>{street_words(street.name)}") for street in game.streets]
    assert places == sorted(places)
    assert html.count("upper limit</span>") == sum(street.upper_limit for street in game.streets)
    assert f"2 to {game.max_players}" in html


def test_the_first_page_leads_to_all_games_and_rotations(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    assert all(f'href="/rules/{code}/"' in html for code in (*CATALOGUE, *MIXES))
    assert html.index("Royal flush") < html.index("Full house") < html.index("High card")


@pytest.mark.parametrize("mix", MIXES)
def test_a_rotation_lists_its_games_in_turn(client: Client, mix: str) -> None:
    text = text_of(client.get(f"/rules/{mix}/").content.decode().replace("&#x27;", "'"))
    after = text.split("in turn at one table")[1]
    places = [after.index(game_name(code, structure)) for code, structure in MIXES[mix]]
    assert places == sorted(places)


def test_there_is_no_page_for_a_game_that_is_none(client: Client) -> None:
    assert client.get("/rules/whist/").status_code == 404
    assert client.get("/rules/mixed/").headers["Location"] == "/rules/"


@GAMES
def test_the_example_is_dealt_as_the_game_deals(code: str) -> None:
    game, example = CATALOGUE[code], EXAMPLES[code]
    hands = [parse_cards(cards) for cards in example.mine]
    board, theirs = parse_cards(example.board), parse_cards(example.theirs)
    named = {card for hand in hands for card in hand} | set(board) | set(theirs)
    assert len(named & set(board)) + len(named & set(theirs)) == len(board) + len(theirs)
    assert not (set(theirs) | set(board)) & {card for hand in hands for card in hand}
    assert not set(board) & set(theirs)
    assert named <= set(game.deck)
    assert len(board) == game.board_cards
    assert {len(hand) for hand in (*hands, theirs)} == {game.hole_cards}
    assert len(hands) == 1 + game.draws
    for (before, after), street in zip(pairwise(hands), [one for one in game.streets if one.draw], strict=True):
        gone = [card for card in before if card not in after]
        kept = [card for card in before if card in after]
        four = game.draw_four and len(gone) == 4 and rank(kept[0]) == 12
        assert len(gone) <= street.draw or four


@GAMES
def test_the_example_lies_on_the_page_as_it_would_at_the_table(code: str) -> None:
    game = CATALOGUE[code]
    seen = 0
    for number, street in enumerate(game.streets):
        mine, board = lying(game, number)
        seen += street.down + street.up
        assert len(mine) == seen
        assert sum(laid.new for laid in board) == street.board
        if not street.draw:
            assert sum(laid.new for laid in mine) == street.down + street.up
    if not game.draws:
        assert sum(laid.up for laid in mine) == sum(street.up for street in game.streets)


def test_g13_the_ace_kept_alone_lies_open_in_the_example() -> None:
    ups = [[laid.card for laid in lying(CATALOGUE["double-draw"], street)[0] if laid.up] for street in range(3)]
    assert ups == [[], list(parse_cards("As")), list(parse_cards("As"))]


@GAMES
def test_the_example_is_won_by_whom_the_engine_says(code: str) -> None:
    game, example = CATALOGUE[code], EXAMPLES[code]
    end = showdown(game)
    hands, board = [parse_cards(example.mine[-1]), parse_cards(example.theirs)], parse_cards(example.board)
    mine, theirs = (game.high(hand, board) for hand in hands)
    low = None
    if game.low:
        lows = [game.low(hand, board) or 0 for hand in hands]
        low = lows[0] > lows[1]
        assert bool(end.rows[0].low) == bool(lows[0])
    assert end.result == str(RESULTS[(mine or 0) > (theirs or 0), low])
    assert all(row.high for row in end.rows)


def said(code: str) -> str:
    """All sentences about a game's streets."""
    game = CATALOGUE[code]
    return " ".join(
        sentence for street in game.streets for sentence in (*dealt(game, street), *opens(game, street))
    ) + " ".join(remarks(game))


def test_sentences_are_said_where_they_hold() -> None:
    holding = {
        "One card is burnt": {code for code, game in CATALOGUE.items() if any(one.burn for one in game.streets)},
        "highest door card": {"razz"},
        "lowest door card": {"stud", "stud8", "stud5"},
        "an open pair allows upper-limit bets": {"stud"},
        "You may exchange four cards": {"draw", "double-draw", "lowball"},
        "any number of cards": {"27sd", "27td", "badugi"},
        "one card is turned up for everybody": {"stud", "stud8", "razz", "stud5"},
        "the discards are shuffled": {code for code, game in CATALOGUE.items() if game.draws},
        "left of the big blind": {code for code in CATALOGUE if "Everybody gets" in said(code)}
        - {"stud", "stud8", "razz", "stud5", "draw", "double-draw", "lowball"},
    }
    for words, games in holding.items():
        assert {code for code in CATALOGUE if words in said(code)} == games, words


@pytest.mark.parametrize("name", LADDERS)
def test_hands_on_a_ladder_stand_in_the_engines_order(name: str) -> None:
    ranking = next(one for game in CATALOGUE.values() for one in (game.high, game.low) if one and one.name == name)
    rungs = ladder(ranking).rungs
    values = [LADDERS[name][0](cards, ()) for _, cards in rungs]
    assert None not in values
    assert values == sorted(set(values), reverse=True)
    assert len({words for words, _ in rungs}) == len(rungs)


def test_in_short_deck_a_flush_stands_above_a_full_house() -> None:
    names = [words for words, _ in ladder(CATALOGUE["shortdeck"].high).rungs]
    assert names.index("Flush") < names.index("Full house") < names.index("Straight") < names.index("Three of a kind")
    plain = [words for words, _ in ladder(HIGH).rungs]
    assert plain.index("Full house") < plain.index("Flush")


# C11: words and nicknames.


def test_c11_the_glossary_is_found_by_any_of_its_names(client: Client) -> None:
    html = client.get("/rules/glossary/").content.decode()
    assert all(f'id="{code}"' in html for code in TERMS)
    for wanted, code in (
        ("TRIPS", "set"),
        ("community cards", "board"),
        ("centre", "main-pot"),
        ("Síde pót", "side-pot"),
    ):
        assert found(wanted)[0].code == code
    assert found("pot")[0].code == "main-pot"
    assert found("Síde pót")[0].code == "side-pot"
    page = client.get("/rules/glossary/?q=gutshot").content.decode()
    assert 'id="gutshot"' in page and 'id="flop"' not in page
    assert "No such term" in client.get("/rules/glossary/", {"q": "<b>xyzzy"}).content.decode()


def test_c11_what_is_left_out_is_nowhere(client: Client) -> None:
    pages = [client.get(path).content.decode() for path in ("/rules/", "/rules/glossary/", "/rules/holdem/")]
    assert not any(LEFT_OUT.search(text_of(page)) for page in pages)


def test_c11_what_the_sources_have_wrong_is_put_right(client: Client) -> None:
    text = text_of(client.get("/rules/glossary/").content.decode())
    for words in (
        "king-three against king-queen",
        "A♠ Q♠",
        "Heads-up",
        "Short stack",
        "the side pot 1.00",
        "of one suit",
    ):
        assert words in text


def test_c11_both_names_stand_where_they_differ() -> None:
    assert nicknames(parse_cards("QsQd")) == ("Ladies", "Double Date", "Canadian Aces")
    assert nicknames(parse_cards("JsJd")) == ("Hooks", "Fish Hooks")
    assert nicknames(parse_cards("4s5d")) == nicknames(parse_cards("5d4s")) == ("Colt 45", "Jesse James")
    assert nicknames(parse_cards("9s9d")) == nicknames(parse_cards("7s2d")) == ()
    assert (
        WHY.keys()
        == NICKNAMES.keys()
        == {"".join("23456789TJQKA"[rank(card)] for card in one.cards) for one in all_nicknames()}
    )


@GAMES
def test_the_words_used_on_a_page_lead_to_their_meaning(client: Client, code: str) -> None:
    html = client.get(f"/rules/{code}/").content.decode()
    for term in terms_of(CATALOGUE[code]):
        assert f'href="/rules/glossary/#{term.code}" title="' in html


def test_names_are_told_in_the_viewers_language_with_the_english_beside() -> None:
    with override("cs"):
        assert TERMS["board"].names == ("Board", "Community cards")
        assert "Board" not in TERMS["flop"].also
    assert TERMS["board"].also == ("Community cards",)


def own_html(cards: str, **view: object) -> str:
    """My pieces with these cards."""
    own = OwnView(1, 1, 0, 1, 1, parse_cards(cards), pre_actions=("fold",))
    return "".join(
        own_pieces(own, TableView(1, 1, (), phase="betting", **view), "en", ViewerPreferences(True)).values()
    )


def test_c11_my_own_hand_is_called_by_its_nickname_in_holdem_only() -> None:
    assert 'title="Cowboys, King Kong"' in own_html("KsKd", street="pre-flop")
    assert ">Cowboys</small>" in own_html("KsKd", street="pre-flop")
    later = own_html("KsKd", street="flop", board=parse_cards("2c3d4h"))
    assert 'title="Cowboys, King Kong"' in later and "</small>" not in later
    for other in (own_html("KsKd", street="second"), own_html("KsKdQsQd", street="pre-flop")):
        assert "Cowboys" not in other and "Ladies" not in other


@pytest.mark.django_db
def test_the_table_and_the_lobby_lead_to_the_page_of_the_game(client: Client) -> None:
    razz = Rules(CATALOGUE["razz"], usual_stakes(CATALOGUE["razz"], Structure.FIXED_LIMIT, 20_00))
    horse = rotation("horse", 20_00)
    tables = {"razz": open_table("Žilina", rules=razz, seats=8), "horse": open_table("Praha", rules=horse, seats=8)}
    lobby = client.get("/").content.decode()
    for code, table in tables.items():
        assert f'href="/rules/{code}/"' in lobby
        assert f'href="/rules/{code}/"' in client.get(f"/table/{table.pk}/").content.decode()
