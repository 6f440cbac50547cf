"""What happened in a tournament's play: hands, busts, chips, places, prizes; plain tuples as in `events`."""

from typing import NamedTuple, TypeAlias

from games.engine.cards import Card
from games.engine.distinct import distinct


@distinct
class HandReleased(NamedTuple):
    """The table may deal hand `hand`: `level`, turn of the rotation, smallest chip, positions, seats dealt in.

    The room checks or folds for the seats in `absent` and folds those in `dead` (T3, T13, T14). `hand_for_hand` in
    hand-for-hand (T9).
    """

    table: int
    hand: int
    level: int
    game: int
    unit: int
    button: int
    small: int
    big: int
    dealt: tuple[int, ...]
    absent: tuple[int, ...]
    dead: tuple[int, ...]
    hand_for_hand: bool


@distinct
class HandPlayed(NamedTuple):
    """A hand ended with these stacks, as (player, chips)."""

    table: int
    hand: int
    stacks: tuple[tuple[int, int], ...]


@distinct
class VoidRequested(NamedTuple):
    """The director wants the running hand of the table void: the table says when it is (F5)."""

    table: int
    hand: int
    why: str


@distinct
class HandVoided(NamedTuple):
    """A hand never was; it is dealt anew with the same button and blinds (F5, X2). `why` as told, or fault.

    Where it had ended, `undone` is what goes back to its players or from them, as (player, chips).
    """

    table: int
    hand: int
    why: str = ""
    undone: tuple[tuple[int, int], ...] = ()


@distinct
class GameChanged(NamedTuple):
    """The table's rotation went on to its `turn`th game, counted from 0."""

    table: int
    turn: int


@distinct
class Busted(NamedTuple):
    """A player lost the last chip; what decides the place (T10): see `commands.Bust`; `started` with so many."""

    player: int
    table: int
    started: int
    all_in: int
    strength: int
    by: tuple[int, ...]
    hand_for_hand: bool
    at: int


@distinct
class RebuyOffered(NamedTuple):
    """A player without chips has until `until` to re-buy; the table waits (T12)."""

    player: int
    until: int


@distinct
class RebuyDeclined(NamedTuple):
    """No re-buy, or no answer."""

    player: int


@distinct
class Rebought(NamedTuple):
    """A re-buy was paid."""

    player: int
    chips: int


@distinct
class AddedOn(NamedTuple):
    """An add-on was paid."""

    player: int
    chips: int


@distinct
class ChipsOwed(NamedTuple):
    """Chips given up by another are the player's as soon as no hand runs at the table (T13)."""

    player: int
    chips: int


@distinct
class ChipsAdded(NamedTuple):
    """Chips bought or owed joined a stack between two hands."""

    player: int
    chips: int


@distinct
class ChipsRemoved(NamedTuple):
    """Chips are out of play; `why` is penalty, disqualified or surrender."""

    player: int
    chips: int
    why: str


@distinct
class ChipsRaced(NamedTuple):
    """`chip` was changed for `into` at a table (T11): one card for each odd chip, as (player, card) in dealing order.

    `stacks` as (player, chips after it); `won` one chip with a card, `saved` were given one to stay in;
    `change` is what the race added to the chips in play.
    """

    table: int
    chip: int
    into: int
    cards: tuple[tuple[int, Card], ...]
    won: tuple[int, ...]
    saved: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...]
    change: int


@distinct
class HandForHandBegan(NamedTuple):
    """From their next hands on all tables play together (T9)."""

    why: str


@distinct
class HandForHandEnded(NamedTuple):
    """Every table plays at its own pace again."""

    why: str


@distinct
class BountyWon(NamedTuple):
    """`cash` for knocking `victim` out, and `raised` more on the winner's own head."""

    player: int
    victim: int
    cash: int
    raised: int


@distinct
class PlayerOut(NamedTuple):
    """A player is out, behind all who are still in; `tied` with a player who is out just before, or 0 (T10).

    `why` is bust, left or disqualified.
    """

    player: int
    why: str
    tied: int
    at: int


