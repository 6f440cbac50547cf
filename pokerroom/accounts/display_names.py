"""Display names: normalised spelling, reserved words, generated names for guests."""

import secrets
import unicodedata

# Words reserved for the house; compared with the name without its punctuation and trailing digits.
RESERVED = (
    "admin", "administrator", "auditor", "bot", "cashier", "croupier", "dealer", "deleted", "floor", "floorman",
    "guest", "house", "moderator", "operator", "pokerroom", "root", "staff", "support", "system", "tournament director",
)  # fmt: skip
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


def is_reserved(name: str) -> bool:
    """Whether a name looks like staff or a house bot."""
    spaced = " ".join(comparison_key(name).replace("_", " ").replace(".", " ").replace("-", " ").split())
    return spaced.rstrip(" 0123456789") in RESERVED or spaced.split(" ")[0] in {"bot", "admin", "guest"}


def random_guest_name(refused: int = 0) -> str:
    """A friendly name for a guest, such as "Quiet Hare 42"; usually free, but not always.

    The number grows a digit longer when several names were `refused`: then the short ones are getting scarce.
    """
    least = 10 ** (1 + refused // _TRIES_PER_LENGTH)
    return f"{secrets.choice(_GUEST_WORDS)} {least + secrets.randbelow(9 * least)}"
