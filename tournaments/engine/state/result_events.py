"""Results: players out, places, deals, bounties, prizes, the end and cancellation."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import DealKind, OutReason


@distinct
class BountyWon(NamedTuple):
    """`cash` for knocking `victim` out, and `raised` more on the winner's own head."""

    player: int
    victim: int
    cash: int
    raised: int


@distinct
class PlayerOut(NamedTuple):
    """A player is out, behind all who are still in; `tied` with a player who is out just before, or 0 (T10)."""

    player: int
    why: OutReason
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
class DealTalkOpened(NamedTuple):
    """No new hands while a deal is talked about (T17)."""


@distinct
class DealProposed(NamedTuple):
    """What is on the table until `until` ms (0 = for good): shares as (player, minor units), `kept` is played for."""

    kind: DealKind
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
class Ended(NamedTuple):
    """It is over; `why` is won, satellite, deal, time, or the director's own words."""

    why: str
    at: int


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


ResultEvent: TypeAlias = (
    BountyWon
    | PlayerOut
    | PlaceGiven
    | DealTalkOpened
    | DealProposed
    | DealAgreed
    | DealRefused
    | DealLapsed
    | DealMade
    | EndAnnounced
    | Ended
    | PrizeDue
    | BountyDue
    | Cancelled
    | RefundDue
)