@distinct
class PlaceGiven(NamedTuple):
    """A place; who tied shares the prizes of places `first` to `last` (T10)."""

    player: int
    place: int
    first: int
    last: int


@distinct
class MarkedAway(NamedTuple):
    """A player left; the room plays on for the stack (T13)."""

    player: int


@distinct
class MarkedBack(NamedTuple):
    """A player took over again."""

    player: int


@distinct
class Deferred(NamedTuple):
    """What waits until the hand at the table is over: `kind` is move, penalise, disqualify or leave."""

    kind: str
    player: int
    table: int
    seat: int
    chips: int
    why: str


@distinct
class Undeferred(NamedTuple):
    """It was done, or taken back."""

    kind: str
    player: int


@distinct
class TableBreakRequested(NamedTuple):
    """The director has this table broken next; `asked` False takes it back."""

    table: int
    asked: bool
    why: str


@distinct
class Warned(NamedTuple):
    """A warning (T14)."""

    player: int
    why: str


@distinct
class Penalised(NamedTuple):
    """Dealt in, blinded and folded for so many hands more, or fewer where the rest is lifted (T14)."""

    player: int
    hands: int
    why: str


@distinct
class PlayerDisqualified(NamedTuple):
    """Disqualified; with `played_on` the room plays the stack (T14)."""

    player: int
    played_on: bool
    why: str


@distinct
class DealTalkOpened(NamedTuple):
    """No new hands while a deal is talked about (T17)."""


@distinct
class DealProposed(NamedTuple):
    """What is on the table until `until` ms (0 = for good): shares as (player, minor units), `kept` is played for."""

    kind: str
    shares: tuple[tuple[int, int], ...]
    kept: int
    until: int = 0


@distinct
class DealAgreed(NamedTuple):
    """A player agrees."""

    player: int


@distinct
class DealRefused(NamedTuple):
    """A player refuses (0 = nobody in particular); play goes on."""

    player: int


@distinct
class DealLapsed(NamedTuple):
    """Not everybody has agreed in time; play goes on."""


@distinct
class DealMade(NamedTuple):
    """All agree and the director confirmed (T17)."""

    shares: tuple[tuple[int, int], ...]
    kept: int


@distinct
class EndAnnounced(NamedTuple):
    """No new hand begins; then chips are counted (T15). Without a reason: taken back, play goes on."""

    why: str


@distinct
class PrizeDue(NamedTuple):
    """To be credited now; with `ticket` as one entry of that worth; `extra` is a prize without a price (T16)."""

    player: int
    place: int
    amount: int
    ticket: bool
    extra: str


@distinct
class BountyDue(NamedTuple):
    """The bounties of a player, to be credited now."""

    player: int
    amount: int


@distinct
class Ended(NamedTuple):
    """It is over; `why` is won, satellite, deal, time, or the director's own words."""

    why: str
    at: int


@distinct
class Cancelled(NamedTuple):
    """It never counted (T15)."""

    why: str
    at: int


@distinct
class RefundDue(NamedTuple):
    """To be paid back now; `tickets` entries were paid with tickets, which go back as such."""

    player: int
    amount: int
    tickets: int


PlayEvent: TypeAlias = (
    HandReleased
    | HandPlayed
    | VoidRequested
    | HandVoided
    | GameChanged
    | Busted
    | RebuyOffered
    | RebuyDeclined
    | Rebought
    | AddedOn
    | ChipsOwed
    | ChipsAdded
    | ChipsRemoved
    | ChipsRaced
    | HandForHandBegan
    | HandForHandEnded
    | BountyWon
    | PlayerOut
    | PlaceGiven
    | MarkedAway
    | MarkedBack
    | Deferred
    | Undeferred
    | TableBreakRequested
    | Warned
    | Penalised
    | PlayerDisqualified
    | DealTalkOpened
    | DealProposed
    | DealAgreed
    | DealRefused
    | DealLapsed
    | DealMade
    | EndAnnounced
    | PrizeDue
    | BountyDue
    | Ended
    | Cancelled
    | RefundDue
)
