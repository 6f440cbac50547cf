"""Random tables, stacks, structures, house rules and actions: the invariants after every step of every hand."""

from random import Random
from typing import Any, ClassVar, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.fields import HandFields
from games.engine.hand.hand import Hand
from games.engine.hand.pots import Pot
from games.engine.hand.queries import HandQueries, HandWait
from games.engine.hand.state import HandState
from games.engine.hand.stub import Stub
from games.engine.rules.house_rules import DrawOpen, ShortRaise
from games.engine.rules.variant import Variant
from tests.games.engine.support.builders import fields_of
from tests.games.engine.support.random_tables import (
    BIG_BLIND,
    EXAMPLES,
    FAMILIES,
    passive_action,
    plans,
    random_discard,
    shuffled_decks,
)

NO_STATE = ("rules", "betting", "stub")


def state(hand: HandState) -> dict[str, object]:
    """The complete state of a hand, for comparison."""
    parts = {name: getattr(hand, name) for name in fields_of(HandFields) if name not in NO_STATE}
    betting = {name: getattr(hand.betting, name) for name in fields_of(type(hand.betting))}
    stub = {f"stub.{name}": getattr(hand.stub, name) for name in fields_of(Stub)}
    return {name: list(part) if isinstance(part, list) else part for name, part in {**parts, **betting, **stub}.items()}


BETS: tuple[Action, ...] = (Fold(), Check(), Call(), RaiseTo(BIG_BLIND))


