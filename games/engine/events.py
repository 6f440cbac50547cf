"""What happened, in the past tense; state is these folded, so storing, replaying and showing are one thing.

Every event is a plain tuple of ints, texts and tuples. Seats are table seat numbers, amounts minor units,
times milliseconds. An event in `SECRET` is never shown and is sealed where it is stored; all others may be
read by everybody: they have no field that a hidden card could sit in.
"""

from typing import Any, NamedTuple, TypeAlias

from games.engine.cards import Card


class HandBegan(NamedTuple):
    """A hand starts: `order` are the seats dealt in, first left of the button first; `stacks` beside it."""

    number: int
    button: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    at: int


class DeckShuffled(NamedTuple):
    """The order of all cards, fixed for the hand, and `spares` for what is shuffled again in it (secret)."""

    deck: tuple[Card, ...]
    spares: tuple[tuple[Card, ...], ...] = ()


class Posted(NamedTuple):
    """A forced bet; `kind` is ante, small_blind, big_blind, straddle, post (live) or dead (D4-D12)."""

    seat: int
    kind: str
    amount: int
    all_in: bool


class StreetBegan(NamedTuple):
    """A street of the game starts, numbered from 0."""

    street: int


class CardsDealt(NamedTuple):
    """Cards face down to each seat in turn, one at a time: how many to each; which, only the deck knows."""

    seats: tuple[int, ...]
    each: int
    burnt: int = 0


class UpDealt(NamedTuple):
    """One card face up to each seat in turn, as (seat, card), after `burnt` were burnt (G14, G15)."""

    cards: tuple[tuple[int, Card], ...]
    burnt: int


class StubShuffled(NamedTuple):
    """Cards were shuffled into a new stub, in this order (secret; G13, G16)."""

    cards: tuple[Card, ...]


class Exchanged(NamedTuple):
    """The cards a seat threw away in a draw (secret; G13)."""

    seat: int
    cards: tuple[Card, ...]


class Drew(NamedTuple):
    """The seat exchanged `drawn` cards; `kept` is an ace it had to show for drawing four, or nothing (G13)."""

    seat: int
    drawn: int
    kept: tuple[Card, ...]


class BroughtIn(NamedTuple):
    """The bring-in was put in; `amount` may be less than its price (G14)."""

    seat: int
    amount: int
    all_in: bool


class BoardDealt(NamedTuple):
    """Community cards, after `burnt` cards were burnt (G11)."""

    cards: tuple[Card, ...]
    burnt: int


class Folded(NamedTuple):
    """The seat gave up the hand."""

    seat: int


class Checked(NamedTuple):
    """The seat passed with nothing to call."""

    seat: int


class Called(NamedTuple):
    """The seat put in `amount` to match."""

    seat: int
    amount: int
    all_in: bool


class Bet(NamedTuple):
    """The first bet of a street: the seat's bet now stands at `to`."""

    seat: int
    to: int
    all_in: bool


class Raised(NamedTuple):
    """A raise: the seat's bet now stands at `to`, `by` above the bet before."""

    seat: int
    to: int
    by: int
    all_in: bool


class Protected(NamedTuple):
    """A lost line at a price: the seat is all-in for what it has put in until the hand ends (B15)."""

    seat: int
    at: int


class UncalledReturned(NamedTuple):
    """The part of a bet that nobody called went back (B11)."""

    seat: int
    amount: int


class BetsCollected(NamedTuple):
    """The round's bets went to the pots: `pots` as (amount, seats that contest it), main pot first (P1)."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]


class HandsTurnedUp(NamedTuple):
    """No more betting is possible: these seats' hole cards lie open (H5)."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]


class RunOffered(NamedTuple):
    """These seats may agree to run the board up to `most` times (H6)."""

    seats: tuple[int, ...]
    most: int


class RunAgreed(NamedTuple):
    """The seat agrees to `times` boards; 1 is a refusal and settles it (H6)."""

    seat: int
    times: int


