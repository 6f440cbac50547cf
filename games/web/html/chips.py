"""Chips as HTML: the style sheet draws a chip of each colour."""

COLOURS = 5


def chip_colour(amount: int) -> str:
    """The class of a chip for an amount in minor units: c1 to c5, one colour for each digit before the last two."""
    return f"c{min(max(len(str(amount // 100)), 1), COLOURS)}"
