"""Rake, the room's share of the pots, by the terms of a table (section R); `rake_tariff` makes them from a profile."""

from enum import StrEnum
from math import lcm
from typing import Any, NamedTuple


class Attribution(StrEnum):
    """R5: whose play the rake of a hand is attributed to, by what each put in or equally among those dealt in."""

    CONTRIBUTED = "contributed"
    DEALT = "dealt"


class RakeTerms(NamedTuple):
    """How rake is worked out at one table in one game: `per_mille` of the pots, at most `cap` (0 = none), in `unit`s.

    `caps_by_players` are rows of (least number of players dealt in, cap); the last row that fits replaces `cap`.
    Nothing is taken below `smallest_pot` or, with `no_flop_no_drop`, before the flop. Amounts are in minor units.
    `code` names the profile and `version` is the id of its version, 0 for a profile of a preset.
    """

    code: str
    per_mille: int
    cap: int = 0
    caps_by_players: tuple[tuple[int, int], ...] = ()
    unit: int = 1
    round_up: bool = False
    smallest_pot: int = 0
    no_flop_no_drop: bool = False
    attribution: Attribution = Attribution.CONTRIBUTED
    version: int = 0

    @property
    def amounts(self) -> tuple[int, ...]:
        """All amounts that limit the rake: the caps and the smallest pot."""
        return (self.cap, self.smallest_pot, *(cap for _, cap in self.caps_by_players))

    @property
    def caps(self) -> tuple[tuple[int, int], ...]:
        """Rows of (least number of players dealt in, cap or 0 for none), from two players on; each cap is another."""
        starts = {2: self.cap}
        for players, cap in self.caps_by_players:
            starts[max(players, 2)] = cap
        rows = sorted(starts.items())
        return tuple(row for place, row in enumerate(rows) if not place or row[1] != rows[place - 1][1])

    def rounds_to(self, chip: int) -> int:
        """The amount whose multiples are taken at a table with this smallest chip (B16)."""
        return self.unit if self.unit % chip == 0 else chip

    def in_whole_chips(self, chip: int) -> "RakeTerms":
        """The same terms at a table with this smallest chip: no unit and no cap breaks it (B16)."""
        caps = tuple((players, _whole_chips(cap, chip)) for players, cap in self.caps_by_players)
        return self._replace(unit=lcm(self.unit, chip), cap=_whole_chips(self.cap, chip), caps_by_players=caps)

    def to_data(self) -> dict[str, object]:
        """The terms as JSON-ready data."""
        return self._asdict()

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "RakeTerms":
        """The terms that `to_data` wrote; `Any` because its values are of many types."""
        caps = tuple((players, cap) for players, cap in data["caps_by_players"])
        kinds = {"caps_by_players": caps, "attribution": Attribution(data["attribution"])}
        return cls(**{**data, **kinds})


def _whole_chips(cap: int, chip: int) -> int:
    """The cap rounded down to whole chips, but at least one chip; 0 stays no cap."""
    return max(cap - cap % chip, chip) if cap else 0


NO_RAKE = RakeTerms("none", 0)


def rake_of(terms: RakeTerms, *, pots: int, dealt_in: int, flop_seen: bool, chip: int = 1) -> int:
    """The rake on all pots of a hand together, `pots` minor units (R4); never more than the pots.

    It is in whole chips of the table (B16), unless it takes all of a pot that is not.
    """
    if not terms.per_mille or pots < terms.smallest_pot or (terms.no_flop_no_drop and not flop_seen):
        return 0
    exact = pots * terms.per_mille
    whole = 1000 * terms.unit
    rake = (-(-exact // whole) if terms.round_up else exact // whole) * terms.unit
    cap = terms.cap
    for players, row in terms.caps_by_players:
        if dealt_in >= players:
            cap = row
    rake = min(rake, cap or rake)
    return min(rake - rake % chip, pots)


def rake_shares(rake: int, pots: tuple[int, ...], unit: int) -> tuple[int, ...]:
    """The rake of each pot: in proportion, rounded down to the unit, with the rest from the main pot (R4)."""
    total = sum(pots)
    if not rake:
        return (0,) * len(pots)
    sides = [rake * pot // total // unit * unit for pot in pots[1:]]
    main = rake - sum(sides)
    if main <= pots[0]:
        return (main, *sides)
    over = main - pots[0]
    for place, pot in enumerate(pots[1:]):
        more = min(over, pot - sides[place])
        sides[place] += more
        over -= more
    return (pots[0], *sides)