class RunBegan(NamedTuple):
    """The next of several boards starts from the cards that lie there already, numbered from 1 (H6)."""

    run: int


class ShowdownBegan(NamedTuple):
    """Hands are compared; `order` is who shows, first to last, without those that lie open (H1)."""

    order: tuple[int, ...]


class Shown(NamedTuple):
    """Hole cards tabled to everybody; a place not shown is -1 (H2, H4)."""

    seat: int
    cards: tuple[Card, ...]


class Mucked(NamedTuple):
    """A beaten hand was thrown away unseen (H2)."""

    seat: int


class RakeTaken(NamedTuple):
    """Rake from the pots: `shares` beside the pots, main pot first (R4)."""

    amount: int
    shares: tuple[int, ...]


class PotWon(NamedTuple):
    """One pot paid, numbered from the main pot 0: `shares` as (seat, amount); `half` is all, high or low.

    `run` numbers the board that decided it from 0, where the board was run more than once (H6).
    """

    pot: int
    amount: int
    half: str
    shares: tuple[tuple[int, int], ...]
    run: int = 0


class HandEnded(NamedTuple):
    """The hand is over: `changes` as (seat, chips won or lost), `rake` to the house; they sum to zero."""

    number: int
    changes: tuple[tuple[int, int], ...]
    rake: int


HandEvent: TypeAlias = (
    HandBegan
    | DeckShuffled
    | Posted
    | StreetBegan
    | CardsDealt
    | UpDealt
    | StubShuffled
    | Exchanged
    | Drew
    | BroughtIn
    | BoardDealt
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | Protected
    | UncalledReturned
    | BetsCollected
    | HandsTurnedUp
    | RunOffered
    | RunAgreed
    | RunBegan
    | ShowdownBegan
    | Shown
    | Mucked
    | RakeTaken
    | PotWon
    | HandEnded
)


class RulesChanged(NamedTuple):
    """An operator changed the table; a running hand keeps the rules it began with."""

    rules: dict[str, Any]


class GameChanged(NamedTuple):
    """The rotation went on: the `turn`th game, counted from 0, is played from the next hand."""

    turn: int


class SeatTaken(NamedTuple):
    """A player sat down with `chips`."""

    seat: int
    player: int
    name: str
    bot: bool
    chips: int
    auto_muck: bool
    auto_post: bool
    at: int
    enter_now: bool = False


class ChipsQueued(NamedTuple):
    """Chips bought during a hand wait until it is over (K5)."""

    seat: int
    chips: int


class ChipsAdded(NamedTuple):
    """Chips joined the stack."""

    seat: int
    chips: int


class SitOutAsked(NamedTuple):
    """The player sits out from the next hand on; `asked` False takes it back."""

    seat: int
    asked: bool


class SatOut(NamedTuple):
    """The seat gets no cards until its player is back; `why` is asked, timeout, broke or declined."""

    seat: int
    why: str
    at: int


class SatIn(NamedTuple):
    """The player is back and plays from the next hand."""

    seat: int


class LeaveAsked(NamedTuple):
    """The player goes as soon as the cards in play allow (K6)."""

    seat: int


class SeatLeft(NamedTuple):
    """The player left; `chips` go back to the wallet."""

    seat: int
    player: int
    chips: int


class HabitsSet(NamedTuple):
    """Whether beaten hands of the seat are mucked (H2) and its blinds posted (D12) without asking."""

    seat: int
    auto_muck: bool
    auto_post: bool


class TimedOut(NamedTuple):
    """The seat's time was up: the room acted for it (B14), and it sits out from the next hand on."""

    seat: int


class BlindAgreed(NamedTuple):
    """The player posts the blind that is due in the next hand (D12)."""

    seat: int


class SeatChangeAsked(NamedTuple):
    """The player changes to seat `to` as soon as the cards allow; -1 takes it back (D8)."""

    seat: int
    to: int


class SeatChanged(NamedTuple):
    """The player moved to another seat; `owes` when that is further from the big blind (D8)."""

    seat: int
    to: int
    owes: bool


