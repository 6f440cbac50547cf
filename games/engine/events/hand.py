"""What happened in a hand, in the past tense: every event is a plain tuple of ints, texts and tuples.

Seats are table seat numbers, amounts minor units, times milliseconds.
"""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.events.distinct import distinct
from games.engine.events.kinds import PostKind, PotHalf


@distinct
class HandBegan(NamedTuple):
    """A hand starts: `order` are the seats dealt in, first left of the button first; `stacks` beside it."""

    number: int
    button: int
    order: tuple[int, ...]
    stacks: tuple[int, ...]
    at: int


@distinct
class DeckShuffled(NamedTuple):
    """The order of all cards, fixed for the hand, and `spares` for what is shuffled again in it (secret)."""

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
    """A street of the game starts, numbered from 0."""

    street: int


@distinct
class CardsDealt(NamedTuple):
    """Cards face down to each seat in turn, one at a time: how many to each; which, only the deck knows."""

    seats: tuple[int, ...]
    each: int
    burnt: int = 0


@distinct
class UpDealt(NamedTuple):
    """One card face up to each seat in turn, as (seat, card), after `burnt` were burnt (G14, G15)."""

    cards: tuple[tuple[int, Card], ...]
    burnt: int


@distinct
class StubShuffled(NamedTuple):
    """Cards were shuffled into a new stub, in this order (secret; G13, G16)."""

    cards: tuple[Card, ...]


@distinct
class Exchanged(NamedTuple):
    """The cards a seat threw away in a draw (secret; G13)."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class Drew(NamedTuple):
    """The seat exchanged `drawn` cards; `kept` is an ace it had to show for drawing four, or nothing (G13).

    `dealt` of them are dealt with this event; when the stub ran out, the others were dealt to its end before.
    """

    seat: int
    drawn: int
    kept: tuple[Card, ...]
    dealt: int


@distinct
class BroughtIn(NamedTuple):
    """The bring-in was put in; `amount` may be less than its price (G14)."""

    seat: int
    amount: int
    all_in: bool


@distinct
class BoardDealt(NamedTuple):
    """Community cards, after `burnt` cards were burnt (G11)."""

    cards: tuple[Card, ...]
    burnt: int


@distinct
class Folded(NamedTuple):
    """The seat gave up the hand."""

    seat: int


@distinct
class Checked(NamedTuple):
    """The seat passed with nothing to call."""

    seat: int


@distinct
class Called(NamedTuple):
    """The seat put in `amount` to match."""

    seat: int
    amount: int
    all_in: bool


@distinct
class Bet(NamedTuple):
    """The first bet of a street: the seat's bet now stands at `to`."""

    seat: int
    to: int
    all_in: bool


@distinct
class Raised(NamedTuple):
    """A raise: the seat's bet now stands at `to`, `by` above the bet before."""

    seat: int
    to: int
    by: int
    all_in: bool


@distinct
class Protected(NamedTuple):
    """A lost line at a price: the seat is all-in for what it has put in until the hand ends (B15)."""

    seat: int
    at: int


@distinct
class UncalledReturned(NamedTuple):
    """The part of a bet that nobody called went back (B11)."""

    seat: int
    amount: int


@distinct
class BetsCollected(NamedTuple):
    """The round's bets went to the pots: `pots` as (amount, seats that contest it), main pot first (P1)."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]


@distinct
class HandsTurnedUp(NamedTuple):
    """No more betting is possible: these seats' hole cards lie open (H5)."""

    hands: tuple[tuple[int, tuple[Card, ...]], ...]


@distinct
class RunOffered(NamedTuple):
    """These seats may agree to run the board up to `most` times (H6)."""

    seats: tuple[int, ...]
    most: int


@distinct
class RunAgreed(NamedTuple):
    """The seat agrees to `times` boards; 1 is a refusal and settles it (H6)."""

    seat: int
    times: int


@distinct
class RunBegan(NamedTuple):
    """The next of several boards starts from the cards that lie there already, numbered from 1 (H6)."""

    run: int


@distinct
class ShowdownBegan(NamedTuple):
    """Hands are compared; `order` is who shows, first to last, without those that lie open (H1)."""

    order: tuple[int, ...]


@distinct
class Shown(NamedTuple):
    """Hole cards tabled to everybody; a place not shown is -1 (H2, H4)."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class Mucked(NamedTuple):
    """A beaten hand was thrown away unseen (H2)."""

    seat: int


@distinct
class RakeTaken(NamedTuple):
    """Rake from the pots: `shares` beside the pots, main pot first (R4)."""

    amount: int
    shares: tuple[int, ...]


@distinct
class PotWon(NamedTuple):
    """One pot paid, numbered from the main pot 0: `shares` as (seat, amount).

    `run` numbers the board that decided it from 0, where the board was run more than once (H6).
    """

    pot: int
    amount: int
    half: PotHalf
    shares: tuple[tuple[int, int], ...]
    run: int = 0


@distinct
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
