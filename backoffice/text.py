"""Text that people typed: cleaned before it is kept, and made harmless for spreadsheets."""

import re
import unicodedata

# Spreadsheets of many countries, Czech and Slovak ones too, begin a new cell at a semicolon; some take the wide signs
# of East Asian keyboards for the narrow ones.
_FORMULA = re.compile(r"^(?=[\t\r])|(^|[;\t\r\n])(\s*)(?=[=+@＝＋＠－-])")


def clean_line(text: str) -> str:
    """The text on one line, without control and format characters that could disguise it."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if unicodedata.category(char)[0] != "C").split())


def no_formula(text: str) -> str:
    """Quotes text that a spreadsheet would run as a formula wherever it begins a cell, such as a name in `=`."""
    return _FORMULA.sub(r"\1\2'", text)
