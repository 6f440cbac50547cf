"""The catalogue of all games that the room deals, by code."""

from games.engine.rules.variant import Variant
from games.engine.rules.variants.badugi import BADUGI
from games.engine.rules.variants.deuce import SINGLE_DRAW, TRIPLE_DRAW
from games.engine.rules.variants.draw import DOUBLE_DRAW, DRAW, LOWBALL
from games.engine.rules.variants.holdem import HOLDEM
from games.engine.rules.variants.omaha import OMAHA, OMAHA8
from games.engine.rules.variants.omaha5 import OMAHA5
from games.engine.rules.variants.shortdeck import SHORTDECK
from games.engine.rules.variants.stud import RAZZ, STUD, STUD5, STUD8

CATALOGUE: dict[str, Variant] = {
    game.code: game
    for game in (
        *(HOLDEM, OMAHA, OMAHA8, STUD, STUD8, RAZZ, STUD5, DRAW, DOUBLE_DRAW, LOWBALL),
        *(SINGLE_DRAW, TRIPLE_DRAW, BADUGI, SHORTDECK, OMAHA5),
    )
}
