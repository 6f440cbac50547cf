"""The complete rules of a table as one immutable value."""

from typing import Any, NamedTuple

from games.engine.rules.house_rules import ONLINE, HouseRules, MinStack
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.tournament import Tournament
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE


class Clock(NamedTuple):
    """Times in milliseconds (B14, B15, D11, K5); a time bank grows by `bank_refill` each hand up to `bank`."""

    turn: int = 20_000
    bank: int = 30_000
    bank_refill: int = 2_000
    grace: int = 15_000
    call_time: int = 30_000
    show: int = 5_000
    run_out: int = 1_200
    after_fold: int = 1_500
    after_showdown: int = 4_000
    draw_shown: int = 3_000
    sit_out: int = 600_000
    rebuy: int = 120_000


class Game(NamedTuple):
    """One game of a rotation and its stakes."""

    variant: Variant
    stakes: Stakes


class Rules(NamedTuple):
    """Game, stakes, house rules, rake and clock of a table or of one hand.

    With a `mix` the table plays those games in rotation, each for `every` hands or, with 0, until everybody has had the
    button; `variant` and `stakes` are then those of the first game. `mix_rakes` has the rake of each of its games if
    they differ. `tournament` is None at a cash table.
    """

    variant: Variant
    stakes: Stakes
    house: HouseRules = ONLINE
    rake: RakeTerms = NO_RAKE
    clock: Clock = Clock()
    mix: tuple[Game, ...] = ()
    every: int = 0
    tournament: Tournament | None = None
    mix_rakes: tuple[RakeTerms, ...] = ()

    def playing(self, turn: int) -> "Rules":
        """The rules while the `turn`th game of the rotation is played; without a rotation these rules."""
        if not self.mix:
            return self
        game = self.mix[turn % len(self.mix)]
        rake = self.mix_rakes[turn % len(self.mix)] if self.mix_rakes else self.rake
        return self._replace(variant=game.variant, stakes=game.stakes, rake=rake)

    @property
    def rakes(self) -> tuple[RakeTerms, ...]:
        """The rake of each game in turn."""
        return self.mix_rakes or (self.rake,) * max(len(self.mix), 1)

    @property
    def most_players(self) -> int:
        """The largest number of players that every game of the table can be dealt to."""
        return min([self.variant.max_players, *(game.variant.max_players for game in self.mix)])

    @property
    def least_stack(self) -> int:
        """The smallest stack that is dealt in (D5 `min_stack_to_play`)."""
        return self.stakes.big_blind if self.house.min_stack_to_play is MinStack.BIG_BLIND else 1

    def to_data(self) -> dict[str, object]:
        """The rules as JSON-ready data."""
        return {
            "variant": self.variant.code,
            "stakes": self.stakes._asdict(),
            "house": self.house.to_data(),
            "rake": self.rake.to_data(),
            "clock": self.clock._asdict(),
            "mix": [[game.variant.code, game.stakes._asdict()] for game in self.mix],
            "every": self.every,
            "tournament": self.tournament.to_data() if self.tournament else None,
            "mix_rakes": [rake.to_data() for rake in self.mix_rakes],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Rules":
        """The rules that `to_data` wrote; raises KeyError for an unknown game.

        `Any` because the values are of many types, which the constructors check.
        """
        return cls(
            CATALOGUE[data["variant"]],
            _stakes(data["stakes"]),
            HouseRules(**data["house"]),
            RakeTerms.from_data(data["rake"]),
            Clock(**data["clock"]),
            tuple(Game(CATALOGUE[code], _stakes(stakes)) for code, stakes in data.get("mix", ())),
            data.get("every", 0),
            Tournament.from_data(data["tournament"]) if data.get("tournament") else None,
            tuple(RakeTerms.from_data(rake) for rake in data.get("mix_rakes", ())),
        )


# `Any` because the values are of many types.
def _stakes(data: dict[str, Any]) -> Stakes:
    kinds = {"structure": Structure(data["structure"]), "ante_kind": AnteKind(data["ante_kind"])}
    return Stakes(**{**data, **kinds})