class RabbitAsked(NamedTuple):
    """The seat asks to see the cards that would have come, for `fee` minor units (H7)."""

    seat: int
    fee: int


class RabbitAgreed(NamedTuple):
    """The seat agrees to show them (H7)."""

    seat: int


class RabbitShown(NamedTuple):
    """The cards that would have come; the asker's `fee` goes to the house (H7)."""

    seat: int
    fee: int
    cards: tuple[Card, ...]


class EntrySet(NamedTuple):
    """The player posts to come in at once, or waits for the big blind (D6, D7)."""

    seat: int
    now: bool


class StraddleSet(NamedTuple):
    """The player straddles whenever the seat may, or no longer (D9)."""

    seat: int
    on: bool


class BlindsMissed(NamedTuple):
    """What the seat owes by now, because the blinds passed it by (D7)."""

    seat: int
    small: bool
    big: bool


class ButtonDrawn(NamedTuple):
    """One card to each seat; the highest has the button (D1)."""

    cards: tuple[tuple[int, Card], ...]
    button: int


class PositionsSet(NamedTuple):
    """Button, small and big blind of the hand that begins; -1 is nobody (D2)."""

    button: int
    small: int
    big: int


class TurnBegan(NamedTuple):
    """The seat is to act until `deadline`; `turn` counts within the hand."""

    turn: int
    seat: int
    deadline: int
    at: int


class BankBegan(NamedTuple):
    """The plain time is used up; the seat's time bank, or the grace for a lost line, runs until `deadline`."""

    seat: int
    deadline: int
    at: int


class TimeCalled(NamedTuple):
    """`by` called time on the seat: its bank ends and the countdown runs until `deadline` (B14)."""

    by: int
    seat: int
    deadline: int
    at: int


class BankChanged(NamedTuple):
    """The seat's time bank now holds `left` milliseconds."""

    seat: int
    left: int


class WaitBegan(NamedTuple):
    """The table waits until `deadline`: `kind` is deal, show, post or next_hand; players without one."""

    kind: str
    seat: int
    deadline: int
    at: int


class AheadSet(NamedTuple):
    """A pre-action of the seat (B10, secret); `kind` empty takes it back."""

    seat: int
    kind: str
    amount: int


class LineLost(NamedTuple):
    """The player's line dropped (B15)."""

    seat: int
    at: int


class LineBack(NamedTuple):
    """The player's line is there again."""

    seat: int


class Paused(NamedTuple):
    """No new hand starts."""


class Resumed(NamedTuple):
    """Hands start again."""


class Closing(NamedTuple):
    """The table closes after the running hand."""


class Closed(NamedTuple):
    """Nobody can sit here any more; everybody has left with their chips."""


TableEvent: TypeAlias = (
    HandEvent
    | RulesChanged
    | GameChanged
    | SeatTaken
    | ChipsQueued
    | ChipsAdded
    | SitOutAsked
    | SatOut
    | SatIn
    | LeaveAsked
    | SeatLeft
    | HabitsSet
    | TimedOut
    | BlindAgreed
    | SeatChangeAsked
    | SeatChanged
    | RabbitAsked
    | RabbitAgreed
    | RabbitShown
    | EntrySet
    | StraddleSet
    | BlindsMissed
    | ButtonDrawn
    | PositionsSet
    | TurnBegan
    | BankBegan
    | TimeCalled
    | BankChanged
    | WaitBegan
    | AheadSet
    | LineLost
    | LineBack
    | Paused
    | Resumed
    | Closing
    | Closed
)

SECRET: frozenset[type] = frozenset({DeckShuffled, StubShuffled, Exchanged, AheadSet})

_KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")
}


def to_data(event: TableEvent) -> list[Any]:
    """An event as JSON-ready data: its name, then its fields."""
    return [type(event).__name__, *event]


def from_data(data: list[Any]) -> TableEvent:
    """The event that `to_data` wrote; raises KeyError on an unknown name."""
    return _KINDS[data[0]](*map(_frozen, data[1:]))  # type: ignore[no-any-return]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
