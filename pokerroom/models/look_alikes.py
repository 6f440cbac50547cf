"""Names that look alike: one spelling for all of them, kept with each account."""

import unicodedata
from typing import Any

from django.db import models

# Letters that look like a Latin one, small or large: mostly Cyrillic, Greek and Armenian.
LOOK_ALIKES = {
    "a": "АаΑαɑ", "b": "ВвΒ", "c": "Сс", "d": "Ԁԁ", "e": "ЕеΕ", "g": "ɡ", "h": "НнҺһΗհ", "i": "ІіӀӏΙιı", "j": "Јј",
    "k": "КкΚκ", "m": "МмΜ", "n": "Νո", "o": "ОоΟοօ", "p": "РрΡρ", "q": "Ԛԛ", "s": "Ѕѕ", "t": "ТтΤτ", "u": "υս",
    "v": "Ѵѵν", "w": "Ԝԝ", "x": "ХхΧχ", "y": "УуҮүΥγ", "z": "Ζ",
}  # fmt: skip
# The last letter of each of these alphabets that people write their names in; those behind it are of phoneticians,
# linguists and monks, and many look like other letters: small capitals, clicks, old forms.
LAST_LETTERS = {"LATIN": "ſ", "GREEK": "ώ", "CYRILLIC": "ӿ", "ARMENIAN": "և"}
OTHER_LATIN = frozenset("Əə")
# Alphabets in which no Latin name can be written with all its letters, each by itself.
OTHER_ALPHABETS = frozenset(
    (
        *("ARABIC", "BENGALI", "CJK", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GUJARATI", "GURMUKHI", "HANGUL"),
        *("HEBREW", "KANNADA", "KHMER", "LAO", "MALAYALAM", "SINHALA", "TAMIL", "TELUGU", "THAI", "TIBETAN"),
    )
)
JAPANESE = frozenset(("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"))
LONGEST_SKELETON = 120
"""One letter may become several small ones."""

_KNOWN = frozenset("".join(LOOK_ALIKES.values()))
_LATIN = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})
# Before letters are made small: a large i looks like a small L, a small one does not.
_LIKE_SMALL_L = str.maketrans(dict.fromkeys("IІΙӀӏ1", "l"))


def in_latin(name: str) -> str:
    """The name in small Latin letters, wherever others look like them."""
    return unicodedata.normalize("NFKC", name).strip().translate(_LATIN).casefold()


def skeleton(name: str) -> str:
    """The spelling that names have in common which look the same; another rule needs a migration of all accounts.

    Names that differ in case alone may have two skeletons.
    """
    shapes = unicodedata.normalize("NFKC", name).translate(_LIKE_SMALL_L)
    return in_latin(shapes).replace("0", "o").replace("rn", "m").replace("vv", "w")


def is_in_disguise(name: str) -> bool:
    """Whether letters of a rare alphabet, or of several, may pass for others for which no skeleton stands.

    Digits other than 0 to 9 look like letters, too.
    """
    letters = {_alphabet(char) for char in name if char.isalpha()}
    has_odd_digit = any(char.isalnum() and not char.isalpha() and not char.isascii() for char in name)
    is_western = letters <= LAST_LETTERS.keys()
    return has_odd_digit or not (is_western or (len(letters) == 1 and letters <= OTHER_ALPHABETS))


def _alphabet(letter: str) -> str:
    """The alphabet of a letter, "" if nobody's name is written with it; CJK stands for Japanese syllables, too."""
    if letter in _KNOWN:
        return "LATIN"
    base = unicodedata.normalize("NFD", letter)[0]
    alphabet = unicodedata.name(base, "").partition(" ")[0]
    if alphabet in LAST_LETTERS and base > LAST_LETTERS[alphabet] and base not in OTHER_LATIN:
        return ""
    return "CJK" if alphabet in JAPANESE else alphabet


class SkeletonField(models.CharField):  # type: ignore[type-arg]  # generic in the stubs only
    """The skeleton of an account's display name, worked out whenever the account is written."""

    def pre_save(self, model_instance: Any, add: bool) -> Any:  # Any: models cannot name the account's here
        """Keeps up with the name."""
        setattr(model_instance, self.attname, skeleton(model_instance.display_name))
        return super().pre_save(model_instance, add)
