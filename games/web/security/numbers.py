"""Numbers as they come in addresses and forms."""


def number_in(text: str, *, digits: int = 17) -> int | None:
    """A whole number of at most so many digits, None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
