"""Display names: normalised spelling, reserved words, names that look alike, generated names for guests."""

import re
import secrets
import unicodedata

# Words reserved for the house, which no name has among its own, with or without digits after them.
RESERVED = (
    "admin", "administrator", "auditor", "bot", "cashier", "croupier", "dealer", "floorman", "guest", "moderator",
    "operator", "pokerroom", "staff", "support", "tournament director",
)  # fmt: skip
# Ordinary beside other words, as in "Full House".
RESERVED_ALONE = ("deleted", "floor", "house", "root", "system")
# Cyrillic and Greek letters that look like a Latin one, small or large.
LOOK_ALIKES = {
    "a": "АаΑα", "b": "ВвΒ", "c": "Сс", "d": "Ԁԁ", "e": "ЕеΕ", "h": "НнҺһΗ", "i": "ІіӀӏΙι", "j": "Јј", "k": "КкΚκ",
    "m": "МмΜ", "n": "Ν", "o": "ОоΟο", "p": "РрΡρ", "q": "Ԛԛ", "s": "Ѕѕ", "t": "ТтΤτ", "u": "υ", "v": "Ѵѵν",
    "w": "Ԝԝ", "x": "ХхΧχ", "y": "УуҮүΥγ", "z": "Ζ",
}  # fmt: skip
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

_LATIN = str.maketrans({other: letter for letter, others in LOOK_ALIKES.items() for other in others})
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


def skeleton(name: str) -> str:
    """The spelling by which names are compared that look the same: in Latin letters wherever others look like them."""
    return comparison_key(normalise(name).translate(_LATIN))


def look_alikes(name: str) -> str:
    """A pattern, for any case of letters, of the names that look like this one; empty if all its letters are Latin's.

    To compare a name with every account takes long, so names that need no comparison are spared it.
    """
    if normalise(name).translate(_LATIN) == normalise(name):
        return ""
    letters = (f"[{char}{LOOK_ALIKES[char]}]" if char in LOOK_ALIKES else re.escape(char) for char in skeleton(name))
    return f"^{''.join(letters)}$"


def is_reserved(name: str) -> bool:
    """Whether a name has a word that looks like one of the staff or of a house bot."""
    words = (word.rstrip("0123456789") for word in re.split("[ ._-]+", skeleton(name)))
    spaced = f" {' '.join(filter(None, words))} "
    return spaced.removeprefix(" the").strip() in RESERVED_ALONE or any(f" {word} " in spaced for word in RESERVED)


def random_guest_name(refused: int = 0) -> str:
    """A friendly name for a guest, such as "Quiet Hare 42"; usually free, but not always.

    The number grows a digit longer when several names were `refused`: then the short ones are getting scarce.
    """
    least = 10 ** (1 + refused // _TRIES_PER_LENGTH)
    return f"{secrets.choice(_GUEST_WORDS)} {least + secrets.randbelow(9 * least)}"
