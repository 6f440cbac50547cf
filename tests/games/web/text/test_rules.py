"""The rules of a table, section by section: what a cash table and a tournament table say, and the bounds of buy-ins."""

from dataclasses import replace

import pytest

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, PRESETS, rules_without_effect
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.tournament import LateReturn, Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.text.house_rules.form_fields import value_text
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.web.text.rules import clock_sentences, game_short, rule_rows, rules_sections, structure_short
from tests.games.support.amounts import MONEY

BLINDS = Stakes(Structure.NO_LIMIT, 5_00, 10_00)
HOLDEM = Rules(CATALOGUE["holdem"], BLINDS)


def stud_rules() -> Rules:
    return Rules(CATALOGUE["stud"], usual_stakes(CATALOGUE["stud"], Structure.FIXED_LIMIT, 20_00))


def sections_of(rules: Rules, *, least: int = 0, most: int = 0, delay: int = 0, feeds: str = "") -> dict[str, str]:
    return dict(
        rules_sections(rules, min_buy_in=least, max_buy_in=most, watch_delay=delay, feeds=feeds, currency="PLAY")
    )


def test_a_cash_table_has_no_section_about_tournaments_watchers_or_must_moves() -> None:
    assert list(sections_of(HOLDEM)) == [
        *("Game", "Stakes", "Currency", "Buy-in", "Chips and seat", "Betting", "New and returning players"),
        *("Clock", "Button", "Showdown", "Rake", "Chat"),
    ]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_Y_every_rule_in_force_is_listed_in_the_operators_words(rule: str, preset: Preset) -> None:
    listed = 0
    for variant in CATALOGUE.values():
        for structure in Structure:
            rules = Rules(variant, usual_stakes(variant, structure, 20_00), PRESETS[preset])
            row = (str(HOUSE_RULE_TEXTS[rule].label), value_text(rule, PRESETS[preset], MONEY))
            applies = rule not in rules_without_effect(variant, structure)
            assert (row in rule_rows(rules, MONEY)) == applies, variant.code
            listed += applies
    assert listed, "each rule applies to some game"


@pytest.mark.parametrize("preset", Preset)
def test_Y_rake_and_clock_are_told_at_every_cash_table(preset: Preset) -> None:
    for variant in CATALOGUE.values():
        for structure in Structure:
            sections = sections_of(Rules(variant, usual_stakes(variant, structure, 20_00), PRESETS[preset]))
            assert sections["Rake"]
            assert "20 seconds to act" in sections["Clock"]
            assert "2 seconds of it back" in sections["Clock"]


def test_a_tournament_table_has_no_section_about_money() -> None:
    rules = for_tournament(HOLDEM, Tournament(7))
    assert list(sections_of(rules)) == [
        *("Game", "Stakes", "Betting", "Tournament", "Clock", "Button", "Showdown", "Chat"),
    ]


@pytest.mark.parametrize(
    ("late", "sentence", "other"),
    [
        (LateReturn.AT_ONCE, "takes over at once", "plays from the next hand"),
        (LateReturn.NEXT_HAND, "plays from the next hand", "takes over at once"),
    ],
)
def test_T3_a_tournament_says_when_a_late_player_takes_over(late: LateReturn, sentence: str, other: str) -> None:
    text = sections_of(for_tournament(HOLDEM, Tournament(7, late)))["Tournament"]
    assert sentence in text
    assert other not in text


def test_K14_K8_watchers_and_a_must_move_table_have_their_sentences() -> None:
    sections = sections_of(HOLDEM, delay=30, feeds="Brno")
    assert sections["Watching"] == "Watchers see the table with a delay of 30 seconds."
    assert sections["Must-move table"].startswith("This is the must-move table of Brno. When a seat is free there,")


@pytest.mark.parametrize(
    ("least", "most", "sentence"),
    [
        (400_00, 1_000_00, "From 400 to 1\u202f000, that is 40 to 100 big blinds."),
        (400_00, 0, "At least 400."),
        (0, 1_000_00, "At most 1\u202f000."),
        (0, 0, "As much as you like."),
    ],
)
def test_K5_the_bounds_of_a_buy_in_are_told(least: int, most: int, sentence: str) -> None:
    assert sections_of(HOLDEM, least=least, most=most)["Buy-in"].startswith(sentence)


