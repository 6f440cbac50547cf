"""Deuce-to-seven single and triple draw: blinds, five cards down, any number of cards may be exchanged."""

from dataclasses import replace

from games.engine.evaluation.deuce_to_seven import DEUCE_SEVEN
from games.engine.rules.variant import Forced, Opener, Variant
from games.engine.rules.variants.draw import draw_streets

SINGLE_DRAW = Variant(
    code="27sd",
    max_players=7,
    structures=("nl", "pl", "fl"),
    forced=Forced.BLINDS,
    streets=draw_streets(1, most=5, opener=Opener.AFTER_BLINDS),
    high=DEUCE_SEVEN,
)
TRIPLE_DRAW = replace(
    SINGLE_DRAW,
    code="27td",
    max_players=6,
    structures=("fl", "pl", "nl"),
    streets=draw_streets(3, most=5, lower=2, opener=Opener.AFTER_BLINDS),
)
