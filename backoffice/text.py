"""Text that people typed: cleaned before it is kept, and made harmless for spreadsheets."""

import unicodedata


def clean_line(text: str) -> str:
    """The text on one line, without control and format characters that could disguise it."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if unicodedata.category(char)[0] != "C").split())


def no_formula(text: str) -> str:
    """Quotes text that a spreadsheet would run as a formula, such as a table name that begins with `=`."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
