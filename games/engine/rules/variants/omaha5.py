"""Five-card Omaha: five down, exactly two of them play (C6)."""

from dataclasses import replace

from games.engine.rules.variants.holdem import board_streets
from games.engine.rules.variants.omaha import OMAHA

# Nine players would need 45 cards, five for the board and three to burn: more than a deck has.
OMAHA5 = replace(OMAHA, code="omaha5", max_players=8, streets=board_streets(5))
