"""Plays a hand history strictly through the engine: nothing is repaired and nothing skipped."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt, Show
from games.engine.hand.hand import Hand
from games.engine.hand.queries import HandWait
from games.engine.history.phh_lines import (
    UNKNOWN,
    BoardDealt,
    BroughtIn,
    CheckedOrCalled,
    Discarded,
    Folded,
    HoleDealt,
    Line,
    NotationError,
    RaisedTo,
    Revealed,
)
from games.engine.history.phh_reader import History, read_history, variant_of
from games.engine.history.phh_setup import HandSetup, game_of, set_up_hand
from games.engine.history.recorded_cards import HistoryMismatch


class Outcome(NamedTuple):
    """How a replay ended, in the file's own unit; `error` is empty if every line and every chip agreed."""

    variant: str
    players: int
    finishing: tuple[Fraction, ...] | None
    expected: tuple[Fraction, ...] | None
    error: str


def replay(document: object) -> Outcome:
    """Play one document of a history file; any error in it is reported in the outcome."""
    variant, history, finishing, error = "", None, None, ""
    try:
        variant = variant_of(document)
        if game_of(variant):
            history = read_history(document)
            player = _played(history)
            finishing = tuple(Fraction(player.hand.stacks[seat], player.scale) for seat in player.seats)
            if history.finishing not in (None, finishing):
                error = "other finishing stacks than in the file"
        else:
            error = f"unsupported variant {variant!r}"
    except (NotationError, HistoryMismatch) as problem:
        error = str(problem)
    stacks = document.get("starting_stacks") if isinstance(document, Mapping) else None
    players = len(stacks) if isinstance(stacks, list) else 0
    return Outcome(variant, players, finishing, history.finishing if history else None, error)


def events_of(document: object) -> list[ev.HandEvent]:
    """The events of a document's hand; raises NotationError or HistoryMismatch if it cannot be played as written."""
    return _played(read_history(document)).events


def _played(history: History) -> "_Player":
    player = _Player(set_up_hand(history), history.runouts)
    for place, (text, line) in enumerate(history.lines):
        try:
            player.protect(history.protected, place)
            player.play(line)
        except (IllegalAction, HistoryMismatch) as problem:
            raise HistoryMismatch(f"{text}: {_error_text(problem)}") from None
    player.protect(history.protected, len(history.lines))
    player.check_end()
    return player