class HandMachine(RuleBasedStateMachine):
    """Plays one hand; a shadow hand receives only its events."""

    games: ClassVar[tuple[Variant, ...]] = ()

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def begin(self, data: st.DataObject, seed: int) -> None:
        """Deals the hand."""
        self.hand_rules, self.plan = data.draw(plans(self.games))
        self.rng = Random(seed)
        self.deck = shuffled_decks(self.hand_rules.variant, self.rng)
        self.hand = Hand(self.hand_rules)
        self.shadow = HandQueries(self.hand_rules)
        self.events: list[ev.HandEvent] = []
        self.replay_on_shadow(self.hand.begin(self.plan, self.deck))

    def replay_on_shadow(self, events: list[ev.HandEvent]) -> None:
        """Apply the events to the shadow."""
        assert events
        self.events += events
        for event in events:
            self.shadow.apply(event)

    def is_waiting_for(self, kind: str) -> bool:
        """Whether the hand waits for this."""
        return self.hand.waiting.kind == kind

    def act_on_both(self, seat: int, action: Action) -> None:
        """Acts on a copy and then on the hand; neither changes the other, and both give the same events."""
        before, clone = state(self.hand), self.hand.copy()
        expected = clone.act(seat, action)
        assert state(self.hand) == before
        after = state(clone)
        events = self.hand.act(seat, action)
        assert events == expected
        assert state(self.hand) == after == state(clone)
        self.replay_on_shadow(events)

    def assert_refused(self, seat: int, action: Action) -> None:
        """The action is refused and nothing has changed."""
        before = state(self.hand)
        with pytest.raises(IllegalAction):
            self.hand.act(seat, action)
        assert state(self.hand) == before

    @precondition(lambda self: self.is_waiting_for("act"))
    @rule()
    def calls_or_checks(self) -> None:
        """Calls or checks, the most common step; bets or folds where checking is not allowed (G12), brings in (G14)."""
        legal = self.hand.legal()
        self.assert_refused(legal.seat, Check() if legal.call else Call())
        if legal.must_open:
            self.assert_refused(legal.seat, Check())
        self.act_on_both(legal.seat, passive_action(legal))

    @precondition(lambda self: self.is_waiting_for("act"))
    @rule(sure=st.integers(0, 3))
    def folds(self, sure: int) -> None:
        """Folds, allowed even where checking is free (B1) but not for the bring-in; rare, so that hands last."""
        if self.hand.bring_due:
            self.assert_refused(self.hand.to_act, Fold())
        elif sure == 0:
            self.act_on_both(self.hand.to_act, Fold())

    @precondition(lambda self: self.is_waiting_for("draw"))
    @rule()
    def exchanges(self) -> None:
        """Exchanges cards in turn, as many as the rules allow and no card twice (G13)."""
        seat, hole = self.hand.to_draw[0], self.hand.hole[self.hand.to_draw[0]]
        for other in self.plan.order:
            if other != seat:
                self.assert_refused(other, Discard())
            for action in (Check(), Call(), RaiseTo(BIG_BLIND), Show(), Muck(), RunIt(1)):
                self.assert_refused(other, action)
            if other != seat or not self.hand.may_fold_in_draw:
                self.assert_refused(other, Fold())
        for places in ((0, 0), (len(hole),), (-1,), tuple(range(self.hand.street_now.draw + 1))):
            if places != tuple(range(4)) or not self.hand_rules.variant.draw_four:
                self.assert_refused(seat, Discard(places))
        self.act_on_both(seat, random_discard(self.hand, self.rng))
        drawn = next(event for event in reversed(self.events) if isinstance(event, ev.Drew))
        assert len(self.hand.hole[seat]) == len(hole)
        assert drawn.drawn == len(set(hole) - set(self.hand.hole[seat]))

    @precondition(lambda self: self.is_waiting_for("draw"))
    @rule(sure=st.integers(0, 3))
    def folds_in_a_draw(self, sure: int) -> None:
        """Folds instead of an exchange, as long as somebody else may still bet (B2, B14)."""
        if sure == 0 and self.hand.may_fold_in_draw:
            self.act_on_both(self.hand.to_draw[0], Fold())

    @precondition(lambda self: self.is_waiting_for("agree"))
    @rule(times=st.integers(1, 4))
    def agrees(self, times: int) -> None:
        """Answers the offer of several boards in any order; the smallest number counts, and a refusal ends it (H6)."""
        before = self.hand.runs
        seat = self.rng.choice(self.hand.to_agree)
        for other in self.plan.order:
            if other not in self.hand.to_agree:
                self.assert_refused(other, RunIt(2))
        self.assert_refused(seat, RunIt(0))
        self.act_on_both(seat, RunIt(times))
        assert self.hand.runs == min(before, times) <= self.hand_rules.house.run_it

    @precondition(lambda self: self.is_waiting_for("act"))
    @rule(where=st.floats(0, 1), exact=st.sampled_from(["min", "max", "between"]))
    def raises(self, where: float, exact: str) -> None:
        """Bets or raises any amount the rules allow."""
        legal = self.hand.legal()
        if not legal.max_to:
            self.assert_refused(legal.seat, RaiseTo(self.hand.betting.high + 2 * BIG_BLIND))
            return
        unit, between = self.hand_rules.house.chip_unit, int(where * (legal.max_to - legal.min_to))
        to = {"min": legal.min_to, "max": legal.max_to}.get(exact)
        if to is None and legal.step > unit:
            to = legal.min_to + between // legal.step * legal.step
        elif to is None:
            to = max(legal.min_to, (legal.min_to + between) // unit * unit)
        self.act_on_both(legal.seat, RaiseTo(to))

    @precondition(lambda self: self.is_waiting_for("act"))
    @rule(below=st.integers(-50, 3000), above=st.integers(1, 10_000), seat=st.integers(-1, 12))
    def asks_nonsense(self, below: int, above: int, seat: int) -> None:
        """Amounts out of range and actions out of turn or at the wrong time are refused (B8, B9, B10)."""
        hand, legal = self.hand, self.hand.legal()
        self.assert_refused(legal.seat, RaiseTo(max(legal.max_to, legal.call) + above + hand.betting.high))
        short_refused = self.hand_rules.house.short_raise is ShortRaise.REJECT
        if below <= hand.betting.high or (legal.max_to and short_refused and below < legal.min_to):
            self.assert_refused(legal.seat, RaiseTo(below))
        if seat != legal.seat:
            for action in (Fold(), Check(), Call(), RaiseTo(legal.min_to or BIG_BLIND)):
                self.assert_refused(seat, action)
        for reply in (Show(), Muck(), Show((0,)), Discard(), RunIt(1)):
            self.assert_refused(legal.seat, reply)
        before = state(hand)
        with pytest.raises(IllegalAction):
            hand.continue_run_out()
        assert state(hand) == before

    @precondition(lambda self: self.is_waiting_for("deal"))
    @rule()
    def runs_out(self) -> None:
        """Deals the next street of a run-out; nobody may act any more (B13)."""
        for seat in self.plan.order:
            for action in (*BETS, Show(), Muck(), Discard(), RunIt(1)):
                self.assert_refused(seat, action)
        before, clone = state(self.hand), self.hand.copy()
        expected = clone.continue_run_out()
        assert state(self.hand) == before
        events = self.hand.continue_run_out()
        assert events == expected
        self.replay_on_shadow(events)

    @precondition(lambda self: self.is_waiting_for("show"))
    @rule(muck=st.booleans())
    def shows_or_mucks(self, muck: bool) -> None:
        """A player with a beaten hand shows or mucks (H2); a hand that must be shown is shown without asking."""
        seat = self.hand.waiting.seat
        for other in self.plan.order:
            if other != seat:
                self.assert_refused(other, Muck())
                self.assert_refused(other, Fold())
        self.act_on_both(seat, Muck() if muck else Show())

    @precondition(lambda self: self.is_waiting_for("done"))
    @rule(seat=st.integers(0, 9), places=st.sampled_from([(), (0,), (1,), (1, 0)]))
    def shows_afterwards(self, seat: int, places: tuple[int, ...]) -> None:
        """Only a player who won unseen or mucked at the showdown may still show (H4)."""
        if seat not in self.plan.order:
            return
        for action in (*BETS, Muck(), Discard(), RunIt(1)):
            self.assert_refused(seat, action)
        if not self.hand.may_show(seat):
            self.assert_refused(seat, Show(places))
            return
        assert seat not in self.hand.folded
        hole, seen = self.hand.hole[seat], {*self.hand.shown[seat], *self.hand.face_up[seat]}
        self.assert_refused(seat, Show((len(hole),)))
        wanted = places or tuple(range(len(hole)))
        if all(hole[place] in seen for place in wanted):
            assert self.hand.act(seat, Show(places)) == []
            return
        self.act_on_both(seat, Show(places))
        assert isinstance(shown := self.events[-1], ev.Shown)
        assert all(shown.cards[place] == hole[place] for place in wanted)
        assert seen - {-1} <= {*shown.cards}

    @invariant()
    def chips_are_conserved(self) -> None:
        """No stack is below zero, and chips are conserved (P6)."""
        hand = self.hand
        hand.check()
        assert min(hand.stacks) >= 0
        assert sum(hand.stacks) + hand.pot + hand.rake == sum(self.plan.stacks)

    @invariant()
    def pots_add_up(self) -> None:
        """The pots equal a chip-by-chip count; winnings and rake together equal the pots (P1)."""
        hand = self.hand
        assert sum(pot.amount for pot in hand.pots) in (0, sum(hand.paid) + hand.dead)
        marks = [event for event in self.events if isinstance(event, ev.BetsCollected | ev.Folded)]
        if marks and isinstance(marks[-1], ev.BetsCollected):
            assert counted(hand) == list(hand.pots)
        won = sum(event.amount for event in self.events if isinstance(event, ev.PotWon))
        if hand.waiting.kind is HandWait.DONE:
            assert won + hand.rake == sum(pot.amount for pot in hand.pots)
            assert sum(change for _, change in hand.changes or ()) == -hand.rake
        else:
            assert won == 0

    @invariant()
    def somebody_or_something_is_next(self) -> None:
        """Until the hand ends there is a next step, and every action offered is legal."""
        hand = self.hand
        kind, seat = hand.waiting
        if kind == "act":
            legal = hand.legal()
            assert legal.seat == seat
            assert seat in hand.live
            assert hand.stacks[seat] > 0
            assert 0 <= legal.call <= hand.stacks[seat]
            opens = self.hand_rules.house.draw_open is DrawOpen.BET_OR_FOLD and self.hand_rules.variant.draws > 0
            assert not legal.must_open or (opens and not hand.street and not hand.betting.high)
            owes = legal.must_open or legal.bring_in or hand.betting.bets[seat] < hand.betting.high
            assert legal.can_check != owes
            assert legal.bring_in == hand.bring_due
            assert 0 <= legal.min_to <= legal.max_to <= hand.betting.bets[seat] + hand.stacks[seat]
            assert not legal.max_to or legal.min_to > hand.betting.high
        elif kind == "show":
            assert seat in hand.live
        elif kind == "done":
            assert isinstance(self.events[-1], ev.HandEnded | ev.Shown)

    @invariant()
    def events_are_the_state(self) -> None:
        """The shadow, which gets only the events, has the same state as the hand."""
        assert state(self.shadow) == state(self.hand)
        assert self.shadow.waiting == self.hand.waiting

    @invariant()
    def cards_are_one_deck(self) -> None:
        """Each card is in exactly one place: the stub, a live hand, a board, the burn cards, or the pile (C1)."""
        hand = self.hand
        shared = hand.run_from[1] if hand.boards else 0
        boards = [*hand.board, *(card for board in hand.boards for card in board[shared:])]
        holes = [card for seat in hand.live for card in hand.hole[seat]]
        stub = hand.stub.peek(hand.stub.left)
        assert sorted([*stub, *holes, *boards, *hand.stub.burnt, *hand.stub.pile]) == list(self.hand_rules.variant.deck)

    @invariant()
    def up_cards_are_held(self) -> None:
        """All players have equally many cards and hold their up cards; a kept ace is face up during its draw (G13)."""
        hand = self.hand
        for seat in hand.live:
            assert set(hand.face_up[seat]) <= set(hand.hole[seat])
            assert set(hand.shown[seat]) - {-1} <= set(hand.hole[seat])
        assert not self.is_waiting_for("act") or len({len(hand.hole[seat]) for seat in hand.live}) == 1

    @invariant()
    def nobody_gets_back_their_discards(self) -> None:
        """Nobody is dealt their own discards in the same draw (G13)."""
        for seat in self.hand.live:
            assert not set(self.hand.discarded[seat]) & set(self.hand.hole[seat])

    @invariant()
    def table_stakes_hold(self) -> None:
        """Nobody wins more from an opponent than the smaller of both stacks; dead money is exempt (B12)."""
        hand = self.hand
        if hand.waiting.kind is not HandWait.DONE or hand.dead:
            return
        for seat, change in hand.changes or ():
            assert change <= sum(min(hand.start[seat], hand.start[other]) for other in hand.order if other != seat)

    def teardown(self) -> None:
        """Plays the hand to its end."""
        if not hasattr(self, "hand"):
            return
        for _ in range(200):
            kind, seat = self.hand.waiting
            if kind == "done":
                break
            if kind == "act":
                self.act_on_both(seat, passive_action(self.hand.legal()))
            elif kind == "show":
                self.act_on_both(seat, Muck())
            elif kind == "draw":
                self.act_on_both(seat, random_discard(self.hand, self.rng))
            elif kind == "agree":
                self.act_on_both(self.hand.to_agree[0], RunIt(3))
            else:
                self.replay_on_shadow(self.hand.continue_run_out())
        assert self.hand.waiting.kind is HandWait.DONE
        self.chips_are_conserved()
        self.pots_add_up()
        self.events_are_the_state()
        replayed = HandState(self.hand_rules)
        for event in self.events:
            assert event == type(event)(*event)
            assert len(event) == len(event._fields)
            replayed.apply(event)
        assert state(replayed) == state(self.hand)


def counted(hand: HandState) -> list[Pot]:
    """The pots counted chip by chip: everybody's n-th chip goes to the live players who paid n chips."""
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


def machine(family: str) -> Any:
    """The test case for the games of a family; MACHINE_EXAMPLES in the environment sets its length."""
    machine_class = cast(
        type[HandMachine], type(f"{family.title()}Machine", (HandMachine,), {"games": FAMILIES[family]})
    )
    kind = machine_class.TestCase
    kind.settings = settings(
        max_examples=EXAMPLES,
        stateful_step_count=50,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    return kind


TestBoardGames = machine("board")
TestStudGames = machine("stud")
TestDrawGames = machine("draw")
