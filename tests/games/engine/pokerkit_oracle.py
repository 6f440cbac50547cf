"""A second opinion: the same hand in an independent engine, and the differences that the rulebook explains.

A waiver names the rule by which the room is right, says which comparison it is for, and when it may be used.
Anything else that differs is a failure.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State
from pokerkit.games import Poker, PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from games.engine import events as ev
from games.engine.actions import Action, Fold, Muck, RaiseTo, Show
from games.engine.betting import Legal
from games.engine.cards import Card, cards_text
from games.engine.hand import Hand, HandPlan, Post
from games.engine.houserules import HeadsUpCap, HouseRules
from games.engine.rules import Rules
from games.engine.stakes import Stakes, Structure
from games.engine.variants import CATALOGUE

SMALL_BLIND, BIG_BLIND = 50, 100
# One cap for both: the big blind is the first of four bets, and heads-up play is capped too.
HOUSE = HouseRules(raise_cap=4, uncapped_heads_up=HeadsUpCap.OFF)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """The oracle has no pot-limit hold'em of its own; its parts make one."""


class Difference(AssertionError):
    """The engines part ways and no waiver explains it."""


class Spot(NamedTuple):
    """One comparison that did not come out even."""

    what: str
    ours: Any
    theirs: Any
    duel: "Duel"


class Waiver(NamedTuple):
    """A difference that rule `rule` explains; after one that `ends` the hands have too little in common to go on."""

    rule: str
    why: str
    what: str
    applies: Callable[[Spot], bool]
    ends: bool = False


