"""The cards of a hand history: the cards dealt to each player in order, the discards, and the unknown cards."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.cards import Card, cards_text
from games.engine.history.phh_lines import UNKNOWN, BoardDealt, Discarded, Folded, HoleDealt, Line, Revealed
from games.engine.history.phh_reader import History
from games.engine.rules.variant import Variant

Slot = int
"""The index of a dealt card among all cards of a history; the card may be unknown until the deck is built."""


class HistoryMismatch(Exception):
    """The history contradicts the rules or itself; the message says where and how."""


def _check_counts(history: History, variant: Variant) -> None:
    """Check that nobody is dealt too few cards for a first street or too many for a hand, not counting draws."""
    counts, drawn = [0] * len(history.stacks), set()
    for _, line in history.lines:
        match line:
            case HoleDealt(player, cards) if player not in drawn:
                counts[player] += len(cards)
            case Discarded(player):
                drawn.add(player)
    first = variant.streets[0]
    for player, count in enumerate(counts):
        if not first.down + first.up <= count <= variant.hole_cards:
            raise HistoryMismatch(f"p{player + 1} is dealt {count} cards")


class Exchange(NamedTuple):
    """One player's exchange in a draw: the discarded and the drawn cards."""

    discarded: tuple[Slot, ...]
    drawn: list[Slot]


class RecordedCards:
    """The dealt cards by slot, collected from the lines of a history.

    By player: `dealt` are the slots before any exchange, in dealing order; `exchanges` the exchanges by draw; `hands`
    the final hands; `shown` all lines that show or muck the hand. `folded` holds (player, draws begun before the fold).
    """

    def __init__(self, history: History, variant: Variant) -> None:
        count = len(history.stacks)
        _check_counts(history, variant)
        self.cards: list[Card] = []
        self.board: list[Slot] = []
        self.dealt: list[list[Slot]] = [[] for _ in range(count)]
        self.hands: list[list[Slot]] = [[] for _ in range(count)]
        self.exchanges: list[list[Exchange]] = [[] for _ in range(count)]
        self.folded: list[tuple[int, int]] = []
        self.shown: list[list[Revealed]] = [[] for _ in range(count)]
        for text, line in history.lines:
            try:
                self._note(line)
            except HistoryMismatch as error:
                raise HistoryMismatch(f"{text}: {error}") from None

    def _note(self, line: Line) -> None:
        match line:
            case HoleDealt(player, cards):
                slots = self._new(cards)
                self.hands[player] += slots
                exchanges = self.exchanges[player]
                (exchanges[-1].drawn if exchanges else self.dealt[player]).extend(slots)
            case BoardDealt(cards):
                self.board += self._new(cards)
            case Discarded(player, cards):
                self.exchanges[player].append(Exchange(self._discarded(player, cards), []))
            case Folded(player):
                self.folded.append((player, max(map(len, self.exchanges))))
            case Revealed(player):
                self._reveal(line)

    def _new(self, cards: Sequence[Card]) -> list[Slot]:
        first = len(self.cards)
        self.cards += cards
        return list(range(first, len(self.cards)))

    def _discarded(self, player: int, cards: Sequence[Card]) -> tuple[Slot, ...]:
        slots = self._name(player, cards)
        if len(slots) < len(cards):
            raise HistoryMismatch("which cards are discarded is not recorded")
        self.hands[player] = [slot for slot in self.hands[player] if slot not in slots]
        return tuple(slots)

    def _name(self, player: int, cards: Sequence[Card]) -> list[Slot]:
        """The slots of these cards in the player's hand; a card unknown in one line may be named in another."""
        hand = self.hands[player]
        free = [slot for slot in hand if self.cards[slot] == UNKNOWN]
        slots: list[Slot] = []
        for card in cards:
            slot = next((slot for slot in hand if self.cards[slot] == card and slot not in slots), None)
            if slot is None:
                slot = next((slot for slot in free if slot not in slots), None)
            if slot is None and card == UNKNOWN:
                continue
            if slot is None:
                raise HistoryMismatch(f"p{player + 1} has no {cards_text([card])}")
            self.cards[slot] = card
            slots.append(slot)
        return slots

    def _reveal(self, line: Revealed) -> None:
        player, shows, cards = line
        if self.shown[player] and not shows:
            raise HistoryMismatch("shown or mucked twice")
        self.shown[player].append(line)
        if not cards:
            return
        try:
            if len(cards) != len(self.hands[player]):
                raise HistoryMismatch("too few or too many")
            self._name(player, cards)
        except HistoryMismatch:
            named = [card for card in cards if card != UNKNOWN]
            raise HistoryMismatch(f"p{player + 1} shows {cards_text(named)}, but was dealt other cards") from None
