"""Player protection: own limits of deposits, losses and time, cool-off and self-exclusion (M7).

`check_deposit`, `check_may_play` and `check_stake` raise `backoffice.api.Refused` with a sentence.
"""

from cashier.protection.checks import Left, check_deposit, check_may_play, check_stake, left_of, used_of
from cashier.protection.exclusions import TimeAway, cool_off, is_away, self_exclude, time_away
from cashier.protection.own_limits import (
    MONEY_KINDS,
    LimitKey,
    LimitState,
    ask,
    confirm,
    limits_in_force,
    limits_of,
)
from cashier.protection.results import RESULT_CAUSES, MoneyUsed, money_used, net_since

__all__ = [
    "MONEY_KINDS",
    "RESULT_CAUSES",
    "Left",
    "LimitKey",
    "LimitState",
    "MoneyUsed",
    "TimeAway",
    "ask",
    "check_deposit",
    "check_may_play",
    "check_stake",
    "confirm",
    "cool_off",
    "is_away",
    "left_of",
    "limits_in_force",
    "limits_of",
    "money_used",
    "net_since",
    "self_exclude",
    "time_away",
    "used_of",
]
