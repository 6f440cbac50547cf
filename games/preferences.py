"""How a player likes a table to look, sound and be played by keys; kept with the account, read with care."""

from collections.abc import Mapping
from typing import Any, NamedTuple

AMOUNTS = ("money", "chips", "blinds")
DECKS = ("four", "two")
BACKS = ("red", "blue", "green", "grey")
FELTS = ("green", "blue", "wine", "slate")
SOUNDS = ("turn", "chips", "cards", "win", "chat")
KEYS = {
    "fold": "f",
    "call": "c",
    "raise": "r",
    "half": "h",
    "pot": "p",
    "max": "a",
    "log": "l",
    "chat": "t",
    "table": "n",
}
"""What can be done by a key, and the key it has unless the player chose another; "call" also checks."""
LOUDEST = 100
LONGEST_QUERY = 500
CHOICES = {"amounts": AMOUNTS, "deck": DECKS, "back": BACKS, "felt": FELTS}


class Preferences(NamedTuple):
    """One player's taste; `volume` is a percentage, `sounds` those that are wanted, `keys` pairs of act and key.

    An act whose key is empty has none. `lobby` are the lobby's filters, as an address has them.
    """

    amounts: str = "money"
    deck: str = "four"
    back: str = "red"
    felt: str = "green"
    animations: bool = True
    volume: int = 80
    sounds: tuple[str, ...] = SOUNDS
    keys: tuple[tuple[str, str], ...] = tuple(KEYS.items())
    lobby: str = ""

    @classmethod
    def of(cls, person: Any) -> "Preferences":
        """The taste kept with an account; whatever is missing or unknown there is as usual."""
        kept = getattr(person, "preferences", None)
        return cls.from_data(kept) if isinstance(kept, Mapping) else cls()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Preferences":
        """What `to_data` wrote, today or by an earlier version of the room."""
        found: dict[str, Any] = {name: data[name] for name, values in CHOICES.items() if data.get(name) in values}
        if isinstance(data.get("animations"), bool):
            found["animations"] = data["animations"]
        if type(volume := data.get("volume")) is int and 0 <= volume <= LOUDEST:
            found["volume"] = volume
        if isinstance(wanted := data.get("sounds"), list):
            found["sounds"] = tuple(sound for sound in SOUNDS if sound in wanted)
        if isinstance(keys := data.get("keys"), Mapping) and all(map(is_key, keys.values())):
            found["keys"] = tuple((act, keys.get(act, usual)) for act, usual in KEYS.items())
        if isinstance(lobby := data.get("lobby"), str) and len(lobby) <= LONGEST_QUERY:
            found["lobby"] = lobby
        return cls(**found)

    def to_data(self) -> dict[str, Any]:
        """The taste as JSON-ready data."""
        return {**self._asdict(), "sounds": list(self.sounds), "keys": dict(self.keys)}

    @property
    def keys_text(self) -> str:
        """The keys as the page carries them: "fold:f call:c …"."""
        return " ".join(f"{act}:{key}" for act, key in self.keys if key)

    @property
    def sounds_text(self) -> str:
        """The wanted sounds as the page carries them."""
        return " ".join(self.sounds) if self.volume else ""


def is_key(key: object) -> bool:
    """Whether a key can be bound: one letter of any keyboard, small, or none. Digits type amounts."""
    return isinstance(key, str) and (not key or (len(key) == 1 and key.isalpha() and key == key.lower()))


def chip_value(big_blind: int) -> int:
    """What one chip is worth, minor units: a whole one where the small blind is, else the smallest coin."""
    return 100 if big_blind % 200 == 0 else 1