class _Player:
    """Plays lines one by one; `listed` and `dealt` count the cards recorded so far and dealt so far, by player.

    The last entry of both counts all board cards; those of a second board are added to it.
    """

    def __init__(self, setup: HandSetup, runouts: Sequence[tuple[int, int]]) -> None:
        self.scale, self.recorded, self.seats = setup.scale, setup.recorded, setup.plan.order
        self.runouts = list(runouts)
        self.discards = [iter(exchanges) for exchanges in setup.recorded.exchanges]
        self.listed = [0] * (len(self.seats) + 1)
        self.dealt = self.listed[:]
        self.chosen = [False] * len(self.seats)
        self.hand = Hand(setup.rules)
        self.events: list[ev.HandEvent] = []
        self.note_events(self.hand.begin(setup.plan, setup.deck))

    def note_events(self, events: list[ev.HandEvent]) -> None:
        """Count the dealt cards, and let beaten hands show or muck as the file records (H2)."""
        self.events += events
        for event in events:
            match event:
                case ev.CardsDealt(seats, each):
                    for seat in seats:
                        self.dealt[self.seats.index(seat)] += each
                case ev.Drew(seat, dealt=dealt):
                    self.dealt[self.seats.index(seat)] += dealt
                case ev.UpDealt(cards):
                    for seat, _ in cards:
                        self.dealt[self.seats.index(seat)] += 1
                case ev.BoardDealt(cards):
                    self.dealt[-1] += len(cards)
        if self.hand.waiting.kind is HandWait.SHOW:
            player = self.seats.index(self.hand.waiting.seat)
            if not self.recorded.shown[player]:
                raise HistoryMismatch(f"p{player + 1} neither shows nor mucks")
            self.chosen[player] = True
            self.act(player, Show() if self.recorded.shown[player][0].shows else Muck())

    def act(self, player: int, action: Action) -> None:
        """Play a player's action and everything that follows it without a choice."""
        self.note_events(self.hand.act(self.seats[player], action))

    def play(self, line: Line) -> None:
        """Play one line; raises HistoryMismatch or IllegalAction if it does not come next in this hand."""
        match line:
            case Revealed():
                # Sources differ in when hands are shown, so only the cards and the choice are compared, not the place.
                return
            case HoleDealt(player, cards):
                self.note_listed(player, len(cards))
            case BoardDealt(cards):
                self.note_listed(-1, len(cards))
            case Folded(player):
                if self.hand.waiting.kind is not HandWait.DRAW:
                    self.check_turn(player)
                self.act(player, Fold())
            case BroughtIn(player):
                self.check_turn(player, bring_in=True)
                self.act(player, Call())
            case CheckedOrCalled(player):
                self.check_turn(player)
                self.act(player, Check() if self.hand.legal().can_check else Call())
            case RaisedTo(player, amount):
                self.check_turn(player, bring_in=None)
                self.act(player, RaiseTo(self.intended_raise(int(amount * self.scale))))
            case Discarded(player):
                self.exchange(player)

    def protect(self, protected: Sequence[tuple[int, int, int]], place: int) -> None:
        """Protect the disconnected players who were protected after this many lines (B15)."""
        for player, after, at in protected:
            if after == place:
                self.check_turn(player)
                self.note_events(self.hand.protect(self.seats[player], at))

    def check_turn(self, player: int, *, bring_in: bool | None = False) -> None:
        """Check that the player is to act and the file has listed all cards dealt so far."""
        if self.hand.waiting != (HandWait.ACT, self.seats[player]):
            raise HistoryMismatch(f"not p{player + 1}'s turn, {self.awaited()}")
        self.check_listed()
        if bring_in is not None and self.hand.legal().bring_in != bring_in:
            raise HistoryMismatch("no bring-in is due" if bring_in else "the bring-in is due")

    def intended_raise(self, to: int) -> int:
        """The intended raise: a raise to the most any opponent can call may stand for the smallest raise (B11)."""
        hand, legal = self.hand, self.hand.legal()
        rivals = [hand.betting.bets[seat] + hand.stacks[seat] for seat in hand.live if seat != legal.seat]
        return legal.min_to if hand.betting.high < to == max(rivals) < legal.min_to else to

    def check_listed(self) -> None:
        """Check that the file has listed all cards dealt so far."""
        if self.listed[-1] != self.dealt[-1]:
            raise HistoryMismatch("the board before it is not listed")
        if self.listed != self.dealt:
            player = next(place for place, count in enumerate(self.dealt) if self.listed[place] != count)
            raise HistoryMismatch(f"the cards of p{player + 1} before it are not listed")

    def note_listed(self, place: int, count: int) -> None:
        """Take note of listed cards of a player or the board; the deck already deals the right ones."""
        if self.listed == self.dealt:
            self.let_option_pass()
            self.agree()
            if self.hand.waiting.kind is HandWait.DEAL:
                self.note_events(self.hand.continue_run_out())
        self.listed[place] += count
        board = place == -1
        if self.listed[place] > self.dealt[place] or (board and self.listed[place] != self.dealt[place]):
            if not board:
                raise HistoryMismatch("no hole cards are dealt here")
            raise HistoryMismatch(f"not the board cards of this moment, {self.awaited()}")

    def let_option_pass(self) -> None:
        """Check the bring-in's option, which other rooms do not offer when all only called (G14)."""
        hand = self.hand
        if hand.waiting.kind is HandWait.ACT and hand.betting.only_brought_in and hand.legal().can_check:
            self.note_events(hand.act(hand.to_act, Check()))

    def agree(self) -> None:
        """Agree on the number of boards recorded in `_runouts` (H6)."""
        while self.hand.waiting.kind is HandWait.AGREE:
            if not self.runouts:
                raise HistoryMismatch("_runouts: who agrees to how many boards is not recorded")
            self.act(self.runouts[0][0], RunIt(self.runouts.pop(0)[1]))

    def exchange(self, player: int) -> None:
        """Play a draw; unknown discards are the cards that the built deck chose for them (G13)."""
        seat = self.seats[player]
        if self.hand.waiting != (HandWait.DRAW, seat):
            raise HistoryMismatch(f"p{player + 1} draws out of turn, {self.awaited()}")
        if max(self.hand.drew) < 0:
            self.check_listed()
        discarded, hole = (
            [self.recorded.cards[slot] for slot in next(self.discards[player]).discarded],
            self.hand.hole[seat],
        )
        if not set(discarded) <= set(hole):
            raise HistoryMismatch(f"p{player + 1} is dealt other cards")
        self.act(player, Discard(tuple(hole.index(card) for card in discarded)))

    def check_end(self) -> None:
        """Check that the hand is over, all its cards are listed, and the showdown was recorded correctly."""
        hand = self.hand
        runs_left = hand.runs - len(hand.boards) - 1
        if hand.waiting.kind is HandWait.DEAL and hand.street + 1 == len(hand.rules.variant.streets) and not runs_left:
            self.note_events(hand.continue_run_out())
        if hand.waiting.kind is not HandWait.DONE:
            raise HistoryMismatch(f"the hand is not over, {self.awaited()}")
        if self.runouts:
            raise HistoryMismatch("_runouts: nobody is asked for so many boards")
        self.check_listed()
        self.check_cards()
        for player, seat in enumerate(self.seats):
            recorded = self.recorded.shown[player]
            if seat not in hand.live:
                if recorded:
                    raise HistoryMismatch(f"p{player + 1} shows or mucks a folded hand")
                continue
            if len(hand.live) > 1 and not recorded:
                raise HistoryMismatch(f"p{player + 1} neither shows nor mucks")
            if len(hand.live) > 1 and not recorded[0].shows and hand.won[seat]:
                raise HistoryMismatch(f"p{player + 1} mucks a hand that wins")
            self.show_after(player, recorded[int(self.chosen[player]) :])

    def check_cards(self) -> None:
        """Check that all hands and boards have the recorded cards."""
        cards = self.recorded.cards
        for player, seat in enumerate(self.seats):
            if self.hand.hole[seat] != tuple(cards[slot] for slot in self.recorded.hands[player]):
                raise HistoryMismatch(f"p{player + 1} is dealt other cards")
        board = [card for event in self.events if isinstance(event, ev.BoardDealt) for card in event.cards]
        if board != [cards[slot] for slot in self.recorded.board]:
            raise HistoryMismatch("the board has other cards")

    def show_after(self, player: int, recorded: Sequence[Revealed]) -> None:
        """Show the cards that were shown voluntarily after the hand (H4)."""
        seat = self.seats[player]
        for line in recorded:
            if line.shows and self.hand.may_show(seat):
                hole = self.hand.hole[seat]
                cards = [card for card in line.cards if card != UNKNOWN]
                places = tuple(place for place, card in enumerate(hole) if card in cards)
                self.act(player, Show(() if len(places) == len(hole) else places))

    def awaited(self) -> str:
        """What the hand waits for, for an error message."""
        kind, seat = self.hand.waiting
        return f"p{self.seats.index(seat) + 1} is to {kind}" if seat >= 0 else f"next is: {kind}"


def _error_text(problem: Exception) -> str:
    if isinstance(problem, IllegalAction):
        return " ".join([problem.code, *(f"{name}={value}" for name, value in problem.detail.items())])
    return str(problem)