@dataclass
class Duel:
    """One hand in both engines; seats are 0 upwards from the button's left, the button last."""

    structure: Structure
    stacks: Sequence[int]
    deck: Sequence[Card]
    ante: int = 0
    used: list[str] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        seats = tuple(range(len(self.stacks)))
        stakes = Stakes(self.structure, SMALL_BLIND, BIG_BLIND, self.ante)
        small, big = (1, 0) if len(seats) == 2 else (0, 1)
        posts = [Post(seat, "ante", self.ante) for seat in seats if self.ante]
        posts += [Post(small, "small_blind", SMALL_BLIND), Post(big, "big_blind", BIG_BLIND)]
        self.hand = Hand(Rules(CATALOGUE["holdem"], stakes, HOUSE))
        self.events: list[ev.HandEvent] = []
        self.wagers: list[int] = []
        self.oracle = self._their_hand()
        self._follow(self.hand.begin(HandPlan(1, seats[-1], seats, tuple(self.stacks), tuple(posts)), self.deck))

    def _their_hand(self) -> State:
        common = (AUTOMATIONS, True, self.ante, (SMALL_BLIND, BIG_BLIND))
        game: Poker
        if self.structure is Structure.FIXED_LIMIT:
            game = FixedLimitTexasHoldem(*common, BIG_BLIND, 2 * BIG_BLIND)
            first, *rest = game.streets
            game.streets = (replace(first, max_completion_betting_or_raising_count=3), *rest)
        elif self.structure is Structure.POT_LIMIT:
            game = PotLimitTexasHoldem(*common, BIG_BLIND)
        else:
            game = NoLimitTexasHoldem(*common, BIG_BLIND)
        state = game(tuple(self.stacks), len(self.stacks))
        count = len(self.stacks)
        for seat in range(count):
            state.deal_hole(cards_text((self.deck[seat], self.deck[seat + count])))
        return state

    def compare(self, what: str, ours: Any, theirs: Any) -> None:
        """Equal, or explained by a waiver."""
        if ours == theirs:
            return
        spot = Spot(what, ours, theirs, self)
        for waiver in WAIVERS:
            if waiver.what == what and waiver.applies(spot):
                self.used.append(waiver.rule)
                self.over = self.over or waiver.ends
                return
        raise Difference(f"{what}: {ours} here, {theirs} there, after {self.events[-6:]}")

    def check(self) -> None:
        """Compare everything there is to see before the next action."""
        kind, seat = self.hand.waiting
        if kind == "done":
            self._catch_up()
            self.compare("stacks", list(self.hand.stacks), list(self.oracle.stacks))
            return
        if kind != "act":
            return
        self.compare("actor", seat, self.oracle.actor_index)
        self.compare("pot", self.hand.pot, self.oracle.total_pot_amount)
        legal = self.hand.legal()
        self.compare("call", legal.call, self.oracle.checking_or_calling_amount)
        self.compare("range", (legal.min_to, legal.max_to), self.their_range())
        self.compare("behind", list(self.hand.stacks), list(self.oracle.stacks))

    def their_range(self) -> tuple[int, int]:
        """What the oracle would let the actor raise to, (0, 0) for nothing."""
        low = self.oracle.min_completion_betting_or_raising_to_amount
        high = self.oracle.max_completion_betting_or_raising_to_amount
        return (low or 0, high or 0)

    def both(self, legal: Legal) -> tuple[int, int]:
        """The raises that both engines allow, (0, 0) when there are none."""
        low, high = self.their_range()
        low, high = max(low, legal.min_to), min(high, legal.max_to)
        return (low, high) if 0 < low <= high else (0, 0)

    def does(self, action: Action) -> None:
        """One action in both engines."""
        seat = self.hand.waiting.seat
        self._they_do(action)
        self._follow(self.hand.act(seat, action))

    def goes_on(self) -> None:
        """The next street of a run-out."""
        self._follow(self.hand.go_on())

    def shows(self, dice: Random) -> None:
        """A beaten hand is shown or mucked; it makes no difference."""
        self._follow(self.hand.act(self.hand.waiting.seat, dice.choice((Show(), Muck()))))

    def _they_do(self, action: Action) -> None:
        if isinstance(action, Fold):
            self.oracle.fold()
        elif isinstance(action, RaiseTo):
            self.oracle.complete_bet_or_raise_to(action.amount)
        else:
            self.oracle.check_or_call()

    def _follow(self, events: list[ev.HandEvent]) -> None:
        for event in events:
            self.events.append(event)
            match event:
                case ev.Bet(_, to):
                    self.wagers.append(to)
                case ev.Raised(_, _, by):
                    self.wagers.append(by)
                case ev.BetsCollected(pots):
                    self._compare_pots(pots)
                case ev.StreetBegan():
                    self.wagers = []
                case ev.BoardDealt(cards):
                    self._catch_up()
                    self.oracle.burn_card("??")
                    self.oracle.deal_board(cards_text(cards))

    def _compare_pots(self, pots: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        if len(self.hand.live) == 1 or self.over:
            return
        self._catch_up()
        if self.oracle.status:
            theirs = [(pot.amount, tuple(pot.player_indices)) for pot in self.oracle.pots]
            self.compare("pots", [(amount, seats) for amount, seats in pots], theirs)

    def _catch_up(self) -> None:
        """Let a player act whom only the oracle asks."""
        actor = self.oracle.actor_index
        if actor is not None and not self.over:
            self.compare("actor", None, actor)
            if not self.over:
                self.oracle.check_or_call()


def _no_more_betting(spot: Spot) -> bool:
    state = spot.duel.oracle
    able = [seat for seat in spot.duel.hand.live if spot.duel.hand.stacks[seat]]
    return spot.ours is None and able in ([spot.theirs], []) and state.checking_or_calling_amount == 0


def _short_big_blind(spot: Spot) -> bool:
    posted = [event for event in spot.duel.events if isinstance(event, ev.Posted) and event.kind == "big_blind"]
    return sum(event.amount for event in posted) < BIG_BLIND and not spot.duel.hand.board


def _short_blind(spot: Spot) -> bool:
    """The largest raise is greater by what the blinds lack, as far as the stack goes."""
    hand = spot.duel.hand
    low, high = spot.theirs
    all_in = hand.betting.bets[hand.to_act] + hand.stacks[hand.to_act]
    pot_limit = spot.duel.structure is Structure.POT_LIMIT
    return pot_limit and spot.ours == (low, min(high + hand.betting.missing, all_in))


def _opened_short(spot: Spot) -> bool:
    """Nobody has made a full bet or raise on this street, but somebody an all-in below one."""
    wagers = spot.duel.wagers
    return spot.ours == (0, 0) and bool(wagers) and max(wagers) < spot.duel.hand.betting.unit_bet


def _covered(spot: Spot) -> bool:
    hand, state = spot.duel.hand, spot.duel.oracle
    seat = hand.to_act
    rivals = [other for other in hand.live if other != seat]
    return (
        spot.theirs == (0, 0)
        and any(hand.stacks[other] for other in rivals)
        and all(hand.stacks[other] + state.bets[other] <= hand.betting.high for other in rivals)
    )


def _short_limit_raise(spot: Spot) -> bool:
    """After an all-in that is not a full bet: other amounts, or a raise more where half a bet counts as one.

    The oracle has a short all-in count for its cap, which the room has not for less than half a bet.
    """
    betting, state = spot.duel.hand.betting, spot.duel.oracle
    short = [by for by in spot.duel.wagers if by < betting.unit_bet]
    if spot.duel.structure is not Structure.FIXED_LIMIT or not short or spot.ours == (0, 0):
        return False
    cap = state.street.max_completion_betting_or_raising_count if state.street else None
    capped = state.completion_betting_or_raising_count == cap
    return spot.theirs != (0, 0) or 2 * max(short) >= betting.unit_bet or capped


def _odd_chips(spot: Spot) -> bool:
    """Right here; there all on one seat, of pots with the same winners put together."""
    hand = spot.duel.hand
    theirs = [stack - won for stack, won in zip(spot.ours, hand.won, strict=True)]
    winners = {seat for seat in hand.live if hand.won[seat]}
    merged: dict[tuple[int, ...], list[ev.PotWon]] = {}
    for event in spot.duel.events:
        if isinstance(event, ev.PotWon):
            each, odd = divmod(event.amount, len(event.shares))
            right = [each + (place < odd) for place in range(len(event.shares))]
            if [amount for _, amount in sorted(event.shares)] != right:
                return False
            contenders = tuple(seat for seat in hand.pots[event.pot].seats if seat in winners)
            merged.setdefault(contenders, []).append(event)
    for events in merged.values():
        seats = sorted(seat for seat, _ in events[0].shares)
        each, odd = divmod(sum(event.amount for event in events), len(seats))
        for seat in seats:
            theirs[seat] += each + (odd if seat == seats[0] else 0)
    return bool(theirs == spot.theirs)


WAIVERS = (
    Waiver("B2", "a blind that owes nothing and can win no more is not asked", "actor", _no_more_betting),
    Waiver("D5", "the price stays the full big blind when it is posted short", "call", _short_big_blind, True),
    Waiver("D5", "so does the smallest raise", "range", _short_big_blind, True),
    Waiver("B4", "a blind posted short counts in full for the pot limit", "range", _short_blind),
    Waiver("B7", "an all-in below the first full bet reopens nothing", "range", _opened_short),
    Waiver("B7", "fixed limit: half a bet is a full one, less can be completed", "range", _short_limit_raise),
    Waiver("B5", "one may raise to the stack, also over players who have less", "range", _covered),
    Waiver("P4", "each pot is split on its own, odd chips one at a time from the button's left", "stacks", _odd_chips),
)
