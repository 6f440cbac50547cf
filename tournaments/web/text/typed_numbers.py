"""Whole numbers as people type them."""

from typing import Final

from games.engine.errors import IllegalAction

LARGEST: Final = 100_000_000_000


def whole_number(typed: str) -> int:
    """A typed whole number, with or without spaces between thousands; 0 when empty. Raises IllegalAction."""
    digits = "".join(typed.split())
    if not digits:
        return 0
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
        raise IllegalAction("bad_amount")
    return int(digits)
