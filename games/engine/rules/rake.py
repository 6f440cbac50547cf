"""Rake, the room's share of the pots, by profile (section R)."""

from enum import StrEnum
from math import lcm
from typing import Any, NamedTuple

from games.engine.rules.house_rule import Preset
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Variant


class Attribution(StrEnum):
    """R5: whose play the rake of a hand is attributed to, by what each put in or equally among those dealt in."""

    CONTRIBUTED = "contributed"
    DEALT = "dealt"


class RakeTerms(NamedTuple):
    """How rake is worked out at one table in one game: `per_mille` of the pots, at most `cap` (0 = none), in `unit`s.

    `caps_by_players` are rows of (least number of players dealt in, cap); the last row that fits replaces `cap`.
    Nothing is taken below `smallest_pot` or, with `no_flop_no_drop`, before the flop. Amounts are in minor units.
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

    @property
    def amounts(self) -> tuple[int, ...]:
        """All amounts of the profile that limit the rake: the caps and the smallest pot."""
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
        """The same profile at a table with this smallest chip: no unit and no cap breaks it (B16)."""
        caps = tuple((players, _whole_chips(cap, chip)) for players, cap in self.caps_by_players)
        return self._replace(unit=lcm(self.unit, chip), cap=_whole_chips(self.cap, chip), caps_by_players=caps)

    def to_data(self) -> dict[str, object]:
        """The profile as JSON-ready data."""
        return self._asdict()

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "RakeTerms":
        """The profile that `to_data` wrote; `Any` because its values are of many types."""
        caps = tuple((players, cap) for players, cap in data["caps_by_players"])
        kinds = {"caps_by_players": caps, "attribution": Attribution(data["attribution"])}
        return cls(**{**data, **kinds})


def _whole_chips(cap: int, chip: int) -> int:
    """The cap rounded down to whole chips, but at least one chip; 0 stays no cap."""
    return max(cap - cap % chip, chip) if cap else 0


NO_RAKE = RakeTerms("none", 0)
SHOWDOWN_RAKE = RakeTerms("showdown", 50, cap=300_00)
ETHP_RAKE = RakeTerms("ethp", 20, unit=5, round_up=True)


def showdown_rake(*, omaha_pot_limit: bool, small_blind: int) -> RakeTerms:
    """The `showdown` profile (R2); in pot-limit Omaha the cap is lower when the small blind is below 50."""
    low = omaha_pot_limit and small_blind < 50_00
    return SHOWDOWN_RAKE._replace(cap=200_00) if low else SHOWDOWN_RAKE


def online_rake(big_blind: int) -> RakeTerms:
    """The `online` profile (R, section Y): 5 %, with caps by players dealt in, and no flop, no drop."""
    caps = ((2, max(1, big_blind // 2)), (3, big_blind), (5, 3 * big_blind // 2))
    return RakeTerms("online", 50, cap=3 * big_blind // 2, caps_by_players=caps, no_flop_no_drop=True)


def preset_rake(preset: Preset, variant: Variant, stakes: Stakes, *, chip: int) -> RakeTerms:
    """The profile that a preset chooses for a game with these stakes and smallest chip (R, section Y)."""
    match preset:
        case Preset.ONLINE:
            profile = online_rake(stakes.big_blind)
        case Preset.SHOWDOWN:
            omaha = variant.code == "omaha" and stakes.structure is Structure.POT_LIMIT
            profile = showdown_rake(omaha_pot_limit=omaha, small_blind=stakes.small_blind)
        case Preset.ETHP:
            profile = ETHP_RAKE
    return profile.in_whole_chips(chip)


def rake_of(profile: RakeTerms, *, pots: int, dealt_in: int, flop_seen: bool, chip: int = 1) -> int:
    """The rake on all pots of a hand together, `pots` minor units (R4); never more than the pots.

    It is in whole chips of the table (B16), unless it takes all of a pot that is not.
    """
    if not profile.per_mille or pots < profile.smallest_pot or (profile.no_flop_no_drop and not flop_seen):
        return 0
    exact = pots * profile.per_mille
    whole = 1000 * profile.unit
    rake = (-(-exact // whole) if profile.round_up else exact // whole) * profile.unit
    cap = profile.cap
    for players, row in profile.caps_by_players:
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
