"""Badugi: blinds, four cards down, three exchanges; the lower limit before and after the first of them."""

from games.engine.evaluation.badugi import BADUGI as BADUGI_LOW
from games.engine.rules.variant import Forced, Opener, Variant
from games.engine.rules.variants.draw import draw_streets

BADUGI = Variant(
    code="badugi",
    max_players=8,
    structures=("fl", "pl", "nl"),
    forced=Forced.BLINDS,
    streets=draw_streets(3, cards=4, most=4, lower=2, opener=Opener.AFTER_BLINDS),
    high=BADUGI_LOW,
)
