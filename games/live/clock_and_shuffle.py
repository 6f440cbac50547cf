"""Time and chance as the hosts see them; a test hands in a World of its own."""

import secrets
import time

from games.engine.cards import DECK, Card
from games.engine.rules.variant import Variant


class World:
    """The house's clock, set by the database's so that all hosts agree, and its shuffles."""

    def __init__(self) -> None:
        self._base = time.time() * 1000 - time.monotonic() * 1000
        self._latest = 0

    def now(self) -> int:
        """Milliseconds since the epoch; never runs backwards, whatever happens to the machine's clock."""
        self._latest = max(self._latest, int(self._base + time.monotonic() * 1000))
        return self._latest

    def set_clock(self, now: int) -> None:
        """Goes by `now`, ms, from here on: the database's time, measured at each renewal of the leases."""
        self._base = now - time.monotonic() * 1000

    def decks(self, game: Variant) -> tuple[Card, ...]:
        """The cards for one hand: the game's deck shuffled, and an order for each time it may be shuffled again."""
        return tuple(card for _ in range(game.shuffles) for card in self.shuffle(game.deck))

    def shuffle(self, cards: tuple[Card, ...] = DECK) -> tuple[Card, ...]:
        """These cards in an order nobody can foresee: Fisher-Yates over the system's generator.

        `randbelow` rejects what would be biased, so all orders are equally likely.
        """
        deck = list(cards)
        for last in range(len(deck) - 1, 0, -1):
            chosen = secrets.randbelow(last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        return tuple(deck)
