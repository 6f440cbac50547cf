"""What was seen in a soak: deeds counted by name, and whatever should not have happened."""

import sys
from collections import Counter

MOST_TROUBLES = 50


class Tally:
    """Counts and troubles of one soak; a trouble is told at once."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []

    def count(self, deed: str, times: int = 1) -> None:
        """One more of these."""
        self.counts[deed] += times

    def trouble(self, what: str) -> None:
        """Something that makes the soak fail."""
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(what)
            print(f"TROUBLE  {what}", file=sys.stderr, flush=True)
