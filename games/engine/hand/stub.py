"""The undealt cards of a hand, with the burn cards and the discards (G11-G16)."""

from collections.abc import Iterable, Sequence

from games.engine.cards import Card
from games.engine.errors import BrokenInvariant


def decks_of(cards: Sequence[Card], whole: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Split shuffled cards into decks; raises BrokenInvariant unless each of them is the `whole` deck (C1)."""
    cards, size = tuple(cards), len(whole)
    decks = tuple([cards[start : start + size] for start in range(0, len(cards), size)])
    try:
        # A hand may need seven decks, and bytes compare faster than sets.
        expected = bytes(whole)
        missing = b"".join([expected.translate(None, bytes(deck)) for deck in decks])
    except (TypeError, ValueError):
        missing = b"no cards"
    if missing or len(cards) % size:
        raise BrokenInvariant("a deck has its own distinct cards (C1)")
    return decks


class Stub:
    """The rest of the deck; `pile` holds folded and discarded cards, `burnt` the burn cards.

    `spares` are further shuffled decks, each used once: cards are reshuffled by putting them in the order of a spare,
    so a running hand needs no random source.
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
        clone = Stub(self.cards, self.spares)
        clone.dealt, clone.burnt, clone.pile = self.dealt, self.burnt, self.pile
        return clone

    @property
    def left(self) -> int:
        """The number of undealt cards."""
        return len(self.cards) - self.dealt

    def peek(self, count: int, burn: int = 0) -> tuple[Card, ...]:
        """The next `count` cards after `burn` burn cards, without dealing them."""
        first = self.dealt + burn
        return self.cards[first : first + count]

    def take(self, count: int, burn: int = 0) -> tuple[Card, ...]:
        """Burn `burn` cards, then deal and return `count` cards."""
        first = self.dealt
        if burn:
            self.burnt += self.cards[first : first + burn]
            first += burn
        self.dealt = first + count
        return self.cards[first : first + count]

    def shuffled(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """These cards in a new random order, that of the next spare deck."""
        wanted = set(cards)
        return tuple(card for card in self.spares[0] if card in wanted)

    def replace(self, cards: tuple[Card, ...]) -> None:
        """Continue with these cards, shuffled from burnt, folded or discarded ones."""
        self.burnt = tuple(card for card in self.burnt if card not in cards)
        self.pile = tuple(card for card in self.pile if card not in cards)
        self.cards = cards
        self.dealt = 0
        self.spares = self.spares[1:]
