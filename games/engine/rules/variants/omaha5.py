"""Five-card Omaha: five cards down, of which exactly two play (C6)."""

from dataclasses import replace

from games.engine.rules.variants.holdem import board_streets
from games.engine.rules.variants.omaha import OMAHA

# Nine players would need 45 cards besides five for the board and three to burn, more than a deck has.
OMAHA5 = replace(OMAHA, code="omaha5", max_players=8, streets=board_streets(5))
