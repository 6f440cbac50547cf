"""The table of section G of the rulebook: each game's structures, players, cards and rounds."""

import re
from random import Random
from typing import NamedTuple

import pytest

from games.engine import events as ev
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, Fold, RaiseTo
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import rules
from tests.games.engine.support.random_tables import passive_action, shuffled_decks


class Row(NamedTuple):
    """What section G says about a game; `dealt` is written street by street as in the rulebook."""

    rule: str
    code: str
    players: int
    dealt: str
    low: bool = False
    splits: bool = False


BOARD = "flop +3, turn +1, river +1"
SEVEN = "3rd 2d1u, 4th 1u, 5th 1u, 6th 1u, 7th 1d"
ROWS = (
    Row("G1", "holdem", 10, f"pre-flop 2d, {BOARD}"),
    Row("G2", "omaha", 10, f"pre-flop 4d, {BOARD}"),
    Row("G3", "omaha8", 10, f"pre-flop 4d, {BOARD}", splits=True),
    Row("G4", "stud", 8, SEVEN),
    Row("G5", "stud8", 8, SEVEN, splits=True),
    Row("G6", "razz", 8, SEVEN, low=True),
    Row("G7", "stud5", 10, "2nd 1d1u, 3rd 1u, 4th 1u, 5th 1u"),
    Row("G8", "draw", 6, "bet 5d, draw"),
    Row("G9", "double-draw", 6, "bet 5d, draw, draw"),
    Row("G10", "lowball", 6, "bet 5d, draw", low=True),
)


def dealt_in(game: Variant) -> str:
    """The streets of a game as the table of section G writes them, without their names."""
    streets = []
    for street in game.streets:
        cards = f"{street.down}d" * bool(street.down) + f"{street.up}u" * bool(street.up)
        streets.append("draw" if street.draw else cards or f"+{street.board}")
    return ", ".join(streets)


def check_row(row: Row) -> None:
    """Check that the game matches its row."""
    game = CATALOGUE[row.code]
    assert set(game.structures) == {str(structure) for structure in Structure}
    assert game.max_players == row.players
    assert dealt_in(game) == re.sub(r"[\w-]+ (?=[\d+])", "", row.dealt)
    assert (game.low is not None) == row.splits
    two_hands = ((0, 5, 10, 15, 21), (48, 45, 42, 39, 32))
    if not game.board_cards:
        # Only a low game ranks 2-3-4-5-7 above A-A-A-K-Q.
        low, high = (game.high(hand, ()) or 0 for hand in two_hands)
        assert (low > high) == row.low


def row_of(rule: str) -> Row:
    """The row of this id."""
    return next(row for row in ROWS if row.rule == rule)


def test_G1_holdem() -> None:
    check_row(row_of("G1"))


def test_G2_omaha() -> None:
    check_row(row_of("G2"))


def test_G3_omaha_hi_lo() -> None:
    check_row(row_of("G3"))


def test_G4_seven_card_stud() -> None:
    check_row(row_of("G4"))


def test_G5_seven_card_stud_hi_lo() -> None:
    check_row(row_of("G5"))


def test_G6_razz() -> None:
    check_row(row_of("G6"))


def test_G7_five_card_stud() -> None:
    check_row(row_of("G7"))


def test_G8_five_card_draw() -> None:
    check_row(row_of("G8"))


def test_G9_double_draw() -> None:
    check_row(row_of("G9"))


def test_G10_lowball() -> None:
    check_row(row_of("G10"))


@pytest.mark.parametrize("game", list(CATALOGUE.values()), ids=lambda game: game.code)
def test_C1_G16_the_deck_is_enough_for_a_full_table_or_a_rule_covers_it(game: Variant) -> None:
    burnt = sum(street.burn for street in game.streets)
    needed = game.hole_cards * game.max_players + game.board_cards + burnt
    short = needed > len(game.deck)
    # A stub may run out in stud (G16) and in an exchange (G13), never before the last card of a board.
    assert not short or not game.board_cards
    assert short <= (not game.board_cards)


@pytest.mark.parametrize(("left", "community"), [(8, True), (7, True), (6, False), (5, False), (4, False)])
def test_G16_burn_cards_join_a_short_stub_when_both_together_are_enough(left: int, community: bool) -> None:
    """Eight players reach fifth street, and `left` of them the last card."""
    playing = rules(game="stud", structure="fl", blinds=(0, 60), ante=10, bring_in=30)
    hand, rng = Hand(playing), Random(left)
    posts = tuple(Post(seat, PostKind.ANTE, 10) for seat in range(8))
    plan = HandPlan(1, 7, tuple(range(8)), (10_000,) * 8, posts)
    events = hand.begin(plan, shuffled_decks(playing.variant, rng))
    while hand.to_act >= 0:
        legal = hand.legal()
        action: Action = passive_action(legal)
        if hand.street == 2 and len(hand.live) > left:
            action = Fold() if legal.call else RaiseTo(legal.min_to)
        before = hand.stub.left, len(hand.stub.burnt), hand.street
        events += hand.act(hand.to_act, action)
        if hand.street == 4 and before[2] == 3:
            stub, burnt = before[:2]
            reshuffled = [event for event in events if isinstance(event, ev.StubShuffled)]
            assert bool(reshuffled) == (stub < left + 1)
            if reshuffled:
                assert len(reshuffled[0].cards) == stub + burnt
            assert bool(hand.board) == community == (stub + burnt < left)
    assert [len(hand.hole[seat]) for seat in hand.live] == [6 if community else 7] * left


def test_the_catalogue_has_ten_games_and_more() -> None:
    assert [row.code for row in ROWS] == list(CATALOGUE)[:10]
