"""A finished hand as one player, or everybody, came to see it: put together from what they saw, with no secret in it.

Histories, replayers and exports are made of this alone, so that they cannot tell a card that was not shown (H4).
"""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import NamedTuple, get_args

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand.hand import Hand
from games.engine.rules.rules import Rules

_PUBLIC = frozenset({*get_args(ev.HandEvent), ev.PositionsSet, ev.TimedOut, ev.RabbitShown}) - ev.SECRET
"""What a hand is made of that everybody saw, with what happens around it at the table."""


class OwnCards(NamedTuple):
    """What one player knows beside the public events: cards dealt to it face down, and those it exchanged, in order."""

    seat: int
    dealt: tuple[Card, ...]
    thrown: tuple[tuple[Card, ...], ...] = ()


def own_cards(rules: Rules, events: Iterable[ev.TableEvent], seat: int) -> OwnCards:
    """One seat's cards of a hand, of all its `events`, secret ones too."""
    hand, dealt, thrown = Hand(rules), list[Card](), list[tuple[Card, ...]]()
    for event in events:
        if not isinstance(event, ev.HandEvent):
            continue
        hand.apply(event)
        if isinstance(event, ev.CardsDealt) and seat in event.seats:
            dealt += hand.hole[seat][-event.each :]
        if isinstance(event, ev.Drew) and event.seat == seat and event.dealt:
            dealt += hand.hole[seat][-event.dealt :]
        if isinstance(event, ev.Exchanged) and event.seat == seat:
            thrown.append(event.cards)
    return OwnCards(seat, tuple(dealt), tuple(thrown))


def viewer_events(
    rules: Rules, events: Sequence[ev.TableEvent], own: OwnCards | None = None
) -> tuple[ev.TableEvent, ...]:
    """The hand's events with a deck that holds the cards shown to all and `own`, and blanks for all others.

    Blanks are different numbers below -1. Secret events are left out, as if they had not been given; the hand folds
    from the result as it did from the true events.
    """
    public = [event for event in events if type(event) in _PUBLIC]
    return _Eyes(rules, public, own).look()


class _Eyes:
    """Lays a deck out in the order in which the hand took its cards; `hands` are places in it."""

    def __init__(self, rules: Rules, events: Sequence[ev.TableEvent], own: OwnCards | None) -> None:
        self.rules, self.events = rules, events
        self.me = own.seat if own else -1
        self.mine = iter(own.dealt if own else ())
        self.thrown = iter(own.thrown if own else ())
        self.draws = iter([event for event in events if isinstance(event, ev.Drew)])
        self.blanks = count(-2, -1)
        self.deck: list[Card] = []
        self.hands: dict[int, list[int]] = {}
        self.out: list[ev.TableEvent] = []
        self.drawing = self.exchanged = False

    def look(self) -> tuple[ev.TableEvent, ...]:
        """The events, the deck among them."""
        for event in self.events:
            self._see(event)
            self.out.append(event)
        begun = next((place for place, event in enumerate(self.out) if isinstance(event, ev.HandBegan)), -1) + 1
        return (*self.out[:begun], ev.DeckShuffled(tuple(self.deck)), *self.out[begun:])

    def _see(self, event: ev.TableEvent) -> None:
        match event:
            case ev.StreetBegan(street):
                self.drawing = self.rules.variant.streets[street].draw > 0
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
            self._deal(seat, next(self.mine) if seat == self.me else next(self.blanks))

    def _deal(self, seat: int, card: Card) -> None:
        self.hands.setdefault(seat, []).append(len(self.deck))
        self.deck.append(card)

    def _exchange(self, drew: ev.Drew) -> None:
        """What went before new cards came: of others only how many, and the ace that they had to show (G13)."""
        self.exchanged = True
        seat, drawn, kept, _ = drew
        hand = self.hands[seat]
        if seat == self.me:
            cards = next(self.thrown)
        else:
            blank_first = sorted(hand, key=lambda place: self.deck[place] >= 0)
            for place, card in zip(blank_first[drawn:], kept, strict=False):
                self.deck[place] = card
            cards = tuple(self.deck[place] for place in blank_first[:drawn])
        self.hands[seat] = [place for place in hand if self.deck[place] not in cards]
        self.out.append(ev.Exchanged(seat, cards))