def test_K5_without_blinds_a_buy_in_is_counted_in_lower_limits() -> None:
    buy_in = sections_of(stud_rules(), least=400_00, most=1_000_00)["Buy-in"]
    assert buy_in.startswith("From 400 to 1\u202f000, that is 20 to 50 lower limits.")


@pytest.mark.parametrize(
    ("stakes", "text"),
    [
        (BLINDS, "Small blind 5, big blind 10."),
        (BLINDS._replace(ante=2_00), "Small blind 5, big blind 10. Everybody posts an ante of 2."),
        (BLINDS._replace(ante_kind=AnteKind.BIG_BLIND), "Small blind 5, big blind 10."),
        (
            BLINDS._replace(ante=2_00, ante_kind=AnteKind.BIG_BLIND),
            "Small blind 5, big blind 10. The big blind also posts an ante of 2.",
        ),
    ],
)
def test_the_stakes_name_the_blinds_and_who_posts_the_ante(stakes: Stakes, text: str) -> None:
    assert sections_of(HOLDEM._replace(stakes=stakes))["Stakes"] == text


def test_a_seat_is_held_for_whole_minutes() -> None:
    def held(sit_out: int) -> str:
        return sections_of(HOLDEM._replace(clock=Clock(sit_out=sit_out)))["Chips and seat"]

    assert "A player who sits out keeps their seat for 10 minutes." in held(600_000)
    assert "A player who sits out keeps their seat for 1 minute." in held(60_000)
    assert "keeps their seat" not in held(0)


def test_b14_the_clock_is_told_in_seconds() -> None:
    one = HOLDEM._replace(clock=Clock(turn=1_000, bank=1_000))
    assert list(clock_sentences(one, MONEY))[:2] == ["You have 1 second to act.", "A time bank adds 1 second."]
    many = HOLDEM._replace(clock=Clock(turn=20_000, bank=30_000))
    assert list(clock_sentences(many, MONEY))[:2] == ["You have 20 seconds to act.", "A time bank adds 30 seconds."]


def test_each_structure_has_its_own_rules_of_betting() -> None:
    pot = "You may raise by at most the size of the pot after your call."
    texts = {
        structure: sections_of(Rules(CATALOGUE["holdem"], usual_stakes(CATALOGUE["holdem"], structure, 20_00))).get(
            "Betting", ""
        )
        for structure in Structure
    }
    assert {structure for structure, text in texts.items() if pot in text} == {Structure.POT_LIMIT}
    limited = {structure for structure, text in texts.items() if text.startswith("Bets and raises are 20 before")}
    assert limited == {Structure.FIXED_LIMIT}


def test_a_rotation_says_when_the_game_changes_and_every_games_stakes() -> None:
    horse = rotation("horse", 20_00)
    sections = sections_of(horse)
    assert sections["Game"].startswith("The games in turn: Fixed-limit hold'em, Fixed-limit Omaha hi-lo, ")
    assert sections["Game"].endswith(". The game changes when everybody has had the button.")
    assert sections["Stakes"].startswith("Fixed-limit hold'em: Small blind 10, big blind 20. Fixed-limit Omaha hi-lo: ")
    assert sections["Betting"].startswith("Bets and raises are 20 on the early streets, 40 on the late ones.")
    one = sections_of(horse._replace(every=1))["Game"]
    assert one.endswith("The game changes after 1 hand.")


def test_a_short_label_names_the_game_unless_it_is_holdem() -> None:
    omaha = Rules(CATALOGUE["omaha"], Stakes(Structure.POT_LIMIT, 5_00, 10_00))
    labels = [game_short(rules, MONEY) for rules in (HOLDEM, omaha, stud_rules(), rotation("horse", 20_00))]
    assert labels == ["NL 5/10", "Omaha PL 5/10", "Stud FL 20/40", "H.O.R.S.E. 20/40"]
    assert [structure_short(structure) for structure in ("nl", "pl", "fl")] == ["NL", "PL", "FL"]


def test_house_rules_of_other_sections_stay_out_of_the_clock() -> None:
    straddles = HOLDEM._replace(house=replace(HOLDEM.house, straddle=True))
    assert "straddle" not in sections_of(straddles)["Clock"]
    assert "straddle" in " ".join(sections_of(straddles).values())
