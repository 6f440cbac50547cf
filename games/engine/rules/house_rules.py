"""House rules: where the sources disagree the table says which rule it plays (section Y)."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from games.engine.errors import IllegalAction


class SuitOrder(StrEnum):
    """C2: which suit ranks highest, where suits rank at all."""

    SHDC = "shdc"
    SHCD = "shcd"


class HeadsUpCap(StrEnum):
    """B3 `uncapped_heads_up`: when the cap on raises does not hold."""

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
    """B8: what becomes of an amount between a call and the smallest raise."""

    REJECT = "reject"
    COMPLETE_AT_HALF = "complete_at_half"


class TimeoutAction(StrEnum):
    """B14: what happens when a player's time is up."""

    CHECK_OR_FOLD = "check_or_fold"
    FOLD = "fold"


class Disconnect(StrEnum):
    """B15: what becomes of a player whose line is lost at a price, in cash games."""

    CHECK_OR_FOLD = "check_or_fold"
    ALL_IN_PROTECTION = "all_in_protection"


class ShowPot(StrEnum):
    """B17: whether the total of the pot is shown."""

    ALWAYS = "always"
    POT_LIMIT_ONLY = "pot_limit_only"


class ShowdownOrder(StrEnum):
    """H1: who shows first."""

    LAST_AGGRESSOR = "last_aggressor"
    FIRST_BETTOR = "first_bettor"


class AutoMuck(StrEnum):
    """H2: who decides about a beaten hand."""

    PLAYER = "player"
    SYSTEM = "system"


class FirstButton(StrEnum):
    """D1: how the first button is found."""

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
    """G15: who may bet the upper limit on fourth street once a pair shows."""

    ANYONE = "anyone"
    HOLDER = "holder"
    OFF = "off"


class MinStack(StrEnum):
    """D5 `min_stack_to_play`: what a cash player needs to be dealt in."""

    NONE = "none"
    BIG_BLIND = "big_blind"


class EntryRule(StrEnum):
    """D6 `entry`: how a new player comes in."""

    FREE = "free"
    POST = "post"


class EnterBetween(StrEnum):
    """D6: how a new player comes in between button and big blind."""

    PAY_BOTH = "pay_both"
    WAIT_BUTTON = "wait_button"
    BIG_BLIND = "big_blind"


class MissedBlinds(StrEnum):
    """D7: what a player owes who missed blinds."""

    BOTH = "both"
    BIG_BLIND = "big_blind"
    OWED = "owed"


class TopUp(StrEnum):
    """K5: when chips may be added."""

    BETWEEN_HANDS = "between_hands"
    WHEN_BROKE = "when_broke"
    NEVER = "never"


class TopUpMin(StrEnum):
    """K5: how much has to be added at least."""

    NONE = "none"
    HALF = "half"
    FULL = "full"


class ChatInHand(StrEnum):
    """F6 `chat_in_hand`: what may be said while a hand runs."""

    ALL = "all"
    NO_CARDS_TALK = "no_cards_talk"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """One choice for each open rule; immutable, the defaults are the `online` preset.

    `raise_cap` counts bets of a round with the first, 0 is none (B3); `chip_unit` is minor units (B16);
    `run_it` is the most boards of an all-in, 1 is off (H6); `rabbit_fee` minor units (H7); for `return_hours` who left
    comes back with exactly what they left with, 0 is off (K7).
    """

    suit_order: SuitOrder = SuitOrder.SHDC
    draw_open: DrawOpen = DrawOpen.CHECK_ALLOWED
    open_pair: OpenPair = OpenPair.ANYONE
    raise_cap: int = 4
    uncapped_heads_up: HeadsUpCap = HeadsUpCap.ROUND_START
    min_bet: MinBet = MinBet.BIG_BLIND
    min_raise: MinRaise = MinRaise.LAST_RAISE
    short_raise: ShortRaise = ShortRaise.REJECT
    timeout_action: TimeoutAction = TimeoutAction.CHECK_OR_FOLD
    call_time: bool = True
    disconnect: Disconnect = Disconnect.CHECK_OR_FOLD
    protections_a_day: int = 3
    chip_unit: int = 1
    show_pot: ShowPot = ShowPot.ALWAYS
    showdown_order: ShowdownOrder = ShowdownOrder.LAST_AGGRESSOR
    auto_muck: AutoMuck = AutoMuck.PLAYER
    all_in_show: bool = True
    run_it: int = 2
    first_button: FirstButton = FirstButton.HIGH_CARD
    button: ButtonRule = ButtonRule.DEAD
    min_stack_to_play: MinStack = MinStack.NONE
    entry: EntryRule = EntryRule.POST
    enter_between: EnterBetween = EnterBetween.WAIT_BUTTON
    missed_blinds: MissedBlinds = MissedBlinds.BOTH
    straddle: bool = False
    rabbit_hunt: bool = False
    rabbit_fee: int = 0
    top_up: TopUp = TopUp.BETWEEN_HANDS
    top_up_min: TopUpMin = TopUpMin.NONE
    return_hours: int = 2
    chat_in_hand: ChatInHand = ChatInHand.NO_CARDS_TALK

    def __post_init__(self) -> None:
        for field in fields(self):
            kind: type = type(field.default)
            object.__setattr__(self, field.name, kind(getattr(self, field.name)))
        if self.chip_unit < 1:
            raise IllegalAction("chip_unit_too_small", unit=self.chip_unit)
        if min(self.protections_a_day, self.rabbit_fee, self.return_hours) < 0:
            raise IllegalAction("negative_rule")
        if not 1 <= self.run_it <= 3:
            raise IllegalAction("run_it_out_of_range", times=self.run_it)
        if self.raise_cap and not 2 <= self.raise_cap <= 5:
            raise IllegalAction("raise_cap_out_of_range", cap=self.raise_cap)

    def to_data(self) -> dict[str, Any]:
        """The rules as JSON-ready data."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


ONLINE = HouseRules()
SHOWDOWN = HouseRules(
    draw_open=DrawOpen.BET_OR_FOLD,
    open_pair=OpenPair.HOLDER,
    raise_cap=3,
    uncapped_heads_up=HeadsUpCap.TWO_LEFT,
    min_raise=MinRaise.DOUBLE,
    short_raise=ShortRaise.COMPLETE_AT_HALF,
    timeout_action=TimeoutAction.FOLD,
    chip_unit=500,
    show_pot=ShowPot.POT_LIMIT_ONLY,
    run_it=3,
    entry=EntryRule.FREE,
    enter_between=EnterBetween.PAY_BOTH,
    straddle=True,
    rabbit_hunt=True,
    top_up_min=TopUpMin.FULL,
)
ETHP = HouseRules(
    draw_open=DrawOpen.BET_OR_FOLD,
    open_pair=OpenPair.HOLDER,
    uncapped_heads_up=HeadsUpCap.OFF,
    chip_unit=5,
    auto_muck=AutoMuck.SYSTEM,
    first_button=FirstButton.FIRST_PLAYER,
    button=ButtonRule.MOVING,
    run_it=1,
    enter_between=EnterBetween.BIG_BLIND,
    missed_blinds=MissedBlinds.BIG_BLIND,
    call_time=False,
    disconnect=Disconnect.ALL_IN_PROTECTION,
    top_up_min=TopUpMin.HALF,
    return_hours=0,
)
PRESETS: dict[str, HouseRules] = {"online": ONLINE, "showdown": SHOWDOWN, "ethp": ETHP}
