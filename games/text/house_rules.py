"""The house rules for an operator to choose from: what each is called, and its values in words (section Y)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.rules import house_rules as hr
from games.engine.rules.house_rules import HouseRules


class Choice(NamedTuple):
    """One value of a rule: `key` as a form sends it, the value itself, its words."""

    key: str
    value: Any
    words: Promise | str


class HouseRule(NamedTuple):
    """A rule with its name and its values; without values it is an amount."""

    label: Any
    choices: tuple[Choice, ...] = ()


PRESET_NAMES: Final[Mapping[str, Promise | str]] = {
    "online": _("Online"),
    "showdown": "Showdown",
    "ethp": "e-Texas Hold'em Poker",
}


def _rule(label: Any, values: Mapping[Any, Promise | str]) -> HouseRule:
    return HouseRule(label, tuple(Choice(str(value), value, words) for value, words in values.items()))


def _switch(label: Any) -> HouseRule:
    return HouseRule(label, (Choice("on", True, _("on")), Choice("off", False, _("off"))))


RULES: Final[Mapping[str, HouseRule]] = {
    "suit_order": _rule(
        _("Suits, where they rank at all"), {hr.SuitOrder.SHDC: "♠ > ♥ > ♦ > ♣", hr.SuitOrder.SHCD: "♠ > ♥ > ♣ > ♦"}
    ),
    "draw_open": _rule(
        _("Before the draw"),
        {hr.DrawOpen.CHECK_ALLOWED: _("checking is allowed"), hr.DrawOpen.BET_OR_FOLD: _("bet or fold")},
    ),
    "open_pair": _rule(
        _("Open pair on fourth street"),
        {
            hr.OpenPair.ANYONE: _("anyone may bet the upper limit"),
            hr.OpenPair.HOLDER: _("who shows it may bet the upper limit"),
            hr.OpenPair.OFF: _("changes nothing"),
        },
    ),
    "raise_cap": _rule(
        _("Bets in a round, raises included"), {0: _("no cap"), **{number: str(number) for number in (2, 3, 4, 5)}}
    ),
    "uncapped_heads_up": _rule(
        _("The cap on raises"),
        {
            hr.HeadsUpCap.OFF: _("always holds"),
            hr.HeadsUpCap.TWO_LEFT: _("ends once two players are left"),
            hr.HeadsUpCap.ROUND_START: _("ends when two begin the round"),
        },
    ),
    "min_bet": _rule(
        _("Smallest bet"),
        {hr.MinBet.BIG_BLIND: _("one big blind"), hr.MinBet.STREET: _("two big blinds on turn and river")},
    ),
    "min_raise": _rule(
        _("Smallest raise"),
        {
            hr.MinRaise.LAST_RAISE: _("by the last bet or raise"),
            hr.MinRaise.DOUBLE: _("to twice the bet"),
            hr.MinRaise.BIG_BLIND: _("by one big blind"),
        },
    ),
    "short_raise": _rule(
        _("Too small a raise"),
        {
            hr.ShortRaise.REJECT: _("is refused"),
            hr.ShortRaise.COMPLETE_AT_HALF: _("is completed from half on, else a call"),
        },
    ),
    "timeout_action": _rule(
        _("Out of time"),
        {hr.TimeoutAction.CHECK_OR_FOLD: _("check, else fold"), hr.TimeoutAction.FOLD: _("fold")},
    ),
    "call_time": _switch(_("Opponents may call time")),
    "disconnect": _rule(
        _("A line is lost on the turn"),
        {
            hr.Disconnect.CHECK_OR_FOLD: _("check, else fold"),
            hr.Disconnect.ALL_IN_PROTECTION: _("check, else all-in for what is in"),
        },
    ),
    "protections_a_day": _rule(
        _("All-in protections a player and day"), {number: str(number) for number in (0, 1, 2, 3, 5, 10)}
    ),
    "chip_unit": HouseRule(_("Smallest chip")),
    "show_pot": _rule(
        _("Total of the pot"),
        {hr.ShowPot.ALWAYS: _("always shown"), hr.ShowPot.POT_LIMIT_ONLY: _("shown in pot limit only")},
    ),
    "showdown_order": _rule(
        _("First to show"),
        {
            hr.ShowdownOrder.LAST_AGGRESSOR: _("the last to bet or raise"),
            hr.ShowdownOrder.FIRST_BETTOR: _("the first to bet"),
        },
    ),
    "auto_muck": _rule(
        _("Beaten hands"),
        {hr.AutoMuck.PLAYER: _("the player shows or mucks"), hr.AutoMuck.SYSTEM: _("are mucked at once")},
    ),
    "all_in_show": _switch(_("Hands turned up when everybody is all-in")),
    "run_it": _rule(_("Boards of an all-in"), {1: _("one"), 2: _("up to two"), 3: _("up to three")}),
    "first_button": _rule(
        _("First button"),
        {hr.FirstButton.HIGH_CARD: _("the highest card"), hr.FirstButton.FIRST_PLAYER: _("the first player")},
    ),
    "button": _rule(
        _("Button"),
        {hr.ButtonRule.DEAD: _("may rest on an empty seat"), hr.ButtonRule.MOVING: _("moves to the next player")},
    ),
    "min_stack_to_play": _rule(
        _("Smallest stack that is dealt in"),
        {hr.MinStack.NONE: _("any"), hr.MinStack.BIG_BLIND: _("one big blind")},
    ),
    "entry": _rule(
        _("New players"),
        {hr.EntryRule.FREE: _("come in free"), hr.EntryRule.POST: _("post a big blind or wait for it")},
    ),
    "enter_between": _rule(
        _("New players between button and big blind"),
        {
            hr.EnterBetween.PAY_BOTH: _("post both blinds"),
            hr.EnterBetween.WAIT_BUTTON: _("wait for the button to pass"),
            hr.EnterBetween.BIG_BLIND: _("post a big blind"),
        },
    ),
    "missed_blinds": _rule(
        _("Missed blinds"),
        {
            hr.MissedBlinds.BOTH: _("are both posted, the small one dead"),
            hr.MissedBlinds.BIG_BLIND: _("cost one big blind"),
            hr.MissedBlinds.OWED: _("are posted as they were missed"),
        },
    ),
    "straddle": _switch(_("Straddles")),
    "rabbit_hunt": _switch(_("Cards that would have come may be shown")),
    "rabbit_fee": HouseRule(_("What that costs")),
    "top_up": _rule(
        _("Chips may be added"),
        {
            hr.TopUp.BETWEEN_HANDS: _("between hands"),
            hr.TopUp.WHEN_BROKE: _("when a player has none left"),
            hr.TopUp.NEVER: pgettext_lazy("adding chips", "never"),
        },
    ),
    "top_up_min": _rule(
        _("How much is added at least"),
        {
            hr.TopUpMin.NONE: _("any amount"),
            hr.TopUpMin.HALF: _("up to half the smallest buy-in"),
            hr.TopUpMin.FULL: _("the smallest buy-in for who has none left"),
        },
    ),
    "return_hours": _rule(
        _("Hours in which one returns with what one left with"),
        {0: _("off"), **{number: str(number) for number in (1, 2, 3, 4, 6, 12, 24)}},
    ),
    "chat_in_hand": _rule(
        _("Chat while a hand runs"),
        {
            hr.ChatInHand.ALL: _("everything"),
            hr.ChatInHand.NO_CARDS_TALK: _("words for cards wait for its end"),
            hr.ChatInHand.NONE: _("nothing"),
        },
    ),
}


def key_of(rule: str, house: HouseRules) -> str:
    """The value of a rule as a form sends it; an amount has none."""
    value = getattr(house, rule)
    return next((choice.key for choice in RULES[rule].choices if choice.value == value), "")


def value_of(rule: str, key: str) -> Any:
    """The value a form's key stands for; raises KeyError for a stranger."""
    return {choice.key: choice.value for choice in RULES[rule].choices}[key]
