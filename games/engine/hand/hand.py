"""The progress of one hand: check an action, apply it, then deal and collect bets until somebody has to decide.

`begin`, `act` and `continue_run_out` work out the events of one step, apply them and return them; an illegal action
raises before the first event. Nothing here depends on a particular game: streets, deals, openers and rankings are
data of the variant.
"""

from collections.abc import Callable, Sequence
from operator import add
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine.cards import RANKS, Card, rank
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, BettingAction, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.decided import is_decided
from games.engine.hand.payout import HandPayout
from games.engine.hand.pots import build_pots, uncalled
from games.engine.hand.queries import DEAL
from games.engine.hand.showdown import Strength
from games.engine.hand.stub import decks_of
from games.engine.rules.house_rules import ShortRaise
from games.engine.rules.variant import Street

UNOPPOSED = Strength(0, None)
LIVE_POSTS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.POST})
_PLACES = tuple(frozenset(range(cards)) for cards in range(8))


class Post(NamedTuple):
    """A forced bet to be posted."""

    seat: int
    kind: PostKind
    amount: int


class HandPlan(NamedTuple):
    """How a hand begins: `order` are the seats clockwise from the left of the button, `stacks` the chips of each.

    `posts` are the forced bets in the order in which they are posted; `at` is the start in milliseconds.
    """

    number: int
    button: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    posts: tuple[Post, ...]
    at: int = 0


