"""The names of hands and cards, the hand log, and the rules of a table as text."""

import pytest

from games.engine.cards import DECK, parse_cards
from games.engine.evaluation.categories import HandName, name_badugi, name_deuce, name_low
from games.engine.evaluation.names import name_high
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine, TableView
from games.text.cards import NAMES, card_name, card_names
from games.text.games import game_name
from games.text.hands import EXAMPLES, KINDS, hand_kind, hand_text, winning_hand_text
from games.text.log_lines import log_line_html
from games.web.text.rules import game_short, rules_sections
from games.web.text.winners import pot_name, win_html, wins
from tests.games.engine.support.rakes import online_rake
from tests.games.support.amounts import MONEY

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
def test_c10_hands_have_names(cards: str) -> None:
    name = name_high(parse_cards(cards))
    assert (hand_text(name), winning_hand_text(name)) == C10[cards]
    assert hand_text(name).startswith(hand_kind(name)[:4]) or hand_kind(name) == "High card"


def test_c3_the_rules_page_lists_hands_best_first_with_true_examples() -> None:
    hands = [name_high(parse_cards(cards)) for cards in EXAMPLES.values()]
    strengths = [hand.strength for hand in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert [hand_kind(hand) for hand in hands] == [str(KINDS[category]) for category in EXAMPLES]


def test_the_log_of_a_rotation_names_the_game() -> None:
    line = LogLine(LineCode.HAND, kind="razz", other="fl", amount=12)
    assert log_line_html(line, MONEY) == "Hand #12 · Fixed-limit razz"
    assert log_line_html(LogLine(LineCode.HAND, amount=12), MONEY) == "Hand #12"
    news = LogLine(LineCode.NEXT_GAME, kind="holdem", other="nl")
    assert log_line_html(news, MONEY) == "Next game: No-limit hold&#39;em"


def test_cards_have_names_for_screen_readers() -> None:
    assert [card_name(card) for card in parse_cards("AhTc2s")] == ["ace of hearts", "ten of clubs", "two of spades"]
    assert len(set(map(str, NAMES))) == len(DECK)
    assert card_names((-1, *parse_cards("AhTc"))) == "ace of hearts, ten of clubs"


@pytest.mark.parametrize(
    ("line", "html"),
    [
        (LogLine("hand", amount=184302), "Hand #184\u202f302"),
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
        (LogLine("wins", "Petr", "low", 1000, run=2), "Board 2: Petr wins <b>10</b> for the low hand"),
        (LogLine("wins", "Petr", "all", 1000, run=1), "Board 1: Petr wins <b>10</b>"),
        (LogLine("bring_in", "Petr", amount=1000), "Petr brings in <b>10</b>"),
        (LogLine("bring_in", "Petr", amount=400, all_in=True), "Petr brings in <b>4</b>, all-in"),
        (LogLine("draw", "Petr", amount=0), "Petr stands pat"),
        (LogLine("draw", "Petr", amount=1), "Petr exchanges 1 card"),
        (LogLine("draw", "Petr", amount=3), "Petr exchanges 3 cards"),
        (LogLine("agrees", "Petr", amount=1), "Petr wants to run it once"),
        (LogLine("agrees", "Petr", amount=3), "Petr wants to run it three times"),
        (LogLine("run", run=2), "Board 2"),
        (LogLine("street", kind="seventh"), "Seventh street"),
        (LogLine("street", kind="draw-2"), "Second draw"),
        (LogLine("rake", amount=1000), "Rake <b>10</b>"),
        (LogLine("something-new", "Petr"), "Petr"),
    ],
)
def test_each_log_line_has_a_sentence(line: LogLine, html: str) -> None:
    assert log_line_html(line, MONEY) == html


LOWS: list[tuple[HandName, str, str, str]] = [
    (name_low([6, 4, 2, 1, 12]), "8-6-4-3-A low", "the low 8-6-4-3-A", "8-6-4-3-A"),
    (name_low([8, 4, 2, 1, 0]), "10-6-4-3-2 low", "the low 10-6-4-3-2", "10-6-4-3-2"),
    (name_low([6, 6, 2, 1, 12]), "Pair of eights", "a pair of eights", "Pair"),
    (name_deuce([5, 3, 2, 1, 0]), "7-5-4-3-2 low", "the low 7-5-4-3-2", "7-5-4-3-2"),
    (name_deuce([4, 3, 2, 1, 0]), "Straight, six high", "a straight, six high", "Straight"),
    (name_badugi([6, 3, 1, 12]), "Badugi, 8-5-3-A", "a badugi, 8-5-3-A", "8-5-3-A"),
    (name_badugi([3, 1, 12]), "Three cards, 5-3-A", "three cards, 5-3-A", "5-3-A"),
    (name_badugi([11]), "One card, K", "one card, K", "K"),
]


@pytest.mark.parametrize(("name", "alone", "within", "short"), LOWS)
def test_c10_lows_and_badugis_are_named_by_their_cards(name: HandName, alone: str, within: str, short: str) -> None:
    unbroken = [text.replace("-", "\u2011") for text in (alone, within, short)]
    assert [hand_text(name), winning_hand_text(name), hand_kind(name)] == unbroken


def test_p5_the_winners_of_the_high_and_the_low_half_are_named() -> None:
    high, low = name_high(parse_cards("QsQdQh3c3s")), name_low([6, 4, 2, 1, 12])
    log = (
        LogLine("wins", "Petr", "high", 50_00, name_of_hand=high),
        LogLine("wins", "Petr", "high", 10_00, pot=1, name_of_hand=high),
        LogLine("wins", "Emil", "low", 50_00, name_of_hand=low),
        LogLine("wins", "Dáša", "all", 5_00, pot=2),
    )
    sentences = [(pot_name(win), win_html(win, MONEY)) for win in wins(TableView(1, 1, (), log=log))]
    assert sentences == [
        ("Main pot", "Petr wins the high half, <b>50</b>, with a full house, queens full of threes"),
        ("Main pot", "Emil wins the low half, <b>50</b>, with the low 8\u20116\u20114\u20113\u2011A"),
        ("Side pot 1", "Petr wins the high half, <b>10</b>, with a full house, queens full of threes"),
        ("Side pot 2", "Dáša wins <b>5</b>"),
    ]


def test_p3_pots_won_by_one_player_are_added_up_and_many_pots_by_player() -> None:
    one = tuple(LogLine("wins", "Petr", "all", 10_00, pot=pot) for pot in (2, 1, 0))
    assert [(pot_name(win), win.amount) for win in wins(TableView(1, 1, (), log=one))] == [("", 30_00)]
    names = ("Petr", "Emil", "Dáša", "Jan")
    many = tuple(LogLine("wins", names[pot % 4], "all", 10_00, pot=pot) for pot in range(7, -1, -1))
    assert {(pot_name(win), win.amount) for win in wins(TableView(1, 1, (), log=many))} == {("", 20_00)}
    two = (LogLine("wins", "Emil", "all", 5_00, pot=1), LogLine("wins", "Petr", "all", 9_00))
    assert [(pot_name(win), win.name) for win in wins(TableView(1, 1, (), log=two))] == [
        ("Main pot", "Petr"),
        ("Side pot 1", "Emil"),
    ]


def test_h6_each_board_has_its_own_winner() -> None:
    pair = name_high(parse_cards("QsQd"))
    log = tuple(LogLine("wins", "Petr", "all", 50_00, run=run, name_of_hand=pair) for run in (1, 2))
    sentences = [win_html(win, MONEY) for win in wins(TableView(1, 1, (), log=log))]
    assert sentences == [f"Board {run}: Petr wins <b>50</b> with a pair of queens" for run in (1, 2)]


def test_g13_the_log_shows_the_ace_that_was_kept() -> None:
    line = LogLine("draw", "Petr", amount=4, cards=parse_cards("As"))
    assert log_line_html(line, MONEY).startswith("Petr exchanges 4 cards and keeps <i")
    assert 'data-c="As"' in log_line_html(line, MONEY)


def test_the_log_shows_cards_and_names_them() -> None:
    line = LogLine("shows", "Petr", cards=(*parse_cards("AhKs")[:1], -1))
    assert log_line_html(line, MONEY).count("data-c") == 1
    assert 'aria-label="ace of hearts"' in log_line_html(line, MONEY)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("structure", Structure)
def test_a_holdem_table_describes_its_rules_in_every_structure(preset: Preset, structure: Structure) -> None:
    stakes = Stakes(structure, 1000, 2000, ante=500, ante_kind=AnteKind.BIG_BLIND)
    rules = Rules(CATALOGUE["holdem"], stakes, PRESETS[preset], online_rake(2000))
    sections = dict(rules_sections(rules, min_buy_in=80000, max_buy_in=500000, currency="PLAY"))
    assert all(sections.values())
    assert "{" not in "".join(sections.values())
    bounds = "From 800 to 5\u202f000, that is 40 to 250 big blinds."
    approval = " Staff approve an account before it plays here for the first time."
    assert sections["Buy-in"] == bounds + (approval if PRESETS[preset].staff_approval else "")
    assert sections["Stakes"] == "Small blind 10, big blind 20. The big blind also posts an ante of 5."
    assert "At most, by the number of players dealt in: 10 with 2 players, 20 with 3 to 4" in sections["Rake"]


@pytest.mark.parametrize("game", CATALOGUE)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_describes_its_rules_in_every_preset(game: str, preset: Preset) -> None:
    variant = CATALOGUE[game]
    for structure in Structure:
        stakes = usual_stakes(variant, structure, 20_00, unit=PRESETS[preset].chip_unit)
        sections = dict(
            rules_sections(
                Rules(variant, stakes, PRESETS[preset]), min_buy_in=80000, max_buy_in=500000, currency="PLAY"
            )
        )
        text = " ".join(sections.values())
        assert "{" not in text
        assert sections["Game"].startswith(game_name(game, structure))
        assert len(sections["Game"]) > 60, "the game is explained to newcomers"
        assert ("New and returning players" in sections) == (variant.forced is Forced.BLINDS)
        assert ("keeps the distance from the big blind" in text) == (variant.forced is Forced.BLINDS)
        assert ("straddle" in text) == (PRESETS[preset].straddle and variant.forced is Forced.BLINDS)
        assert ("brings it in" in text) == (variant.forced is Forced.BRING_IN)
        board_runs = variant.board_cards > 0 and PRESETS[preset].run_it > 1
        assert ("of the board is then dealt" in text) == board_runs


def test_g14_razz_is_brought_in_by_the_highest_card() -> None:
    stakes_sections = {
        game: dict(rules_sections(Rules(CATALOGUE[game], stakes), min_buy_in=0, max_buy_in=0, currency="PLAY"))[
            "Stakes"
        ]
        for game in ("stud", "razz")
        for stakes in [usual_stakes(CATALOGUE[game], Structure.FIXED_LIMIT, 20_00)]
    }
    assert stakes_sections["stud"] == (
        "Everybody posts an ante of 4. The player with the lowest door card brings it in for 10 or completes to 20."
    )
    assert "The player with the highest door card" in stakes_sections["razz"]


def test_b3_limits_are_described_street_by_street() -> None:
    limits = {
        game: dict(rules_sections(Rules(CATALOGUE[game], stakes), min_buy_in=0, max_buy_in=0, currency="PLAY"))[
            "Betting"
        ]
        for game in CATALOGUE
        for stakes in [usual_stakes(CATALOGUE[game], Structure.FIXED_LIMIT, 20_00)]
    }
    assert limits["omaha8"].startswith("Bets and raises are 20 before and on the flop, 40 on the turn and the river.")
    assert limits["razz"].startswith("Bets and raises are 20 on third and fourth street, 40 from fifth street on.")
    assert limits["stud5"].startswith("Bets and raises are 20 on second and third street, 40 from fourth street on.")
    assert limits["draw"].startswith("Bets and raises are 20 before the draw, 40 after it.")
    assert limits["27td"].startswith("Bets and raises are 20 until the second draw, 40 after it.")
    assert "anyone may bet the upper limit there" in limits["stud"]
    assert "anyone may bet" not in limits["stud8"]


def test_a_rotation_lists_each_game_and_its_stakes() -> None:
    rules = rotation("horse", 20_00, every=8)
    sections = dict(rules_sections(rules, min_buy_in=0, max_buy_in=0, currency="PLAY"))
    assert "Fixed-limit hold'em, Fixed-limit Omaha hi-lo, Fixed-limit razz" in sections["Game"]
    assert "after 8 hands" in sections["Game"]
    assert "Fixed-limit razz: Everybody posts an ante of 4." in sections["Stakes"]
    assert game_short(rules, MONEY) == "H.O.R.S.E. 20/40"


def test_a_table_without_bounds_and_rake_says_so() -> None:
    rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 50, 100), rake=NO_RAKE)
    sections = dict(rules_sections(rules, min_buy_in=0, max_buy_in=0, currency="PLAY"))
    assert sections["Buy-in"] == "As much as you like."
    assert sections["Rake"] == "No rake."
    assert game_short(rules, MONEY) == "NL 0.50/1"
