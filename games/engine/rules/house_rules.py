"""House rules: each table chooses how it plays the rules on which the sources disagree (section Y).

A new rule needs one field in `HouseRules` and one entry in `games.text.house_rules.texts`. Forms, the rules page,
validation, presets and stored data are all derived from these two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from games.engine.errors import IllegalAction
from games.engine.rules import house_rule as where
from games.engine.rules.house_rule import NOT_NEGATIVE, Bounds, HouseRule, Preset, house_rule
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Variant


class SuitOrder(StrEnum):
    """C2: which suit ranks highest, where suits rank at all."""

    SHDC = "shdc"
    SHCD = "shcd"


class HeadsUpCap(StrEnum):
    """B3 `uncapped_heads_up`: when the cap on raises is lifted."""

    OFF = "off"
    TWO_LEFT = "two_left"
    ROUND_START = "round_start"


class MinBet(StrEnum):
    """B6: the smallest bet."""

    BIG_BLIND = "big_blind"
    STREET = "street"


class MinRaise(StrEnum):
    """B6: the smallest raise."""

    LAST_RAISE = "last_raise"
    DOUBLE = "double"
    BIG_BLIND = "big_blind"


class ShortRaise(StrEnum):
    """B8: how an amount between a call and the smallest raise is treated."""

    REJECT = "reject"
    COMPLETE_AT_HALF = "complete_at_half"


class TimeoutAction(StrEnum):
    """B14: what happens when a player's time is up."""

    CHECK_OR_FOLD = "check_or_fold"
    FOLD = "fold"


class Disconnect(StrEnum):
    """B15: what happens to a disconnected player who faces a bet, in cash games."""

    CHECK_OR_FOLD = "check_or_fold"
    ALL_IN_PROTECTION = "all_in_protection"


class ShowPot(StrEnum):
    """B17: when the total of the pot is shown."""

    ALWAYS = "always"
    POT_LIMIT_ONLY = "pot_limit_only"


class ShowdownOrder(StrEnum):
    """H1: who shows first."""

    LAST_AGGRESSOR = "last_aggressor"
    FIRST_BETTOR = "first_bettor"


class AutoMuck(StrEnum):
    """H2: who decides whether a losing hand is mucked."""

    PLAYER = "player"
    SYSTEM = "system"


class FirstButton(StrEnum):
    """D1: who gets the first button."""

    HIGH_CARD = "high_card"
    FIRST_PLAYER = "first_player"


class ButtonRule(StrEnum):
    """D2: how the button moves."""

    DEAD = "dead"
    MOVING = "moving"


class DrawOpen(StrEnum):
    """G12: whether the first round of a draw game may be checked."""

    CHECK_ALLOWED = "check_allowed"
    BET_OR_FOLD = "bet_or_fold"


class OpenPair(StrEnum):
    """G15: who may bet the upper limit on fourth street when a pair is showing."""

    ANYONE = "anyone"
    HOLDER = "holder"
    OFF = "off"


class MinStack(StrEnum):
    """D5 `min_stack_to_play`: the smallest stack that is dealt in, in cash games."""

    NONE = "none"
    BIG_BLIND = "big_blind"


class EntryRule(StrEnum):
    """D6 `entry`: what a new player posts."""

    FREE = "free"
    POST = "post"


class EnterBetween(StrEnum):
    """D6: what a new player between the button and the big blind does."""

    PAY_BOTH = "pay_both"
    WAIT_BUTTON = "wait_button"
    BIG_BLIND = "big_blind"


class MissedBlinds(StrEnum):
    """D7: what a player who missed blinds owes."""

    BOTH = "both"
    BIG_BLIND = "big_blind"
    OWED = "owed"


class TopUp(StrEnum):
    """K5: when chips may be added."""

    BETWEEN_HANDS = "between_hands"
    WHEN_BROKE = "when_broke"
    NEVER = "never"


class TopUpMin(StrEnum):
    """K5: the smallest amount that may be added."""

    NONE = "none"
    HALF = "half"
    FULL = "full"


class ChatInHand(StrEnum):
    """F6 `chat_in_hand`: what players may write while a hand is in progress."""

    ALL = "all"
    NO_CARDS_TALK = "no_cards_talk"
    NONE = "none"


