"""Covers forbidden words in chat lines, with the usual ways around them, and finds links (F6)."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

LOOKALIKES = {
    "a": "a4@",
    "b": "b8",
    "e": "e3",
    "g": "g9",
    "i": "i1!|",
    "l": "l1|",
    "o": "o0",
    "s": "s5$",
    "t": "t7+",
    "z": "z2",
}
"""The characters that are written in place of a letter."""
FEWEST_SPACED = 3
"""The letters of the shortest word that is also found with spaces between all its letters."""
COVER = "*"
_SIGNS, _GAP = r"[^\w\s@!|$+]", r"(?:[^\w@!|$+]|_)"
"""What may be between letters that are written apart; not the signs that look like letters."""
_BEGINS, _ENDS = r"(?<![^\W_])", r"(?![^\W_])"
_LINK = re.compile(
    r"https?:|www\.|(?<![^\W_])(?:[a-z0-9-]+\.)+"
    r"(?:biz|casino|com|cz|de|eu|hu|info|io|net|online|org|pl|poker|ru|site|sk|tv|uk|xyz)"
    r"(?![a-z0-9-])"
)


def covered(text: str, words: Iterable[str]) -> str:
    """The text with an asterisk in place of every character of each of these words.

    Words are found whole, whatever their case and diacritics, also with digits and signs that look like letters, with
    a letter written three times or more, with signs between letters, and with spaces between all letters.
    """
    folded, places = _folded(text)
    shown = list(text)
    for word in words:
        pattern = _pattern(word)
        for found in pattern.finditer(folded) if pattern else ():
            first, last = places[found.start()], places[found.end() - 1]
            # A number such as 455 is no word, although each of its digits looks like a letter.
            if any(char.isalpha() for char in text[first : last + 1]):
                shown[first : last + 1] = [char if char.isspace() else COVER for char in text[first : last + 1]]
    return "".join(shown)


def folded_word(word: str) -> str:
    """The word as it is compared: letters and digits alone, in lower case and without diacritics."""
    return "".join(char for char in _folded(word)[0] if char.isalnum())


def has_link(text: str) -> bool:
    """Whether the text holds the address of a page, with or without its scheme."""
    return bool(_LINK.search(_folded(text)[0]))


def _folded(text: str) -> tuple[str, list[int]]:
    """The text in lower case without diacritics, and for each character of it the place in `text` it comes from."""
    chars, places = [], []
    for place, char in enumerate(text):
        for part in unicodedata.normalize("NFKD", char.casefold()):
            if not unicodedata.combining(part):
                chars.append(part)
                places.append(place)
    return "".join(chars), places


@lru_cache(4096)
def _pattern(word: str) -> re.Pattern[str] | None:
    """What finds the word in folded text; None for a word without letters and digits."""
    letters = folded_word(word)
    if not letters:
        return None
    runs = [(letter, len(list(same))) for letter, same in groupby(letters)]
    ways = [_way(runs, _SIGNS + "{0,3}+")]
    if len(letters) >= FEWEST_SPACED:
        ways.append(_way(runs, _GAP + "{1,3}+"))
    return re.compile(f"{_BEGINS}(?:{'|'.join(ways)}){_ENDS}")


def _way(runs: list[tuple[str, int]], between: str) -> str:
    """Letters with something between them; each as often as in the word, or at least two times more.

    One time more is another word, such as "pool" beside "pol". Nothing that has matched is tried in another way, so
    that no line takes long.
    """
    parts = []
    for letter, times in runs:
        one = f"[{re.escape(LOOKALIKES.get(letter, letter))}]"
        parts.append(between.join([one] * times) + f"(?:{one}{{2,20}}+)?+")
    return between.join(parts)