class Hand(HandPayout):
    """One hand of any game."""

    __slots__ = ()

    def begin(self, plan: HandPlan, deck: Sequence[Card]) -> list[ev.HandEvent]:
        """Post, deal and open the first round; raises IllegalAction on a plan that cannot be dealt.

        `deck` has `variant.shuffles` shuffled decks, one after another.
        """
        if not 2 <= len(plan.order) <= self.variant.max_players or min(plan.stacks) <= 0:
            raise IllegalAction("cannot_deal")
        decks = decks_of(deck, self.variant.deck)
        out: list[ev.HandEvent] = []
        self._emit(out, ev.HandBegan(plan.number, plan.button, plan.order, plan.stacks, plan.at))
        self._emit(out, ev.DeckShuffled(deck=decks[0], spares=decks[1:]))
        for post in plan.posts:
            seat, amount = post.seat, min(post.amount, self.stacks[post.seat])
            if amount or post.kind in LIVE_POSTS:
                # A blind of 0 is posted as well, when the ante took all chips: it still fixes the price of a call
                # and who acts first (D5), and counts in full in pot limit (B4).
                self._emit(out, ev.Posted(seat, post.kind, amount, amount == self.stacks[seat]))
        self._next_street(out)
        return self._advance(out)

    def act(self, seat: int, action: Action) -> list[ev.HandEvent]:
        """Apply the seat's action and all that follows from it; an illegal one raises IllegalAction without effect."""
        out: list[ev.HandEvent] = []
        if bet := _BETS.get(type(action)):
            folds_in_draw = type(action) is Fold and self.may_fold_in_draw and seat == self.to_draw[0]
            if (seat != self.to_act or seat < 0) and not folds_in_draw:
                raise IllegalAction("not_your_turn")
            bet(self, seat, action, out)
        elif type(action) is Discard:
            self._exchange(seat, action.places, out)
        elif isinstance(action, RunIt):
            if seat not in self.to_agree or action.times < 1:
                raise IllegalAction("not_your_turn")
            self._emit(out, ev.RunAgreed(seat, min(action.times, self.runs)))
            return out
        elif isinstance(action, (Show, Muck)):
            return self._show(seat, action, out)
        return self._advance(out)

    def protect(self, seat: int, at: int) -> list[ev.HandEvent]:
        """Protect a disconnected player: all-in for the chips already put in, or a fold without any (B15)."""
        if seat != self.to_act or seat < 0 or not self.legal().call:
            raise IllegalAction("not_your_turn")
        out: list[ev.HandEvent] = []
        if self.stacks[seat] < self.start[seat]:
            self._emit(out, ev.Protected(seat, at))
        else:
            self._emit(out, ev.Folded(seat))
        return self._advance(out)

    def continue_run_out(self) -> list[ev.HandEvent]:
        """Deal the next street of a run-out, or begin the showdown after the last (H5)."""
        if self.waiting != DEAL:
            raise IllegalAction("nothing_to_deal")
        out: list[ev.HandEvent] = []
        if self.last_street and len(self.boards) + 1 < self.runs:
            self._emit(out, ev.RunBegan(len(self.boards) + 1))
        if self.last_street:
            self._showdown(out)
        else:
            self._next_street(out)
            self._keep_open(out)
        return out

    def _keep_open(self, out: list[ev.HandEvent]) -> None:
        """Turn the new hidden cards of all-in hands face up as well (H5)."""
        if any(self.shown[seat] and len(self.shown[seat]) < len(self.hole[seat]) for seat in self.live):
            self._turn_up(out)

    def _fold(self, seat: int, _: Fold, out: list[ev.HandEvent]) -> None:
        if self.bring_due:
            raise IllegalAction("bring_in_due", call=self.legal().call)
        self._emit(out, ev.Folded(seat))

    def _check(self, seat: int, _: Check, out: list[ev.HandEvent]) -> None:
        legal = self.legal()
        if legal.call or legal.must_open:
            raise IllegalAction("cannot_check" if legal.call else "must_open", call=legal.call)
        self._emit(out, ev.Checked(seat))

    def _call(self, seat: int, _: BettingAction, out: list[ev.HandEvent]) -> None:
        amount = self.legal().call
        if self.bring_due:
            return self._emit(out, ev.BroughtIn(seat, amount, amount == self.stacks[seat]))
        if not amount:
            raise IllegalAction("nothing_to_call")
        return self._emit(out, ev.Called(seat, amount, amount == self.stacks[seat]))

    def _raise(self, seat: int, action: RaiseTo, out: list[ev.HandEvent]) -> None:
        legal, high, to = self.legal(), self.betting.high, action.amount
        price = self.stakes.bring_in if self.bring_due else high
        all_in = self.betting.bets[seat] + self.stacks[seat]
        if not legal.max_to:
            raise IllegalAction("no_raise_allowed")
        if to > legal.max_to:
            raise IllegalAction("raise_too_big", min=legal.min_to, max=legal.max_to)
        if to <= price:
            raise IllegalAction("raise_too_small", min=legal.min_to, max=legal.max_to)
        if to != all_in and to % self.house.chip_unit:
            raise IllegalAction("raise_not_in_chips", unit=self.house.chip_unit, min=legal.min_to, max=legal.max_to)
        if to < legal.min_to:
            if self.house.short_raise is ShortRaise.REJECT:
                raise IllegalAction("raise_too_small", min=legal.min_to, max=legal.max_to)
            if price and 2 * (to - price) < self.betting.smallest_raise - price:
                return self._emit(out, ev.Checked(seat)) if legal.can_check else self._call(seat, action, out)
            to = legal.min_to
        if legal.step > self.house.chip_unit and to != all_in and (to - legal.min_to) % legal.step:
            raise IllegalAction("not_a_bet_size", min=legal.min_to, max=legal.max_to)
        if high:
            self._emit(out, ev.Raised(seat, to, to - high, to == all_in))
        else:
            self._emit(out, ev.Bet(seat, to, to == all_in))
        return None

    def _exchange(self, seat: int, places: tuple[int, ...], out: list[ev.HandEvent]) -> None:
        """Discard cards and draw as many, all at once (G13)."""
        if not self.to_draw or seat != self.to_draw[0]:
            raise IllegalAction("not_your_turn")
        hole, count = self.hole[seat], len(places)
        if not count:
            return self._emit(out, ev.Drew(seat, 0, (), 0))
        if len(_PLACES[len(hole)].intersection(places)) < count:
            raise IllegalAction("bad_discard")
        cards = tuple(map(hole.__getitem__, places))
        kept: tuple[Card, ...] = ()
        if count > self.street_now.draw:
            if count == 4 and self.variant.draw_four:
                kept = tuple([card for card in hole if card not in cards and rank(card) == RANKS.index("A")])
            if not kept:
                raise IllegalAction("too_many_discards", most=self.street_now.draw)
        self._emit(out, ev.Exchanged(seat, cards))
        before = self._restocked(seat, out) if self.stub.left < count else 0
        return self._emit(out, ev.Drew(seat, count, kept, count - before))

    def _restocked(self, seat: int, out: list[ev.HandEvent]) -> int:
        """Deal the rest of a stub too short for a draw and shuffle the discards (G13); returns how many came."""
        if left := self.stub.left:
            self._emit(out, ev.CardsDealt((seat,), left, 0))
        pile = [card for card in self.stub.pile if card not in self.discarded[seat]]
        self._emit(out, ev.StubShuffled(self.stub.shuffled(pile)))
        return left

    def _advance(self, out: list[ev.HandEvent]) -> list[ev.HandEvent]:
        while self.to_act < 0 and self.changes is None and not self.to_show and not self.to_draw:
            if not self.collected:
                self._collect(out)
            if len(self.live) == 1:
                self._pay(out, {self.live[0]: UNOPPOSED})
                break
            all_in = not self._may_bet and not self._draws_to_come
            if all_in and self.house.all_in_show:
                self._turn_up(out)
            if self.last_street:
                self._showdown(out)
            elif all_in:
                self._offer_runs(out)
                break
            else:
                self._next_street(out)
        return out

    def _offer_runs(self, out: list[ev.HandEvent]) -> None:
        """Offer the remaining players several boards, as many as the deck has cards for (H6).

        Nobody is asked what can change nothing, if everybody sees that it can't: face-up hands of a certain result.
        """
        to_come = self.streets[self.street + 1 :]
        board = sum(street.burn + street.board for street in to_come)
        most = min(self.house.run_it, self.stub.left // board) if self.variant.board_cards else 1
        is_open = all(self.shown[seat] for seat in self.live)
        if most > 1 and not (is_open and is_decided(self.variant, self.hole, self.live, self.board, self.pots)):
            self._emit(out, ev.RunOffered(self.live, most))

    def _next_street(self, out: list[ev.HandEvent]) -> None:
        self._emit(out, ev.StreetBegan(self.street + 1))
        street = self.street_now
        if street.board:
            burn = int(street.burn)
            self._emit(out, ev.BoardDealt(self.stub.peek(street.board, burn), burn))
        elif not street.draw:
            self._deal(street, out)

    def _deal(self, street: Street, out: list[ev.HandEvent]) -> None:
        """Deal each player the cards of the street, face down and up."""
        players, burn = self.live, int(street.burn)
        if self.stub.left < burn + len(players):
            if not self._restock(out, len(players)):
                return
            burn = 0
        if street.down:
            self._emit(out, ev.CardsDealt(players, street.down, burn))
        for _ in range(street.up):
            cards = self.stub.peek(len(players), burn)
            self._emit(out, ev.UpDealt(tuple(zip(players, cards, strict=True)), burn))

    def _restock(self, out: list[ev.HandEvent], needed: int) -> bool:
        """Add the burn cards to a stub too short for the street, or deal one community card instead (G16).

        Folded cards never return. Returns whether each player gets a card of their own.
        """
        burnt, rest = self.stub.burnt, self.stub.peek(self.stub.left)
        enough = len(burnt) + len(rest) >= needed
        shuffled = self.stub.shuffled((*burnt, *rest)) if enough else (*self.stub.shuffled(burnt), *rest)
        self._emit(out, ev.StubShuffled(shuffled))
        if not enough:
            self._emit(out, ev.BoardDealt(self.stub.peek(1), 0))
        return enough

    def _collect(self, out: list[ev.HandEvent]) -> None:
        if self.pots and not self.betting.high and self.pots[0].seats == self.live:
            # Nobody bet and nobody folded.
            return self._emit(out, ev.BetsCollected(self.pots))
        paid = [*map(add, self.paid, self.betting.bets)]
        seat, amount = uncalled(paid, self.live)
        if amount:
            self._emit(out, ev.UncalledReturned(seat, amount))
            paid[seat] -= amount
        return self._emit(out, ev.BetsCollected(build_pots(paid, self.order, self.live, self.dead)))


# `Any` because each method takes its own class of action.
_BETS: dict[type, Callable[[Hand, int, Any, list[ev.HandEvent]], None]] = {
    Fold: Hand._fold,
    Check: Hand._check,
    Call: Hand._call,
    RaiseTo: Hand._raise,
}
