"""Plays the same hand in an independent engine, allowing the differences that the rulebook explains.

A waiver names the rule by which the room is right, says which comparison it is for, and when it applies.
Any other difference is a failure.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from pokerkit import (
    Automation,
    BadugiHand,
    BettingStructure,
    Deck,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)

from games.engine import events as ev
from games.engine.cards import Card, cards_text
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, Show
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.oracle.pokerkit_waivers import BIG_BLIND, BRING_IN, SMALL_BLIND, WAIVERS, Spot

# What PokerKit plays: four bets including the big blind or completion, also heads-up; no open pair; one board.
HOUSE = HouseRules(raise_cap=4, uncapped_heads_up="off", open_pair="off", draw_open="check_allowed", run_it=1)
STRUCTURES = {
    Structure.NO_LIMIT: BettingStructure.NO_LIMIT,
    Structure.POT_LIMIT: BettingStructure.POT_LIMIT,
    Structure.FIXED_LIMIT: BettingStructure.FIXED_LIMIT,
}
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


class Row(NamedTuple):
    """A street as PokerKit defines it: cards down and up, the opener, whether the bet is the upper limit."""

    deal: str
    opening: Opening = Opening.POSITION
    big: bool = False
    burn: bool = True
    board: int = 0
    draw: bool = False


def _board(hole: int) -> tuple[Row, ...]:
    return (Row("d" * hole, burn=False), Row("", board=3), Row("", board=1, big=True), Row("", board=1, big=True))


def _stud(door: Opening, hand: Opening) -> tuple[Row, ...]:
    late = [Row(deal, hand, big=True) for deal in ("u", "u", "d")]
    return (Row("ddu", door, burn=False), Row("u", hand), *late)


def _draw(cards: int, *big: bool) -> tuple[Row, ...]:
    # PokerKit burns before a draw and the room does not (G13), which changes no amounts.
    return (Row("d" * cards, burn=False), *(Row("", big=bet, burn=False, draw=True) for bet in big))


FIVE_CARD_STUD = (
    Row("du", Opening.LOW_CARD, burn=False),
    Row("u", Opening.HIGH_HAND),
    Row("u", Opening.HIGH_HAND, big=True),
    Row("u", Opening.HIGH_HAND, big=True),
)
STUD_HIGH = _stud(Opening.LOW_CARD, Opening.HIGH_HAND)
GAMES: dict[str, tuple[tuple[Any, ...], tuple[Row, ...]]] = {
    "holdem": ((StandardHighHand,), _board(2)),
    "omaha": ((OmahaHoldemHand,), _board(4)),
    "omaha8": ((OmahaHoldemHand, OmahaEightOrBetterLowHand), _board(4)),
    "omaha5": ((OmahaHoldemHand,), _board(5)),
    "shortdeck": ((ShortDeckHoldemHand,), _board(2)),
    "stud": ((StandardHighHand,), STUD_HIGH),
    "stud8": ((StandardHighHand, EightOrBetterLowHand), STUD_HIGH),
    "razz": ((RegularLowHand,), _stud(Opening.HIGH_CARD, Opening.LOW_HAND)),
    "stud5": ((StandardHighHand,), FIVE_CARD_STUD),
    "draw": ((StandardHighHand,), _draw(5, True)),
    "double-draw": ((StandardHighHand,), _draw(5, True, True)),
    "lowball": ((RegularLowHand,), _draw(5, True)),
    "27sd": ((StandardLowHand,), _draw(5, True)),
    "27td": ((StandardLowHand,), _draw(5, False, True, True)),
    "badugi": ((BadugiHand,), _draw(4, False, True, True)),
}
"""The hand types and streets of each game for PokerKit, which has classes for only some of the games."""


class Difference(AssertionError):
    """The engines differ and no waiver explains it."""


@dataclass
class Duel:
    """One hand in both engines; seats count from 0 at the left of the button, and the button is last."""

    game: str
    structure: Structure
    stacks: Sequence[int]
    deck: Sequence[Card]
    ante: int = 0
    used: list[str] = field(default_factory=list)
    over: bool = False
    alone: bool = False

    def __post_init__(self) -> None:
        variant = CATALOGUE[self.game]
        self.forced = variant.forced
        seats = tuple(range(len(self.stacks)))
        blinds = SMALL_BLIND if self.forced is Forced.BLINDS else 0
        bring_in = BRING_IN if self.forced is Forced.BRING_IN else 0
        stakes = Stakes(self.structure, blinds, BIG_BLIND, self.ante, bring_in=bring_in)
        small, big = (1, 0) if len(seats) == 2 else (0, 1)
        posts = [Post(seat, PostKind.ANTE, self.ante) for seat in seats if self.ante]
        if self.forced is Forced.BLINDS:
            posts += [Post(small, PostKind.SMALL_BLIND, SMALL_BLIND), Post(big, PostKind.BIG_BLIND, BIG_BLIND)]
        self.hand = Hand(Rules(variant, stakes, HOUSE))
        self.events: list[ev.HandEvent] = []
        self.wagers: list[int] = []
        self.dealt: dict[int, list[Card]] = {}
        self.holes: list[list[Card]] = [[] for _ in seats]
        self.discarded: tuple[Card, ...] = ()
        self.folded: set[int] = set()
        self.to_draw = 0
        self.oracle = self._their_hand()
        self._follow(self.hand.begin(HandPlan(1, seats[-1], seats, tuple(self.stacks), tuple(posts)), self.deck))

    def _their_hand(self) -> State:
        types, rows = GAMES[self.game]
        fixed = self.structure is Structure.FIXED_LIMIT
        blinds = self.forced is Forced.BLINDS
        streets = tuple(
            Street(
                row.burn,
                tuple(card == "u" for card in row.deal),
                row.board,
                row.draw,
                row.opening,
                2 * BIG_BLIND if row.big and fixed else BIG_BLIND,
                # PokerKit does not count the big blind, which is the first bet.
                (3 if blinds and row is rows[0] else 4) if fixed else None,
            )
            for row in rows
        )
        return State(
            AUTOMATIONS,
            Deck.SHORT_DECK_HOLDEM if self.game == "shortdeck" else Deck.STANDARD,
            types,
            streets,
            STRUCTURES[self.structure],
            True,
            self.ante,
            (SMALL_BLIND, BIG_BLIND) if blinds else 0,
            BRING_IN if self.forced is Forced.BRING_IN else 0,
            tuple(self.stacks),
            len(self.stacks),
        )

    def compare(self, what: str, ours: object, theirs: object) -> None:
        """Raises Difference unless both values are equal or a waiver explains the difference."""
        if ours == theirs:
            return
        spot = Spot(what, ours, theirs, self)
        for waiver in WAIVERS:
            if waiver.what == what and waiver.applies(spot):
                self.used.append(waiver.rule)
                self.over = self.over or waiver.ends
                self.alone = self.alone or waiver.alone
                return
        raise Difference(f"{what}: {ours} here, {theirs} there, after {self.events[-6:]}")

    def check(self) -> None:
        """Compare everything visible before the next action."""
        kind, seat = self.hand.waiting
        if kind == "done":
            self._catch_up()
            self.compare("stacks", list(self.hand.stacks), list(self.oracle.stacks))
            return
        if kind != "act":
            return
        self.compare("actor", seat, self.oracle.actor_index)
        if self.over or self.alone:
            return
        self.compare("pot", self.hand.pot, self.oracle.total_pot_amount)
        legal = self.hand.legal()
        theirs = self.oracle.effective_bring_in_amount if legal.bring_in else self.oracle.checking_or_calling_amount
        self.compare("call", legal.call, theirs)
        self.compare("range", (legal.min_to, legal.max_to), self.their_range())
        self.compare("behind", list(self.hand.stacks), list(self.oracle.stacks))

    def their_range(self) -> tuple[int, int]:
        """The range of raises that PokerKit allows, (0, 0) if there is none."""
        low = self.oracle.min_completion_betting_or_raising_to_amount
        high = self.oracle.max_completion_betting_or_raising_to_amount
        return (low or 0, high or 0)

    def both(self, legal: Legal) -> tuple[int, int]:
        """The raises that both engines allow, (0, 0) when there are none."""
        low, high = self.their_range()
        low, high = max(low, legal.min_to), min(high, legal.max_to)
        return (low, high) if 0 < low <= high else (0, 0)

    def does(self, action: Action) -> None:
        """Take one action in both engines."""
        seat = self.hand.waiting.seat
        if not isinstance(action, Discard):
            self._they_do(action)
        self._follow(self.hand.act(seat, action))

    def passes(self) -> None:
        """Check the option that only the room offers."""
        self.alone = False
        self._follow(self.hand.act(self.hand.to_act, Check()))

    def goes_on(self) -> None:
        """Deal the next street of a run-out."""
        self._follow(self.hand.continue_run_out())

    def shows(self, rng: Random) -> None:
        """Show or muck a beaten hand at random, which makes no difference to the result."""
        self._follow(self.hand.act(self.hand.waiting.seat, rng.choice((Show(), Muck()))))

    def _they_do(self, action: Action) -> None:
        if isinstance(action, Fold):
            self.oracle.fold()
        elif isinstance(action, RaiseTo):
            self.oracle.complete_bet_or_raise_to(action.amount)
        elif isinstance(action, Call) and self.hand.bring_due:
            self.oracle.post_bring_in()
        else:
            self.oracle.check_or_call()

    def _follow(self, events: list[ev.HandEvent]) -> None:
        with warnings.catch_warnings():
            # PokerKit warns about cards that it does not expect after a reshuffle.
            warnings.simplefilter("ignore")
            for event in events:
                self.events.append(event)
                if not self.over:
                    self._hear(event)
            if not self.to_draw and not self.over:
                self._they_deal()

    def _hear(self, event: ev.HandEvent) -> None:
        match event:
            case ev.Bet(_, to):
                self.wagers.append(to)
            case ev.Raised(_, to, by):
                self.wagers.append(to if to == self.hand.betting.unit_bet else by)
            case ev.Folded(seat):
                self.folded.add(seat)
            case ev.BetsCollected(pots):
                self._they_deal()
                self._compare_pots(pots)
            case ev.StreetBegan(street):
                self._they_deal()
                self.wagers = []
                draws = GAMES[self.game][1][street].draw
                self.to_draw = len(self.stacks) - len(self.folded) if draws else 0
            case ev.CardsDealt(seats, each):
                for seat in seats:
                    start = len(self.holes[seat])
                    self._deal(seat, self.hand.hole[seat][start : start + each] if not self.to_draw else ())
            case ev.UpDealt(cards):
                for seat, card in cards:
                    self._deal(seat, (card,))
            case ev.Exchanged(_, cards):
                self.discarded = cards
            case ev.Drew(seat, count):
                self._they_draw(seat, count)
            case ev.BoardDealt(cards) if self.forced is Forced.BRING_IN:
                self.compare("community", cards_text(cards), None)
            case ev.BoardDealt(cards):
                self._they_deal()
                self._catch_up()
                self.oracle.burn_card("??")
                self.oracle.deal_board(cards_text(cards))

    def _deal(self, seat: int, cards: Sequence[Card]) -> None:
        self.holes[seat] += cards
        self.dealt.setdefault(seat, []).extend(cards)

    def _they_draw(self, seat: int, count: int) -> None:
        self._catch_up()
        self.oracle.stand_pat_or_discard(cards_text(self.discarded))
        self.discarded = ()
        self.to_draw -= 1
        if count:
            self.dealt[seat] = list(self.hand.hole[seat][-count:])

    def _they_deal(self) -> None:
        """Deal the collected hole cards in PokerKit once all of them are known."""
        if not any(self.dealt.values()):
            return
        self._catch_up()
        if self.oracle.card_burning_status:
            self.oracle.burn_card("??")
        for seat in sorted(self.dealt):
            if self.dealt[seat]:
                self.oracle.deal_hole(cards_text(self.dealt[seat]), seat)
        self.dealt = {}

    def _compare_pots(self, pots: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
        if len(self.hand.live) == 1 or self.over:
            return
        self._catch_up()
        if self.oracle.status:
            theirs = [(pot.amount, tuple(pot.player_indices)) for pot in self.oracle.pots]
            self.compare("pots", [(amount, seats) for amount, seats in pots], theirs)

    def _catch_up(self) -> None:
        """Act in PokerKit for a player who has no turn in the room."""
        actor = self.oracle.actor_index
        if actor is not None and not self.over:
            self.compare("actor", None, actor)
            if not self.over:
                self.oracle.check_or_call()
