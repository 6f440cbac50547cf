"""The chances of hands that lie open while the rest is dealt (H5), from what everybody sees and nothing else."""

from typing import Final, NamedTuple

from games.engine.cards import Card
from games.engine.rules.variants import CATALOGUE
from games.engine.views.equity import Dice, equities
from games.engine.views.kinds import SeatState
from games.engine.views.types import SeatView, TableView

EFFORT: Final = 10_000
"""How many hands of five are looked at for one figure: some 20 to 40 ms of one core."""

SAMPLES: Final = 5_000


class AllInSpot(NamedTuple):
    """Open hands with cards to come, as (seat, cards); `dead` have been seen elsewhere, `undealt` can still come."""

    game: str
    hands: tuple[tuple[int, tuple[Card, ...]], ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    undealt: int


class AllInEquity(NamedTuple):
    """The share of the pot that a seat's hand wins on average, in thousandths; `sampled` when it was drawn."""

    seat: int
    share: int
    sampled: bool


def all_in_spot(view: TableView, *, game: str, undealt: int) -> AllInSpot | None:
    """What there is to work out in a view, None unless betting is over and every hand left in lies open.

    `undealt` is how many cards the stub holds, a number that everybody can count.
    """
    if view.phase not in ("agreeing", "dealing"):
        return None
    left_in = [seat for seat in view.seats if seat.state in (SeatState.IN_HAND, SeatState.ALL_IN)]
    if len(left_in) < 2 or not all(_lies_open(seat) for seat in left_in):
        return None
    hands = tuple((seat.seat, seat.shown) for seat in left_in)
    known = {*view.board, *(card for _, hand in hands for card in hand)}
    return AllInSpot(game, hands, view.board, tuple(sorted(_seen(view) - known)), undealt)


def _lies_open(seat: SeatView) -> bool:
    return bool(seat.shown) and -1 not in seat.shown


def _seen(view: TableView) -> set[Card]:
    """Every card that lay open in this hand, also of players who have folded since and on boards that are done."""
    told = {card for line in view.log for card in line.cards if card >= 0}
    return told | {card for board in view.boards for card in board}


def all_in_equities(spot: AllInSpot, dice: Dice) -> tuple[AllInEquity, ...]:
    """The chance of every open hand, if no card is exchanged any more; quick rather than exact to the last digit."""
    equity = equities(
        CATALOGUE[spot.game],
        dict(spot.hands),
        spot.board,
        dead=spot.dead,
        undealt=spot.undealt,
        dice=dice,
        limit=EFFORT,
        samples=SAMPLES,
    )
    return tuple(AllInEquity(seat, round(1000 * share), not equity.exact) for seat, share in equity.shares.items())


def with_equities(view: TableView, found: tuple[AllInEquity, ...]) -> TableView:
    """The view with each hand's chance beside it."""
    told = {chance.seat: chance for chance in found}
    seats = tuple(
        seat._replace(equity=told[seat.seat].share, sampled=told[seat.seat].sampled) if seat.seat in told else seat
        for seat in view.seats
    )
    return view._replace(seats=seats)
