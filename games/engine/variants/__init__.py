"""The catalogue: every game the room can deal, by code."""

from games.engine.variant import Variant
from games.engine.variants.holdem import HOLDEM

CATALOGUE: dict[str, Variant] = {game.code: game for game in (HOLDEM,)}
