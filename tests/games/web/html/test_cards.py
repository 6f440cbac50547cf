"""Cards as HTML: face up, face down, and those that won."""

from games.engine.cards import parse_cards
from games.text.small_cards import mini
from games.web.html.cards import FACE_DOWN, card_html, cards_html, fan_class
from games.web.html.chips import chip_colour
from games.web.html.squeeze import squeeze_html

TWO, ACE = parse_cards("2cAh")
BACK = '<i class="card back"></i>'


def test_the_lowest_card_is_a_card_and_a_card_that_is_not_shown_has_a_back() -> None:
    assert TWO == 0
    assert card_html(TWO) == '<i class="card" data-c="2c"></i>'
    assert card_html(ACE, plays=True) == '<i class="card plays" data-c="Ah"></i>'
    assert card_html(FACE_DOWN) == card_html(FACE_DOWN, plays=True) == BACK


def test_only_the_cards_of_the_winning_hand_are_marked() -> None:
    marked = '<i class="card" data-c="2c"></i>' + BACK + '<i class="card plays" data-c="Ah"></i>'
    assert cards_html((TWO, FACE_DOWN, ACE), (ACE,)) == marked
    assert cards_html((TWO,)) == '<i class="card" data-c="2c"></i>'


def test_more_than_two_cards_overlap() -> None:
    assert [fan_class(count) for count in (1, 2, 3)] == ["", "", "fan n3"]


def test_small_cards_are_named_for_screen_readers() -> None:
    assert mini(TWO) == '<i class="card mini" data-c="2c" role="img" aria-label="two of clubs"></i>'


def test_chips_have_a_colour_for_each_digit() -> None:
    amounts = [0, 99, 1_00, 9_99, 10_00, 100_00, 1_000_00, 9_999_99, 10_000_00, 10_000_000_00]
    assert [chip_colour(amount) for amount in amounts] == ["c1", "c1", "c1", "c1", "c2", "c3", "c4", "c4", "c5", "c5"]


def test_white_space_between_tags_is_removed_and_within_text_kept() -> None:
    assert squeeze_html("\n <b>\n  two  words\n</b>  <i>x</i>\n") == "<b> two  words </b><i>x</i>"
