"""What a bot reads off the table before it decides: prices, places and what the others have done."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.rules import Rules
from games.engine.stakes import Structure
from games.engine.views import Choices, LogLine, OwnView, SeatPicture, TableView

LIVE = ("in_hand", "all_in")
BIG_BET = 0.9
FIRM = {"call": 0.5, "bet": 0.8, "raise": 1.5}
FIRMEST = 4


class Spot(NamedTuple):
    """A turn as the bot sees it; amounts in minor units.

    `pot` is what the bot can win now, `price` the share of the pot after its call that the call costs. `all_in` is
    its bet with its whole stack, `depth` what can be lost to any rival, in big blinds. `rivals` says of each
    opponent how firm it acted, 1 (not at all) to 4, firmest first. `behind` have not acted in this round,
    `raises` counts its bets and raises without the blinds. `led` when the bot bet last in the round before,
    `last` when it acts last in every round to come.
    """

    choices: Choices
    no_board: bool
    to_come: int
    fixed: bool
    big_blind: int
    small_blind: int
    pot: int
    price: float
    high: int
    all_in: int
    depth: float
    dealt: int
    rivals: tuple[int, ...]
    behind: int
    callers: int
    raises: int
    blind: str
    led: bool
    last: bool


def read(view: TableView, own: OwnView, choices: Choices, rules: Rules) -> Spot:
    """The spot of the seat to act."""
    me = view.seats[own.seat]
    rivals = [seat for seat in view.seats if seat.state in LIVE and seat.seat != own.seat]
    # A hidden total leaves the piles that lie there; bets beyond what the bot can match are not its to win.
    pot = view.pot or sum(view.pots) + sum(seat.bet for seat in view.seats)
    pot -= sum(max(0, seat.bet - me.bet - choices.call) for seat in view.seats)
    big_blind, all_in = rules.stakes.big_blind, me.bet + own.stack
    now, before = _rounds(view.log)
    return Spot(
        choices=choices,
        no_board=not view.board,
        to_come=rules.variant.board_cards - len(view.board),
        fixed=rules.stakes.structure is Structure.FIXED_LIMIT,
        big_blind=big_blind,
        small_blind=rules.stakes.small_blind,
        pot=pot,
        price=choices.call / max(1, pot + choices.call),
        high=max(seat.bet for seat in view.seats),
        all_in=all_in,
        depth=min(all_in, max((seat.bet + seat.stack for seat in rivals), default=all_in)) / big_blind,
        dealt=len(rivals) + 1 + sum(seat.state == "folded" for seat in view.seats),
        rivals=tuple(sorted((_firmness(view, seat) for seat in rivals), reverse=True)) or (1,),
        behind=sum(seat.state == "in_hand" and seat.did in ("", "post") for seat in rivals),
        callers=sum(line.code == "call" for line in now),
        raises=sum(line.code in ("bet", "raise") for line in now),
        blind=me.blind,
        led=next((line.name for line in reversed(before) if line.code in ("bet", "raise")), "") == me.name,
        last=_is_last(view, own.seat),
    )


def _rounds(log: tuple[LogLine, ...]) -> tuple[list[LogLine], list[LogLine]]:
    """The lines of the running round and of the one before it."""
    now: list[LogLine] = []
    before: list[LogLine] = []
    for line in log:
        if line.code == "street":
            now, before = [], now
        now.append(line)
    return now, before


def _firmness(view: TableView, seat: SeatPicture) -> int:
    """How much strength a rival has told, by calls, bets and raises; a raise before the board says half as much."""
    told = 0.0
    for board, line in _with_board(view.log):
        if line.name == seat.name:
            told += FIRM.get(line.code, 0) if board else 0.5 * (line.code == "raise")
    if view.board and seat.bet >= BIG_BET * sum(view.pots):
        told += 0.7
    return min(FIRMEST, 1 + int(told + 0.5))


def _with_board(log: tuple[LogLine, ...]) -> Iterator[tuple[bool, LogLine]]:
    board = False
    for line in log:
        board = board or (line.code == "street" and bool(line.cards))
        yield board, line


def _is_last(view: TableView, me: int) -> bool:
    """Nobody who can still bet sits between the seat and the button, the button included."""
    button = next((seat.seat for seat in view.seats if seat.button), 0)
    count = len(view.seats)
    after = [seat.seat for seat in view.seats if seat.state == "in_hand" and seat.seat != me]
    place = (me - button - 1) % count
    return all((seat - button - 1) % count < place for seat in after)
