"""The initials shown for a player at the table."""


def initials(name: str) -> str:
    """One or two capital letters: of the first and the last word, or the first two of a single word."""
    words = [word for word in name.replace("_", " ").replace("-", " ").split() if word[0].isalpha()]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return name[:2].upper()
