"""The spelling in which names of tables are compared."""

from unicodedata import normalize


def comparison_key(name: str) -> str:
    """The same text for names that people read as one: letters in any case or form, any blanks between words.

    Made here and stored, since databases differ in the letters whose case they know.
    """
    return " ".join(normalize("NFKC", name).split()).casefold()
