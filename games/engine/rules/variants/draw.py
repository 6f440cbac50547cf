"""Five card draw, double draw and lowball: antes, five cards down, exchange, bet (G8-G10, G12, G13)."""

from dataclasses import replace

from games.engine.evaluation.rankings import HIGH, LOW_ACE_FIVE
from games.engine.rules.variant import Forced, Opener, Street, Variant


def draw_streets(
    draws: int, *, cards: int = 5, most: int = 3, lower: int = 1, opener: Opener = Opener.LEFT_OF_BUTTON
) -> tuple[Street, ...]:
    """The streets of a draw game: a round of betting, then one after each exchange of up to `most` cards (G13).

    The first `lower` rounds are at the lower limit. `opener` opens the first round, the player left of the button the
    others.
    """
    after = (
        Street(f"draw-{number}", Opener.LEFT_OF_BUTTON, draw=most, upper_limit=number >= lower)
        for number in range(1, draws + 1)
    )
    return (Street("before-draw", opener, down=cards), *after)


DRAW = Variant(
    code="draw",
    max_players=6,
    structures=("fl", "pl", "nl"),
    forced=Forced.ANTES,
    streets=draw_streets(1),
    high=HIGH,
    draw_four=True,
)
DOUBLE_DRAW = replace(DRAW, code="double-draw", streets=draw_streets(2))
LOWBALL = replace(DRAW, code="lowball", high=LOW_ACE_FIVE)
