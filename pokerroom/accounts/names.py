"""Names: one spelling for comparing, a few nobody may take, and made-up ones for guests."""

import secrets
import unicodedata

# Words that would let a player pass for the house; looked for in the name without its marks.
OF_THE_HOUSE = (
    "admin", "administrator", "auditor", "bot", "cashier", "croupier", "dealer", "floor", "floorman", "guest",
    "house", "moderator", "operator", "pokerroom", "root", "staff", "support", "system", "tournament director",
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


def tidy(name: str) -> str:
    """The name as it will be shown: composed letters, no blanks around it."""
    return unicodedata.normalize("NFKC", name).strip()


def comparable(name: str) -> str:
    """The spelling two names are compared by and a person signs in with."""
    return tidy(name).casefold()


def is_of_the_house(name: str) -> bool:
    """Whether a name would pass for the staff or a house bot."""
    plain = " ".join(comparable(name).replace("_", " ").replace(".", " ").replace("-", " ").split())
    return plain.rstrip(" 0123456789") in OF_THE_HOUSE or plain.split(" ")[0] in {"bot", "admin", "guest"}


def made_up() -> str:
    """A friendly name for a guest, such as "Quiet Otter 417"; mostly free, not surely."""
    return f"{secrets.choice(QUALITIES)} {secrets.choice(CREATURES)} {secrets.randbelow(990) + 10}"
