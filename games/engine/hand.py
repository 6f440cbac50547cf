"""One hand: what is legal, what happens, what follows.

`begin`, `act` and `go_on` work out the events of one step, apply them and return them; an illegal ask raises
before the first. The machine names no game: streets, deals, openers and rankings are data of the variant.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import events as ev
from games.engine.actions import Action, Call, Check, Fold, Muck, Show
from games.engine.cards import Card
from games.engine.errors import BrokenInvariant, IllegalAction
from games.engine.hand_state import DEAL, HandState
from games.engine.houserules import AutoMuck, ShortRaise
from games.engine.pots import Pot, build_pots, uncalled
from games.engine.rake import rake_of, rake_shares
from games.engine.showdown import Strength, awards, beaten, show_order, strength


class Post(NamedTuple):
    """A forced bet to be posted; `kind` is ante, small_blind, big_blind, straddle, post or dead."""

    seat: int
    kind: str
    amount: int


class HandPlan(NamedTuple):
    """How a hand begins: seats clockwise from the button's left, their stacks beside them, posts in order."""

    number: int
    button: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    posts: tuple[Post, ...]
    at: int = 0


class Hand(HandState):
    """One hand of any game."""

    __slots__ = ()

    def begin(self, plan: HandPlan, deck: Sequence[Card]) -> list[ev.HandEvent]:
        """Post, deal and open the first round; raises IllegalAction on a plan that cannot be dealt."""
        if len(plan.order) < 2 or len(plan.order) > self.rules.variant.max_players or min(plan.stacks) <= 0:
            raise IllegalAction("cannot_deal")
        if len(set(deck)) != 52:
            raise BrokenInvariant("a deck has 52 distinct cards (C1)")
        out: list[ev.HandEvent] = []
        self._emit(out, ev.HandBegan(plan.number, plan.button, plan.order, plan.stacks, plan.at))
        self._emit(out, ev.DeckShuffled(tuple(deck)))
        for seat, kind, due in plan.posts:
            amount = min(due, self.stacks[seat])
            if amount or kind in ("small_blind", "big_blind"):
                # Also of a player whose ante took all: the price and the first to act stay (D5).
                self._emit(out, ev.Posted(seat, kind, amount, amount == self.stacks[seat]))
        self._next_street(out)
        return self._advance(out)

    def act(self, seat: int, action: Action) -> list[ev.HandEvent]:
        """The seat's action and all that follows; raises IllegalAction and changes nothing if it is not legal."""
        out: list[ev.HandEvent] = []
        if isinstance(action, (Show, Muck)):
            return self._show(seat, action, out)
        if seat != self.to_act or seat < 0:
            raise IllegalAction("not_your_turn")
        if isinstance(action, Fold):
            self._emit(out, ev.Folded(seat))
        elif isinstance(action, Check):
            if self.betting.high > self.betting.bets[seat]:
                raise IllegalAction("cannot_check", call=self.legal().call)
            self._emit(out, ev.Checked(seat))
        elif isinstance(action, Call):
            self._call(seat, out)
        else:
            self._raise(seat, action.amount, out)
        return self._advance(out)

    def go_on(self) -> list[ev.HandEvent]:
        """The next street of a run-out, or the showdown after its last (H5)."""
        if self.waiting != DEAL:
            raise IllegalAction("nothing_to_deal")
        out: list[ev.HandEvent] = []
        if self._last_street:
            self._showdown(out)
        else:
            self._next_street(out)
        return out

    def _emit(self, out: list[ev.HandEvent], event: ev.HandEvent) -> None:
        self.apply(event)
        out.append(event)

    def _call(self, seat: int, out: list[ev.HandEvent]) -> None:
        amount = min(self.betting.high - self.betting.bets[seat], self.stacks[seat])
        if amount <= 0:
            raise IllegalAction("nothing_to_call")
        self._emit(out, ev.Called(seat, amount, amount == self.stacks[seat]))

    def _raise(self, seat: int, to: int, out: list[ev.HandEvent]) -> None:
        legal = self.legal()
        high = self.betting.high
        all_in = self.betting.bets[seat] + self.stacks[seat]
        if not legal.max_to:
            raise IllegalAction("no_raise_allowed")
        if to > legal.max_to:
            raise IllegalAction("raise_too_big", min=legal.min_to, max=legal.max_to)
        if to <= high:
            raise IllegalAction("raise_too_small", min=legal.min_to, max=legal.max_to)
        if to != all_in and to % self.rules.house.chip_unit:
            raise IllegalAction("not_a_multiple", unit=self.rules.house.chip_unit)
        if to < legal.min_to:
            if self.rules.house.short_raise is ShortRaise.REJECT:
                raise IllegalAction("raise_too_small", min=legal.min_to, max=legal.max_to)
            if high and 2 * (to - high) < self.betting.smallest_raise(self.rules) - high:
                return self._call(seat, out)
            to = legal.min_to
        if high:
            self._emit(out, ev.Raised(seat, to, to - high, to == all_in))
        else:
            self._emit(out, ev.Bet(seat, to, to == all_in))
        return None

    def _advance(self, out: list[ev.HandEvent]) -> list[ev.HandEvent]:
        while self.to_act < 0 and self.changes is None and not self.to_show:
            if not self.collected:
                self._collect(out)
            if len(self.live) == 1:
                self._pay(out, {self.live[0]: Strength(0, None)})
                break
            all_in = sum(self.stacks[seat] > 0 for seat in self.live) < 2
            if all_in and self.rules.house.all_in_show:
                self._emit(out, ev.HandsTurnedUp(tuple((seat, self.hole[seat]) for seat in self.live)))
            if self._last_street:
                self._showdown(out)
            elif all_in:
                break
            else:
                self._next_street(out)
        return out

    def _next_street(self, out: list[ev.HandEvent]) -> None:
        street = self.rules.variant.streets[self.street + 1]
        self._emit(out, ev.StreetBegan(self.street + 1))
        if street.down:
            self._emit(out, ev.CardsDealt(tuple(self.live), street.down))
        if street.board:
            first = self.dealt + street.burn
            self._emit(out, ev.BoardDealt(self.deck[first : first + street.board], int(street.burn)))

    def _collect(self, out: list[ev.HandEvent]) -> None:
        paid = [before + bet for before, bet in zip(self.paid, self.betting.bets, strict=True)]
        seat, amount = uncalled(paid)
        if amount:
            self._emit(out, ev.UncalledReturned(seat, amount))
            paid[seat] -= amount
        self._emit(out, ev.BetsCollected(build_pots(paid, self.order, self.live, self.dead)))

    def _showdown(self, out: list[ev.HandEvent]) -> None:
        betting, house = self.betting, self.rules.house
        order = show_order(
            self.live,
            self.pots,
            aggressor=betting.aggressor,
            first_bettor=betting.first_bettor,
            rule=house.showdown_order,
        )
        self._emit(out, ev.ShowdownBegan(tuple(seat for seat in order if not self.open[seat])))
        self._show_in_turn(out)

    def _show_in_turn(self, out: list[ev.HandEvent]) -> None:
        strengths = {seat: strength(self.rules.variant, self.hole[seat], self.board) for seat in self.live}
        while self.to_show:
            seat = self.to_show[0]
            shown = [rival for rival in self.live if self.open[rival]]
            if not beaten(seat, self.pots, strengths, shown):
                self._emit(out, ev.Shown(seat, self.hole[seat]))
            elif self.rules.house.auto_muck is AutoMuck.SYSTEM:
                self._emit(out, ev.Mucked(seat))
            else:
                return
        self._pay(out, strengths)

    def _show(self, seat: int, action: Show | Muck, out: list[ev.HandEvent]) -> list[ev.HandEvent]:
        if self.to_show and self.to_show[0] == seat:
            self._emit(out, ev.Mucked(seat) if isinstance(action, Muck) else ev.Shown(seat, self.hole[seat]))
            self._show_in_turn(out)
            return out
        if isinstance(action, Muck) or not self.may_show(seat):
            raise IllegalAction("cannot_show")
        hole = self.hole[seat]
        wanted = action.places or range(len(hole))
        if any(not 0 <= place < len(hole) for place in wanted):
            raise IllegalAction("cannot_show")
        before = self.open[seat] or (-1,) * len(hole)
        cards = tuple(card if place in wanted else before[place] for place, card in enumerate(hole))
        self._emit(out, ev.Shown(seat, cards))
        return out

    def _pay(self, out: list[ev.HandEvent], strengths: dict[int, Strength]) -> None:
        unit = self.rules.house.chip_unit
        amounts = tuple(pot.amount for pot in self.pots)
        rake = rake_of(self.rules.rake, pots=sum(amounts), dealt_in=len(self.order), flop_seen=bool(self.board))
        pots: Sequence[Pot] = self.pots
        if rake:
            shares = rake_shares(rake, amounts, unit)
            self._emit(out, ev.RakeTaken(rake, shares))
            pots = [Pot(pot.amount - share, pot.seats) for pot, share in zip(pots, shares, strict=True)]
        for award in awards(pots, strengths, hi_lo=self.rules.variant.low is not None, unit=unit):
            self._emit(out, ev.PotWon(*award))
        changes = tuple((seat, self.stacks[seat] - self.start[seat]) for seat in self.order)
        self._emit(out, ev.HandEnded(self.number, changes, rake))
