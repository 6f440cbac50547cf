"""Amounts to text and back: ints of minor units inside, text at the edge (M1).

`digits` is the number of decimals of the currency; one unit has 10 ** `digits` minor units.
"""

import re
from collections.abc import Sequence

from cashier.engine.errors import AmountError

LARGEST = 10**15
"""The largest typed amount in minor units, far below the limit of the database's integers."""

NARROW_SPACE = "\u202f"
NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"
_SIGNS = f"-+{MINUS}"
_SPACES = f" {NO_BREAK_SPACE}\u2009{NARROW_SPACE}"
_WHOLE = re.compile(rf"[0-9]+|[0-9]{{1,3}}(?:(?:[{_SPACES}][0-9]{{3}})+|(?:['’][0-9]{{3}})+|(?:[.,][0-9]{{3}})+)")
_NOT_DIGITS = re.compile(r"[^0-9]")
_NO_DECIMALS = re.compile(r"[.,][-–—]$")
"""Written after whole amounts: "500,-"."""


def amount_text(minor: int, digits: int = 2, *, decimal_sign: str = ".") -> str:
    """The amount for people: narrow no-break spaces between thousands, decimals only when they are not zero."""
    whole, part = divmod(abs(minor), 10**digits)
    sign = MINUS if minor < 0 else ""
    decimals = f"{decimal_sign}{part:0{digits}d}" if part else ""
    return f"{sign}{whole:,}".replace(",", NARROW_SPACE) + decimals


def signed_text(minor: int, digits: int = 2, *, decimal_sign: str = ".") -> str:
    """The amount of a movement: like `amount_text`, with a plus sign when above zero."""
    return ("+" if minor > 0 else "") + amount_text(minor, digits, decimal_sign=decimal_sign)


def plain_text(minor: int, digits: int = 2) -> str:
    """The amount for machines: `-1234.50`, always with all decimals of the currency."""
    whole, part = divmod(abs(minor), 10**digits)
    return f"{'-' if minor < 0 else ''}{whole}" + (f".{part:0{digits}d}" if digits else "")


def parse_amount(text: str, digits: int = 2, *, marks: Sequence[str] = ()) -> int:
    """Reads a typed amount as minor units; raises `AmountError`.

    Thousands may be set apart by spaces, apostrophes, points or commas. A single point or comma stands before decimals,
    so "1.000" is never read as a thousand. The currency's `marks` (symbol, code) may stand before or after the amount.
    """
    typed = _without_marks(text.strip(), marks)
    if not typed:
        raise AmountError("empty")
    sign, typed = (typed[0], typed[1:]) if typed[0] in _SIGNS else ("", typed)
    whole, part = _split(_NO_DECIMALS.sub("", typed))
    if not (whole or part) or (whole and not _WHOLE.fullmatch(whole)) or (part and not _is_number(part)):
        raise AmountError("not_a_number")
    if sign not in ("", "+"):
        raise AmountError("negative")
    if len(part) > digits:
        raise AmountError("too_precise")
    number = _NOT_DIGITS.sub("", whole).lstrip("0") or "0"
    if len(number) > len(str(LARGEST)):
        raise AmountError("too_large")
    minor = int(number + part.ljust(digits, "0"))
    if minor > LARGEST:
        raise AmountError("too_large")
    return minor


def _without_marks(text: str, marks: Sequence[str]) -> str:
    for mark in marks:
        if text[-len(mark) :].casefold() == mark.casefold():
            return text[: -len(mark)].strip()
        if text[: len(mark)].casefold() == mark.casefold():
            return text[len(mark) :].strip()
    return text


def _split(typed: str) -> tuple[str, str]:
    """The digits before and after the decimal sign: the last sign, unless the same one stands twice."""
    place = max(typed.rfind("."), typed.rfind(","))
    if place < 0 or typed.count(typed[place]) > 1:
        return typed, ""
    return typed[:place], typed[place + 1 :]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
