"""The state of one hand, and how each event changes it; applying the events in order always gives the state."""

from collections.abc import Callable
from operator import add
from typing import Any

from games.engine import events as ev
from games.engine.errors import BrokenInvariant
from games.engine.events.kinds import PostKind
from games.engine.hand.fields import HandFields
from games.engine.hand.opener import around, door_seat, showing_seat
from games.engine.hand.pots import Pot
from games.engine.hand.stub import Stub
from games.engine.rules.stakes import AnteKind
from games.engine.rules.variant import Opener

# Looking up an enum member takes longer than the rest of a comparison.
AFTER_BLINDS, LEFT_OF_BUTTON = Opener.AFTER_BLINDS, Opener.LEFT_OF_BUTTON
BRING_IN, SHOWING = Opener.BRING_IN, Opener.SHOWING
SMALL_BLIND, BIG_BLIND, POST, STRADDLE = PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.POST, PostKind.STRADDLE
ANTE, ANTE_EACH = PostKind.ANTE, AnteKind.EACH


class HandState(HandFields):
    """One hand of any game, changed by its events alone."""

    __slots__ = ()

    @property
    def pot(self) -> int:
        """The pots and the bets of the current round, in minor units (B4)."""
        return sum(self.paid) + self.dead + sum(self.betting.bets) - self.paid_out

    def apply(self, event: ev.HandEvent) -> None:
        """Change the state by one event."""
        EVENT_HANDLERS[type(event)](self, event)

    def check(self) -> None:
        """Raise BrokenInvariant unless chips are conserved and the cards are one deck (P6, C1)."""
        held = sum(self.stacks) + sum(self.protected_chips) + self.pot + self.rake
        left_in = self.pot if self.changes is not None else 0
        if held != sum(self.start) or left_in or min(self.stacks, default=0) < 0:
            raise BrokenInvariant("chips are not conserved (P6)")

    def _give_turn(self, due: tuple[int, ...]) -> None:
        """Give the turn to the first of the seats that still have to act in this round, in order (B2)."""
        self.due, self.legal_now = due, None
        if len(due) > 1:
            self.rivals, self.to_act = True, due[0]
            return
        self.rivals = bool(due) and self._has_rival(due[0])
        # A player alone with chips acts only to match what a rival has put in.
        self.to_act = due[0] if self.rivals or (due and self._owes(due[0])) else -1

    def _has_rival(self, seat: int) -> bool:
        """Whether an opponent of the seat has chips left to answer a raise."""
        stacks = self.stacks
        for rival in self.live:  # noqa: SIM110 - `any` takes twice as long
            if stacks[rival] > 0 and rival != seat:
                return True
        return False

    def _owes(self, seat: int) -> bool:
        bets = self.betting.bets
        return any(bets[rival] > bets[seat] for rival in self.live)

    def _began(self, event: ev.HandBegan) -> None:
        self.number, self.button, self.order, self.began_at = event.number, event.button, event.order, event.at
        self._size(max(self.order) + 1)
        for seat, stack in zip(self.order, event.stacks, strict=True):
            self.start[seat] = stack
        self.stacks = self.start[:]
        self.live = self.order
        self.clockwise = around(self.order)

    def _shuffled(self, event: ev.DeckShuffled) -> None:
        self.deck = event.deck
        self.stub = Stub(event.deck, event.spares)

    def _posted(self, event: ev.Posted) -> None:
        seat, amount, kind = event.seat, event.amount, event.kind
        stakes, betting = self.stakes, self.betting
        self.stacks[seat] -= amount
        if kind == SMALL_BLIND:
            betting.blind(seat, amount, stakes.small_blind, betting.made)
        elif kind == BIG_BLIND:
            betting.blind(seat, amount, stakes.big_blind, 1)
            self.last_blind = seat
        elif kind == POST:
            betting.blind(seat, amount, stakes.big_blind, 1)
        elif kind == STRADDLE:
            betting.blind(seat, amount, amount, betting.made + 1)
            self.last_blind = seat
        elif (kind == ANTE and stakes.ante_kind is ANTE_EACH) or (event.all_in and not betting.bets[seat]):
            # Whoever is all-in with dead money alone contests the chips that match it (P1, D5).
            self.paid[seat] += amount
        else:
            self.dead += amount

    def _play_street(self, street: int) -> None:
        self.street, self.street_now = street, self.streets[street]
        self.last_street = street + 1 == len(self.streets)

    def _street_began(self, event: ev.StreetBegan) -> None:
        self._play_street(event.street)
        street = self.street_now
        in_pots = sum(self.paid) + self.dead if self.betting.by_pot else 0
        self.betting.begin(street, len(self.live), in_pots)
        self.to_act = -1
        self.collected = True
        if street.draw:
            self.to_draw = self.live
            self.discarded = [()] * len(self.discarded)
            self.drew = [-1] * len(self.drew)
        elif not street.up:
            self._open_round()

    def _open_round(self) -> None:
        """Give the first turn of the street, by the blinds, the button or the up cards (G11-G16)."""
        opener = self.street_now.opener
        self.due_on_raise = ()
        self.opening_seat = self.order[0] if opener is LEFT_OF_BUTTON else self._opens(opener)
        stacks, live = self.stacks, self.live
        self._give_turn(
            tuple([seat for seat in self.clockwise[self.opening_seat] if stacks[seat] > 0 and seat in live])
        )
        self.bring_due = opener is BRING_IN and self.to_act >= 0
        self.collected = self.collected and self.to_act < 0 and self.street > 0

    def _opens(self, opener: Opener) -> int:
        order, variant = self.order, self.variant
        if opener is AFTER_BLINDS and self.last_blind >= 0:
            return order[(order.index(self.last_blind) + 1) % len(order)]
        if opener is BRING_IN:
            return door_seat(self.face_up, self.live, low_door=variant.low_door, suits=self.house.suit_order)
        if opener is SHOWING:
            return showing_seat(self.face_up, self.live, low_door=variant.low_door)
        return order[0]

    def _cards_dealt(self, event: ev.CardsDealt) -> None:
        seats, count = event.seats, len(event.seats)
        cards = self.stub.take(count * event.each, event.burnt)
        for place, seat in enumerate(seats):
            self.hole[seat] += cards[place::count]

    def _up_dealt(self, event: ev.UpDealt) -> None:
        self.stub.take(len(event.cards), event.burnt)
        hole, up, shown = self.hole, self.face_up, self.shown
        for seat, card in event.cards:
            hole[seat] += (card,)
            up[seat] += (card,)
            if shown[seat]:
                shown[seat] += (card,)
        self._open_round()

    def _board_dealt(self, event: ev.BoardDealt) -> None:
        self.board += self.stub.take(len(event.cards), event.burnt)

    def _stub_shuffled(self, event: ev.StubShuffled) -> None:
        self.stub.replace(event.cards)

    def _exchanged(self, event: ev.Exchanged) -> None:
        seat, cards = event.seat, event.cards
        self.hole[seat] = tuple([card for card in self.hole[seat] if card not in cards])
        self.discarded[seat] = cards
        self.stub.pile += cards

    def _drew(self, event: ev.Drew) -> None:
        seat, kept = event.seat, event.kept
        self.drew[seat] = event.drawn
        if event.dealt:
            self.hole[seat] += self.stub.take(event.dealt)
        if kept or self.face_up[seat]:
            self.face_up[seat] = kept or tuple([card for card in self.face_up[seat] if card in self.hole[seat]])
        self._drawn(self.to_draw[1:])

    def _drawn(self, to_draw: tuple[int, ...]) -> None:
        """Give the turn to the next player to draw, or open the round of betting after the last."""
        self.to_draw = to_draw
        if not to_draw:
            self._open_round()

    def _brought_in(self, event: ev.BroughtIn) -> None:
        seat, amount = event.seat, event.amount
        self.stacks[seat] -= amount
        self.betting.bring_in(seat, amount, self.stakes.bring_in)
        self.bring_due = False
        due = self.due[1:]
        self._give_turn((*due, seat) if self.stacks[seat] else due)

    def _folded(self, event: ev.Folded) -> None:
        seat = event.seat
        place = self.live.index(seat)
        self.live = self.live[:place] + self.live[place + 1 :]
        self.folded.append(seat)
        self.stub.pile += self.hole[seat]
        # The pots still name the seat.
        self.collected = False
        if self.to_draw:
            self.betting.starters = len(self.live)
            self._drawn(() if len(self.live) == 1 else self.to_draw[1:])
        else:
            self._give_turn(self.due[1:])

    def _checked(self, event: ev.Checked) -> None:
        seat = event.seat
        self.betting.check_or_call(seat, 0)
        self.due_on_raise += (seat,)
        self._give_turn(self.due[1:])

    def _called(self, event: ev.Called) -> None:
        seat, amount = event.seat, event.amount
        self.stacks[seat] -= amount
        self.betting.check_or_call(seat, amount)
        if self.stacks[seat]:
            self.due_on_raise += (seat,)
        self._give_turn(self.due[1:])

    def _raised(self, event: ev.Bet | ev.Raised) -> None:
        seat, to = event.seat, event.to
        self.stacks[seat] -= to - self.betting.bets[seat]
        self.betting.raise_to(seat, to, len(self.live), self.stakes.bring_in if self.bring_due else 0)
        self.bring_due = False
        due = self.due[1:] + self.due_on_raise
        self.due_on_raise = (seat,) if self.stacks[seat] else ()
        self._give_turn(due)

    def _protected(self, event: ev.Protected) -> None:
        seat = event.seat
        if not (self.paid[seat] or self.betting.bets[seat]):
            # Whoever has put in dead money alone contests the chips that match it, as if it took the stack (P1, D5).
            dead = self.start[seat] - self.stacks[seat]
            self.paid[seat], self.dead = dead, self.dead - dead
        self.protected_chips[seat], self.stacks[seat] = self.stacks[seat], 0
        self._give_turn(self.due[1:])

    def _returned(self, event: ev.UncalledReturned) -> None:
        seat, amount = event.seat, event.amount
        bet = min(amount, self.betting.bets[seat])
        self.betting.bets[seat] -= bet
        self.paid[seat] -= amount - bet
        self.stacks[seat] += amount

    def _bets_collected(self, event: ev.BetsCollected) -> None:
        if self.betting.high:
            self.paid = [*map(add, self.paid, self.betting.bets)]
        if event.pots is not self.pots:
            # A stored event holds plain tuples.
            self.pots = tuple([pot if isinstance(pot, Pot) else Pot(*pot) for pot in event.pots])
        self.betting.collect(last=self.last_street)
        self.collected = True

    def _turned_up(self, event: ev.HandsTurnedUp) -> None:
        for seat, cards in event.hands:
            self.shown[seat] = cards

    def _run_offered(self, event: ev.RunOffered) -> None:
        self.to_agree, self.runs = event.seats, event.most
        self.run_from = (self.street, len(self.board))

    def _run_agreed(self, event: ev.RunAgreed) -> None:
        self.runs = min(self.runs, event.times)
        self.to_agree = () if self.runs == 1 else tuple(seat for seat in self.to_agree if seat != event.seat)

    def _run_began(self, event: ev.RunBegan) -> None:
        self.boards += (self.board,)
        street, dealt = self.run_from
        self._play_street(street)
        self.board = self.board[:dealt]

    def _showdown_began(self, event: ev.ShowdownBegan) -> None:
        self.to_show = event.order
        self.strengths = None

    def _shown(self, event: ev.Shown) -> None:
        self.shown[event.seat] = event.cards
        if self.to_show[:1] == (event.seat,):
            self.to_show = self.to_show[1:]

    def _mucked(self, event: ev.Mucked) -> None:
        self.mucked.append(event.seat)
        self.to_show = self.to_show[1:]

    def _rake_taken(self, event: ev.RakeTaken) -> None:
        self.rake = event.amount
        self.paid_out += event.amount

    def _pot_won(self, event: ev.PotWon) -> None:
        for seat, amount in event.shares:
            self.stacks[seat] += amount
            self.won[seat] += amount
        self.paid_out += event.amount

    def _ended(self, event: ev.HandEnded) -> None:
        self.changes = event.changes
        if any(self.protected_chips):
            self.stacks = [*map(add, self.stacks, self.protected_chips)]
            self.protected_chips = [0] * len(self.protected_chips)


