"""The announcement of a tournament: everything fixed before it begins, as one immutable value (T1)."""

from typing import NamedTuple

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.variants import CATALOGUE
from tournaments.engine.setup.house_rules import HouseRules
from tournaments.engine.setup.payouts import STANDARD, Payouts
from tournaments.engine.setup.structure import Structure


class Game(NamedTuple):
    """A game of the catalogue and how it is bet."""

    code: str = "holdem"
    betting: Betting = Betting.NO_LIMIT


class Price(NamedTuple):
    """What an entry, re-buy or add-on costs, minor units: to the prize pool, to the house, on one's own head."""

    pool: int = 0
    fee: int = 0
    bounty: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.pool + self.fee + self.bounty


class LateRegistration(NamedTuple):
    """Entries are taken through level `until`; more than one of `entries` a player are re-entries (T1, T12)."""

    until: int
    entries: int = 1


class Rebuy(NamedTuple):
    """Chips again through level `until` for who has `below` or less, `most` times, 0 = any number (T12).

    `wait` ms is how long a player without chips has to say so.
    """

    price: Price
    chips: int
    until: int
    below: int = 0
    most: int = 0
    wait: int = 20_000


class AddOn(NamedTuple):
    """Chips once, whatever the stack, in level `at` and the break after it (T12)."""

    price: Price
    chips: int
    at: int


class Setup(NamedTuple):
    """A tournament's announcement; 0 or None where there is none of it.

    `starts_at` 0 starts when `max_players` have entered (sit-and-go); `min_players` 0 is one full table (T2);
    `final_seats` 0 is `seats` (T7). `games` rotate every `every` hands, 0 = after an orbit, -1 = with the levels.
    A `shootout` plays each table to its last player, round after round; with two seats a table it is heads-up.
    An offer of a deal stands for `deal_time` ms, 0 = until it is answered (T17).
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

    @property
    def players_to_start(self) -> int:
        """How many are needed to start (T2)."""
        return self.min_players or (self.seats if self.starts_at else self.max_players)

    @property
    def final_table_size(self) -> int:
        """Seats of the final table (T7)."""
        return self.final_seats or self.seats

    @property
    def open_until(self) -> int:
        """The last level in which chips can be bought; the prizes are fixed after it (T12, T16)."""
        late, rebuy, addon = self.late, self.rebuy, self.addon
        return max(late.until if late else 0, rebuy.until if rebuy else 0, addon.at if addon else 0)

    def check(self) -> None:
        """Raises IllegalAction for an announcement that cannot be kept."""
        self.structure.check()
        most = min((CATALOGUE[game.code].max_players for game in self.games), default=0)
        if not 2 <= self.seats <= most or not 2 <= self.final_table_size <= most:
            raise IllegalAction("bad_seats", most=most)
        if any(game.betting not in CATALOGUE[game.code].structures for game in self.games):
            raise IllegalAction("bad_betting")
        if not self.starts_at and not self.max_players:
            raise IllegalAction("no_start")
        if self.players_to_start < 2 or (self.max_players and self.max_players < self.players_to_start):
            raise IllegalAction("bad_players", least=self.players_to_start)
        prices = [self.price, *(part.price for part in (self.rebuy, self.addon) if part)]
        if min(min(price) for price in prices) < 0:
            raise IllegalAction("negative_price")
        if self.shootout and (self.late or self.rebuy or self.addon):
            raise IllegalAction("shootout_closed")
        self._check_chips()
        self.payouts.check()

    def _check_chips(self) -> None:
        """Whatever is bought is bought in whole chips (B16)."""
        bought = [(self.structure.stack, self.late.until if self.late else 1)]
        bought += [(self.rebuy.chips, self.rebuy.until)] if self.rebuy else []
        bought += [(self.addon.chips, self.addon.at)] if self.addon else []
        for chips, level in bought:
            if chips <= 0 or chips % self.structure.unit(level):
                raise IllegalAction("chip_too_large", level=level)
