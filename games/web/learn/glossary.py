"""The glossary: its terms, searching them, and the terms that each game uses (C11)."""

import unicodedata
from collections.abc import Iterator

from games.engine.rules.variant import Forced, Variant
from games.web.learn.glossary_a_l import A_TO_L
from games.web.learn.glossary_m_z import M_TO_Z, SLANG
from games.web.learn.term import Term

__all__ = ["SLANG", "TERMS", "found", "plain", "terms_of"]

TERMS: dict[str, Term] = {term.code: term for term in (*A_TO_L, *M_TO_Z)}


def plain(text: str) -> str:
    """Text for comparison: lower case, without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def found(wanted: str = "") -> list[Term]:
    """Terms whose name or meaning contains all the words, matches by name first, then by alphabet; all for ""."""
    words = plain(wanted).split()
    terms = [term for term in TERMS.values() if all(word in _text(term) for word in words)]
    return sorted(terms, key=lambda term: (not _named(term, words), plain(str(term.word))))


def _named(term: Term, words: list[str]) -> bool:
    names = plain(" ".join((str(term.word), *term.names)))
    return all(word in names for word in words)


def _text(term: Term) -> str:
    return plain(" ".join((str(term.word), *term.names, str(term.meaning))))


def terms_of(variant: Variant) -> list[Term]:
    """The terms that a game's page explains, chosen from the variant's data."""
    return [TERMS[code] for code in _codes(variant)]


def _codes(variant: Variant) -> Iterator[str]:
    yield "button"
    if variant.forced is Forced.BLINDS:
        yield from ("small-blind", "big-blind")
    else:
        yield "ante"
    if variant.forced is Forced.BRING_IN:
        yield from ("door-card", "bring-in", "complete")
    if any(street.burn for street in variant.streets):
        yield "burn"
    if variant.board_cards:
        yield from ("hole-cards", "board", "flop", "turn", "river")
    if variant.draws:
        yield "pat"
    if variant.low:
        yield "hi-lo"
    if variant.high.ace_low or variant.low:
        yield "wheel"
    elif variant.high.wheel:
        yield "kicker"
    yield from ("limits", "showdown", "side-pot")
