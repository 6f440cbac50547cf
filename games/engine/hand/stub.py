"""The undealt cards: what comes next, what was burnt, what was thrown away (G11-G16)."""

from collections.abc import Iterable, Sequence

from games.engine.cards import Card
from games.engine.errors import BrokenInvariant


def decks_of(cards: Sequence[Card], whole: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """The shuffled decks that lie one after another; BrokenInvariant unless each is the whole deck (C1)."""
    cards, size = tuple(cards), len(whole)
    decks = tuple([cards[start : start + size] for start in range(0, len(cards), size)])
    try:
        # A hand may need seven decks, and bytes are checked faster than sets.
        expected = bytes(whole)
        missing = b"".join([expected.translate(None, bytes(deck)) for deck in decks])
    except (TypeError, ValueError):
        missing = b"no cards"
    if missing or len(cards) % size:
        raise BrokenInvariant("a deck has its own distinct cards (C1)")
    return decks


class Stub:
    """The deck from the next card on; `pile` are folded and discarded cards, `burnt` the burnt ones.

    `spares` are further shuffled decks: a subset put in a spare's order is shuffled, so a hand needs no random
    source while it runs; each spare is used once.
    """

    __slots__ = ("burnt", "cards", "dealt", "pile", "spares")

    def __init__(self, cards: Sequence[Card] = (), spares: tuple[tuple[Card, ...], ...] = ()) -> None:
        self.cards = tuple(cards)
        self.spares = spares
        self.dealt = 0
        self.burnt: tuple[Card, ...] = ()
        self.pile: tuple[Card, ...] = ()

    def copy(self) -> "Stub":
        """An independent copy."""
        twin = Stub(self.cards, self.spares)
        twin.dealt, twin.burnt, twin.pile = self.dealt, self.burnt, self.pile
        return twin

    @property
    def left(self) -> int:
        """How many cards are undealt."""
        return len(self.cards) - self.dealt

    def ahead(self, count: int, burn: int = 0) -> tuple[Card, ...]:
        """The `count` cards that come after `burn` burnt ones, left where they are."""
        first = self.dealt + burn
        return self.cards[first : first + count]

    def take(self, count: int, burn: int = 0) -> tuple[Card, ...]:
        """Burn `burn` cards, then deal `count` off."""
        first = self.dealt
        if burn:
            self.burnt += self.cards[first : first + burn]
            first += burn
        self.dealt = first + count
        return self.cards[first : first + count]

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards in a fresh random order: that of the next spare deck."""
        wanted = set(cards)
        return tuple(card for card in self.spares[0] if card in wanted)

    def replace(self, cards: tuple[Card, ...]) -> None:
        """Go on with these cards, shuffled from what was burnt, folded or discarded."""
        self.burnt = tuple(card for card in self.burnt if card not in cards)
        self.pile = tuple(card for card in self.pile if card not in cards)
        self.cards = cards
        self.dealt = 0
        self.spares = self.spares[1:]
