"""Hands, cards, log and rules in words."""

import pytest

from games.engine.cards import DECK, parse_cards
from games.engine.hand_names import name_high
from games.engine.houserules import PRESETS
from games.engine.rake import NO_RAKE, online_rake
from games.engine.rules import Rules
from games.engine.stakes import AnteKind, Stakes, Structure
from games.engine.variants import CATALOGUE
from games.engine.views import LogLine
from games.web.words_of_cards import NAMES, card_words, cards_words
from games.web.words_of_hands import hand_kind, hand_order, hand_words, with_hand
from games.web.words_of_log import line_words
from games.web.words_of_rules import game_short, rules_words

C10 = {
    "AhKhQhJhTh": ("Royal flush", "a royal flush"),
    "9s8s7s6s5s": ("Straight flush, nine high", "a straight flush, nine high"),
    "QsQdQhQc2s": ("Four of a kind, queens", "four of a kind, queens"),
    "QsQdQh3c3s": ("Full house, queens full of threes", "a full house, queens full of threes"),
    "AhJh8h4h2h": ("Flush, ace high", "a flush, ace high"),
    "5s4d3h2cAs": ("Straight, five high", "a straight, five high"),
    "7s7d7h2cAs": ("Three of a kind, sevens", "three of a kind, sevens"),
    "AsAd4h4c9s": ("Two pair, aces and fours", "two pair, aces and fours"),
    "6s6d4h3c9s": ("Pair of sixes", "a pair of sixes"),
    "AsQdTh3c9s": ("Ace high", "ace high"),
    "AsKs": ("Ace high", "ace high"),
    "2s2d": ("Pair of twos", "a pair of twos"),
}


@pytest.mark.parametrize("cards", C10)
def test_c10_hands_are_named_in_words(cards: str) -> None:
    name = name_high(parse_cards(cards))
    assert (hand_words(name), with_hand(name)) == C10[cards]
    assert hand_words(name).startswith(hand_kind(name)[:4]) or hand_kind(name) == "High card"


def test_c3_the_rules_page_lists_hands_best_first_with_true_examples() -> None:
    strengths = [name_high(cards).strength for _, cards in hand_order()]
    assert strengths == sorted(strengths, reverse=True)
    assert [hand_kind(name_high(cards)) for _, cards in hand_order()] == [name for name, _ in hand_order()]


def test_cards_have_names_for_those_who_listen() -> None:
    assert [card_words(card) for card in parse_cards("AhTc2s")] == ["ace of hearts", "ten of clubs", "two of spades"]
    assert len(set(map(str, NAMES))) == len(DECK)
    assert cards_words((-1, *parse_cards("AhTc"))) == "ace of hearts, ten of clubs"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (LogLine("hand", amount=184302), "Hand #184\u2009302"),
        (LogLine("post", "Petr", "small_blind", 1000), "Petr posts the small blind, <b>10</b>"),
        (LogLine("post", "Petr", "dead", 1000), "Petr posts <b>10</b> dead"),
        (LogLine("fold", "Petr"), "Petr folds"),
        (LogLine("check", "Petr"), "Petr checks"),
        (LogLine("call", "Petr", amount=1050), "Petr calls <b>10.50</b>"),
        (LogLine("call", "Petr", amount=1050, all_in=True), "Petr calls <b>10.50</b>, all-in"),
        (LogLine("bet", "Petr", amount=1000, to=1000), "Petr bets <b>10</b>"),
        (LogLine("raise", "Petr", amount=1000, to=3000), "Petr raises to <b>30</b>"),
        (LogLine("raise", "Petr", amount=1000, to=3000, all_in=True), "Petr raises all-in to <b>30</b>"),
        (LogLine("timeout", "Petr"), "Petr is out of time"),
        (LogLine("returned", "Petr", amount=1000), "<b>10</b> goes back to Petr"),
        (LogLine("mucks", "Petr"), "Petr mucks"),
        (LogLine("wins", "Petr", "all", 1000), "Petr wins <b>10</b>"),
        (LogLine("wins", "Petr", "all", 1000, pot=2), "Petr wins <b>10</b>, side pot 2"),
        (LogLine("wins", "Petr", "low", 1000), "Petr wins <b>10</b> for the low hand"),
        (LogLine("rake", amount=1000), "Rake <b>10</b>"),
        (LogLine("something-new", "Petr"), "Petr"),
    ],
)
def test_the_log_says_what_happened(line: LogLine, words: str) -> None:
    assert line_words(line) == words


def test_the_log_shows_cards_and_names_them() -> None:
    line = LogLine("shows", "Petr", cards=(*parse_cards("AhKs")[:1], -1))
    assert line_words(line).count("data-c") == 1
    assert 'aria-label="ace of hearts"' in line_words(line)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("structure", Structure)
def test_every_table_tells_its_rules(preset: str, structure: Structure) -> None:
    stakes = Stakes(structure, 1000, 2000, ante=500, ante_kind=AnteKind.BIG_BLIND)
    rules = Rules(CATALOGUE["holdem"], stakes, PRESETS[preset], online_rake(2000))
    told = dict(rules_words(rules, min_buy_in=80000, max_buy_in=500000))
    assert all(told.values())
    assert "{" not in "".join(told.values())
    assert told["Buy-in"] == "From 800 to 5\u2009000, that is 40 to 250 big blinds."
    assert told["Stakes"] == "Small blind 10, big blind 20. The big blind also posts an ante of 5."
    assert told["Rake"].startswith("5 % of the pots, at most 30.")


def test_a_table_without_bounds_and_rake_says_so() -> None:
    rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 50, 100), rake=NO_RAKE)
    told = dict(rules_words(rules, min_buy_in=0, max_buy_in=0))
    assert told["Buy-in"] == "As much as you like."
    assert told["Rake"] == "No rake."
    assert game_short(rules) == "NL 0.50/1"
