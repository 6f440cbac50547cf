"""Amounts to text and back: ints of minor units inside, text at the edge (M1)."""

import re

from cashier.engine.errors import AmountError

MINOR_PER_MAJOR = 100
LARGEST = 10**15
"""The largest typed amount in minor units, far below the limit of the database's integers."""

NARROW_SPACE = "\u202f"
MINUS = "\u2212"
_SPACES = "[ \u00a0\u2009\u202f]"
_TYPED = re.compile(
    rf"(?P<sign>[-+{MINUS}]?)(?P<whole>[0-9]+|[0-9]{{1,3}}(?:{_SPACES}[0-9]{{3}})+)?(?:[.,](?P<part>[0-9]*))?"
)


def amount_text(minor: int, *, decimal_sign: str = ".") -> str:
    """The amount for people: narrow no-break spaces between thousands, decimals only when they are not zero."""
    whole, part = divmod(abs(minor), MINOR_PER_MAJOR)
    sign = MINUS if minor < 0 else ""
    decimals = f"{decimal_sign}{part:02d}" if part else ""
    return f"{sign}{whole:,}".replace(",", NARROW_SPACE) + decimals


def signed_text(minor: int, *, decimal_sign: str = ".") -> str:
    """The amount of a movement: like `amount_text`, with a plus sign when above zero."""
    return ("+" if minor > 0 else "") + amount_text(minor, decimal_sign=decimal_sign)


def plain_text(minor: int) -> str:
    """The amount for machines: `-1234.50`, always two decimals."""
    whole, part = divmod(abs(minor), MINOR_PER_MAJOR)
    return f"{'-' if minor < 0 else ''}{whole}.{part:02d}"


def parse_amount(text: str) -> int:
    """Reads a typed amount, with a point or a comma before decimals, as minor units; raises `AmountError`."""
    typed = text.strip()
    if not typed:
        raise AmountError("empty")
    found = _TYPED.fullmatch(typed)
    if found is None or not (found["whole"] or found["part"]):
        raise AmountError("not_a_number")
    if found["sign"] not in ("", "+"):
        raise AmountError("negative")
    part = found["part"] or ""
    if len(part) > 2:
        raise AmountError("too_precise")
    digits = re.sub(_SPACES, "", found["whole"] or "0")
    if len(digits) > len(str(LARGEST)):
        raise AmountError("too_large")
    minor = int(digits) * MINOR_PER_MAJOR + int(part.ljust(2, "0"))
    if minor > LARGEST:
        raise AmountError("too_large")
    return minor
