"""Parsing of whole numbers from URLs and forms."""


def parse_number(text: str, *, digits: int = 17) -> int | None:
    """A whole number of at most `digits` digits; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
