"""The glossary: its terms, the search, and the terms that each game uses (C11)."""

import unicodedata
from collections.abc import Iterator

from games.engine.rules.variant import Forced, Variant
from games.web.learn.glossary_a_l import A_TO_L
from games.web.learn.glossary_m_z import M_TO_Z, SLANG
from games.web.learn.term import Term

__all__ = ["SLANG", "TERMS", "search_terms", "terms_of"]

TERMS: dict[str, Term] = {term.code: term for term in (*A_TO_L, *M_TO_Z)}


def without_accents(text: str) -> str:
    """The text in lower case and without accents, for comparison."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def search_terms(query: str = "") -> list[Term]:
    """The terms whose name or meaning contains every word of the query, matches by name first, then by alphabet."""
    words = without_accents(query).split()
    terms = [term for term in TERMS.values() if all(word in _text(term) for word in words)]
    return sorted(terms, key=lambda term: (not _name_matches(term, words), without_accents(str(term.name))))


def _name_matches(term: Term, words: list[str]) -> bool:
    names = without_accents(" ".join((str(term.name), *term.english_names)))
    return all(word in names for word in words)


def _text(term: Term) -> str:
    return without_accents(" ".join((str(term.name), *term.english_names, str(term.meaning))))


def terms_of(variant: Variant) -> list[Term]:
    """The terms that a game's page links to, chosen from the data of the game."""
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
