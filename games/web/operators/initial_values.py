"""What the operator's form of a table shows at first: the usual settings, or those of a table or a template."""

from collections.abc import Mapping

from games.engine.rules.house_rules import ONLINE
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.usual_stakes import usual_stakes
from games.money.escrow import currency, default_currency
from games.tables.rake_profiles import choice_of_rake
from games.tables.settings import TableSettings
from games.text.games import code_of
from games.text.seconds import whole_seconds
from games.web.operators.house_rules_form import initial_choices, nearest_preset

USUAL: Mapping[str, object] = {"game": "holdem", "structure": "nl", "seats": 9, "how_many": 1}
USUAL_BIG_BLIND = 20
"""Whole units of the currency."""
FEWEST_BLINDS, MOST_BLINDS = 40, 100
"""The usual buy-ins, in big blinds."""


def usual_buy_ins(big_blind: int) -> tuple[int, int]:
    """The smallest and the largest usual buy-in at these stakes, minor units."""
    return FEWEST_BLINDS * big_blind, MOST_BLINDS * big_blind


def _usual_stakes() -> dict[str, object]:
    """The stakes of a new table, in the first currency of the room."""
    code = default_currency()
    big_blind = USUAL_BIG_BLIND * currency(code).unit
    least, most = usual_buy_ins(big_blind)
    stakes = {"big_blind": big_blind, "usual_for": big_blind, "min_buy_in": least, "max_buy_in": most}
    return {"currency": code, **stakes}


def initial_values(start: TableSettings | None) -> dict[str, object]:
    """The initial values by field."""
    clock = start.rules.clock if start else Clock()
    times = {"turn_seconds": whole_seconds(clock.turn), "bank_seconds": whole_seconds(clock.bank)}
    if start is None:
        return {**USUAL, **_usual_stakes(), **initial_choices(ONLINE), **times}
    own = {name: value or None for name, value in start._asdict().items() if name != "rules"}
    digits = currency(start.currency).digits
    return {
        "how_many": 1,
        **own,
        **_of_rules(start.rules, start.currency),
        **initial_choices(start.rules.house, digits),
        **times,
    }


def _of_rules(rules: Rules, code: str) -> dict[str, object]:
    # A rotation works its amounts out from the lower limit, and an amount of nothing is an empty field.
    stakes = rules.stakes
    usual = usual_stakes(rules.variant, stakes.structure, stakes.big_blind, unit=rules.house.chip_unit)
    names = () if rules.mix else ("small_blind", "ante", "bring_in")
    # A usual amount is left out as well, so that it follows the limit when that is changed.
    shown = {name: getattr(stakes, name) for name in names if getattr(stakes, name) != getattr(usual, name)}
    return {
        "big_blind": stakes.big_blind,
        **{name: value for name, value in shown.items() if value},
        "game": code_of(rules),
        "every": rules.every or None,
        "structure": str(rules.stakes.structure),
        "ante_kind": str(AnteKind.EACH if rules.mix else rules.stakes.ante_kind),
        "rake": choice_of_rake(rules, nearest_preset(rules.house, currency(code).digits), code),
    }
