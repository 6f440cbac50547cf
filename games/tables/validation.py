"""Whether the settings of a table fit together; checked here for the api, the forms and the admin alike."""

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import MinStack
from games.engine.rules.rules import Rules
from games.engine.rules.validation import validate
from games.models import FEWEST_SEATS, MOST_SEATS


def least_buy_in(rules: Rules, min_buy_in: int) -> int:
    """The smallest buy-in offered, in whole chips: the table's minimum, or without one a big blind (K2, B16)."""
    unit = rules.house.chip_unit
    return -(-(min_buy_in or rules.stakes.big_blind) // unit) * unit


def check_table(*, rules: Rules, seats: int, min_buy_in: int, max_buy_in: int, bots: int) -> None:
    """Raises IllegalAction for settings that nobody could play by; amounts in minor units, 0 is no bound (K2, B16)."""
    validate(rules)
    most = min(MOST_SEATS, rules.most_players)
    if not FEWEST_SEATS <= seats <= most:
        raise IllegalAction("seats_out_of_range", least=FEWEST_SEATS, most=most)
    if not 0 <= bots <= seats:
        raise IllegalAction("too_many_bots", seats=seats)
    if min_buy_in < 0 or (max_buy_in and max_buy_in < min_buy_in):
        raise IllegalAction("buy_in_bounds_wrong")
    if max_buy_in and max_buy_in < (least := least_buy_in(rules, min_buy_in)):
        raise IllegalAction("max_buy_in_too_small", min=least)
    if rules.house.min_stack_to_play is MinStack.BIG_BLIND and min_buy_in < rules.stakes.big_blind:
        raise IllegalAction("buy_in_below_stack", min=rules.stakes.big_blind)
