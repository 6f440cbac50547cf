"""Sentences of refusals: every code has one, and amounts in it are formatted."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

import games
from games.text.refusals import SENTENCES, UNKNOWN_REFUSAL, refusal_text
from tests.games.support.amounts import MONEY


def test_every_raised_code_has_a_sentence() -> None:
    wing = Path(games.__file__).parent
    raised = {
        code
        for file in wing.rglob("*.py")
        for code in re.findall(r"IllegalAction\(\s*\"(\w+)\"", file.read_text(encoding="utf-8"))
    }
    # A table tells the director of its tournament that a hand is gone; players are told in the director's words.
    engine_only = {"cannot_deal", "nothing_to_deal", "void_gone"}
    assert raised - engine_only <= SENTENCES.keys()


def test_amounts_are_written_as_amounts() -> None:
    expected = "The amount must be from 1\u202f234.50 to 2\u202f000."
    assert refusal_text("raise_too_small", {"min": 1234_50, "max": 2000_00}, amount=MONEY.text) == expected
    assert (
        refusal_text("too_many_tables", {"count": 4}, amount=MONEY.text)
        == "Too many tables at once: at most 4, tournaments included. Leave another table first."
    )


def test_an_unknown_code_or_a_missing_amount_gives_the_general_sentence() -> None:
    assert refusal_text("no such code") == str(UNKNOWN_REFUSAL)
    assert refusal_text("raise_too_small", {}, amount=MONEY.text) == str(UNKNOWN_REFUSAL)


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize(
    "code", sorted(code for code in SENTENCES if code.startswith(("raise_", "buy_in_too", "top_up_too")))
)
def test_B8_the_refusal_of_an_amount_names_both_ends(code: str, language: str) -> None:
    if code == "raise_cap_out_of_range":
        return
    with override(language):
        text = refusal_text(code, {"min": 20_00, "max": 70_00, "unit": 5}, amount=MONEY.text)
        one = refusal_text(code, {"min": 20_00, "max": 20_00, "unit": 5}, amount=MONEY.text)
    assert "20" in text and "70" in text
    assert one.count("20") == 1


def test_B8_a_table_without_a_largest_buy_in_names_the_smallest() -> None:
    assert refusal_text("buy_in_too_small", {"min": 20_00}, amount=MONEY.text) == "Buy in for at least 20."
    assert (
        refusal_text("top_up_not_in_chips", {"min": 20_00, "unit": 5_00}, amount=MONEY.text)
        == "You may add a multiple of 5, at least 20."
    )
