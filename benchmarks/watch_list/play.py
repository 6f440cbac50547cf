"""Plays one evening at one table: honest decisions as house bots make them, changed by whoever follows a scheme."""

from collections import Counter
from random import Random
from typing import NamedTuple

from benchmarks.watch_list.evenings import HANDS, Evening
from benchmarks.watch_list.people import DUMPS, Person, Population, Scheme, SchemeKind
from benchmarks.watch_list.tracked import Tracked
from games.engine import events as ev
from games.engine.cards import rank
from games.engine.hand.actions import Action, BettingAction, Call, Check, Fold, Muck, RaiseTo, RunIt
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand, HandPlan
from games.engine.rules.button import Positions
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.table.next_hand import forced_bets
from games.engine.watch_list.hands import Part, WatchedHand
from games.engine.watch_list.reader import read_hand
from games.engine.watch_list.sampling import assess
from games.live.bots import hand_strength
from games.live.bots.betting import first_street, later_street
from games.live.bots.hand_strength import outlook
from games.live.bots.starting_hands import starting_hand_share
from games.simulation import BIG_BLIND, STACK, Shoe, measured_rules

MINUTE, DAY = 60_000, 24 * 60 * 60_000
DUMPED_HANDS = 0.08
"""The part of the hands in which a pair dumps chips at full strength."""
TEN = 8
SURE, STRONG = 0.985, 0.93
RUNS = 24
PONDERING = 1.1
"""The logarithm of how much longer people take who ponder."""
GAMES = {
    "nl": measured_rules(game="holdem", structure="nl"),
    "fl": measured_rules(game="holdem", structure="fl"),
    "plo": measured_rules(game="omaha", structure="pl"),
}
# A third of the hands that house bots imagine is enough for people, and the evening takes half the time.
hand_strength.EVALUATIONS = 200


class Played(NamedTuple):
    """The hands of an evening as the detectors read them; in how many the people of each scheme played otherwise."""

    hands: list[WatchedHand]
    touched: Counter[tuple[int, ...]]


def play_evening(room: Population, evening: Evening, rng: Random, game: str = "nl") -> Played:
    """Plays the evening, by the rules of this game."""
    rules = GAMES[game]
    shoe = Shoe(rules.variant, len(evening.guests), rng)
    hands, touched = [], Counter[tuple[int, ...]]()
    for number in range(HANDS):
        order = [seat for seat, guest in enumerate(evening.guests) if guest.comes <= number < guest.goes]
        if len(order) < 2:
            continue
        turned = order[number % len(order) :] + order[: number % len(order)]
        began = evening.night * DAY + number * MINUTE
        played = _Hand(rules, room, evening, turned, began, evening.night * HANDS + number, rng)
        hands.append(played.watched(shoe.shuffled()))
        touched.update(played.touched)
    return Played(hands, touched)


class _Mind(NamedTuple):
    """Who acts, and the scheme they follow."""

    person: Person
    scheme: Scheme | None


