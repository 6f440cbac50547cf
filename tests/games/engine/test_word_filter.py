"""F6: forbidden words are covered whole, also where somebody writes around the filter; honest words stay."""

import time

import pytest

from games.engine.word_filter import covered, folded_word, has_link

WORDS = ("idiot", "kráva", "ass")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("you idiot", "you *****"),
        ("You IDIOT!", "You *****!"),
        ("krava", "*****"),
        ("Ty KRÁVO, ty kráva.", "Ty KRÁVO, ty *****."),
        ("1d10t", "*****"),
        ("!diot", "*****"),
        ("i d i o t", "* * * * *"),
        ("i.d.i.o.t", "*********"),
        ("i - d - i - o - t", "* * * * * * * * *"),
        ("idiiiiot", "********"),
        ("id-iot", "******"),
        ("a$$", "***"),
        ("idiot idiot", "***** *****"),
        ("(idiot)", "(*****)"),
    ],
)
def test_F6_a_word_is_covered_however_it_is_written(text: str, shown: str) -> None:
    assert covered(text, WORDS) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("idiotic", "videogame", "pass", "as", "assume", "The pot is 455", "45 5", "id iot", "kra va", ""),
        *("nice hand", "\u200b", "a s synom", "i did it", "has sense"),
    ],
)
def test_F6_other_words_and_numbers_stay(text: str) -> None:
    assert covered(text, WORDS) == text


def test_F6_words_across_a_space_are_no_word_and_doubled_letters_are_another() -> None:
    assert covered("the pen is red", ("penis",)) == "the pen is red"
    assert covered("a pool of chips", ("pol",)) == "a pool of chips"


def test_F6_a_covered_text_is_as_long_as_the_text_was() -> None:
    for text in ("STRAßE idiot", "ﬁdiot", "idi\u0301ot", "İdiot"):
        assert len(covered(text, WORDS)) == len(text)
    assert covered("idi\u0301ot!", WORDS) == "******!"


def test_F6_empty_words_cover_nothing() -> None:
    assert covered("anything...", ("", "...", " ")) == "anything..."
    assert folded_word(" Krá-va ") == "krava"


def test_F6_no_line_takes_long() -> None:
    words = [f"{letter * 3}bcdefgh{number}" for letter in "aist" for number in range(50)]
    began = time.perf_counter()
    for line in ("a" * 200, "a!" * 100, "1!|" * 66, "i i i i " * 25, "s$5" * 66):
        covered(line, words)
    assert time.perf_counter() - began < 2


@pytest.mark.parametrize(
    "text", ["http://x.y", "HTTPS://x", "see www.example", "example.com/a?b", "Poker.SK", "go to my-site.online now"]
)
def test_F6_links_are_found(text: str) -> None:
    assert has_link(text)


@pytest.mark.parametrize("text", ["ok.come on", "3.5", "nice...well", "A.K.", "a.command", "e.g. this", "I win.Me too"])
def test_F6_other_points_are_no_links(text: str) -> None:
    assert not has_link(text)
