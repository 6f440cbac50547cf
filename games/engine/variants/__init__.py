"""The catalogue: every game the room can deal, by code."""

from games.engine.variant import Variant
from games.engine.variants.badugi import BADUGI
from games.engine.variants.deuce import SINGLE_DRAW, TRIPLE_DRAW
from games.engine.variants.draw import DOUBLE_DRAW, DRAW, LOWBALL
from games.engine.variants.holdem import HOLDEM
from games.engine.variants.omaha import OMAHA, OMAHA8
from games.engine.variants.omaha5 import OMAHA5
from games.engine.variants.shortdeck import SHORTDECK
from games.engine.variants.stud import RAZZ, STUD, STUD5, STUD8

CATALOGUE: dict[str, Variant] = {
    game.code: game
    for game in (
        *(HOLDEM, OMAHA, OMAHA8, STUD, STUD8, RAZZ, STUD5, DRAW, DOUBLE_DRAW, LOWBALL),
        *(SINGLE_DRAW, TRIPLE_DRAW, BADUGI, SHORTDECK, OMAHA5),
    )
}
