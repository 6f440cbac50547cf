"""Counts events of a soak by name and collects its troubles: everything that must not happen."""

import sys
from collections import Counter

MOST_TROUBLES = 50


class Tally:
    """Counts and troubles of one soak. Troubles are printed at once."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []

    def count(self, name: str, times: int = 1) -> None:
        """Counts an event."""
        self.counts[name] += times

    def trouble(self, what: str) -> None:
        """Records a fault that makes the soak fail."""
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(what)
            print(f"TROUBLE  {what}", file=sys.stderr, flush=True)
