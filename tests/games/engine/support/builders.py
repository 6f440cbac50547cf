"""Builds hands and tables from short descriptions of the action, for the tests that follow the rulebook.

`deal` makes one hand. Its seats count from the button's left: with three or more seat 0 has the small blind, seat 1
the big blind and the last one the button; heads-up seat 1 has the button and the small blind. `Room` makes a table
and its clock; every command also checks that the state follows from the stored events alone.
"""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Self, TypeVar

import pytest

from games.engine import events as ev
from games.engine.cards import DECK, Card, parse_cards
from games.engine.errors import IllegalAction
from games.engine.events.kinds import PostKind
from games.engine.hand.actions import Action, Call, Check, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.hand import Hand, HandPlan, Post
from games.engine.hand.queries import HandWait
from games.engine.hand.stub import Stub
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake import NO_RAKE, RakeTerms
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.facts import TableSnapshot
from games.engine.table.seat import Seat
from games.engine.table.state import Table
from games.messaging.codec import event_from_data, event_to_data, state_from_data, state_to_data

Event = TypeVar("Event")

ACTIONS: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call(), "show": Show(), "muck": Muck()}


def rules(
    structure: str = "nl",
    blinds: tuple[int, int] = (50, 100),
    ante: int = 0,
    ante_kind: str = "each",
    rake: RakeTerms = NO_RAKE,
    clock: Clock | None = None,
    game: str = "holdem",
    bring_in: int = 0,
    mix: Sequence[str] = (),
    every: int = 0,
    **house: Any,
) -> Rules:
    """Returns rules for hold'em at these stakes, or for another `game`, or for a fixed-limit rotation (`mix`).

    Everything not given is as in the `online` preset, except that only one board is dealt (H6). `Any` here and in
    what passes options on to here: house rules are of many types, which `HouseRules` checks.
    """
    house.setdefault("run_it", 1)
    games = tuple(
        Game(CATALOGUE[code], usual_stakes(CATALOGUE[code], Structure.FIXED_LIMIT, blinds[1])) for code in mix
    )
    small_blind, big_blind = blinds
    stakes = Stakes(Structure(structure), small_blind, big_blind, ante, AnteKind(ante_kind), bring_in)
    first = games[0] if games else Game(CATALOGUE[game], stakes)
    return Rules(first.variant, first.stakes, HouseRules(**house), rake, clock or Clock(), mix=games, every=every)


def stacked_deck(holes: Sequence[str], board: str = "") -> tuple[Card, ...]:
    """Returns a deck that deals these hole cards, from the button's left, and this board; "" = any cards."""
    known: dict[int, Card] = {}
    for place, hole in enumerate(holes):
        for turn, card in enumerate(parse_cards(hole)):
            known[place + turn * len(holes)] = card
    after_holes = 2 * len(holes)
    # A card is burnt before the flop, before the turn and before the river.
    for place, card in zip((1, 2, 3, 5, 7), parse_cards(board), strict=False):
        known[after_holes + place] = card
    named = set(known.values())
    assert len(named) == len(known), "a card is named twice"
    others = iter([card for card in DECK if card not in named])
    return tuple(known[place] if place in known else next(others) for place in range(52))


# Returns `Any` because callers know whether they asked for a table, a hand or one of their parts.
def full_state(value: object) -> Any:
    """Returns the complete state of a hand or table for comparison, without cached results."""
    if isinstance(value, Table | Hand | Stub) or hasattr(type(value), "unit_bet"):
        return {name: full_state(getattr(value, name)) for name in fields_of(type(value))}
    if isinstance(value, list):
        return [full_state(part) for part in value]
    if hasattr(value, "sits_out_next"):
        return {name: getattr(value, name) for name in fields_of(type(value))}
    return dict(value) if isinstance(value, dict) else value


def fields_of(kind: type) -> list[str]:
    """Returns the slots of a class, except cached results."""
    named = [getattr(base, "__slots__", ()) for base in kind.__mro__]
    return sorted({name for names in named for name in names} - {"legal_now", "strengths", "__dict__"})


