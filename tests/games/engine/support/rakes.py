"""The rake of presets at tables for tests."""

from games.engine.rules.house_rule import Preset
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rake_presets import PRESET_TARIFFS
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE


def preset_rake(preset: Preset, variant: Variant, stakes: Stakes, *, chip: int) -> RakeTerms:
    """The rake that a preset brings for a game with these stakes and smallest chip."""
    return PRESET_TARIFFS[preset].terms(variant, stakes, chip=chip, code=preset.value)


def online_rake(big_blind: int) -> RakeTerms:
    stakes = Stakes(Structure.NO_LIMIT, big_blind // 2, big_blind)
    return preset_rake(Preset.ONLINE, CATALOGUE["holdem"], stakes, chip=1)


def showdown_rake(*, omaha_pot_limit: bool, small_blind: int) -> RakeTerms:
    game, structure = ("omaha", Structure.POT_LIMIT) if omaha_pot_limit else ("holdem", Structure.NO_LIMIT)
    return preset_rake(Preset.SHOWDOWN, CATALOGUE[game], Stakes(structure, small_blind, 2 * small_blind), chip=1)


SHOWDOWN_RAKE = showdown_rake(omaha_pot_limit=False, small_blind=10_00)
ETHP_RAKE = preset_rake(Preset.ETHP, CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 10, 20), chip=1)
