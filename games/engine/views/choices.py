"""The choices of the player to act: prices, limits and preset bet sizes."""

from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import ShowPot
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.views.kinds import Preset
from games.engine.views.types import Choices

_HALF_BLINDS = ((Preset.TIMES_2_5, 5), (Preset.TIMES_3, 6), (Preset.TIMES_4, 8))
_TWELFTHS_OF_POT = (
    (Preset.THIRD, 4),
    (Preset.HALF, 6),
    (Preset.TWO_THIRDS, 8),
    (Preset.THREE_QUARTERS, 9),
    (Preset.POT, 12),
)


def build_choices(hand: Hand) -> Choices:
    """The choices of the player to act (B1-B8)."""
    legal = hand.legal()
    return Choices(
        call=legal.call,
        call_is_all_in=legal.call == hand.stacks[legal.seat],
        can_check=legal.can_check,
        min_to=legal.min_to,
        max_to=legal.max_to,
        is_first_bet=legal.first_bet,
        step=legal.step,
        presets=_presets(hand, legal),
        call_is_bring_in=legal.bring_in,
        completes_bring_in=_completes_bring_in(hand, legal),
    )


def is_pot_shown(rules: Rules) -> bool:
    """Whether the total of the pot is shown (B17)."""
    return rules.house.show_pot is ShowPot.ALWAYS or rules.stakes.structure is Structure.POT_LIMIT


def _completes_bring_in(hand: Hand, legal: Legal) -> bool:
    """Whether the smallest raise completes the bring-in to the lower limit (G14)."""
    fixed = hand.rules.stakes.structure is Structure.FIXED_LIMIT
    return fixed and (legal.bring_in or hand.betting.only_brought_in)


def _presets(hand: Hand, legal: Legal) -> tuple[tuple[Preset, int], ...]:
    """Preset bet sizes: minimum, multiples of a blind that nobody has raised, parts of the pot, maximum (B4, B17).

    Parts of the pot are of the pot after the call, and only where the pot is shown.
    """
    if legal.min_to == legal.max_to:
        return ()
    if hand.rules.stakes.structure is Structure.FIXED_LIMIT:
        return ((Preset.MIN, legal.min_to), (Preset.MAX, legal.max_to))
    betting = hand.betting
    sizes: list[tuple[Preset, int]] = []
    if betting.blinds and betting.high == betting.blinds:
        sizes += [(preset, betting.blinds * halves // 2) for preset, halves in _HALF_BLINDS]
    if is_pot_shown(hand.rules):
        after_call = hand.pot + betting.missing + legal.call
        sizes += [(preset, betting.high + after_call * twelfths // 12) for preset, twelfths in _TWELFTHS_OF_POT]
    unit, least, most = hand.rules.house.chip_unit, legal.min_to, legal.max_to
    between = [(preset, max(least, min(most, to // unit * unit))) for preset, to in sizes]
    return ((Preset.MIN, least), *between, (Preset.MAX, most))
