"""Hands as text for trackers: golden files computed by hand, and properties of any hand of any game."""

import re
from pathlib import Path
from random import Random

import pytest

from games.engine.cards import card_text, parse_cards, rank
from games.engine.evaluation.names import named
from games.engine.history.perspective import own_cards, viewer_events
from games.engine.history.text_names import english
from games.engine.history.text_writer import Heading, write_text
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.history.test_perspective import known_cards
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.dealt_hands import play
from tests.games.engine.support.recorded_hands import HANDS, NAMES, random_hand, side_pots

GOLDEN = Path(__file__).parent / "golden"
_LINE = re.compile(
    r"Pokerroom Hand #\d+: .+ \(\S+/\S+\) - .+|Table '.+' \d-max.*|Seat \d: .+|\*\*\* [A-Z0-9a-z ]+ \*\*\*( \[.+\])*"
    r"|\w+: (posts|folds|checks|calls|bets|raises|brings in|discards|stands pat|shows|mucks|doesn't show).*"
    r"|Dealt to \w+( \[.+\])+|Uncalled bet \(\S+\) returned to \w+|\w+ (collected \S+ from .*pot.*|keeps \[.+\])"
    r"|Total pot .+ \| Rake \S+|Hand was run .+|((FIRST|SECOND|THIRD) )?Board \[.+\]"
)


def money(minor: int) -> str:
    return f"{minor / 100:.2f}".removesuffix(".00")


def text(hand: Deal, me: int = -1, currency: str = "", table: str = "Prague") -> str:
    rules = hand.hand.rules
    own = own_cards(rules, hand.events, me) if me >= 0 else None
    heading = Heading("Pokerroom", 1042, table, 6, "2026/11/20 17:00:00 UTC", currency, me)
    return write_text(rules, NAMES, viewer_events(rules, hand.events, own), heading, money)


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_written_as_its_golden_file(name: str) -> None:
    hand, me = HANDS[name]
    assert text(hand(), me) == (GOLDEN / f"{name}.txt").read_text()


def test_the_first_line_names_the_currency_and_the_second_play_money() -> None:
    lines = text(side_pots(), currency="EUR").splitlines()
    assert lines[0] == "Pokerroom Hand #1042: Hold'em No Limit (0.50/1 EUR) - 2026/11/20 17:00:00 UTC"
    assert lines[1] == "Table 'Prague' 6-max Seat #6 is the button"
    assert "Dealt to" not in text(side_pots())


def test_the_name_of_a_table_ends_neither_its_quotes_nor_its_line() -> None:
    forged = text(side_pots(), table="P'rag\u202eu\r\n\u2028e")
    assert forged == text(side_pots())


def test_G13_the_ace_kept_to_draw_four_is_written_for_all_who_saw_it() -> None:
    hand = play(
        "draw",
        [5_000, 5_000],
        "check check / x1234 pat check check",
        hands=["Ac2h7d9sJh", "KcKd4s5h6d"],
        later=["2c3c4c5c"],
    )
    for me, discarded, drawn in (
        (0, " [2h 7d 9s Jh]", ["Dealt to Alice [Ac] [2c 3c 4c 5c]"]),
        (1, "", []),
        (-1, "", []),
    ):
        lines = text(hand, me).splitlines()
        at = lines.index(f"Alice: discards 4 cards{discarded}") + 1
        assert lines[at : at + len(drawn) + 1] == [*drawn, "Alice keeps [Ac]"]


@pytest.mark.parametrize("game", CATALOGUE)
def test_trackers_know_every_line_and_the_pot_adds_up(game: str) -> None:
    rng = Random(f"text of {game}")
    for _ in range(25):
        hand = random_hand(game, rng)
        me = rng.choice(hand.hand.order)
        lines = text(hand, me).splitlines()
        assert [line for line in lines if not _LINE.fullmatch(line)] == []
        won = sum(round(float(line.split()[2]) * 100) for line in lines if " collected " in line and ":" not in line)
        total = re.search(r"Total pot (\S+)", "\n".join(lines))
        assert total and round(float(total[1]) * 100) == won + hand.hand.rake == sum(hand.hand.won) + hand.hand.rake


@pytest.mark.parametrize("game", CATALOGUE)
def test_h4_the_text_holds_only_cards_the_viewer_saw(game: str) -> None:
    rng = Random(f"secret text of {game}")
    for _ in range(25):
        hand = random_hand(game, rng)
        for me in (-1, rng.choice(hand.hand.order)):
            own = own_cards(hand.hand.rules, hand.events, me) if me >= 0 else None
            written = {word for row in re.findall(r"\[([^]]+)\]", text(hand, me)) for word in row.split()}
            assert written <= {card_text(card) for card in known_cards(hand, own)}


@pytest.mark.parametrize(
    ("game", "cards", "name_text"),
    [
        ("holdem", "AsAd6c6hKd", "two pair, Aces and Sixes"),
        ("holdem", "As2d3c4h5d", "a straight, Ace to Five"),
        ("holdem", "AsKsQsJsTs", "a Royal Flush"),
        ("holdem", "6s5s4s3s2s", "a straight flush, Deuce to Six"),
        ("shortdeck", "As6d7c8h9d", "a straight, Ace to Nine"),
        ("holdem", "6s6d6c2h2d", "a full house, Sixes full of Deuces"),
        ("razz", "As2d3c4h8d", "8,4,3,2,A"),
        ("27td", "7s5d4c3h2d", "7,5,4,3,2"),
        ("badugi", "4s3d2cAh", "4,3,2,A"),
    ],
)
def test_c10_hands_have_the_names_that_trackers_know(game: str, cards: str, name_text: str) -> None:
    variant = CATALOGUE[game]
    found = parse_cards(cards)
    split = 2 if variant.board_cards else len(found)
    name = named(variant.high, found[:split], found[split:])
    assert name is not None
    assert english(name, rank(min(variant.deck))) == name_text