class Deal:
    """One hand, played from a description of the action: "call fold 300 / check all-in"."""

    def __init__(self, hand: Hand, events: list[ev.HandEvent]) -> None:
        self.hand = hand
        self.events = events

    def play(self, script: str) -> "Deal":
        """Plays one word per action; "/" asserts that a street is over, a number bets or raises to that amount.

        "deal" runs the board out by one street, "run" to its end.
        """
        for word in script.split():
            if word == "/":
                assert isinstance(self.events[-1], ev.BoardDealt | ev.StreetBegan), "the street is not over"
            elif word == "deal":
                self.events += self.hand.continue_run_out()
            elif word == "run":
                while self.hand.waiting.kind is HandWait.DEAL:
                    self.events += self.hand.continue_run_out()
            else:
                seat = self.hand.waiting.seat
                assert seat >= 0, f"nobody is asked to {word}"
                self.events += self.hand.act(seat, self._action(word))
            self.hand.check()
        return self

    def _action(self, word: str) -> Action:
        if word != "all-in":
            return ACTIONS[word] if word in ACTIONS else RaiseTo(int(word))
        legal = self.hand.legal()
        if legal.max_to:
            return RaiseTo(self.hand.betting.bets[legal.seat] + self.hand.stacks[legal.seat])
        return Call() if legal.call else Check()

    def refuses(self, word: str, seat: int | None = None) -> IllegalAction:
        """Asserts that the action is refused and changes nothing; returns the reason."""
        before = full_state(self.hand)
        with pytest.raises(IllegalAction) as refusal:
            self.hand.act(self.hand.waiting.seat if seat is None else seat, self._action(word))
        assert full_state(self.hand) == before
        return refusal.value

    @property
    def seat_to_act(self) -> int:
        """The seat to act, -1 if there is none."""
        return self.hand.to_act

    @property
    def to_call(self) -> int:
        """The price of a call."""
        return self.hand.legal().call

    @property
    def raise_range(self) -> tuple[int, int]:
        """The smallest and largest bet or raise, (0, 0) if none is possible."""
        legal = self.hand.legal()
        return legal.min_to, legal.max_to

    @property
    def may_raise(self) -> bool:
        """Whether the player to act may bet or raise."""
        return self.raise_range != (0, 0)

    @property
    def street(self) -> str:
        """The current street."""
        return self.hand.rules.variant.streets[self.hand.street].name

    @property
    def pots(self) -> list[int]:
        """The pots so far, the main pot first."""
        return [pot.amount for pot in self.hand.pots]

    @property
    def net_won(self) -> dict[int, int]:
        """The amount each player won or lost in the whole hand."""
        assert self.hand.changes is not None, "the hand is not over"
        return dict(self.hand.changes)

    def events_of(self, kind: type[Event]) -> Iterator[Event]:
        """Returns the hand's events of one kind."""
        return (event for event in self.events if isinstance(event, kind))

    @property
    def shown(self) -> list[int]:
        """The seats that showed cards at or after the showdown, in order."""
        return [event.seat for event in self.events_of(ev.Shown)]

    @property
    def returned(self) -> list[tuple[int, int]]:
        """The uncalled bets that were returned, as (seat, amount)."""
        return [(event.seat, event.amount) for event in self.events_of(ev.UncalledReturned)]


def deal(
    stacks: Sequence[int],
    actions: str = "",
    *,
    holes: Sequence[str] = (),
    board: str = "",
    posts: Sequence[tuple[int, str, int]] | None = None,
    **table: Any,
) -> Deal:
    """Deals a hand with these `rules` and plays `actions`; `posts` replaces the usual blinds."""
    playing = rules(**table)
    seats = tuple(range(len(stacks)))
    if posts is None:
        small, big = (1, 0) if len(seats) == 2 else (0, 1)
        antes = [(seat, "ante", playing.stakes.ante) for seat in seats if playing.stakes.ante]
        blinds = [
            (small, "small_blind", playing.stakes.small_blind),
            (big, "big_blind", playing.stakes.big_blind),
        ]
        posts = [*antes, *blinds]
    holes = [*holes, *[""] * (len(stacks) - len(holes))]
    hand = Hand(playing)
    plan = HandPlan(
        1, seats[-1], seats, tuple(stacks), tuple(Post(seat, PostKind(kind), amount) for seat, kind, amount in posts)
    )
    return Deal(hand, hand.begin(plan, stacked_deck(holes, board))).play(actions)


