"""Texas hold'em (G1, G11)."""

from games.engine.evaluation.rankings import HIGH
from games.engine.rules.variant import Forced, Opener, Street, Variant


def board_streets(hole_cards: int) -> tuple[Street, ...]:
    """The four streets of every game with a board (G11)."""
    return (
        Street("pre-flop", Opener.AFTER_BLINDS, down=hole_cards),
        Street("flop", Opener.LEFT_OF_BUTTON, burn=True, board=3),
        Street("turn", Opener.LEFT_OF_BUTTON, burn=True, board=1, upper_limit=True),
        Street("river", Opener.LEFT_OF_BUTTON, burn=True, board=1, upper_limit=True),
    )


HOLDEM = Variant(
    code="holdem",
    max_players=10,
    structures=("nl", "pl", "fl"),
    forced=Forced.BLINDS,
    streets=board_streets(2),
    high=HIGH,
)
