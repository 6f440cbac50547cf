"""The state of one hand, and how each event changes it: state is events folded."""

from collections.abc import Callable
from typing import Any, NamedTuple, Self

from games.engine import events as ev
from games.engine.betting import NOT_ACTED, Betting, Legal
from games.engine.cards import Card
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.pots import Pot
from games.engine.rules import Rules
from games.engine.stakes import AnteKind
from games.engine.variant import Opener


class Waiting(NamedTuple):
    """What the hand waits for: act or show (of `seat`), deal (a run-out goes on), done."""

    kind: str
    seat: int


DONE = Waiting("done", -1)
DEAL = Waiting("deal", -1)


class HandState:
    """One hand of any game; lists are indexed by table seat, amounts are minor units."""

    __slots__ = (
        "at",
        "betting",
        "board",
        "button",
        "changes",
        "collected",
        "dead",
        "dealt",
        "deck",
        "folded",
        "hole",
        "last_blind",
        "live",
        "mucked",
        "number",
        "open",
        "order",
        "paid",
        "pots",
        "rake",
        "rules",
        "stacks",
        "start",
        "street",
        "taken",
        "to_act",
        "to_show",
        "won",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.number = self.at = 0
        self.button = self.street = self.to_act = -1
        self.order: tuple[int, ...] = ()
        self.deck: tuple[Card, ...] = ()
        self.dealt = self.taken = self.dead = self.rake = 0
        self.board: tuple[Card, ...] = ()
        self.pots: tuple[Pot, ...] = ()
        self.to_show: tuple[int, ...] = ()
        self.changes: tuple[tuple[int, int], ...] | None = None
        self.collected = False
        self.last_blind = -1
        self._size(0)

    def _size(self, seats: int) -> None:
        self.betting = Betting(seats)
        self.stacks = [0] * seats
        self.start = [0] * seats
        self.paid = [0] * seats
        self.won = [0] * seats
        self.hole: list[tuple[Card, ...]] = [()] * seats
        self.open: list[tuple[Card, ...]] = [()] * seats
        self.live: list[int] = []
        self.folded: list[int] = []
        self.mucked: list[int] = []

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in HandState.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.betting = self.betting.copy()
        twin.stacks, twin.start, twin.paid, twin.won = (
            self.stacks[:],
            self.start[:],
            self.paid[:],
            self.won[:],
        )
        twin.hole, twin.open = self.hole[:], self.open[:]
        twin.live, twin.folded, twin.mucked = self.live[:], self.folded[:], self.mucked[:]
        return twin

    # What can be asked of a hand.

    @property
    def waiting(self) -> Waiting:
        """What has to come from outside before the hand goes on."""
        if self.to_act >= 0:
            return Waiting("act", self.to_act)
        if self.changes is not None:
            return DONE
        if self.to_show:
            return Waiting("show", self.to_show[0])
        return DEAL

    @property
    def pot(self) -> int:
        """Everything in the middle and before the players (B4)."""
        return sum(self.paid) + self.dead + sum(self.betting.bets) - self.taken

    def legal(self) -> Legal:
        """What the seat to act may do; one source for the refusal, the button and the act (B1-B8)."""
        seat = self.to_act
        if seat < 0:
            raise IllegalAction("not_your_turn")
        stacks = self.stacks
        rivals = False
        for rival in self.live:
            if stacks[rival] > 0 and rival != seat:
                rivals = True
                break
        return self.betting.legal(
            seat,
            stack=stacks[seat],
            in_pots=sum(self.paid) + self.dead,
            live=len(self.live),
            rivals=rivals,
            rules=self.rules,
        )

    def price(self, seat: int) -> int:
        """What a call would cost the seat now, its turn or not."""
        return max(0, min(self.betting.high - self.betting.bets[seat], self.stacks[seat]))

    def may_show(self, seat: int) -> bool:
        """Whether the show-cards button is live for the seat (H4)."""
        if self.changes is None or seat in self.folded or seat not in self.order:
            return False
        hidden = not self.open[seat] or -1 in self.open[seat]
        return hidden and (seat in self.mucked or len(self.live) == 1)

    @property
    def _last_street(self) -> bool:
        return self.street + 1 == len(self.rules.variant.streets)

    # State is events folded.

    def apply(self, event: ev.HandEvent) -> None:
        """Fold one event into the state."""
        _FOLD[type(event)](self, event)

    def check(self) -> None:
        """Raise BrokenInvariant unless chips are conserved and the cards are one deck (P6, C1)."""
        held = sum(self.stacks) + self.pot + self.rake
        if held != sum(self.start) or min(self.stacks, default=0) < 0:
            raise BrokenInvariant("chips are not conserved (P6)")

    def _next_actor(self, place: int) -> int:
        """The seat to act after `place` in the order, -1 when the round is over (B2)."""
        stacks, live, betting, order = self.stacks, self.live, self.betting, self.order
        if len(live) == 1:
            return -1
        bets, acted, high = betting.bets, betting.acted, betting.high
        for seat in (*order[place + 1 :], *order[: place + 1]):
            if (acted[seat] == NOT_ACTED or bets[seat] < high) and stacks[seat] > 0 and seat in live:
                for rival in live:
                    if rival != seat and (stacks[rival] > 0 or bets[rival] > bets[seat]):
                        return seat
                # Alone with chips, and owing nothing that a rival has put in.
                return -1
        return -1

    def _after(self, seat: int) -> int:
        return self._next_actor(self.order.index(seat))

    def _began(self, event: ev.HandBegan) -> None:
        self.number, self.button, self.order, stacks, self.at = event
        self._size(max(self.order) + 1)
        for seat, stack in zip(self.order, stacks, strict=True):
            self.stacks[seat] = self.start[seat] = stack
        self.live = list(self.order)

    def _shuffled(self, event: ev.DeckShuffled) -> None:
        self.deck = event.deck

    def _posted(self, event: ev.Posted) -> None:
        seat, kind, amount, _ = event
        stakes = self.rules.stakes
        self.stacks[seat] -= amount
        match kind:
            case "ante" if stakes.ante_kind is AnteKind.EACH:
                self.paid[seat] += amount
            case "ante" | "dead":
                self.dead += amount
            case "small_blind":
                self.betting.blind(seat, amount, stakes.small_blind, self.betting.made)
            case "straddle":
                self.betting.blind(seat, amount, amount, self.betting.made + 1)
                self.last_blind = seat
            case "big_blind" | "post":
                self.betting.blind(seat, amount, stakes.big_blind, 1)
                if kind == "big_blind":
                    self.last_blind = seat

    def _street_began(self, event: ev.StreetBegan) -> None:
        self.street = event.street
        street = self.rules.variant.streets[event.street]
        self.betting.begin(rules=self.rules, upper=street.upper_limit, live=len(self.live))
        after_blinds = street.opener is Opener.AFTER_BLINDS and self.last_blind >= 0
        self.to_act = self._after(self.last_blind) if after_blinds else self._next_actor(-1)
        self.collected = self.to_act < 0 and event.street > 0

    def _cards_dealt(self, event: ev.CardsDealt) -> None:
        seats, each = event
        count, first = len(seats), self.dealt
        for place, seat in enumerate(seats, first):
            self.hole[seat] += self.deck[place : first + count * each : count]
        self.dealt += count * each

    def _board_dealt(self, event: ev.BoardDealt) -> None:
        self.board += event.cards
        self.dealt += event.burnt + len(event.cards)

    def _folded(self, event: ev.Folded) -> None:
        self.live.remove(event.seat)
        self.folded.append(event.seat)
        self.to_act = self._after(event.seat)

    def _checked(self, event: ev.Checked) -> None:
        self.betting.stay(event.seat, 0)
        self.to_act = self._after(event.seat)

    def _called(self, event: ev.Called) -> None:
        self.stacks[event.seat] -= event.amount
        self.betting.stay(event.seat, event.amount)
        self.to_act = self._after(event.seat)

    def _raised(self, event: ev.Bet | ev.Raised) -> None:
        seat, to = event.seat, event.to
        self.stacks[seat] -= to - self.betting.bets[seat]
        self.betting.raise_to(seat, to, live=len(self.live), rules=self.rules)
        self.to_act = self._after(seat)

    def _returned(self, event: ev.UncalledReturned) -> None:
        seat, amount = event
        bet = min(amount, self.betting.bets[seat])
        self.betting.bets[seat] -= bet
        self.paid[seat] -= amount - bet
        self.stacks[seat] += amount

    def _bets_collected(self, event: ev.BetsCollected) -> None:
        for seat, bet in enumerate(self.betting.bets):
            self.paid[seat] += bet
        self.pots = tuple(Pot(amount, seats) for amount, seats in event.pots)
        self.betting.collect(last=self._last_street)
        self.collected = True

    def _turned_up(self, event: ev.HandsTurnedUp) -> None:
        for seat, cards in event.hands:
            self.open[seat] = cards

    def _showdown_began(self, event: ev.ShowdownBegan) -> None:
        self.to_show = event.order

    def _shown(self, event: ev.Shown) -> None:
        self.open[event.seat] = event.cards
        if self.to_show[:1] == (event.seat,):
            self.to_show = self.to_show[1:]

    def _mucked(self, event: ev.Mucked) -> None:
        self.mucked.append(event.seat)
        self.to_show = self.to_show[1:]

    def _rake_taken(self, event: ev.RakeTaken) -> None:
        self.rake = event.amount
        self.taken += event.amount

    def _pot_won(self, event: ev.PotWon) -> None:
        for seat, amount in event.shares:
            self.stacks[seat] += amount
            self.won[seat] += amount
        self.taken += event.amount

    def _ended(self, event: ev.HandEnded) -> None:
        self.changes = event.changes


_FOLD: dict[type, Callable[[HandState, Any], None]] = {
    ev.HandBegan: HandState._began,
    ev.DeckShuffled: HandState._shuffled,
    ev.Posted: HandState._posted,
    ev.StreetBegan: HandState._street_began,
    ev.CardsDealt: HandState._cards_dealt,
    ev.BoardDealt: HandState._board_dealt,
    ev.Folded: HandState._folded,
    ev.Checked: HandState._checked,
    ev.Called: HandState._called,
    ev.Bet: HandState._raised,
    ev.Raised: HandState._raised,
    ev.UncalledReturned: HandState._returned,
    ev.BetsCollected: HandState._bets_collected,
    ev.HandsTurnedUp: HandState._turned_up,
    ev.ShowdownBegan: HandState._showdown_began,
    ev.Shown: HandState._shown,
    ev.Mucked: HandState._mucked,
    ev.RakeTaken: HandState._rake_taken,
    ev.PotWon: HandState._pot_won,
    ev.HandEnded: HandState._ended,
}
