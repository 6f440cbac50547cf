"""Player protection: own limits of deposits, losses and time, cool-off and self-exclusion (M7).

The functions whose names begin with `check_` raise `backoffice.api.Refused` with a sentence.
"""

from cashier.protection.checks import Left, check_deposit, check_may_play, check_stake, left_of, used_of
from cashier.protection.confirmed_email import EMAIL_FOR_MONEY, check_confirmed_email
from cashier.protection.exclusions import (
    TimeAway,
    away_among,
    cool_off,
    is_away,
    self_exclude,
    self_exclusion,
    time_away,
)
from cashier.protection.own_limits import (
    MONEY_KINDS,
    LimitKey,
    LimitState,
    ask,
    confirm,
    limits_in_force,
    limits_of,
    time_limits_of,
)
from cashier.protection.results import RESULT_CAUSES, MoneyUsed, money_used, results_since
from cashier.protection.text import LIMIT_NAMES, away_text, limit_text, minutes_text, moment_text, value_text

__all__ = [
    "EMAIL_FOR_MONEY",
    "LIMIT_NAMES",
    "MONEY_KINDS",
    "RESULT_CAUSES",
    "Left",
    "LimitKey",
    "LimitState",
    "MoneyUsed",
    "TimeAway",
    "ask",
    "away_among",
    "away_text",
    "check_confirmed_email",
    "check_deposit",
    "check_may_play",
    "check_stake",
    "confirm",
    "cool_off",
    "is_away",
    "left_of",
    "limit_text",
    "limits_in_force",
    "limits_of",
    "minutes_text",
    "moment_text",
    "money_used",
    "results_since",
    "self_exclude",
    "self_exclusion",
    "time_away",
    "time_limits_of",
    "used_of",
    "value_text",
]
