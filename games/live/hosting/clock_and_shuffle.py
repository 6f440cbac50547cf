"""The clock and the shuffler of a host; a test gives its host its own."""

import secrets
import time

from games.engine.cards import DECK, Card
from games.engine.rules.variant import Variant

SLOWED = 0.5
"""The speed of a host's clock that is ahead of the database's, which has been set back."""


class HostClock:
    """A host's clock, set by the database's clock so that all hosts agree."""

    def __init__(self) -> None:
        self._latest, self._read_at = time.time() * 1000, time.monotonic() * 1000
        self.set(int(self._latest))

    def now(self) -> int:
        """Milliseconds since the epoch; never runs backwards, even when the machine's clock is set back.

        Until the database's clock has caught up it runs slowly, as play would stand still with it.
        """
        read_at = time.monotonic() * 1000
        slowly = self._latest + SLOWED * (read_at - self._read_at)
        self._latest, self._read_at = max(slowly, self._base + read_at), read_at
        return int(self._latest)

    def set(self, now: int) -> None:
        """Continues from `now`, ms: the database's time, read at each renewal of the leases."""
        self._base = now - time.monotonic() * 1000


class Shuffler:
    """Shuffles with the operating system's random generator."""

    def decks(self, game: Variant) -> tuple[Card, ...]:
        """The cards for one hand: as many shuffled decks as the hand may need."""
        return tuple(card for _ in range(game.shuffles) for card in self.shuffle(game.deck))

    def shuffle(self, cards: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
        """Returns these cards in an unpredictable order, by Fisher and Yates.

        `randbelow` rejects numbers that would bias the result, so all orders are equally likely.
        """
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            chosen = secrets.randbelow(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return tuple(deck)
