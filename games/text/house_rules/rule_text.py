"""What the text of one house rule consists of, and where it is shown."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.engine.rules.rules import Rules
from games.text.amounts import AmountFormat

if TYPE_CHECKING:
    # For type checkers only: the package is not installed with the application.
    from django_stubs_ext import StrOrPromise

Label: TypeAlias = "StrOrPromise"


class FormGroup(StrEnum):
    """The groups of the operator's form."""

    GENERAL = "general"
    CLOCK = "clock"
    BETTING = "betting"
    SHOWDOWN = "showdown"
    BUTTON_AND_BLINDS = "button_and_blinds"
    CHIPS_AND_SEAT = "chips_and_seat"
    CHAT = "chat"


class RulesSection(StrEnum):
    """The sections of the rules that players read at the table; `NONE` for a rule that they see in play only."""

    NONE = "none"
    BUY_IN = "buy_in"
    ADDING_CHIPS = "adding_chips"
    RETURNING = "returning"
    BETTING = "betting"
    COMING_IN = "coming_in"
    CLOCK = "clock"
    BUTTON = "button"
    SHOWDOWN = "showdown"
    CHAT = "chat"


class RuleText(NamedTuple):
    """The text of one house rule.

    `values` has the operator's label for each value; a number without one is shown as it is. `sentences` has the
    players' sentence for each value, values without one have none; or it is a function for a sentence that depends
    on more than the value, "" if there is nothing to say.
    """

    label: Label
    group: FormGroup
    section: RulesSection = RulesSection.NONE
    values: Mapping[object, Label] = {}
    sentences: Mapping[object, Label] | Callable[[Rules, AmountFormat], str] = {}
