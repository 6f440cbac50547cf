"""Sentences of refusals: every code has one, and amounts in it are formatted."""

import re
from pathlib import Path

import games
from games.text.refusals import SENTENCES, UNKNOWN_REFUSAL, refusal_text


def test_every_raised_code_has_a_sentence() -> None:
    wing = Path(games.__file__).parent
    raised = {
        code
        for file in wing.rglob("*.py")
        for code in re.findall(r"IllegalAction\(\s*\"(\w+)\"", file.read_text(encoding="utf-8"))
    }
    engine_only = {"cannot_deal", "nothing_to_deal"}
    assert raised - engine_only <= SENTENCES.keys()


def test_amounts_are_written_as_amounts() -> None:
    assert refusal_text("raise_too_small", {"min": 1234_50, "max": 9}) == "Raise to at least 1\u202f234.50."
    assert (
        refusal_text("too_many_tables", {"count": 4})
        == "Too many tables at once: at most 4, tournaments included. Leave another table first."
    )


def test_an_unknown_code_or_a_missing_amount_gives_the_general_sentence() -> None:
    assert refusal_text("no such code") == str(UNKNOWN_REFUSAL)
    assert refusal_text("raise_too_small", {}) == str(UNKNOWN_REFUSAL)
