"""A hand history played through the hand machine, strictly: nothing is repaired and nothing skipped."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from games.engine.actions import Call, Check, Fold, Muck, RaiseTo, Show
from games.engine.cards import cards_text
from games.engine.errors import IllegalAction
from games.engine.hand import Hand
from games.engine.notation import (
    BoardDealt,
    CheckedOrCalled,
    Folded,
    History,
    HoleDealt,
    Line,
    NotationError,
    RaisedTo,
    Revealed,
    read_history,
    variant_of,
)
from games.engine.staging import GAMES, Mismatch, Stage, stage


class Outcome(NamedTuple):
    """How a replay ended, in the file's own unit; `error` is empty when every line and every chip agreed."""

    variant: str
    players: int
    finishing: tuple[Fraction, ...] | None
    expected: tuple[Fraction, ...] | None
    error: str


def replay(document: Any) -> Outcome:
    """Play one document of a history file; whatever is wrong with it is told in the outcome."""
    variant, history, finishing, error = "", None, None, ""
    try:
        variant = variant_of(document)
        if variant in GAMES:
            history = read_history(document)
            finishing = _played(history)
            if history.finishing not in (None, finishing):
                error = "other finishing stacks than the file's"
        else:
            error = f"unsupported variant {variant!r}"
    except (NotationError, Mismatch) as trouble:
        error = str(trouble)
    stacks = document.get("starting_stacks") if isinstance(document, Mapping) else None
    players = len(stacks) if isinstance(stacks, list) else 0
    return Outcome(variant, players, finishing, history.finishing if history else None, error)


def _played(history: History) -> tuple[Fraction, ...]:
    staged = stage(history)
    player = _Player(staged)
    for text, line in history.lines:
        try:
            player.play(line)
        except (IllegalAction, Mismatch) as trouble:
            raise Mismatch(f"{text}: {_worded(trouble)}") from None
    player.check_end()
    return tuple(Fraction(stack, staged.scale) for stack in player.hand.stacks)


class _Player:
    """Plays lines one by one; `listed` is how much of the board the lines have told so far."""

    def __init__(self, staged: Stage) -> None:
        self.scale = staged.scale
        self.reveals = staged.reveals
        self.hand = Hand(staged.rules)
        self.listed = 0
        self.begun = False
        self.hand.begin(staged.plan, staged.deck)
        self.answer_shows()

    def play(self, line: Line) -> None:
        """One line; raises Mismatch or IllegalAction when it is not what comes next."""
        if isinstance(line, HoleDealt):
            if self.begun:
                raise Mismatch("no hole cards are dealt here")
            return
        self.begun = True
        match line:
            case Revealed():
                # Sources differ in when hands are shown: the cards and the choice count, not the place.
                return
            case BoardDealt(cards):
                self.board(len(cards))
            case Folded(player):
                self.turn(player)
                self.hand.act(player, Fold())
            case CheckedOrCalled(player):
                self.turn(player)
                self.hand.act(player, Check() if self.hand.legal().can_check else Call())
            case RaisedTo(player, amount):
                self.turn(player)
                self.hand.act(player, RaiseTo(int(amount * self.scale)))
        self.answer_shows()

    def turn(self, player: int) -> None:
        """The player is to act, and the file has told all cards that are out."""
        if self.hand.waiting != ("act", player):
            raise Mismatch(f"not p{player + 1}'s turn, {self.next()}")
        if self.listed != len(self.hand.board):
            raise Mismatch("the board before it is not listed")

    def board(self, cards: int) -> None:
        """A whole street, no more and no less; that it is these cards the deck has seen to."""
        if self.hand.waiting.kind == "deal":
            self.hand.go_on()
        self.listed += cards
        if self.listed != len(self.hand.board):
            raise Mismatch(f"not the board cards of this moment, {self.next()}")

    def answer_shows(self) -> None:
        """Beaten hands show or muck as the file tells (H2)."""
        while self.hand.waiting.kind == "show":
            seat = self.hand.waiting.seat
            if seat not in self.reveals:
                raise Mismatch(f"p{seat + 1} neither shows nor mucks")
            self.hand.act(seat, Show() if self.reveals[seat].shows else Muck())

    def check_end(self) -> None:
        """The hand is over, all its cards are listed, and who was in at the showdown showed or mucked rightly."""
        hand = self.hand
        if hand.waiting.kind == "deal" and len(hand.board) == hand.rules.variant.board_cards:
            hand.go_on()
            self.answer_shows()
        if hand.waiting.kind != "done":
            raise Mismatch(f"the hand is not over, {self.next()}")
        if self.listed != len(hand.board):
            raise Mismatch(f"{cards_text(hand.board[self.listed :])} is dealt and not listed")
        if folded := set(self.reveals) - set(hand.live):
            raise Mismatch(f"p{min(folded) + 1} shows or mucks a folded hand")
        if len(hand.live) == 1:
            return
        for seat in hand.live:
            if seat not in self.reveals:
                raise Mismatch(f"p{seat + 1} neither shows nor mucks")
            if not self.reveals[seat].shows and hand.won[seat]:
                raise Mismatch(f"p{seat + 1} mucks a hand that wins")

    def next(self) -> str:
        """What the hand waits for, in words."""
        kind, seat = self.hand.waiting
        return f"p{seat + 1} is to {kind}" if seat >= 0 else f"next is: {kind}"


def _worded(trouble: Exception) -> str:
    if isinstance(trouble, IllegalAction):
        return " ".join([trouble.code, *(f"{name}={value}" for name, value in trouble.detail.items())])
    return str(trouble)