class _Hand:
    """One hand."""

    def __init__(
        self, rules: Rules, room: Population, evening: Evening, order: list[int], began: int, number: int, rng: Random
    ) -> None:
        small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
        posts = forced_bets(rules, order, Positions(order[-1], small, big))
        stacks = (STACK,) * len(order)
        self.plan = HandPlan(number, order[-1], tuple(order), stacks, posts, began)
        self.evening, self.rng, self.at = evening, rng, began
        follows = {person: scheme for scheme in room.schemes for person in scheme.people}
        ids = {seat: evening.guests[seat].person for seat in order}
        self.minds = {seat: _Mind(room.people[who], follows.get(who)) for seat, who in ids.items()}
        self.seats = {who: seat for seat, who in ids.items()}
        self.dumps = {
            scheme.people
            for mind in self.minds.values()
            if (scheme := mind.scheme) is not None and scheme.kind in DUMPS and set(scheme.people) <= self.seats.keys()
            if mind.person.id == scheme.people[0] and rng.random() < DUMPED_HANDS * scheme.strength
        }
        self.touched: set[tuple[int, ...]] = set()
        self.hand, self.tracked = Hand(rules), Tracked(order)
        self.events: list[tuple[int, ev.TableEvent]] = []

    def watched(self, deck: list[int]) -> WatchedHand:
        hand = self.hand
        self._add(hand.begin(self.plan, deck))
        while hand.changes is None:
            if hand.to_act >= 0:
                self._act(hand.to_act)
            elif hand.to_agree:
                self._add(hand.act(hand.to_agree[0], RunIt(1)))
            elif hand.to_show:
                self._add(hand.act(hand.to_show[0], Muck()))
            else:
                self._add(hand.continue_run_out())
        parts = {
            seat: Part(mind.person.id, 0, _device(mind), frozenset({mind.person.home}))
            for seat, mind in self.minds.items()
        }
        return assess(read_hand(self.hand.rules, self.events, parts, table=self.evening.table))

    def _add(self, events: list[ev.HandEvent]) -> None:
        self.events += [(self.at, event) for event in events]

    def _act(self, seat: int) -> None:
        mind = self.minds[seat]
        self.events.append((self.at, ev.TurnBegan(0, seat, self.at, self.at)))
        action = self._decide(seat, mind)
        self.at += _think_ms(mind, self.rng)
        self.tracked.note(self.hand, seat, action)
        self._add(self.hand.act(seat, action))

    def _decide(self, seat: int, mind: _Mind) -> Action:
        hand, rng, scheme = self.hand, self.rng, mind.scheme
        situation, legal = self.tracked.situation(hand, seat), hand.legal()
        partner = self.seats.get(scheme.partner(mind.person.id), -1) if scheme else -1
        if scheme and partner in hand.live and scheme.people in self.dumps and self._fits(scheme):
            self.touched.add(scheme.people)
            return self._dump(seat, partner, scheme)
        if not hand.street:
            honest = first_street(situation, starting_hand_share(situation.cards, rng), mind.person.style, rng)
            wins = 0.0
        else:
            seen = outlook(situation.cards, rng)
            wins = seen.wins
            honest = later_street(situation, seen, mind.person.style, rng)
            closes = hand.last_street and len(hand.due) == 1
            if wins >= SURE and closes and legal.max_to and rng.random() >= mind.person.slips:
                honest = RaiseTo(_to(hand, legal, hand.betting.high + hand.pot // 2))
        if scheme is None or rng.random() >= scheme.strength:
            return honest
        action = self._schemed(seat, partner, scheme, honest, wins)
        if action != honest:
            self.touched.add(scheme.people)
        return action

    def _schemed(self, seat: int, partner: int, scheme: Scheme, honest: BettingAction, wins: float) -> BettingAction:
        """What is done instead of the honest action, if the scheme has its occasion."""
        hand = self.hand
        can_check, alone = hand.legal().can_check, partner in hand.live and len(hand.live) == 2
        match scheme.kind:
            case SchemeKind.SOFT if alone:
                return _passive(honest, can_check=can_check)
            case SchemeKind.SOFT_LATE if alone and hand.street:
                return _passive(honest, can_check=can_check)
            case SchemeKind.NUTS if alone and hand.last_street and wins >= STRONG:
                return _passive(honest, can_check=can_check)
            case SchemeKind.HIDDEN if hand.street:
                return self._knowing(seat)
            case SchemeKind.HIDDEN_RIVER if hand.last_street:
                return self._knowing(seat)
        return honest

    def _knowing(self, seat: int) -> BettingAction:
        """What somebody does who sees the cards of all."""
        hand, legal = self.hand, self.hand.legal()
        truth = self._truth(seat)
        if legal.max_to and truth > 0.65 and self.rng.random() < 0.7:
            return RaiseTo(_to(hand, legal, hand.betting.high + 2 * (hand.pot + legal.call) // 3))
        if legal.can_check:
            return Check()
        return Call() if truth >= legal.call / (hand.pot + legal.call) else Fold()

    def _truth(self, seat: int) -> float:
        """How often the hand is best against those that are really held."""
        hand, won = self.hand, 0
        out = {*hand.board, *(card for one in hand.live for card in hand.hole[one])}
        stub = [card for card in hand.variant.deck if card not in out]
        for _ in range(RUNS):
            board = (*hand.board, *self.rng.sample(stub, 5 - len(hand.board)))
            values = {one: hand.variant.high(hand.hole[one], board) or 0 for one in hand.live}
            won += values[seat] == max(values.values())
        return won / RUNS

    def _fits(self, scheme: Scheme) -> bool:
        """Whoever calls with nothing tells the partner when there is nothing, and plays the other hands honestly."""
        ranks = [rank(card) for card in self.hand.hole[self.seats[scheme.people[0]]]]
        return scheme.kind is not SchemeKind.CALL_NOTHING or (len(set(ranks)) == len(ranks) and max(ranks) < TEN)

    def _is_behind(self, seat: int, partner: int, *, gives: bool) -> bool:
        """Whether the giver has the worse hand of the two."""
        giver, taker = (seat, partner) if gives else (partner, seat)
        hand = self.hand
        worth = [hand.variant.high(hand.hole[one], hand.board) or 0 for one in (giver, taker)]
        return worth[0] < worth[1]

    def _dump(self, seat: int, partner: int, scheme: Scheme) -> BettingAction:
        """A hand in which the first of the pair loses chips to the second."""
        hand, legal = self.hand, self.hand.legal()
        gives = self.minds[seat].person.id == scheme.people[0]
        put_in = hand.paid[seat] + hand.betting.bets[seat]
        grow = RaiseTo(_to(hand, legal, hand.betting.high + max(3 * BIG_BLIND, 2 * hand.pot // 3)))
        stay: BettingAction = Check() if legal.can_check else Call()
        if scheme.kind is SchemeKind.CALL_NOTHING and hand.street and not self._is_behind(seat, partner, gives=gives):
            # They know each other's cards, and no chips go the wrong way.
            return Check() if legal.can_check else Fold()
        if not gives:
            # The taker raises whatever it holds, but for the hand that the giver is to raise first.
            waits = (
                scheme.kind is SchemeKind.RAISE_FOLD and hand.paid[partner] + hand.betting.bets[partner] < 8 * BIG_BLIND
            )
            return stay if waits or not legal.max_to else grow
        if scheme.kind is SchemeKind.RAISE_FOLD:
            if legal.call and put_in >= 10 * BIG_BLIND and hand.betting.bets[partner] > hand.betting.bets[seat]:
                return Fold()
            return grow if legal.max_to and put_in < 20 * BIG_BLIND else stay
        if scheme.kind is SchemeKind.FOLD_WINNER and hand.street >= 2 and legal.call:
            return Fold()
        return stay


def _passive(honest: BettingAction, *, can_check: bool) -> BettingAction:
    if isinstance(honest, RaiseTo):
        return Check() if can_check else Call()
    return honest


def _to(hand: Hand, legal: Legal, wanted: int) -> int:
    if hand.rules.stakes.structure is Structure.FIXED_LIMIT:
        return legal.min_to
    return max(legal.min_to, min(legal.max_to, wanted // BIG_BLIND * BIG_BLIND))


def _device(mind: _Mind) -> frozenset[str]:
    if mind.scheme is not None and mind.scheme.kind is SchemeKind.DEVICE:
        return frozenset({mind.person.home})
    return frozenset({f"device of {mind.person.id}"})


def _think_ms(mind: _Mind, rng: Random) -> int:
    person, scheme = mind.person, mind.scheme
    if scheme is not None and rng.random() < scheme.strength:
        if scheme.kind is SchemeKind.STEADY:
            return int(1500 * rng.lognormvariate(0, 0.12))
        if scheme.kind is SchemeKind.NO_HESITATION:
            return int(rng.uniform(900, 3600))
    # Now and then a person ponders, some more often than others, so that the shapes of people's times differ too.
    ponders = rng.random() < person.ponders
    return max(250, int(rng.lognormvariate(person.think + PONDERING * ponders, person.spread)))
