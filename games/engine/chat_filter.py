"""Detects chat lines that mention cards, in English, Czech and Slovak; they are held until the hand ends (F6)."""

import re
import unicodedata

SUITS = "♠♥♦♣♤♡♢♧"
# Two cards in short, the higher rank first: AK, T9s, A5o. A pair of digits is more often a number.
_SHORT = re.compile(r"\b(?:A[AKQJT2-9]|K[KQJT2-9]|Q[QJT2-9]|J[JT2-9]|T[T2-9])[so]?\b")
# A card by rank and suit; "As" and "Ah" begin sentences, so of aces only two cards in a row count.
_CARD = r"(?:10|[2-9TJQK])[shdc]"
_EXACT = re.compile(rf"\b(?:{_CARD}|(?:A[shdc]|{_CARD}){{2,}})\b")
_WORDS = re.compile(
    r"\b(?:"
    # English
    r"aces?|kings?|queens?|jacks?|deuces?|treys?|fours|fives|sixes|sevens|eights|nines|tens|"
    r"spades?|hearts|diamonds?|clubs|two ?pairs?|pairs? of|trips|quads|full ?house|boat|flush(?:es)?|straights?|"
    r"flush draw|straight draw|open[- ]ended|gut ?shot|nuts|kicker|top pair|overpair|bottom pair|"
    # Czech and Slovak, without diacritics
    r"es|es[aoue]|esem|esom|esy|eso[vm]|kral(?:e|i|u|ov|om|ove|ia|a|em)?|pikov\w*|pik[yu]?|srdcov\w*|srdc[ei]|karov\w*|"
    r"kar[ay]|kriz[euy]|krizov\w*|tref[yu]?|trefov\w*|dva pary|dve dvojice|dvojice|trojic\w*|trojk\w*|ctveric\w*|"
    r"stvoric\w*|postupk\w*|barv[auy]|flus\w*|flash|ful ?haus|poker z|draw"
    r")\b"
)


def speaks_of_cards(text: str) -> bool:
    """Whether the line names a card, a suit or a hand; false alarms are harmless, since the line only waits (F6)."""
    if any(suit in text for suit in SUITS) or _SHORT.search(text) or _EXACT.search(text):
        return True
    plain = unicodedata.normalize("NFKD", text.lower())
    return bool(_WORDS.search("".join(char for char in plain if not unicodedata.combining(char))))
