"""Builds a deck that deals the cards of a hand history; unknown cards are chosen from the rest."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Final

from games.engine.cards import Card, cards_text, rank
from games.engine.evaluation.categories import ace_low_place
from games.engine.history.phh_lines import UNKNOWN
from games.engine.history.recorded_cards import HistoryMismatch, RecordedCards, Slot
from games.engine.rules.variant import Street, Variant

BURNT: Final = -1
TOO_MANY_CARDS: Final = "more cards are dealt than the deck holds"
MOST_CANDIDATES: Final = 3000
"""How many candidates are tried for a hand that was mucked unseen."""


def deck_for(variant: Variant, recorded: RecordedCards, runs: int) -> tuple[Card, ...]:
    """The deck and its spare decks that deal the recorded cards; raises HistoryMismatch if none can.

    Unknown cards of the history are filled in. `runs` is the number of boards.
    """
    return _Dealer(variant, recorded, runs).deck()


class _Dealer:
    """Lays out the recorded cards in dealing order: `stubs[0]` is the deck, then one stub for each reshuffle."""

    def __init__(self, variant: Variant, recorded: RecordedCards, runs: int) -> None:
        self.variant, self.recorded = variant, recorded
        self.players = range(len(recorded.dealt))
        self.stubs: list[list[Slot]] = [[]]
        self.pools: list[tuple[Slot, ...] | None] = [()]
        self.boards: list[list[Slot]] = []
        self.size = len(variant.deck)
        self.pile: list[Slot] = []
        self._check_counts(runs)
        self._lay_out(runs)

    def _check_counts(self, runs: int) -> None:
        for player, exchanges in enumerate(self.recorded.exchanges):
            for discarded, drawn in exchanges:
                if len(drawn) != len(discarded):
                    raise HistoryMismatch(f"p{player + 1} draws {len(drawn)} cards for {len(discarded)}")
        most = runs * self.variant.board_cards or 1
        if len(self.recorded.board) > most:
            raise HistoryMismatch(f"the board has {len(self.recorded.board)} cards")

    def _lay_out(self, runs: int) -> None:
        coming = [iter(slots) for slots in self.recorded.dealt]
        board = iter(self.recorded.board)
        dealt = draws = 0
        for street in self.variant.streets:
            if street.draw:
                self._exchanges(draws)
                draws += 1
            players = [player for player in self.players if len(self.recorded.dealt[player]) > dealt]
            if (street.down or street.up) and players:
                self._deal_hands(street, players, coming)
                dealt += street.down + street.up
            if street.board:
                self._deal_board(street, board)
        whole = self.variant.board_cards
        self.boards = [self.recorded.board[:whole] if whole else self.recorded.board]
        if runs > 1:
            later, odd = divmod(len(self.recorded.board) - whole, runs - 1)
            if later <= 0 or odd:
                raise HistoryMismatch(f"the board has {len(self.recorded.board)} cards, which is not {runs} boards")
            again = whole - later
            for first in range(whole, whole + (runs - 1) * (whole - again), whole - again):
                self._later_board(again, board)
                self.boards.append(self.recorded.board[:again] + self.recorded.board[first : first + whole - again])
        if community := list(board):
            # The stub was too short for the last street: the card comes from the burn cards (G16).
            if BURNT not in self.stubs[0]:
                raise HistoryMismatch("the board has 1 cards")
            self.stubs[0][self.stubs[0].index(BURNT)] = community[0]
            self.stubs.append(community)
            self.pools.append(None)

    def _deal_hands(self, street: Street, players: Sequence[int], coming: Sequence[Iterator[Slot]]) -> None:
        stub = self.stubs[0]
        if self.size - len(stub) < street.burn + len(players):
            self.stubs.append([])
            self.pools.append(None)
            stub = self.stubs[-1]
        elif street.burn:
            stub.append(BURNT)
        for _ in range(street.down + street.up):
            stub += [slot for player in players for slot in islice(coming[player], 1)]

    def _deal_board(self, street: Street, board: Iterator[Slot]) -> None:
        slots = list(islice(board, street.board))
        if slots:
            self.stubs[0] += [*[BURNT] * street.burn, *slots]

    def _later_board(self, dealt: int, board: Iterator[Slot]) -> None:
        on_board = 0
        for street in self.variant.streets:
            on_board += street.board
            if on_board > dealt:
                self._deal_board(street, board)

    def _exchanges(self, draw: int) -> None:
        """One draw: each player in turn discards and is dealt as many cards; the stub may run out (G13)."""
        exchanges, folded = self.recorded.exchanges, self.recorded.folded
        for player, when in folded:
            if when == draw == len(exchanges[player]):
                self.pile += self.recorded.hands[player]
        for player in self.players:
            if draw >= len(exchanges[player]):
                if draw == len(exchanges[player]) and (player, draw + 1) in folded:
                    # Folded in this draw, after others had drawn (B14).
                    self.pile += self.recorded.hands[player]
                continue
            discarded, drawn = exchanges[player][draw]
            self.pile += discarded
            for slot in drawn:
                if len(self.stubs[-1]) == self.size:
                    pool = tuple(slot for slot in self.pile if slot not in discarded)
                    self.pile = [slot for slot in self.pile if slot in discarded]
                    self.stubs.append([])
                    self.pools.append(pool)
                    self.size = len(pool)
                self.stubs[-1].append(slot)

    # From slots to cards

    def deck(self) -> tuple[Card, ...]:
        """The deck, followed by the spare decks for reshuffles."""
        cards = self.recorded.cards
        once = {slot for stub, pool in zip(self.stubs, self.pools, strict=True) if not pool for slot in stub}
        once.discard(BURNT)
        known = [cards[slot] for slot in once if cards[slot] != UNKNOWN]
        if len(set(known)) < len(known):
            raise HistoryMismatch("a card is dealt twice")
        rest = [card for card in self.variant.deck if card not in known]
        if len(rest) + len(known) != len(self.variant.deck):
            raise HistoryMismatch("a card is not in the deck")
        rest = self._fill(once, rest)
        # Burn cards return where the stub is too short (G16), so they may be the cards recorded last.
        short = [stub for stub, pool in zip(self.stubs, self.pools, strict=True) if pool is None]
        burnt = iter([*reversed(rest), *(cards[slot] for stub in short for slot in stub)])
        first = [next(burnt, UNKNOWN) if slot == BURNT else cards[slot] for slot in self.stubs[0]]
        if UNKNOWN in first:
            raise HistoryMismatch(TOO_MANY_CARDS)
        decks = [(*first, *(card for card in self.variant.deck if card not in first))]
        for stub, pool in zip(self.stubs[1:], self.pools[1:], strict=True):
            if pool is not None:
                self._check_again(stub, pool)
            ahead = [cards[slot] for slot in stub]
            decks.append((*ahead, *(card for card in self.variant.deck if card not in ahead)))
        spares = self.variant.shuffles - len(decks)
        return tuple(card for deck in (*decks, *[self.variant.deck] * spares) for card in deck)

    def _fill(self, once: Collection[Slot], rest: list[Card]) -> list[Card]:
        """Choose the unknown cards: first those dealt a second time, then mucked hands, which have to lose."""
        cards = self.recorded.cards
        rest = self._fill_pools(once, rest)
        open_slots = [slot for slot in sorted(once) if cards[slot] == UNKNOWN]
        if len(open_slots) > len(rest):
            raise HistoryMismatch(TOO_MANY_CARDS)
        for slot in self.recorded.board:
            if cards[slot] == UNKNOWN:
                cards[slot] = rest.pop()
        for player in self.players:
            first = self.variant.streets[0]
            door = self.recorded.dealt[player][first.down] if first.up else BURNT
            if door in open_slots:
                cards[door] = self._quiet_door(rest)
                rest.remove(cards[door])
            if self.recorded.shown[player] and not self.recorded.shown[player][0].shows:
                rest = self._fill_mucked(player, open_slots, rest)
        for slot in open_slots:
            if cards[slot] == UNKNOWN:
                cards[slot] = rest.pop(0)
        return rest

    def _quiet_door(self, rest: Iterable[Card]) -> Card:
        """A door card that is unlikely to bring in (G14)."""
        if self.variant.low_door:
            return min(rest, key=lambda card: ace_low_place(rank(card)))
        return max(rest)

    def _fill_mucked(self, player: int, open_slots: Sequence[Slot], rest: list[Card]) -> list[Card]:
        """Choose the worst possible hand, or a bad one if there are too many to try."""
        cards = self.recorded.cards
        missing = [slot for slot in self.recorded.hands[player] if slot in open_slots and cards[slot] == UNKNOWN]
        if not missing:
            return rest
        known = [cards[slot] for slot in self.recorded.hands[player] if cards[slot] != UNKNOWN]
        shown = [self._cards(self.recorded.hands[other]) for other in self.players if self._shows(other)]
        whole = len(self.recorded.hands[player]) + len(self.boards[0])
        boards = self.boards if whole == self.variant.hole_cards + self.variant.board_cards else []
        rivals = [
            (ranking, board, [ranking(hand, board) or 0 for hand in shown])
            for board in map(self._cards, boards)
            for ranking in (self.variant.high, self.variant.low)
            if ranking
        ]

        def worth(new: Sequence[Card]) -> tuple[int, int, int]:
            """How many halves the hand would win, how many opponents it would beat, and how strong it is."""
            won = beaten = total = 0
            for ranking, board, others in rivals:
                value = ranking((*known, *new), board) or 0
                beats = sum(value >= other for other in others) if value else 0
                won += beats == len(others) and value > 0
                beaten, total = beaten + beats, total + value
            return won, beaten, total

        step = 1 + comb(len(rest), len(missing)) // MOST_CANDIDATES
        new = min(islice(combinations(rest, len(missing)), 0, None, step), key=worth)
        for slot, card in zip(missing, new, strict=True):
            cards[slot] = card
        return [card for card in rest if card not in new]

    def _fill_pools(self, once: Collection[Slot], rest: list[Card]) -> list[Card]:
        """A card dealt a second time was discarded before, so one of the unknown discards has to be it (G13)."""
        cards, again = self.recorded.cards, list(zip(self.stubs[1:], self.pools[1:], strict=True))
        for stub, pool in reversed(again):
            for slot in stub if pool else ():
                if cards[slot] != UNKNOWN:
                    rest = self._put_in(pool or (), cards[slot], rest, once)
        for stub, pool in again:
            for slot in stub if pool else ():
                if cards[slot] == UNKNOWN:
                    dealt = self._cards(stub)
                    available = [card for card in self._cards(pool or ()) if card != UNKNOWN and card not in dealt]
                    if not available and not rest:
                        raise HistoryMismatch(TOO_MANY_CARDS)
                    cards[slot] = available[0] if available else rest[0]
                    rest = self._put_in(pool or (), cards[slot], rest, once)
        return rest

    def _put_in(self, pool: Sequence[Slot], card: Card, rest: list[Card], once: Collection[Slot]) -> list[Card]:
        """Make an unknown card of the pool this one, if it can be; returns the cards left for others."""
        cards = self.recorded.cards
        unknown = next((slot for slot in pool if cards[slot] == UNKNOWN), None)
        named = any(cards[slot] == card for slot in range(len(cards)) if slot in once)
        if unknown is not None and card not in self._cards(pool) and not named:
            cards[unknown] = card
        return [one for one in rest if one != card]

    def _check_again(self, stub: Sequence[Slot], pool: Sequence[Slot]) -> None:
        reshuffled = self._cards(pool)
        for card in self._cards(stub):
            if card not in reshuffled:
                raise HistoryMismatch(f"{cards_text([card])} is dealt, and is not in the stub")

    def _cards(self, slots: Iterable[Slot]) -> tuple[Card, ...]:
        return tuple(self.recorded.cards[slot] for slot in slots)

    def _shows(self, player: int) -> bool:
        """Whether the player's hand was shown and all its cards are known."""
        shown = self.recorded.shown[player]
        return bool(shown) and shown[0].shows and UNKNOWN not in self._cards(self.recorded.hands[player])
