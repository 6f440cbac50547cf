"""The fields of an announcement, for tests that change some of them."""

from typing import TypedDict

from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules as TableHouseRules
from games.engine.rules.rules import Clock
from tournaments.engine.setup.house_rules import HouseRules
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import AddOn, Game, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import Structure


class SetupFields(TypedDict, total=False):
    """Fields of `Setup` by name."""

    name: str
    currency: str
    structure: Structure
    games: tuple[Game, ...]
    every: int
    seats: int
    final_seats: int
    min_players: int
    max_players: int
    starts_at: int
    ends_at: int
    price: Price
    late: LateRegistration | None
    rebuy: Rebuy | None
    addon: AddOn | None
    progressive: bool
    payouts: Payouts
    shootout: bool
    house: HouseRules
    deal_time: int
    preset: Preset
    table_house: TableHouseRules
    clock: Clock
