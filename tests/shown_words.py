"""Whether a page shows a short word: its random tokens hold one by chance now and then."""

import re


def shows_word(html: str, word: str) -> bool:
    """Whether the word stands in the page by itself."""
    return re.search(rf"\b{re.escape(word)}\b", html) is not None
