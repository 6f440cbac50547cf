"""What one version of a rake profile says for all games and stakes, and the terms of one table by it (R1)."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from games.engine.errors import IllegalAction
from games.engine.rules.rake import Attribution, RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE

FEWEST, MOST = 2, 10
"""Players dealt in."""
MOST_ROWS = 40


class CapRow(NamedTuple):
    """A cap and the hands to which it applies: at most `cap`, or with `of_blind` that many per cent of the big blind.

    Both 0 lifts the cap. Empty `game` and `structure` mean all of them. Stakes count by the small blind, in games
    without blinds by half the lower limit. Amounts are in minor units.
    """

    cap: int = 0
    of_blind: int = 0
    game: str = ""
    structure: str = ""
    small_blind_from: int = 0
    players_from: int = FEWEST

    @property
    def place(self) -> tuple[str, str, int, int]:
        """The hands to which it applies; no two rows of a tariff have the same."""
        return self.game, self.structure, self.small_blind_from, self.players_from

    def fits(self, game: str, stakes: Stakes, players: int) -> bool:
        """Whether it applies to a hand."""
        return (
            self.game in ("", game)
            and self.structure in ("", stakes.structure)
            and self.small_blind_from <= counted_stakes(stakes)
            and self.players_from <= players
        )

    def amount(self, stakes: Stakes) -> int:
        """The cap at these stakes in minor units; 0 = none."""
        return max(1, stakes.big_blind * self.of_blind // 100) if self.of_blind else self.cap


class RakeTariff(NamedTuple):
    """A profile's rates for every game: per mille of the pots by structure, and caps by game, stakes and players.

    Of several rows that fit a hand the most particular holds: with a game before those for all, then with a structure,
    then from the highest stakes, then from the most players. Without a row there is no cap.
    """

    no_limit: int
    pot_limit: int
    fixed_limit: int
    caps: tuple[CapRow, ...] = ()
    unit: int = 1
    round_up: bool = False
    smallest_pot: int = 0
    no_flop_no_drop: bool = False
    attribution: Attribution = Attribution.CONTRIBUTED

    @property
    def per_mille(self) -> dict[Structure, int]:
        """The share of the pots by structure, per mille."""
        return {
            Structure.NO_LIMIT: self.no_limit,
            Structure.POT_LIMIT: self.pot_limit,
            Structure.FIXED_LIMIT: self.fixed_limit,
        }

    def cap(self, game: str, stakes: Stakes, players: int) -> int:
        """The cap of a hand with so many players dealt in, minor units; 0 = none."""
        rows = [row for row in self.caps if row.fits(game, stakes, players)]
        if not rows:
            return 0
        return max(
            rows, key=lambda row: (bool(row.game), bool(row.structure), row.small_blind_from, row.players_from)
        ).amount(stakes)

    def terms(self, variant: Variant, stakes: Stakes, *, chip: int, code: str, version: int = 0) -> RakeTerms:
        """The terms of a table with this game, stakes and smallest chip (B16)."""
        cap, *more = [self.cap(variant.code, stakes, players) for players in range(FEWEST, MOST + 1)]
        rows, last = [], cap
        for players, row in enumerate(more, start=FEWEST + 1):
            if row != last:
                rows.append((players, row))
            last = row
        return RakeTerms(
            code,
            self.per_mille[stakes.structure],
            cap,
            tuple(rows),
            self.unit,
            self.round_up,
            self.smallest_pot,
            self.no_flop_no_drop,
            self.attribution,
            version,
        ).in_whole_chips(chip)

    def in_digits(self, digits: int) -> "RakeTariff":
        """A tariff written for two decimals, with the same amounts in a currency of so many."""
        caps = tuple(
            row._replace(cap=_scaled(row.cap, digits), small_blind_from=_scaled(row.small_blind_from, digits))
            for row in self.caps
        )
        unit, smallest = max(_scaled(self.unit, digits), 1), _scaled(self.smallest_pot, digits)
        return self._replace(caps=caps, unit=unit if self.unit > 1 else 1, smallest_pot=smallest)

    def check(self) -> None:
        """Raises IllegalAction for a tariff by which no table could play."""
        if not all(0 <= share < 1000 for share in self.per_mille.values()):
            raise IllegalAction("rake_share_wrong")
        if self.unit < 1 or self.smallest_pot < 0 or len(self.caps) > MOST_ROWS:
            raise IllegalAction("rake_wrong")
        for row in self.caps:
            _check_row(row)
        places = [row.place for row in self.caps]
        if len(set(places)) < len(places):
            raise IllegalAction("rake_cap_twice")

    def parts(self) -> dict[str, str]:
        """What it says, part by part, so that two tariffs are compared: fields as JSON by a code of the part.

        The caps of one game, structure and stakes are a part; without a smallest pot there is no part for it.
        """
        caps: dict[str, list[dict[str, object]]] = {}
        for row in sorted(self.caps, key=lambda row: row.place):
            code = ":".join(("cap", row.game, row.structure, str(row.small_blind_from)))
            caps.setdefault(code, []).append(row._asdict())
        parts = {
            "shares": self._part("no_limit", "pot_limit", "fixed_limit"),
            "rounding": self._part("unit", "round_up"),
            **{code: json.dumps({"caps": rows}) for code, rows in (caps or {"cap:::0": []}).items()},
            "smallest_pot": self._part("smallest_pot"),
            "no_flop_no_drop": self._part("no_flop_no_drop"),
            "attribution": self._part("attribution"),
        }
        if not self.smallest_pot:
            del parts["smallest_pot"]
        return parts

    def _part(self, *names: str) -> str:
        return json.dumps({name: getattr(self, name) for name in names})

    @classmethod
    def of_part(cls, part: str) -> "RakeTariff":
        """A tariff that says this part of `parts` alone."""
        return cls.from_data({**cls(0, 0, 0).to_data(), **json.loads(part)})

    def to_data(self) -> dict[str, object]:
        """The tariff as JSON-ready data."""
        return {**self._asdict(), "caps": [row._asdict() for row in self.caps]}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "RakeTariff":
        """The tariff that `to_data` wrote; `Any` because its values are of many types."""
        kinds = {
            "caps": tuple(CapRow(**row) for row in data["caps"]),
            "attribution": Attribution(data["attribution"]),
        }
        return cls(**{**data, **kinds})


def changed_parts(before: RakeTariff | None, after: RakeTariff) -> list[tuple[str, str, str]]:
    """The parts that differ between two tariffs: code, and the part before and after, "" where there is none."""
    old, new = before.parts() if before else {}, after.parts()
    codes = dict.fromkeys((*old, *new))
    return [(code, old.get(code, ""), new.get(code, "")) for code in codes if old.get(code) != new.get(code)]


def counted_stakes(stakes: Stakes) -> int:
    """The stakes by which caps are chosen: the small blind, or half the lower limit (R2, D4); minor units."""
    return stakes.small_blind or stakes.big_blind // 2


def with_rake(rules: Rules, tariff: RakeTariff, *, code: str, version: int = 0) -> Rules:
    """The same table with its rake by a tariff; a rotation takes that of each of its games."""
    chip = rules.house.chip_unit
    games = rules.mix or ((rules.variant, rules.stakes),)
    first, *others = (tariff.terms(variant, stakes, chip=chip, code=code, version=version) for variant, stakes in games)
    differs = any(terms != first for terms in others)
    return rules._replace(rake=first, mix_rakes=(first, *others) if differs else ())


def fits_games(row: CapRow, games: Iterable[Variant] = CATALOGUE.values()) -> bool:
    """Whether any game is played in the structure for which the row holds."""
    return any(row.game in ("", game.code) and row.structure in ("", *game.structures) for game in games)


def _scaled(amount: int, digits: int) -> int:
    exact: int = amount * 10**digits
    return -(-exact // 100)


def _check_row(row: CapRow) -> None:
    if min(row.cap, row.of_blind, row.small_blind_from) < 0 or (row.cap and row.of_blind):
        raise IllegalAction("rake_cap_wrong")
    if not FEWEST <= row.players_from <= MOST or not fits_games(row):
        raise IllegalAction("rake_cap_wrong")
