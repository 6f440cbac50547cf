"""Translations use one term for one thing, and write numbers, quotes and names as Czech and Slovak print does."""

import re

import pytest

from tests.architecture.catalogues import LANGUAGES, catalogue, sentences, translations_of
from tests.conftest import ROOT

TERMS = {
    r"bounty": ("bounty", "bounty"),
    r"buy-ins?": ("buy-in", "buy-in"),
    r"cages?": ("poklad", "poklad"),
    r"cashiers?": ("poklad", "poklad"),
    r"deposits?": ("vklad|vklád|vlož", "vklad|vlož"),
    r"directors?": ("ředitel", "riaditeľ"),
    r"drawers?": ("zásuv", "zásuv"),
    r"floor": ("floorman", "floorman"),
    r"fold(s|ed|ing)?": ("slož|sklád", "zlož|sklad"),
    r"guests?": ("hos", "hos"),
    r"house bots?": ("bot", "bot"),
    r"house rules?": ("pravid", "pravid"),
    r"levels?": ("level", "level"),
    r"main pot": ("hlavní", "hlavn"),
    r"muck(s|ed)?": ("zahaz|zahod", "zahad|zahod"),
    r"mute(s|d)?": ("umlč|ztlum", "umlč|stlm"),
    r"must-move": ("must-move", "must-move"),
    r"operators?": ("provozní", "prevádzkar"),
    r"penalty|penalties": ("trest", "trest"),
    r"presets?": ("předvol", "predvo"),
    r"prize pool": ("prize pool", "prize pool"),
    r"receipts?": ("doklad", "doklad"),
    r"rotation": ("rotac", "rotác"),
    r"self-exclusion": ("sebevyloučení", "sebavylúčeni"),
    r"showdown": ("showdown", "showdown"),
    r"side pots?": ("vedlejší", "vedľajš"),
    r"sits? out": ("vynech|mimo hru|nehraj", "vynech|mimo hry|nehr"),
    r"straddles?": ("straddle?", "straddle?"),
    r"templates?": ("šablon", "šablón"),
    r"thresholds?": ("práh|prah", "prah"),
    r"tickets?": ("ticket", "ticket"),
    r"time bank": ("časov", "časov"),
    r"top-ups?": ("dokup|dokoup|dopln", "dokup|dokúp|dopln"),
    r"void": ("anul|neplatn", "anul|neplatn"),
    r"vouchers?": ("poukaz", "poukaz"),
    r"waiting lists?": ("pořadník", "poradovník"),
    r"wallets?": ("peněžen", "peňažen"),
    r"warn(s|ed|ing|ings)?": ("napom", "napom"),
    r"watchers?": ("divá", "divá"),
    r"withdrawals?": ("výběr", "výber"),
}
"""English terms of the card room, each with the stems by which Czech and Slovak say it, and by no others."""
BLANK = re.compile(r"%\(\w+\)\d*[sd]|\{\w*\}")
VALUE = r"(?:\}|\)\d*[sd]|\d)(?:</b>)?"
MISPRINTS = {
    "a space that may break between a number and its unit": rf"{VALUE} (?:%%|%(?!\()|(?:min|h|BB)\b|s(?:$|[.,]))",
    "a space that may break behind an abbreviation": r"\bč\. [\d%{]",
    "a space that may break behind an ordinal number": rf"{VALUE}\. (?:míst|miest|kol|z )",
    "a space that may break inside a number": r"\d 000\b",
    "a number without a space before the per cent sign": r"\d%(?!\()",
    "foreign quotes or an apostrophe of a typewriter": r"(?<!=)\"(?![ %>])|”|‘|(?<![Hh]old)'",
    "three dots": r"\.\.\.",
    "a short dash between words": r" - ",
    "two spaces": r"  ",
    "a decimal point": r"\b\d+\.\d\d\b",
    "a table's or a player's name behind a preposition whose form depends on it": r"(?<!\w)[kK] (?:\{|%\()(?!count)",
}
"""What a translation must not contain, and why."""
EXAMPLES = re.compile(r"1000\.50|192\.0\.2|\b44\b|\b45\b|\$5")
"""Sentences that show such signs on purpose."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("english", TERMS)
def test_an_english_term_has_one_translation(english: str, language: str) -> None:
    term, own = re.compile(rf"\b(?:{english})\b", re.IGNORECASE), TERMS[english][LANGUAGES.index(language)]
    found = [
        (key.text, text)
        for key, message in sentences(catalogue(ROOT, language))
        if term.search(BLANK.sub(" ", key.text))
        for text in translations_of(message)
        if not re.search(own, text, re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", MISPRINTS)
def test_translations_are_printed_well(fault: str, language: str) -> None:
    pattern = re.compile(MISPRINTS[fault])
    texts = [text for _key, message in sentences(catalogue(ROOT, language)) for text in translations_of(message)]
    assert [text for text in texts if pattern.search(text) and not EXAMPLES.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_end_as_their_sentence_does(language: str) -> None:
    """A label has no full stop in any language, and a question stays a question."""
    found = [
        (key.text, text)
        for key, message in sentences(catalogue(ROOT, language))
        for text in translations_of(message)
        if (key.text[-1] if key.text[-1] in ".:?!…" else "") != (text[-1] if text[-1] in ".:?!…" else "")
    ]
    assert found == []


def test_english_writes_a_percentage_without_a_space() -> None:
    texts = [key.text for key, _message in sentences(catalogue(ROOT, "cs"))]
    assert [text for text in texts if re.search(rf"{VALUE} (?:%%|%(?!\())", text)] == []
