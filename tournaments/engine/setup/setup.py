"""The announcement of a tournament: everything fixed before it starts, as one immutable value (T1)."""

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules as TableHouseRules
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.tournament import Tournament as TableTournament
from games.engine.rules.tournament_house_rules import TABLE_PRESETS, for_tournament
from games.engine.rules.usual_stakes import check_limit_blinds
from games.engine.rules.validation import validate
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.setup.house_rules import HouseRules
from tournaments.engine.setup.payouts import STANDARD, Payouts
from tournaments.engine.setup.structure import Structure

TABLE_CLOCK: Final = Clock(turn=15_000, bank=30_000, bank_refill=1_000, after_fold=1_200, after_showdown=3_500)
"""The clock of tournament tables by default (B14)."""
REFUSED_STAKES: Final = {
    "ante_out_of_range": "ante_not_payable",
    "bring_in_out_of_range": "bring_in_not_payable",
    "clock_wrong": "bad_clock",
    "limit_blinds_wrong": "bad_limit_blinds",
}
"""Why a table could not play a level, by the code with which tables refuse the rules."""


class Game(NamedTuple):
    """A game of the catalogue and its betting structure."""

    code: str = "holdem"
    betting: Betting = Betting.NO_LIMIT


class Price(NamedTuple):
    """The price of an entry, re-buy or add-on in minor units: prize pool, fee and the bounty on the player."""

    pool: int = 0
    fee: int = 0
    bounty: int = 0

    @property
    def total(self) -> int:
        """The whole price."""
        return self.pool + self.fee + self.bounty


class LateRegistration(NamedTuple):
    """Late registration is open through level `until`; a player may enter `entries` times in all (T1, T12)."""

    until: int
    entries: int = 1


class Rebuy(NamedTuple):
    """A re-buy through level `until` for players with at most `below` chips (T12).

    Each player may re-buy `most` times, 0 = unlimited; a player without chips has `wait` ms to decide.
    """

    price: Price
    chips: int
    until: int
    below: int = 0
    most: int = 0
    wait: int = 20_000


class AddOn(NamedTuple):
    """An add-on: chips once, whatever the stack, in level `at` and the break after it (T12)."""

    price: Price
    chips: int
    at: int