class Room:
    """A table with its clock and shuffles; player n + 1 sits in seat n by default."""

    def __init__(self, *chips: int, seats: int = 6, seed: int = 1, **table: Any) -> None:
        self.now = 1_000_000
        self.rng = Random(seed)
        self.table = Table(rules(**table), seats)
        self.replayed = Table(rules(**table), seats)
        self.events: list[ev.TableEvent] = []
        for player, amount in enumerate(chips, 1):
            self.sit(player, amount)

    # Commands to the table

    def send(self, command: cm.Command, deck: Sequence[Card] | None = None) -> tuple[ev.TableEvent, ...]:
        """Decides on a command; checks that the old table is unchanged and the stored events give the new state."""
        before = full_state(self.table)
        try:
            decision = decide(self.table, command, now=self.now, deck=deck)
        finally:
            assert full_state(self.table) == before, "decide changed the table it was given"
        for event in decision.events:
            self.replayed.apply(event_from_data(json.loads(json.dumps(event_to_data(event)))))
        assert full_state(self.replayed) == full_state(decision.table), "the events are not the state"
        self.table = decision.table
        self.events = list(decision.events)
        return decision.events

    def refuses(self, command: cm.Command) -> str:
        """Asserts that the command is refused and changes nothing; returns the code."""
        with pytest.raises(IllegalAction) as refusal:
            self.send(command)
        return refusal.value.code

    def ignores(self, command: cm.Command) -> bool:
        """Asserts that the command has no effect."""
        return self.send(command) == ()

    def sit(self, player: int, chips: int = 10_000, seat: int = -1, **habits: bool) -> tuple[ev.TableEvent, ...]:
        """Seats a player, who mucks beaten hands without being asked unless `auto_muck` is False."""
        habits.setdefault("auto_muck", True)
        return self.send(cm.TakeSeat(player, f"player {player}", False, seat, chips, **habits))

    def tick(self, deck: Sequence[Card] | None = None) -> tuple[ev.TableEvent, ...]:
        """Advances the clock to the next event that is due."""
        due = self.table.next_tick_at()
        assert due is not None, "nothing is due"
        self.now = max(self.now, due)
        if deck is None and self.table.needs_deck(self.now):
            deck = self.decks()
        return self.send(cm.Tick(), deck)

    def decks(self) -> tuple[Card, ...]:
        """Returns as many shuffled decks as the next hand may need."""
        game = self.table.rules.variant
        return tuple(card for _ in range(game.shuffles) for card in self.rng.sample(game.deck, len(game.deck)))

    def deal(self, holes: Sequence[str] = (), board: str = "") -> Self:
        """Advances the clock until the next hand is dealt; `holes` from the button's left, for all or for nobody."""
        number = self.table.hand_number
        while self.table.hand_number == number:
            self.tick(stacked_deck(holes, board) if holes and self.table.positions.button >= 0 else None)
        return self

    def play(self, script: str) -> Self:
        """Plays the actions of the players to act, one after another."""
        for word in script.split():
            self.send(self.act_command(word))
        return self

    def act_command(self, word: str, player: int | None = None, **other: int) -> cm.Act:
        """Returns an action command of a player, by default the one to act, for the current turn."""
        hand = self.table.hand
        assert hand is not None
        if player is None:
            player = self.player_to_act
        price = hand.legal().call if hand.to_act >= 0 else 0
        shown = {"hand": self.table.hand_number, "turn": self.table.turn, "price": price, **other}
        kind, _, number = word.rpartition(" ")
        action = ACTIONS[word] if word in ACTIONS else RunIt(int(number)) if kind == "run" else RaiseTo(int(word))
        return cm.Act(player, action=action, **shown)

    def pre_action(self, player: int, kind: str, amount: int = 0) -> tuple[ev.TableEvent, ...]:
        """Chooses a pre-action."""
        return self.send(cm.SetPreAction(player, self.table.hand_number, kind, amount))

    def finish(self) -> Self:
        """Lets the clock alone fold and muck the hand to its end."""
        while self.table.running:
            self.tick()
        return self

    def all_fold(self) -> Self:
        """Lets everybody fold until the hand ends."""
        while self.table.running:
            self.play("fold")
        return self

    # Queries

    @property
    def player_to_act(self) -> int:
        """The player to act."""
        hand = self.table.hand
        assert hand is not None
        assert hand.to_act >= 0, "it is nobody's turn"
        return self.table.seat(hand.to_act).player

    @property
    def wait_kind(self) -> str:
        """The kind of event the table waits for."""
        return self.table.wait.kind

    def seat(self, player: int) -> Seat:
        """Returns a player's seat."""
        number = self.table.player_seat(player)
        assert number is not None, f"player {player} has no seat"
        return self.table.seat(number)

    def last_events(self, kind: type[Event]) -> list[Event]:
        """Returns the last command's events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def dealt_room(*chips: int, **table: Any) -> Room:
    """Deals a hand with the button in seat 0: players 2 and 3 have the blinds and player 1 acts first."""
    return Room(*chips, **{"first_button": "first_player", **table}).deal()


def showdown_room(**habits: bool) -> Room:
    """Plays to a showdown where player 2 has shown the best hand; player 3 is next and beaten, then player 1."""
    room = Room(first_button="first_player")
    for player in (1, 2, 3):
        room.sit(player, **habits)
    room.deal(("AsAh", "KsKh", "QsQh"), "2c3d7h8c9d")
    return room.play("call call check " + "check check check " * 3)


def stored_and_loaded(table: Table) -> Table:
    """Returns the table after storing and loading its snapshot."""
    data = json.loads(json.dumps(state_to_data(table.snapshot())))
    return Table.restore(state_from_data(TableSnapshot, data))
