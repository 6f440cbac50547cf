"""Results: players out, places, deals, bounties, prizes, the end and cancellation."""

from typing import NamedTuple, TypeAlias

from games.engine.events.distinct import distinct
from tournaments.engine.state.reasons import DealKind, OutReason


@distinct
class BountyWon(NamedTuple):
    """A player won `cash` for knocking `victim` out, and the player's own bounty grew by `raised`."""

    player: int
    victim: int
    cash: int
    raised: int


@distinct
class PlayerOut(NamedTuple):
    """A player is out behind everybody still in; `tied` with the player who went out just before, or 0 (T10).

    `before` names somebody already out who went out later: this player only waited for the answer to a re-buy.
    """

    player: int
    why: OutReason
    tied: int
    at: int
    before: int = 0


@distinct
class PlaceGiven(NamedTuple):
    """A player finished in a place; ties share the prizes of places `first` to `last` (T10)."""

    player: int
    place: int
    first: int
    last: int


@distinct
class DealTalkOpened(NamedTuple):
    """Deal talk began: no new hands (T17)."""


@distinct
class DealProposed(NamedTuple):
    """Shares were proposed as (player, minor units), open until `until` ms (0 = no limit); `kept` is left to play for
    (T17).
    """

    kind: DealKind
    shares: tuple[tuple[int, int], ...]
    kept: int
    until: int = 0


@distinct
class DealAgreed(NamedTuple):
    """A player agreed."""

    player: int


@distinct
class DealRefused(NamedTuple):
    """A player refused (0 = the director); play continues."""

    player: int


@distinct
class DealLapsed(NamedTuple):
    """The proposal lapsed, as somebody did not agree in time or the player `out` has gone out; play continues."""

    out: int = 0


@distinct
class DealMade(NamedTuple):
    """Everybody agreed and the director confirmed (T17)."""

    shares: tuple[tuple[int, int], ...]
    kept: int


@distinct
class EndAnnounced(NamedTuple):
    """No new hands begin; then chips are counted (T15). Without a reason the end is taken back and play continues."""

    why: str


@distinct
class Ended(NamedTuple):
    """The tournament is over; `why` is an `EndReason` or the director's reason."""

    why: str
    at: int


@distinct
class PrizeDue(NamedTuple):
    """A prize has to be credited now, or a `ticket` of that value; `extra` is a prize without an amount (T16)."""

    player: int
    place: int
    amount: int
    ticket: bool
    extra: str


@distinct
class BountyDue(NamedTuple):
    """A player's bounties have to be credited now."""

    player: int
    amount: int


@distinct
class Cancelled(NamedTuple):
    """The tournament was cancelled (T15)."""

    why: str
    at: int


@distinct
class RefundDue(NamedTuple):
    """An amount has to be paid back now, and `tickets` tickets returned."""

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
