"""The equity shown next to all-in hands that are face up, computed only from what everybody sees (H5)."""

from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.rules.variants import CATALOGUE
from games.engine.views.equity import RandomBelow, equities
from games.engine.views.kinds import SeatState, TablePhase
from games.engine.views.types import SeatView, TableView

EFFORT: Final = 10_000
"""How many five-card hands are evaluated for one situation: 20 to 40 ms of one core."""

SAMPLES: Final = 5_000


class AllInSpot(NamedTuple):
    """Face-up hands with cards to come, as (seat, cards).

    `dead` are other cards that have been seen; `undealt` is how many cards can still be dealt.
    """

    game: str
    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    undealt: int


class AllInEquity(NamedTuple):
    """The share of the pot a seat's hand wins on average, in thousandths; `sampled` if it is an estimate."""

    seat: int
    share: int
    sampled: bool


def all_in_spot(view: TableView, *, game: str, undealt: int) -> AllInSpot | None:
    """The situation in a view, None unless betting is over and every live hand is face up.

    `undealt` is how many cards the stub holds, which everybody can count.
    """
    if view.phase not in (TablePhase.AGREEING, TablePhase.DEALING):
        return None
    left_in = [seat for seat in view.seats if seat.state in (SeatState.IN_HAND, SeatState.ALL_IN)]
    if len(left_in) < 2 or not all(_is_face_up(seat) for seat in left_in):
        return None
    hands = tuple((seat.seat, seat.shown) for seat in left_in)
    known = {*view.board, *(card for _, hand in hands for card in hand)}
    return AllInSpot(game, hands, view.board, tuple(sorted(_seen(view) - known)), undealt)


def _is_face_up(seat: SeatView) -> bool:
    return bool(seat.shown) and -1 not in seat.shown


def _seen(view: TableView) -> set[Card]:
    """Every card that was face up in this hand, including cards of folded players and finished boards."""
    logged = {card for line in view.log for card in line.cards if card >= 0}
    return logged | {card for board in view.boards for card in board}


def all_in_equities(spot: AllInSpot, rng: RandomBelow) -> tuple[AllInEquity, ...]:
    """The equity of every hand if no more cards are exchanged; fast rather than exact to the last digit."""
    equity = equities(
        CATALOGUE[spot.game],
        dict(spot.hands),
        spot.board,
        dead=spot.dead,
        undealt=spot.undealt,
        rng=rng,
        limit=EFFORT,
        samples=SAMPLES,
    )
    return tuple(AllInEquity(seat, round(1000 * share), not equity.exact) for seat, share in equity.shares.items())


def with_equities(view: TableView, found: tuple[AllInEquity, ...]) -> TableView:
    """The view with the equity of each hand."""
    if not found:
        return view
    by_seat = {one.seat: one for one in found}
    seats = tuple(
        seat._replace(equity=by_seat[seat.seat].share, sampled=by_seat[seat.seat].sampled)
        if seat.seat in by_seat
        else seat
        for seat in view.seats
    )
    return view._replace(seats=seats)
