"""Random tables, stacks, structures, house rules and asks: what has to hold after every step of every hand."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import events as ev
from games.engine.actions import Action, Call, Check, Fold, Muck, RaiseTo, Show
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.hand import Hand, HandPlan, Post
from games.engine.hand_state import HandState
from games.engine.houserules import HouseRules, ShortRaise
from games.engine.pots import Pot
from games.engine.rake import ETHP_RAKE, NO_RAKE, SHOWDOWN_RAKE, online_rake
from games.engine.rules import Rules
from games.engine.stakes import AnteKind, Stakes, Structure
from games.engine.variants import CATALOGUE

BIG_BLIND = 20
HOUSES = st.builds(
    HouseRules,
    raise_cap=st.sampled_from([0, 2, 3, 4, 5]),
    uncapped_heads_up=st.sampled_from(["off", "two_left", "round_start"]),
    min_bet=st.sampled_from(["big_blind", "street"]),
    min_raise=st.sampled_from(["last_raise", "double", "big_blind"]),
    short_raise=st.sampled_from(["reject", "complete_at_half"]),
    chip_unit=st.sampled_from([1, 1, 5]),
    showdown_order=st.sampled_from(["last_aggressor", "first_bettor"]),
    auto_muck=st.sampled_from(["player", "system"]),
    all_in_show=st.booleans(),
)
RAKES = st.sampled_from([NO_RAKE, NO_RAKE, SHOWDOWN_RAKE, ETHP_RAKE, online_rake(BIG_BLIND)])


def state(hand: HandState) -> dict[str, Any]:
    """Everything a hand is made of, to be compared."""
    parts = {name: getattr(hand, name) for name in HandState.__slots__ if name not in ("rules", "betting")}
    betting = {name: getattr(hand.betting, name) for name in type(hand.betting).__slots__}
    return {name: list(part) if isinstance(part, list) else part for name, part in {**parts, **betting}.items()}


@st.composite
def plans(draw: st.DrawFn) -> tuple[Stakes, HandPlan]:
    """A table that could stand before a hand: any seats, tiny and huge stacks, antes, straddles, owed blinds."""
    order = tuple(draw(st.lists(st.integers(0, 9), min_size=2, max_size=10, unique=True)))
    stack = st.one_of(st.integers(1, 3 * BIG_BLIND), st.integers(1, 3000), st.just(100 * BIG_BLIND))
    stacks = tuple(draw(st.lists(stack, min_size=len(order), max_size=len(order))))
    ante, kind = draw(st.sampled_from([0, 0, 3, 5])), draw(st.sampled_from(list(AnteKind)))
    stakes = Stakes(draw(st.sampled_from(list(Structure))), draw(st.sampled_from([10, 20])), BIG_BLIND, ante, kind)
    small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
    posts = []
    if ante:
        payers = order if kind is AnteKind.EACH else (big,)
        posts += [Post(seat, "ante", ante) for seat in payers]
    if len(order) == 2 or draw(st.integers(0, 4)):
        posts.append(Post(small, "small_blind", stakes.small_blind))
    posts.append(Post(big, "big_blind", BIG_BLIND))
    if len(order) > 3:
        extra = draw(st.sampled_from(["", "", "straddle", "post", "dead"]))
        if extra == "straddle" and stacks[2] > 2 * BIG_BLIND + ante:
            posts.append(Post(order[2], "straddle", 2 * BIG_BLIND))
        elif extra in ("post", "dead"):
            posts.append(Post(order[3], "post", BIG_BLIND))
            if extra == "dead":
                posts.append(Post(order[3], "dead", stakes.small_blind))
    return stakes, HandPlan(7, order[-1], order, stacks, tuple(posts))


class HandMachine(RuleBasedStateMachine):
    """One hand; its shadow knows only the events."""

    @initialize(table=plans(), house=HOUSES, rake=RAKES, seed=st.integers(0, 2**32))
    def begin(self, table: tuple[Stakes, HandPlan], house: HouseRules, rake: Any, seed: int) -> None:
        """Deal."""
        stakes, plan = table
        self.played_by = Rules(CATALOGUE["holdem"], stakes, house, rake)
        self.plan = plan
        self.deck = list(DECK)
        Random(seed).shuffle(self.deck)
        self.hand = Hand(self.played_by)
        self.shadow = HandState(self.played_by)
        self.events: list[ev.HandEvent] = []
        self.heard(self.hand.begin(plan, self.deck))

    def heard(self, events: list[ev.HandEvent]) -> None:
        """The shadow follows."""
        assert events
        self.events += events
        for event in events:
            self.shadow.apply(event)

    def waits(self, kind: str) -> bool:
        """Whether that is what the hand waits for."""
        return self.hand.waiting.kind == kind

    def does(self, seat: int, action: Action) -> None:
        """First a copy acts, then the hand: neither may touch the other, and both must do the same."""
        before, twin = state(self.hand), self.hand.copy()
        expected = twin.act(seat, action)
        assert state(self.hand) == before
        after = state(twin)
        events = self.hand.act(seat, action)
        assert events == expected
        assert state(self.hand) == after == state(twin)
        self.heard(events)

    def refused(self, seat: int, action: Action) -> None:
        """The ask is refused and nothing at all has changed."""
        before = state(self.hand)
        with pytest.raises(IllegalAction):
            self.hand.act(seat, action)
        assert state(self.hand) == before

    @precondition(lambda self: self.waits("act"))
    @rule()
    def calls_or_checks(self) -> None:
        """The most common step."""
        legal = self.hand.legal()
        self.refused(legal.seat, Check() if legal.call else Call())
        self.does(legal.seat, Call() if legal.call else Check())

    @precondition(lambda self: self.waits("act"))
    @rule(sure=st.integers(0, 3))
    def folds(self, sure: int) -> None:
        """Always allowed, also where checking is free (B1); rarer, so that hands get far."""
        if sure == 0:
            self.does(self.hand.to_act, Fold())

    @precondition(lambda self: self.waits("act"))
    @rule(where=st.floats(0, 1), exact=st.sampled_from(["min", "max", "between"]))
    def raises(self, where: float, exact: str) -> None:
        """Any amount the rules allow."""
        legal = self.hand.legal()
        if not legal.max_to:
            self.refused(legal.seat, RaiseTo(self.hand.betting.high + 2 * BIG_BLIND))
            return
        unit = self.played_by.house.chip_unit
        to = {"min": legal.min_to, "max": legal.max_to}.get(exact)
        if to is None:
            to = max(legal.min_to, int(legal.min_to + where * (legal.max_to - legal.min_to)) // unit * unit)
        self.does(legal.seat, RaiseTo(to))

    @precondition(lambda self: self.waits("act"))
    @rule(below=st.integers(-50, 3000), above=st.integers(1, 10_000), seat=st.integers(-1, 12))
    def asks_nonsense(self, below: int, above: int, seat: int) -> None:
        """Too little, too much, out of turn, at the wrong time (B8, B9, B10)."""
        hand, legal = self.hand, self.hand.legal()
        self.refused(legal.seat, RaiseTo(max(legal.max_to, legal.call) + above + hand.betting.high))
        short_refused = self.played_by.house.short_raise is ShortRaise.REJECT
        if below <= hand.betting.high or (legal.max_to and short_refused and below < legal.min_to):
            self.refused(legal.seat, RaiseTo(below))
        if seat != legal.seat:
            for action in (Fold(), Check(), Call(), RaiseTo(legal.min_to or BIG_BLIND)):
                self.refused(seat, action)
        for showing in (Show(), Muck(), Show((0,))):
            self.refused(legal.seat, showing)
        before = state(hand)
        with pytest.raises(IllegalAction):
            hand.go_on()
        assert state(hand) == before

    @precondition(lambda self: self.waits("deal"))
    @rule()
    def runs_out(self) -> None:
        """The next street of an all-in; nobody may act any more (B13)."""
        for seat in self.plan.order:
            for action in (Fold(), Check(), Call(), RaiseTo(BIG_BLIND), Show(), Muck()):
                self.refused(seat, action)
        before, twin = state(self.hand), self.hand.copy()
        expected = twin.go_on()
        assert state(self.hand) == before
        events = self.hand.go_on()
        assert events == expected
        self.heard(events)

    @precondition(lambda self: self.waits("show"))
    @rule(muck=st.booleans())
    def shows_or_mucks(self, muck: bool) -> None:
        """A beaten hand may do either (H2); whoever has to show is not asked."""
        seat = self.hand.waiting.seat
        for other in self.plan.order:
            if other != seat:
                self.refused(other, Muck())
                self.refused(other, Fold())
        self.does(seat, Muck() if muck else Show())

    @precondition(lambda self: self.waits("done"))
    @rule(seat=st.integers(0, 9), places=st.sampled_from([(), (0,), (1,), (1, 0)]))
    def shows_afterwards(self, seat: int, places: tuple[int, ...]) -> None:
        """Only who won unseen or mucked at the showdown may still show (H4)."""
        if seat not in self.plan.order:
            return
        for action in (Fold(), Check(), Call(), RaiseTo(BIG_BLIND), Muck()):
            self.refused(seat, action)
        if not self.hand.may_show(seat):
            self.refused(seat, Show(places))
            return
        assert seat not in self.hand.folded
        self.refused(seat, Show((2,)))
        self.does(seat, Show(places))
        assert isinstance(shown := self.events[-1], ev.Shown)
        hole = self.hand.hole[seat]
        assert all(shown.cards[place] == hole[place] for place in places or (0, 1))

    @invariant()
    def chips_are_conserved(self) -> None:
        """P6: nobody's stack is below zero and no chip comes or goes."""
        hand = self.hand
        hand.check()
        assert min(hand.stacks) >= 0
        assert sum(hand.stacks) + hand.pot + hand.rake == sum(self.plan.stacks)

    @invariant()
    def pots_add_up(self) -> None:
        """P1: the pots are what a chip-by-chip count gives; what is won and raked is what was in them."""
        hand = self.hand
        assert sum(pot.amount for pot in hand.pots) in (0, sum(hand.paid) + hand.dead)
        marks = [event for event in self.events if isinstance(event, ev.BetsCollected | ev.Folded)]
        if marks and isinstance(marks[-1], ev.BetsCollected):
            assert counted(hand) == list(hand.pots)
        won = sum(event.amount for event in self.events if isinstance(event, ev.PotWon))
        if hand.waiting.kind == "done":
            assert won + hand.rake == sum(pot.amount for pot in hand.pots)
            assert sum(change for _, change in hand.changes or ()) == -hand.rake
        else:
            assert won == 0

    @invariant()
    def somebody_or_something_is_next(self) -> None:
        """While the hand lives there is a next step, and what it offers can be done."""
        hand = self.hand
        kind, seat = hand.waiting
        if kind == "act":
            legal = hand.legal()
            assert legal.seat == seat
            assert seat in hand.live
            assert hand.stacks[seat] > 0
            assert 0 <= legal.call <= hand.stacks[seat]
            assert legal.can_check == (hand.betting.bets[seat] >= hand.betting.high)
            assert 0 <= legal.min_to <= legal.max_to <= hand.betting.bets[seat] + hand.stacks[seat]
            assert not legal.max_to or legal.min_to > hand.betting.high
        elif kind == "show":
            assert seat in hand.live
        elif kind == "done":
            assert isinstance(self.events[-1], ev.HandEnded | ev.Shown)

    @invariant()
    def events_are_the_state(self) -> None:
        """The shadow, which heard only events, knows everything the hand knows."""
        assert state(self.shadow) == state(self.hand)
        assert self.shadow.waiting == self.hand.waiting

    @invariant()
    def cards_are_one_deck(self) -> None:
        """C1: 52 distinct cards, dealt in the deck's order, and none of them in an event before it is open."""
        hand = self.hand
        out = [card for hole in hand.hole for card in hole] + list(hand.board)
        assert len(set(out)) == len(out)
        assert set(out) <= set(self.deck[: hand.dealt])
        assert len(set(hand.deck)) == 52
        dealt = len(self.plan.order)
        for place, seat in enumerate(self.plan.order):
            assert hand.hole[seat] == (self.deck[place], self.deck[place + dealt])
        # A card is burnt before the flop, the turn and the river (G11).
        flop = 2 * dealt + 1
        board = (*self.deck[flop : flop + 3], self.deck[flop + 4], self.deck[flop + 6])
        assert hand.board == board[: len(hand.board)]
        assert len(hand.board) in (0, 3, 4, 5)

    @invariant()
    def table_stakes_hold(self) -> None:
        """B12: nobody wins from anybody more than both had; dead money is everybody's."""
        hand = self.hand
        if hand.waiting.kind != "done" or hand.dead:
            return
        for seat, change in hand.changes or ():
            assert change <= sum(min(hand.start[seat], hand.start[other]) for other in hand.order if other != seat)

    def teardown(self) -> None:
        """A hand left alone is played to its end: it has one."""
        if not hasattr(self, "hand"):
            return
        for _ in range(200):
            kind, seat = self.hand.waiting
            if kind == "done":
                break
            if kind == "act":
                self.does(seat, Check() if self.hand.legal().can_check else Call())
            elif kind == "show":
                self.does(seat, Muck())
            else:
                self.heard(self.hand.go_on())
        assert self.hand.waiting.kind == "done"
        self.chips_are_conserved()
        self.pots_add_up()
        self.events_are_the_state()
        replayed = HandState(self.played_by)
        for event in self.events:
            replayed.apply(event)
        assert state(replayed) == state(self.hand)


def counted(hand: HandState) -> list[Pot]:
    """The pots counted chip by chip: the n-th chip of everybody goes to those still in who paid n chips."""
    pots: dict[tuple[int, ...], int] = {}
    last: tuple[int, ...] = tuple(hand.live)
    for chip in range(max(hand.paid)):
        contenders = tuple(seat for seat in hand.live if hand.paid[seat] > chip)
        # Chips of folded players above everybody's level stay with the last pot.
        last = contenders or last
        pots[last] = pots.get(last, 0) + sum(paid > chip for paid in hand.paid)
    if hand.dead:
        main = next(iter(pots), tuple(hand.live))
        pots = {main: pots.pop(main, 0) + hand.dead, **pots}
    return [Pot(amount, seats) for seats, amount in pots.items()]


HandMachine.TestCase.settings = settings(
    max_examples=250,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestHandMachine = HandMachine.TestCase
