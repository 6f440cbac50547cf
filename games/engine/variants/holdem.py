"""Texas hold'em (G1, G11)."""

from games.engine.evaluation import HIGH
from games.engine.variant import Forced, Opener, Street, Variant

HOLDEM = Variant(
    code="holdem",
    max_players=10,
    structures=("nl", "pl", "fl"),
    forced=Forced.BLINDS,
    streets=(
        Street("pre-flop", Opener.AFTER_BLINDS, down=2),
        Street("flop", Opener.LEFT_OF_BUTTON, burn=True, board=3),
        Street("turn", Opener.LEFT_OF_BUTTON, burn=True, board=1, upper_limit=True),
        Street("river", Opener.LEFT_OF_BUTTON, burn=True, board=1, upper_limit=True),
    ),
    high=HIGH,
)
