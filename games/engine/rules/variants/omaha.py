"""Omaha and Omaha Hi-Lo: four cards down, of which exactly two play (G2, G3, C6)."""

from dataclasses import replace

from games.engine.evaluation.rankings import OMAHA_HIGH, OMAHA_LOW_EIGHT
from games.engine.rules.variants.holdem import HOLDEM, board_streets

OMAHA = replace(HOLDEM, code="omaha", streets=board_streets(4), high=OMAHA_HIGH)
OMAHA8 = replace(OMAHA, code="omaha8", low=OMAHA_LOW_EIGHT)
