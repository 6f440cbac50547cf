"""Seven card stud, stud hi-lo, razz and five card stud (G4-G7, G14-G18)."""

from dataclasses import replace

from games.engine.evaluation.rankings import HIGH, LOW_ACE_FIVE, LOW_EIGHT
from games.engine.rules.variant import Forced, Opener, Street, Variant

SEVEN = (
    Street("third", Opener.BRING_IN, down=2, up=1),
    Street("fourth", Opener.SHOWING, burn=True, up=1, open_pair=True),
    Street("fifth", Opener.SHOWING, burn=True, up=1, upper_limit=True),
    Street("sixth", Opener.SHOWING, burn=True, up=1, upper_limit=True),
    Street("seventh", Opener.SHOWING, burn=True, down=1, upper_limit=True),
)
NO_OPEN_PAIR = tuple(replace(street, open_pair=False) for street in SEVEN)
FIVE = (
    Street("second", Opener.BRING_IN, down=1, up=1),
    Street("third", Opener.SHOWING, burn=True, up=1),
    Street("fourth", Opener.SHOWING, burn=True, up=1, upper_limit=True),
    Street("fifth", Opener.SHOWING, burn=True, up=1, upper_limit=True),
)

STUD = Variant(
    code="stud",
    max_players=8,
    structures=("fl", "pl", "nl"),
    forced=Forced.BRING_IN,
    streets=SEVEN,
    high=HIGH,
)
STUD8 = replace(STUD, code="stud8", streets=NO_OPEN_PAIR, low=LOW_EIGHT)
RAZZ = replace(STUD, code="razz", streets=NO_OPEN_PAIR, high=LOW_ACE_FIVE, low_door=True)
STUD5 = replace(STUD, code="stud5", streets=FIVE, max_players=10)
