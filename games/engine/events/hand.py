"""The events of a hand, in the past tense: plain tuples of ints, strings and tuples.

Seats are table seat numbers, amounts are minor units, times are milliseconds.
"""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import PostKind, PotHalf


@distinct
class HandBegan(NamedTuple):
    """A hand started: `order` are the seats dealt in, clockwise from the left of the button, with their `stacks`."""

    number: int
    button: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    at: int


@distinct
class DeckShuffled(NamedTuple):
    """The deck of the hand was shuffled, with `spares` for possible reshuffles (secret)."""

    deck: tuple[Card, ...]
    spares: tuple[tuple[Card, ...], ...] = ()


@distinct
class Posted(NamedTuple):
    """A forced bet was posted (D4-D12)."""

    seat: int
    kind: PostKind
    amount: int
    all_in: bool


@distinct
class StreetBegan(NamedTuple):
    """A street of the game started, numbered from 0."""

    street: int


@distinct
class CardsDealt(NamedTuple):
    """`each` cards were dealt face down to each seat, one at a time in turn; which ones follows from the deck."""

    seats: tuple[int, ...]
    each: int
    burnt: int = 0


@distinct
class UpDealt(NamedTuple):
    """One card was dealt face up to each seat in turn, as (seat, card), after `burnt` burn cards (G14, G15)."""

    cards: tuple[tuple[int, Card], ...]
    burnt: int


@distinct
class StubShuffled(NamedTuple):
    """A new stub was shuffled; it has these cards in this order (secret; G13, G16)."""

    cards: tuple[Card, ...]


@distinct
class Exchanged(NamedTuple):
    """The seat discarded these cards in a draw (secret; G13)."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class Drew(NamedTuple):
    """The seat exchanged `drawn` cards; `kept` is the ace that it had to show to draw four, else empty (G13).

    `dealt` of them come with this event; the others were dealt before it, when the stub ran out.
    """

    seat: int
    drawn: int
    kept: tuple[Card, ...]
    dealt: int


@distinct
class BroughtIn(NamedTuple):
    """The seat posted the bring-in; `amount` is less than the full bring-in if it is all-in (G14)."""

    seat: int
    amount: int
    all_in: bool


@distinct
class BoardDealt(NamedTuple):
    """Community cards were dealt after `burnt` burn cards (G11)."""

    cards: tuple[Card, ...]
    burnt: int


@distinct
class Folded(NamedTuple):
    """The seat gave up the hand."""

    seat: int


@distinct
class Checked(NamedTuple):
    """The seat checked."""

    seat: int


@distinct
class Called(NamedTuple):
    """The seat put in `amount` to call."""

    seat: int
    amount: int
    all_in: bool


@distinct
class Bet(NamedTuple):
    """The first bet of a street: the seat's bet is now `to`."""

    seat: int
    to: int
    all_in: bool


@distinct
class Raised(NamedTuple):
    """A raise: the seat's bet is now `to`, which is `by` above the highest bet before it."""

    seat: int
    to: int
    by: int
    all_in: bool


@distinct
class Protected(NamedTuple):
    """A disconnected player faced a bet and is all-in for the chips already put in until the hand ends (B15)."""

    seat: int
    at: int


@distinct
class UncalledReturned(NamedTuple):
    """The part of a bet that nobody called was returned (B11)."""

    seat: int
    amount: int


@distinct
class BetsCollected(NamedTuple):
    """The bets of the round went to the pots: `pots` as (amount, seats that contest it), main pot first (P1)."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]


@distinct
class HandsTurnedUp(NamedTuple):
    """No more betting was possible, so the hole cards of these seats were turned face up (H5)."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]


@distinct
class RunOffered(NamedTuple):
    """These seats may agree to run the board up to `most` times (H6)."""

    seats: tuple[int, ...]
    most: int


@distinct
class RunAgreed(NamedTuple):
    """The seat agreed to `times` boards; 1 is a refusal and ends the offer (H6)."""

    seat: int
    times: int


@distinct
class RunBegan(NamedTuple):
    """The next of several boards started from the shared cards; `run` counts from 1 (H6)."""

    run: int


@distinct
class ShowdownBegan(NamedTuple):
    """The showdown started; `order` are the seats that have to show, without hands already face up (H1)."""

    order: tuple[int, ...]


@distinct
class Shown(NamedTuple):
    """The seat showed hole cards to everybody; a card not shown is -1 (H2, H4)."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class Mucked(NamedTuple):
    """The seat mucked a beaten hand (H2)."""

    seat: int


@distinct
class RakeTaken(NamedTuple):
    """Rake was taken from the pots: `shares` are the amounts from each pot, main pot first (R4)."""

    amount: int
    shares: tuple[int, ...]


@distinct
class PotWon(NamedTuple):
    """One pot was paid, numbered from the main pot 0: `shares` as (seat, amount).

    `run` is the number, from 0, of the board that decided it if the board was run more than once (H6).
    """

    pot: int
    amount: int
    half: PotHalf
    shares: tuple[tuple[int, int], ...]
    run: int = 0


@distinct
class HandEnded(NamedTuple):
    """The hand is over: `changes` as (seat, chips won or lost); together with `rake` they sum to zero."""

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
