"""The choices of the player to act: prices, limits and preset bet sizes."""

from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import ShowPot
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.views.kinds import Preset
from games.engine.views.types import Choices

_QUARTERS_OF_POT = ((Preset.HALF, 2), (Preset.THREE_QUARTERS, 3), (Preset.POT, 4))


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
    """Preset bet sizes: minimum, parts of the pot after the call where the pot is shown, and maximum (B4, B17)."""
    if legal.min_to == legal.max_to:
        return ()
    if hand.rules.stakes.structure is Structure.FIXED_LIMIT:
        return ((Preset.MIN, legal.min_to), (Preset.MAX, legal.max_to))
    sizes = [(Preset.MIN, legal.min_to)]
    if is_pot_shown(hand.rules):
        unit = hand.rules.house.chip_unit
        after_call = hand.pot + hand.betting.missing + legal.call
        for preset, quarters in _QUARTERS_OF_POT:
            to = (hand.betting.high + after_call * quarters // 4) // unit * unit
            sizes.append((preset, max(legal.min_to, min(legal.max_to, to))))
    sizes.append((Preset.MAX, legal.max_to))
    return tuple(sizes)
