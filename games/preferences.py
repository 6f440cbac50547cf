"""A player's preferences for the look, the sounds and the keys of a table; stored with the account."""

from collections.abc import Mapping
from typing import Any, NamedTuple

AMOUNTS = ("money", "chips", "blinds")
DECKS = ("four", "two")
BACKS = ("red", "blue", "green", "grey")
FELTS = ("green", "blue", "wine", "slate")
SOUNDS = ("turn", "chips", "cards", "win", "chat")
POT_SIZES = ("third", "half", "two_thirds", "three_quarters", "pot")
BLIND_SIZES = ("times_2_5", "times_3", "times_4")
MOST_SIZES = 3
"""With the smallest and the largest bet as many buttons as a phone has room for."""
KEYS = {
    "fold": "f",
    "call": "c",
    "raise": "r",
    "half": "h",
    "pot": "p",
    "max": "a",
    "log": "l",
    "hands": "e",
    "chat": "t",
    "table": "n",
}
"""The default key of each action; "call" also checks."""
LOUDEST = 100
LONGEST_QUERY = 500
SIZES = {"pot_sizes": POT_SIZES, "blind_sizes": BLIND_SIZES}
SWITCHES = ("animations", "notifications")
CHOICES = {"amounts": AMOUNTS, "deck": DECKS, "back": BACKS, "felt": FELTS}


class Preferences(NamedTuple):
    """One player's preferences; `volume` is a percentage, `sounds` are those turned on.

    `notifications` is the wish of a notification at each turn, which every browser still has to allow.
    `keys` are pairs of action and key, "" for no key. `pot_sizes` are the bet sizes with a button besides the smallest
    and the largest one; `blind_sizes` stand in their place while nobody has raised the blind. `lobby` is the query
    string of the lobby's filters.
    """

    amounts: str = "money"
    deck: str = "four"
    back: str = "red"
    felt: str = "green"
    animations: bool = True
    volume: int = 80
    sounds: tuple[str, ...] = SOUNDS
    keys: tuple[tuple[str, str], ...] = tuple(KEYS.items())
    pot_sizes: tuple[str, ...] = ("half", "three_quarters", "pot")
    blind_sizes: tuple[str, ...] = ()
    notifications: bool = False
    lobby: str = ""

    @classmethod
    def of(cls, person: object) -> "Preferences":
        """The preferences stored with an account; missing or unknown values have their defaults."""
        stored = getattr(person, "preferences", None)
        return cls.from_data(stored) if isinstance(stored, Mapping) else cls()

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> "Preferences":
        """Reads what `to_data` wrote; invalid values have their defaults."""
        # The values have different types, one for each field.
        found: dict[str, Any] = {name: data[name] for name, values in CHOICES.items() if data.get(name) in values}
        for name in SWITCHES:
            if isinstance(data.get(name), bool):
                found[name] = data[name]
        if type(volume := data.get("volume")) is int and 0 <= volume <= LOUDEST:
            found["volume"] = volume
        if isinstance(wanted := data.get("sounds"), list):
            found["sounds"] = tuple(sound for sound in SOUNDS if sound in wanted)
        if isinstance(keys := data.get("keys"), Mapping) and all(map(is_key, keys.values())):
            # An action newer than the choice has its usual key, unless that one was given to another action.
            free = {action: "" if usual in keys.values() else usual for action, usual in KEYS.items()}
            found["keys"] = tuple((action, keys.get(action, free[action])) for action in KEYS)
        for name, sizes in SIZES.items():
            if isinstance(chosen := data.get(name), list):
                found[name] = tuple(size for size in sizes if size in chosen)[:MOST_SIZES]
        if isinstance(lobby := data.get("lobby"), str) and len(lobby) <= LONGEST_QUERY:
            found["lobby"] = lobby
        return cls(**found)

    def to_data(self) -> dict[str, object]:
        """The preferences as JSON-ready data."""
        lists = {name: list(getattr(self, name)) for name in ("sounds", *SIZES)}
        return {**self._asdict(), **lists, "keys": dict(self.keys)}

    @property
    def keys_text(self) -> str:
        """The keys in the page's attribute: "fold:f call:c …"."""
        return " ".join(f"{action}:{key}" for action, key in self.keys if key)

    @property
    def sizes_text(self) -> str:
        """The bet sizes in the page's attribute."""
        return " ".join((*self.pot_sizes, *self.blind_sizes))

    @property
    def sounds_text(self) -> str:
        """The sounds in the page's attribute; "" if the volume is 0."""
        return " ".join(self.sounds) if self.volume else ""


def is_key(key: object) -> bool:
    """Whether a key can be bound: one lower-case letter, or "" for none. Digits are for typing amounts."""
    return isinstance(key, str) and (not key or (len(key) == 1 and key.isalpha() and key == key.lower()))


def chip_value(big_blind: int, digits: int) -> int:
    """The value of one chip, minor units: a whole unit if the small blind is in whole units, else one minor unit.

    A unit has 10 ** `digits` minor units.
    """
    unit = int(10**digits)
    return unit if big_blind % (2 * unit) == 0 else 1