class FaultRule(StrEnum):
    """X2 `fault`: what becomes of a running hand whose table stopped."""

    RESUME = "resume"
    VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """One choice for each rule; immutable. The defaults are the `online` preset.

    `raise_cap` counts all bets of a round including the first, 0 means no cap (B3). `chip_unit` (B16) and `rabbit_fee`
    (H7) are minor units. `run_it` is the largest number of boards of an all-in, 1 means off (H6). Players who come
    back within `return_hours` hours must bring exactly the chips they left with, 0 means off (K7). A player who sits
    here sits at no more than `tables_per_player` tables at once, tournaments included (K11). With `staff_approval`
    staff approve an account before its first game (K15).
    """

    suit_order: SuitOrder = house_rule(SuitOrder.SHDC)
    draw_open: DrawOpen = house_rule(
        DrawOpen.CHECK_ALLOWED, showdown=DrawOpen.BET_OR_FOLD, ethp=DrawOpen.BET_OR_FOLD, applies=where.with_antes
    )
    open_pair: OpenPair = house_rule(
        OpenPair.ANYONE, showdown=OpenPair.HOLDER, ethp=OpenPair.HOLDER, applies=where.with_open_pairs
    )
    raise_cap: int = house_rule(
        4,
        showdown=3,
        choices=(0, 2, 3, 4, 5),
        bounds=Bounds("raise_cap_out_of_range", least=2, most=5, detail="cap", or_none=True),
        applies=where.fixed_limit,
    )
    uncapped_heads_up: HeadsUpCap = house_rule(
        HeadsUpCap.ROUND_START, showdown=HeadsUpCap.TWO_LEFT, ethp=HeadsUpCap.OFF, applies=where.fixed_limit
    )
    min_bet: MinBet = house_rule(MinBet.BIG_BLIND, applies=where.not_fixed_limit)
    min_raise: MinRaise = house_rule(
        MinRaise.LAST_RAISE,
        showdown=MinRaise.DOUBLE,
        applies=where.not_fixed_limit,
        in_tournaments=MinRaise.LAST_RAISE,
    )
    short_raise: ShortRaise = house_rule(ShortRaise.REJECT, showdown=ShortRaise.COMPLETE_AT_HALF)
    timeout_action: TimeoutAction = house_rule(TimeoutAction.CHECK_OR_FOLD, showdown=TimeoutAction.FOLD)
    call_time: bool = house_rule(True, ethp=False)
    disconnect: Disconnect = house_rule(
        Disconnect.CHECK_OR_FOLD, ethp=Disconnect.ALL_IN_PROTECTION, in_tournaments=Disconnect.CHECK_OR_FOLD
    )
    protections_a_day: int = house_rule(3, choices=(0, 1, 2, 3, 5, 10), bounds=NOT_NEGATIVE, in_tournaments=3)
    chip_unit: int = house_rule(1, showdown=500, ethp=5, bounds=Bounds("chip_unit_too_small", least=1, detail="unit"))
    show_pot: ShowPot = house_rule(ShowPot.ALWAYS, showdown=ShowPot.POT_LIMIT_ONLY, applies=where.not_pot_limit)
    showdown_order: ShowdownOrder = house_rule(ShowdownOrder.LAST_AGGRESSOR)
    auto_muck: AutoMuck = house_rule(AutoMuck.PLAYER, ethp=AutoMuck.SYSTEM)
    all_in_show: bool = house_rule(True, in_tournaments=True)
    run_it: int = house_rule(
        2,
        showdown=3,
        ethp=1,
        choices=(1, 2, 3),
        bounds=Bounds("run_it_out_of_range", least=1, most=3, detail="times"),
        applies=where.with_board,
        in_tournaments=1,
    )
    first_button: FirstButton = house_rule(FirstButton.HIGH_CARD, ethp=FirstButton.FIRST_PLAYER)
    button: ButtonRule = house_rule(ButtonRule.DEAD, ethp=ButtonRule.MOVING, in_tournaments=ButtonRule.DEAD)
    min_stack_to_play: MinStack = house_rule(MinStack.NONE, in_tournaments=MinStack.NONE)
    entry: EntryRule = house_rule(
        EntryRule.POST, showdown=EntryRule.FREE, applies=where.with_blinds, in_tournaments=EntryRule.POST
    )
    enter_between: EnterBetween = house_rule(
        EnterBetween.WAIT_BUTTON,
        showdown=EnterBetween.PAY_BOTH,
        ethp=EnterBetween.BIG_BLIND,
        applies=where.with_blinds,
        in_tournaments=EnterBetween.WAIT_BUTTON,
    )
    missed_blinds: MissedBlinds = house_rule(
        MissedBlinds.BOTH,
        ethp=MissedBlinds.BIG_BLIND,
        applies=where.with_blinds,
        in_tournaments=MissedBlinds.BOTH,
    )
    straddle: bool = house_rule(False, showdown=True, applies=where.with_blinds, in_tournaments=False)
    rabbit_hunt: bool = house_rule(False, showdown=True, applies=where.with_board, in_tournaments=False)
    rabbit_fee: int = house_rule(0, bounds=NOT_NEGATIVE, applies=where.with_board, in_tournaments=0)
    top_up: TopUp = house_rule(TopUp.BETWEEN_HANDS, in_tournaments=TopUp.BETWEEN_HANDS)
    top_up_min: TopUpMin = house_rule(
        TopUpMin.NONE, showdown=TopUpMin.FULL, ethp=TopUpMin.HALF, in_tournaments=TopUpMin.NONE
    )
    return_hours: int = house_rule(2, ethp=0, choices=(0, 1, 2, 3, 4, 6, 12, 24), bounds=NOT_NEGATIVE, in_tournaments=2)
    tables_per_player: int = house_rule(
        4,
        showdown=1,
        choices=(1, 2, 3, 4, 6, 8, 12, 24),
        bounds=Bounds("too_few_tables", least=1),
        in_tournaments=4,
    )
    staff_approval: bool = house_rule(False, showdown=True)
    chat_in_hand: ChatInHand = house_rule(ChatInHand.NO_CARDS_TALK)
    fault: FaultRule = house_rule(FaultRule.RESUME)

    def __post_init__(self) -> None:
        for name, rule in HOUSE_RULES.items():
            value = rule.kind(getattr(self, name))
            if rule.bounds and isinstance(value, int):
                rule.bounds.check(value)
            object.__setattr__(self, name, value)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON-ready data; `HouseRules(**data)` reads it back and checks each value, hence `Any`."""
        return {name: getattr(self, name) for name in HOUSE_RULES}


HOUSE_RULES: Final[Mapping[str, HouseRule]] = {one.name: one.metadata["rule"] for one in fields(HouseRules)}
"""The declarations by name, in order."""


def _house_rules_of(preset: Preset) -> HouseRules:
    # `Any` because the values are of many types; the constructor checks them.
    values: dict[str, Any] = {name: rule.presets[preset] for name, rule in HOUSE_RULES.items()}
    return HouseRules(**values)


PRESETS: Final[Mapping[Preset, HouseRules]] = {preset: _house_rules_of(preset) for preset in Preset}
ONLINE, SHOWDOWN, ETHP = (PRESETS[preset] for preset in Preset)
PRESET_DIGITS: Final = 2
"""The decimals of the currencies in which presets set amounts (Y)."""


def preset_amount(minor: int, digits: int) -> int:
    """An amount of a preset in a currency with so many decimals: as many units (Y).

    Raises IllegalAction("preset_too_fine") if that currency has no such amount.
    """
    amount, rest = divmod(minor * 10**digits, 10**PRESET_DIGITS)
    if rest:
        raise IllegalAction("preset_too_fine")
    return int(amount)


def preset_house(preset: Preset, digits: int) -> HouseRules:
    """The rules of a preset in a currency with so many decimals; raises IllegalAction("preset_too_fine") (B16, Y).

    Five crowns are five dinars. The preset `online` counts in the smallest amount that the currency has.
    """
    house = PRESETS[preset]
    return house if house.chip_unit == 1 else replace(house, chip_unit=preset_amount(house.chip_unit, digits))


def presets_in(digits: int) -> list[Preset]:
    """The presets whose amounts a currency with so many decimals has (Y)."""
    return [preset for preset in PRESETS if PRESETS[preset].chip_unit == 1 or _is_exact(preset, digits)]


def _is_exact(preset: Preset, digits: int) -> bool:
    return not int(PRESETS[preset].chip_unit * 10**digits % 10**PRESET_DIGITS)


def rules_without_effect(variant: Variant, structure: Structure) -> frozenset[str]:
    """The names of the rules that have no effect on this game, because it has no blinds, board, draws or limits."""
    return frozenset(name for name, rule in HOUSE_RULES.items() if not rule.applies(variant, structure))
