"""How a house rule is declared: its value in each preset, its choices and bounds, and the games it has an effect on."""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum, StrEnum
from typing import Final, NamedTuple, TypeAlias, TypeVar

from games.engine.errors import IllegalAction
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Variant

T = TypeVar("T", bound=StrEnum | int)
Value: TypeAlias = StrEnum | int
"""The value of a house rule: a choice, a switch or a number."""


class Preset(StrEnum):
    """The complete sets of house rules that an operator starts from."""

    ONLINE = "online"
    SHOWDOWN = "showdown"
    ETHP = "ethp"


class Bounds(NamedTuple):
    """The allowed values of a number; `refusal` is the code of the error, `detail` the name of the value in it.

    With `or_none` 0 is allowed as well and means that the rule is off.
    """

    refusal: str
    least: int = 0
    most: int | None = None
    detail: str = ""
    or_none: bool = False

    def check(self, value: int) -> None:
        """Raises IllegalAction for a value out of bounds."""
        if self.or_none and not value:
            return
        if value < self.least or (self.most is not None and value > self.most):
            raise IllegalAction(self.refusal, **({self.detail: value} if self.detail else {}))


NOT_NEGATIVE: Final = Bounds("negative_rule")

Applies = Callable[[Variant, Structure], bool]
"""Whether a rule has any effect on a game."""


class HouseRule(NamedTuple):
    """The declaration of one rule, without its name.

    `presets` has its value in each preset. `choices` are the values that an operator can choose from; without any the
    rule is an amount in minor units. `applies` returns whether the rule has any effect on a game, and
    `kind` turns stored data into a value. `in_tournaments` is the one value at tournament tables, None for a rule
    that each tournament chooses.
    """

    kind: Callable[[object], Value]
    presets: Mapping[Preset, Value]
    choices: tuple[Value, ...]
    bounds: Bounds | None
    applies: Applies
    in_tournaments: Value | None


def every_game(_variant: Variant, _structure: Structure) -> bool:
    """The rule has an effect on every game."""
    return True


def with_blinds(variant: Variant, _structure: Structure) -> bool:
    """Only on games with blinds."""
    return variant.forced is Forced.BLINDS


def with_antes(variant: Variant, _structure: Structure) -> bool:
    """Only on draw games with antes instead of blinds."""
    return variant.forced is Forced.ANTES


def with_board(variant: Variant, _structure: Structure) -> bool:
    """Only on games with community cards."""
    return variant.board_cards > 0


def with_open_pairs(variant: Variant, structure: Structure) -> bool:
    """Only on fixed-limit games in which an open pair raises the limit (G15)."""
    return structure is Structure.FIXED_LIMIT and any(street.open_pair for street in variant.streets)


def fixed_limit(_variant: Variant, structure: Structure) -> bool:
    """Only on fixed limit."""
    return structure is Structure.FIXED_LIMIT


def not_fixed_limit(_variant: Variant, structure: Structure) -> bool:
    """Only on no limit and pot limit."""
    return structure is not Structure.FIXED_LIMIT


def not_pot_limit(_variant: Variant, structure: Structure) -> bool:
    """Only on no limit and fixed limit."""
    return structure is not Structure.POT_LIMIT


def house_rule(
    online: T,
    *,
    showdown: T | None = None,
    ethp: T | None = None,
    choices: tuple[T, ...] = (),
    bounds: Bounds | None = None,
    applies: Applies = every_game,
    in_tournaments: T | None = None,
) -> T:
    """A field of `HouseRules`: its value in each preset, where it differs from `online`, and its declaration.

    The choices of an enum or a switch are all its values.
    """
    kind = type(online)
    if issubclass(kind, Enum):
        choices = tuple(kind)
    elif issubclass(kind, bool):
        choices = (kind(True), kind(False))
    presets = {
        Preset.ONLINE: online,
        Preset.SHOWDOWN: online if showdown is None else showdown,
        Preset.ETHP: online if ethp is None else ethp,
    }
    return field(default=online, metadata={"rule": HouseRule(kind, presets, choices, bounds, applies, in_tournaments)})
