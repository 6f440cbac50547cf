"""The stakes of a table: structure, blinds, bets and antes, in minor units."""

from enum import StrEnum
from typing import NamedTuple


class Structure(StrEnum):
    """The three betting structures (B3-B5)."""

    NO_LIMIT = "nl"
    POT_LIMIT = "pl"
    FIXED_LIMIT = "fl"


class AnteKind(StrEnum):
    """Who posts the ante (D10)."""

    EACH = "each"
    BIG_BLIND = "big_blind"


class Stakes(NamedTuple):
    """Blinds, limits, ante and bring-in; the lower limit is the big blind and the upper limit twice that (D4).

    Games without blinds have antes, and stud also a `bring_in`; `big_blind` is then the lower limit (G12, G14).
    """

    structure: Structure
    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = AnteKind.EACH
    bring_in: int = 0

    @property
    def amounts(self) -> dict[str, int]:
        """Blinds, ante and bring-in by name, which are all in whole chips (B16)."""
        names = ("small_blind", "big_blind", "ante", "bring_in")
        return {name: getattr(self, name) for name in names}

    @property
    def lower_limit(self) -> int:
        """The bet on the early streets of fixed limit, the smallest bet in other structures."""
        return self.big_blind

    @property
    def upper_limit(self) -> int:
        """The bet on the late streets of fixed limit."""
        return 2 * self.big_blind
