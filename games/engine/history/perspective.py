"""A finished hand from the perspective of one player or of everybody, rebuilt from what they saw.

Histories, replays and exports use only this, so they cannot reveal a card that was not shown (H4).
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple, get_args

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY
from games.engine.rules.rules import Rules

_PUBLIC = frozenset({*get_args(ev.HandEvent), ev.PositionsSet, ev.TimedOut, ev.RabbitShown}) - ev.SECRET
"""The public events that a hand is rebuilt from."""


class OwnCards(NamedTuple):
    """What one player knows besides the public events: their own face-down cards and discards, in dealing order."""

    seat: int
    dealt: tuple[Card, ...]
    discarded: tuple[tuple[Card, ...], ...] = ()


def own_cards(rules: Rules, events: Iterable[ev.TableEvent], seat: int) -> OwnCards:
    """One seat's cards in a hand, from all its `events`, secret ones included."""
    hand, dealt, discarded = Hand(rules), list[Card](), list[tuple[Card, ...]]()
    for event in events:
        if not isinstance(event, ev.HandEvent):
            continue
        hand.apply(event)
        if isinstance(event, ev.CardsDealt) and seat in event.seats:
            dealt += hand.hole[seat][-event.each :]
        if isinstance(event, ev.Drew) and event.seat == seat and event.dealt:
            dealt += hand.hole[seat][-event.dealt :]
        if isinstance(event, ev.Exchanged) and event.seat == seat:
            discarded.append(event.cards)
    return OwnCards(seat, tuple(dealt), tuple(discarded))


def viewer_events(
    rules: Rules,
    events: Sequence[ev.TableEvent],
    own: OwnCards | None = None,
    besides: tuple[type[ev.TableEvent], ...] = (),
) -> tuple[ev.TableEvent, ...]:
    """The hand's events and those of the classes `besides`, with a deck.

    The deck holds only the cards shown to all and `own`, and blanks for all others. Blanks are -2, -3 and so on.
    Secret events are ignored. Applied to a hand, the result gives the same hand as the true events do.
    """
    public = [event for event in events if type(event) in _PUBLIC or isinstance(event, besides)]
    return _Rebuilder(rules, public, own).rebuild()


class _Rebuilder:
    """Lays out a deck in the order in which the hand used its cards; `hands` are indexes into it."""

    def __init__(self, rules: Rules, events: Sequence[ev.TableEvent], own: OwnCards | None) -> None:
        self.rules, self.events = rules, events
        self.own_seat = own.seat if own else NOBODY
        self.own_dealt = iter(own.dealt if own else ())
        self.own_discards = iter(own.discarded if own else ())
        self.draws = iter([event for event in events if isinstance(event, ev.Drew)])
        self.blanks = count(-2, -1)
        self.deck: list[Card] = []
        self.hands: dict[int, list[int]] = {}
        self.out: list[ev.TableEvent] = []
        self.drawing = self.exchanged = False

    def rebuild(self) -> tuple[ev.TableEvent, ...]:
        """The events, the deck among them."""
        for event in self.events:
            self._take(event)
            self.out.append(event)
        begun = next(place for place, event in enumerate(self.out, 1) if isinstance(event, ev.HandBegan))
        return (*self.out[:begun], ev.DeckShuffled(tuple(self.deck)), *self.out[begun:])

    def _take(self, event: ev.TableEvent) -> None:
        match event:
            case ev.StreetBegan(street):
                self.drawing = bool(self.rules.variant.streets[street].draw)
                self.exchanged = False
            case ev.CardsDealt(seats, each, burnt):
                if self.drawing and not self.exchanged:
                    self._exchange(next(self.draws))
                self._burn(burnt)
                self._deal_down(seats * each)
            case ev.Drew(seat, drawn, _, dealt):
                if not self.exchanged:
                    next(self.draws)
                    if drawn:
                        self._exchange(event)
                self._deal_down((seat,) * dealt)
                self.exchanged = False
            case ev.UpDealt(cards, burnt):
                self._burn(burnt)
                for seat, card in cards:
                    self._deal(seat, card)
            case ev.BoardDealt(cards, burnt):
                self._burn(burnt)
                self.deck += cards

    def _burn(self, cards: int) -> None:
        self.deck += [next(self.blanks) for _ in range(cards)]

    def _deal_down(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self._deal(seat, next(self.own_dealt) if seat == self.own_seat else next(self.blanks))

    def _deal(self, seat: int, card: Card) -> None:
        self.hands.setdefault(seat, []).append(len(self.deck))
        self.deck.append(card)

    def _exchange(self, drew: ev.Drew) -> None:
        """Discard cards before new ones come; of other players only the number and a shown ace are known (G13)."""
        self.exchanged = True
        seat, drawn, kept, _ = drew
        hand = self.hands[seat]
        if seat == self.own_seat:
            cards = next(self.own_discards)
        else:
            blank_first = sorted(hand, key=lambda place: self.deck[place] >= 0)
            for place, card in zip(blank_first[drawn:], kept, strict=False):
                self.deck[place] = card
            cards = tuple(self.deck[place] for place in blank_first[:drawn])
        self.hands[seat] = [place for place in hand if self.deck[place] not in cards]
        self.out.append(ev.Exchanged(seat, cards))
