"""The rake profiles that presets bring (R2, R3, section Y)."""

from collections.abc import Mapping
from typing import Final

from games.engine.rules.house_rule import Preset
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rake_tariff import CapRow, RakeTariff, with_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure

ONLINE: Final = RakeTariff(
    50,
    50,
    50,
    caps=(CapRow(of_blind=50), CapRow(of_blind=100, players_from=3), CapRow(of_blind=150, players_from=5)),
    no_flop_no_drop=True,
)
SHOWDOWN: Final = RakeTariff(
    50,
    50,
    50,
    caps=(
        CapRow(300_00),
        CapRow(200_00, game="omaha", structure=Structure.POT_LIMIT),
        CapRow(300_00, game="omaha", structure=Structure.POT_LIMIT, small_blind_from=50_00),
    ),
)
"""The cap of pot-limit Omaha is lower while the small blind is below 50 (R2)."""
ETHP: Final = RakeTariff(20, 20, 20, unit=5, round_up=True)
PRESET_TARIFFS: Final[Mapping[Preset, RakeTariff]] = {
    Preset.ONLINE: ONLINE,
    Preset.SHOWDOWN: SHOWDOWN,
    Preset.ETHP: ETHP,
}


def preset_tariff(preset: Preset, digits: int = 2) -> RakeTariff:
    """The tariff of a preset in a currency with so many decimals."""
    return PRESET_TARIFFS[preset].in_digits(digits)


def with_preset_rake(rules: Rules, preset: Preset, *, digits: int = 2) -> Rules:
    """The same table with the rake that the preset brings, in a currency with so many decimals (section Y)."""
    return with_rake(rules, preset_tariff(preset, digits), code=preset.value)


def without_rake(rules: Rules) -> Rules:
    """The same table without rake."""
    return rules._replace(rake=NO_RAKE, mix_rakes=())
