"""Whether a table's settings fit together, said in one place for the face and the operator's form."""

from games.engine.errors import IllegalAction
from games.engine.rules import Rules
from games.models import FEWEST_SEATS, MOST_SEATS


def check_table(*, rules: Rules, seats: int, min_buy_in: int, max_buy_in: int, bots: int) -> None:
    """Raises IllegalAction for settings that nobody could play by; amounts in minor units, 0 = no bound (K2, B16)."""
    stakes, unit = rules.stakes, rules.house.chip_unit
    if stakes.structure not in rules.variant.structures:
        raise IllegalAction("structure_not_played")
    if not 0 < stakes.small_blind <= stakes.big_blind or stakes.ante < 0:
        raise IllegalAction("blinds_wrong")
    if any(amount % unit for amount in (stakes.small_blind, stakes.big_blind, stakes.ante)):
        raise IllegalAction("not_a_multiple", unit=unit)
    most = min(MOST_SEATS, rules.variant.max_players)
    if not FEWEST_SEATS <= seats <= most:
        raise IllegalAction("seats_out_of_range", least=FEWEST_SEATS, most=most)
    if not 0 <= bots <= seats:
        raise IllegalAction("too_many_bots", seats=seats)
    if min_buy_in < 0 or (max_buy_in and max_buy_in < min_buy_in):
        raise IllegalAction("buy_in_bounds_wrong")
    if rules.clock.turn <= 0 or rules.clock.bank < 0:
        raise IllegalAction("clock_wrong")