# Each handler takes its own class of event, which the type of a dict cannot express: hence `Any`.
EVENT_HANDLERS: dict[object, Callable[[HandState, Any], None]] = {
    ev.HandBegan: HandState._began,
    ev.DeckShuffled: HandState._shuffled,
    ev.Posted: HandState._posted,
    ev.StreetBegan: HandState._street_began,
    ev.CardsDealt: HandState._cards_dealt,
    ev.UpDealt: HandState._up_dealt,
    ev.BoardDealt: HandState._board_dealt,
    ev.StubShuffled: HandState._stub_shuffled,
    ev.Exchanged: HandState._exchanged,
    ev.Drew: HandState._drew,
    ev.BroughtIn: HandState._brought_in,
    ev.Folded: HandState._folded,
    ev.Checked: HandState._checked,
    ev.Called: HandState._called,
    ev.Bet: HandState._raised,
    ev.Raised: HandState._raised,
    ev.Protected: HandState._protected,
    ev.UncalledReturned: HandState._returned,
    ev.BetsCollected: HandState._bets_collected,
    ev.HandsTurnedUp: HandState._turned_up,
    ev.RunOffered: HandState._run_offered,
    ev.RunAgreed: HandState._run_agreed,
    ev.RunBegan: HandState._run_began,
    ev.ShowdownBegan: HandState._showdown_began,
    ev.Shown: HandState._shown,
    ev.Mucked: HandState._mucked,
    ev.RakeTaken: HandState._rake_taken,
    ev.PotWon: HandState._pot_won,
    ev.HandEnded: HandState._ended,
}
