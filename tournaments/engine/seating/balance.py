"""Tables within one player of each other: which gives, who moves, to which seat (T6)."""

from games.engine.rules.button import NOBODY
from tournaments.engine.seating.blinds import upcoming, worst_seat
from tournaments.engine.seating.break_tables import doomed
from tournaments.engine.seating.draw import move
from tournaments.engine.seating.final_table import merging
from tournaments.engine.state.director import Director
from tournaments.engine.state.entrant import Felt

APART = 2
"""From so many players' difference on somebody moves."""


def balance(d: Director) -> None:
    """Move players from tables between hands until no fuller one could help an emptier one.

    The fullest table gives: the player due for its next big blind. An emptiest one takes, in the worst open seat.
    """
    if d.t.setup.shootout or merging(d.t) or len(d.t.felts) < APART or max(d.t.sizes) - min(d.t.sizes) < APART:
        return
    while pair := next_move(d):
        giving, player, taking, seat = pair
        assert giving.number in d.t.idle
        move(d, player, taking.number, seat, "balance")


def next_move(d: Director) -> tuple[Felt, int, Felt, int] | None:
    """The table that gives, who moves, the table that takes and the seat there; None when nothing is to be done."""
    t, leaving = d.t, set(doomed(d.t))
    felts = [felt for number, felt in t.felts.items() if number not in leaving]
    if len(felts) < APART:
        return None
    most, fewest = max(felt.taken for felt in felts), min(felt.taken for felt in felts)
    if most - fewest < APART:
        return None
    for giving in sorted((felt for felt in felts if felt.number in t.idle and not t.owes_hand(felt)), key=_fullest):
        if giving.taken != most:
            return None
        player = due_player(d, giving)
        for taking in sorted((felt for felt in felts if felt.taken == fewest), key=_first):
            seat = worst_seat(taking, t.ready(taking))
            if player and seat != NOBODY:
                return giving, player, taking, seat
    return None


def due_player(d: Director, felt: Felt) -> int:
    """Who is due for the next big blind; before the first hand the last seat; 0 when nobody can go."""
    ready = d.t.ready(felt)
    if len(ready) < 2:
        return 0
    if felt.positions.button == NOBODY:
        return felt.seats[ready[-1]]
    return felt.seats[upcoming(felt, ready).big]


def _fullest(felt: Felt) -> tuple[int, int]:
    return -felt.taken, felt.number


def _first(felt: Felt) -> tuple[bool, int]:
    """A table between hands first: who comes there plays at once."""
    return felt.running, felt.number
