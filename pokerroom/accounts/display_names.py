"""Display names: normalised spelling, reserved words, generated names for guests."""

import re
import secrets
import unicodedata

from pokerroom.models.look_alikes import in_latin, skeleton

# Words reserved for the house in the room's languages, which no name has among its own, with or without digits after
# them. Accents make no difference.
RESERVED = (
    "admin", "administrator", "auditor", "bot", "cashier", "croupier", "dealer", "floorman", "guest", "moderator",
    "operator", "owner", "pokerroom", "staff", "support", "tournament director",
    "krupiér", "majitel", "personál", "podpora", "pokladna", "pokladní", "pokladník", "provozní", "správce",
    "ředitel turnaje", "ředitel turnajů",
    "pokladnica", "pokladňa", "prevádzkar", "riaditeľ turnaja", "riaditeľ turnajov", "správca",
)  # fmt: skip
# Ordinary beside other words, as in "Full House".
RESERVED_ALONE = ("deleted", "floor", "herna", "house", "root", "system")
QUALITIES = (
    "Amber", "Bold", "Brave", "Brisk", "Calm", "Clever", "Cosmic", "Dapper", "Eager", "Fair", "Gentle", "Golden",
    "Happy", "Humble", "Jolly", "Keen", "Lucky", "Merry", "Mild", "Nimble", "Noble", "Patient", "Plucky", "Proud",
    "Quick", "Quiet", "Royal", "Sharp", "Silver", "Sly", "Snappy", "Steady", "Sunny", "Swift", "Tidy", "Witty",
)  # fmt: skip
CREATURES = (
    "Badger", "Beaver", "Bison", "Crane", "Dolphin", "Eagle", "Falcon", "Ferret", "Finch", "Fox", "Gecko", "Hare",
    "Heron", "Ibex", "Jackal", "Koala", "Lark", "Lemur", "Lynx", "Magpie", "Marten", "Mole", "Moose", "Newt",
    "Otter", "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal", "Stork", "Swan", "Tapir", "Walrus", "Wombat",
)  # fmt: skip
LONGEST_GUEST_NAME = 13
"""As many letters as the plate of a seat has room for on phones."""

_GUEST_WORDS = [
    words
    for quality in QUALITIES
    for creature in CREATURES
    if len(words := f"{quality} {creature}") <= LONGEST_GUEST_NAME - len(" 10")
]
_TRIES_PER_LENGTH = 5


def normalise(name: str) -> str:
    """The name as shown: composed Unicode letters, no blanks around it."""
    return unicodedata.normalize("NFKC", name).strip()


def comparison_key(name: str) -> str:
    """The spelling used to compare names and to sign in."""
    return normalise(name).casefold()


_WITHOUT_STROKES = str.maketrans("đħłøŧ", "dhlot")


def _in_any_case(word: str) -> str:
    """The skeleton of a word in small letters, of which it is unknown whether they were large and had accents."""
    parts = unicodedata.normalize("NFD", word)
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    return skeleton(bare.translate(_WITHOUT_STROKES)).replace("i", "l")


_AMONG_OTHERS, _ALONE = frozenset(map(_in_any_case, RESERVED)), frozenset(map(_in_any_case, RESERVED_ALONE))


def is_reserved(name: str) -> bool:
    """Whether a name has a word that looks like one of the staff or of a house bot."""
    words = (word.rstrip("0123456789") for word in re.split("[ ._-]+", in_latin(name)))
    spaced = _in_any_case(f" {' '.join(filter(None, words))} ")
    return spaced.removeprefix("the ") in _ALONE or any(f" {word} " in f" {spaced} " for word in _AMONG_OTHERS)


def random_guest_name(refused: int = 0) -> str:
    """A friendly name for a guest, such as "Quiet Hare 42"; usually free, but not always.

    The number grows a digit longer when several names were `refused`: then the short ones are getting scarce.
    """
    least = 10 ** (1 + refused // _TRIES_PER_LENGTH)
    return f"{secrets.choice(_GUEST_WORDS)} {least + secrets.randbelow(9 * least)}"