class Setup(NamedTuple):
    """A tournament's announcement; 0 or None means the feature is not used.

    With `starts_at` 0 play starts when `max_players` have entered (sit-and-go); `min_players` 0 means one full table
    (T2), `final_seats` 0 means `seats` (T7). In a rotation the `games` change every `every` hands, 0 = after an orbit,
    -1 = with the level. In a `shootout` each table plays to its last player, round after round; with two seats a table
    it is heads-up. A deal proposal is open for `deal_time` ms, 0 = until it is answered (T17).

    The house rules were chosen starting from `preset`: `house` those of the tournament, `table_house` and `clock` those
    of its tables (section Y). All its money is of one `currency`, which never changes.
    """

    name: str
    structure: Structure
    games: tuple[Game, ...] = (Game(),)
    every: int = 0
    seats: int = 9
    final_seats: int = 0
    min_players: int = 0
    max_players: int = 0
    starts_at: int = 0
    ends_at: int = 0
    price: Price = Price()
    late: LateRegistration | None = None
    rebuy: Rebuy | None = None
    addon: AddOn | None = None
    progressive: bool = False
    payouts: Payouts = STANDARD
    shootout: bool = False
    house: HouseRules = HouseRules()
    deal_time: int = 120_000
    preset: Preset = Preset.ONLINE
    table_house: TableHouseRules = TABLE_PRESETS[Preset.ONLINE]
    clock: Clock = TABLE_CLOCK
    currency: str = "PLAY"

    @property
    def players_to_start(self) -> int:
        """The number of players needed to start (T2)."""
        if self.min_players or not self.starts_at:
            return self.min_players or self.max_players
        return min(self.seats, self.max_players or self.seats)

    @property
    def final_table_size(self) -> int:
        """The number of seats at the final table (T7)."""
        return self.final_seats or self.seats

    @property
    def open_until(self) -> int:
        """The last level in which chips can be bought; the prizes are final after it (T12, T16)."""
        late, rebuy, addon = self.late, self.rebuy, self.addon
        return max(late.until if late else 0, rebuy.until if rebuy else 0, addon.at if addon else 0)

    def game(self, turn: int) -> Game:
        """Game number `turn` of the rotation, counted from 0."""
        return self.games[turn % len(self.games)]

    def stakes(self, *, level: int, turn: int) -> Stakes:
        """The stakes of that game at a level."""
        code, betting = self.game(turn)
        return self.structure.stakes(level, game=code, betting=betting)

    def table_rules(self, tournament: TableTournament, *, level: int, turn: int) -> Rules:
        """The rules of a table at a level, in game number `turn` of the rotation (T4, section Y)."""
        variant = CATALOGUE[self.game(turn).code]
        rules = Rules(variant, self.stakes(level=level, turn=turn), self.table_house, clock=self.clock)
        return for_tournament(rules, tournament, chip_unit=self.structure.unit(level))

    def check_times(self, now: int) -> None:
        """Raise IllegalAction for a start or an end that has passed at `now` ms."""
        if 0 < self.starts_at <= now:
            raise IllegalAction("past")
        if 0 < self.ends_at <= now:
            raise IllegalAction("end_past")

    def check(self) -> None:
        """Raise IllegalAction for an announcement that cannot be played."""
        self.structure.check()
        most = min((CATALOGUE[game.code].max_players for game in self.games), default=0)
        if not 2 <= self.seats <= most:
            raise IllegalAction("bad_seats", most=most)
        if not 2 <= self.final_table_size <= most:
            raise IllegalAction("bad_final_seats", most=most)
        if any(game.betting not in CATALOGUE[game.code].structures for game in self.games):
            raise IllegalAction("bad_betting")
        if not self.starts_at and not self.max_players:
            raise IllegalAction("no_start")
        if self.starts_at and 0 < self.ends_at <= self.starts_at:
            raise IllegalAction("ends_before_start")
        if self.min_players == 1:
            raise IllegalAction("min_players_too_small")
        if self.players_to_start < 2 or (self.max_players and self.max_players < self.players_to_start):
            raise IllegalAction("bad_players", least=max(2, self.players_to_start))
        prices = [self.price, *(part.price for part in (self.rebuy, self.addon) if part)]
        if min(min(price) for price in prices) < 0:
            raise IllegalAction("negative_price")
        if self.shootout and (self.late or self.rebuy or self.addon):
            raise IllegalAction("shootout_closed")
        self._check_chips()
        self._check_tables(validate)
        self.payouts.check()

    def check_limit_blinds(self) -> None:
        """Raise IllegalAction, with the level, unless the small blinds of fixed limit are half the lower limit (D4)."""
        self._check_tables(check_limit_blinds)

    def _check_chips(self) -> None:
        """Raise IllegalAction unless chips are bought in levels there are, and payable in the chips in play (B16)."""
        late, rebuy, addon = self.late, self.rebuy, self.addon
        bought = [(self.structure.stack, late.until, "late_not_payable", "late_without_level")] if late else []
        bought += [(rebuy.chips, rebuy.until, "rebuy_not_payable", "rebuy_without_level")] if rebuy else []
        bought += [(addon.chips, addon.at, "addon_not_payable", "addon_without_level")] if addon else []
        levels = len(self.structure.levels)
        for chips, level, not_payable, without_level in bought:
            if not 1 <= level <= levels:
                raise IllegalAction(without_level, levels=levels)
            if chips <= 0 or chips % self.structure.unit(level):
                raise IllegalAction(not_payable)

    def _check_tables(self, check: Callable[[Rules], None]) -> None:
        """Raise IllegalAction, with the level, for rules of a table in any game at any level that `check` refuses."""
        for level, turn in product(range(1, len(self.structure.levels) + 1), range(len(self.games))):
            try:
                check(self.table_rules(TableTournament(1), level=level, turn=turn))
            except IllegalAction as refusal:
                raise IllegalAction(REFUSED_STAKES.get(refusal.code, "bad_level"), level=level) from None
