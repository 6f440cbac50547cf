"""A player's seat, what the table remembers of players who left, and what a seat change costs (D6-D8)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import NamedTuple

from games.engine.events.kinds import PreAction, StopPlan
from games.engine.rules.button import NOBODY, Positions, passed

DAY = 86_400_000


@dataclass(slots=True)
class Seat:
    """One player in one seat; amounts are minor units, times ms (0 for never).

    Chips (K5): `stack` does not change while a hand runs; `queued` chips join it afterwards, up to a stack of
    `max_stack` (0 for no limit); `returned` chips went back to the wallet, shown until the next hand. `bank` is the
    time bank.

    Being dealt in (D6-D8): `dealt_seat` is the seat in which the player was dealt the running or last hand, NOBODY if
    not; `newcomer` until first dealt in at this table, `awaits_deal` until dealt in after sitting down, changing seats
    or missing a hand, `enters_free` until dealt in after a move from another table. `old_distance` is how far a player
    who moved further from the big blind was from it before, NOBODY for others; `skips_small` marks a player who moved
    past the small blind, `moved_here` one who came from another table without an order of the house. `had_big` marks
    the player of the last big blind (D3).

    Wishes: `plan` how to stop playing (K6, D11), `wanted_seat` the seat to change to (D8), `target_table` the table to
    change to, by order of the house if `must_move` (K8), `refill_*` and `rebuys` the automatic top-ups (K5).

    A `removed` seat was taken from its player by the house, who leaves it after the hand. A `short` one sits out
    because its stack is too small to be dealt in (D5).

    Penalties (T14): `penalty` counts the hands still to be sat out, or in a tournament folded; one that is measured in
    time ends at `penalty_until`. A tournament's director measures it, and while play stands `penalty_left` ms are left;
    `folds_penalty` if the running hand is one of the counted ones. `penalty_counted` is whether
    the last hand to end counted, which a void one does not, `penalty_since` when the penalty was given, its player came
    back or a hand of it last passed.

    Tournaments (T3): with `unseat_asked` the player leaves after the hand, a `barred` one never comes back, a
    `dead_hand` is folded by the room.
    """

    player: int
    name: str
    bot: bool
    stack: int
    bank: int
    auto_muck: bool = False
    auto_post: bool = True
    queued: int = 0
    max_stack: int = 0
    returned: int = 0
    dealt_seat: int = NOBODY
    sat_at: int = 0
    awaits_deal: bool = True
    away_since: int = 0
    short: bool = False
    sits_out_next: bool = False
    timed_out: bool = False
    back_on_reconnect: bool = False
    leaving: bool = False
    removed: bool = False
    blind_agreed: bool = False
    newcomer: bool = True
    posts_now: bool = False
    owes_small: bool = False
    owes_big: bool = False
    old_distance: int = NOBODY
    skips_small: bool = False
    moved_here: bool = False
    had_big: bool = False
    straddles: bool = False
    wanted_seat: int = NOBODY
    protections: int = 0
    protected_on: int = 0
    disconnected_at: int = 0
    pre_action: PreAction = PreAction.NONE
    pre_action_price: int = 0
    plan: StopPlan = StopPlan.NONE
    refill_to: int = 0
    refill_below: int = 0
    rebuys: bool = False
    target_table: int = 0
    target_table_name: str = ""
    must_move: bool = False
    enters_free: bool = False
    unseat_asked: bool = False
    barred: bool = False
    dead_hand: bool = False
    penalty: int = 0
    penalty_until: int = 0
    penalty_left: int = 0
    folds_penalty: bool = False
    penalty_counted: bool = False
    penalty_since: int = 0

    def copy(self) -> "Seat":
        """An independent copy."""
        return Seat(*_fields_of(self))

    @property
    def sitting_out(self) -> bool:
        """Whether the seat gets no cards (D11); in a tournament the room plays them (T13)."""
        return self.away_since > 0

    @property
    def penalised(self) -> bool:
        """Whether a penalty is still to be served (T14)."""
        return self.penalty > 0 or self.penalty_until > 0

    @property
    def owes(self) -> bool:
        """Whether the seat owes missed blinds (D7)."""
        return self.owes_small or self.owes_big

    @property
    def owed_blinds(self) -> "OwedBlinds":
        """The blinds the seat has missed (D7)."""
        return OwedBlinds(self.owes_small, self.owes_big)

    def take_back_penalty_hand(self) -> None:
        """Have the last hand not count towards the penalty: it is void (F5, T14)."""
        self.penalty += self.penalty_counted
        self.penalty_counted = False

    def clear_debts(self) -> None:
        """Forget what the seat owes."""
        self.owes_small = self.owes_big = self.skips_small = self.moved_here = False
        self.old_distance = NOBODY

    def pay_for_change(self, number: int, to: int, positions: Positions, seats: int) -> None:
        """Charge what a change from seat `number` to seat `to` costs, so that nobody avoids blinds by it (D7, D8).

        A player who moves further from the big blind waits or posts. One who moves closer plays at once, but owes
        the small blind if the move skips it.
        """
        if positions.big == NOBODY or to == number:
            return
        before = distance_from_big_blind(number, positions, seats)
        if distance_from_big_blind(to, positions, seats) > before:
            self.old_distance = before if self.old_distance == NOBODY else self.old_distance
        elif number == positions.big:
            self.skips_small = True


# Every decision copies every seat: `dataclasses.replace` takes six times as long.
_fields_of = attrgetter(*(field.name for field in fields(Seat)))


class CarriedBlinds(NamedTuple):
    """What goes along with a player to another table of the same game and stakes: the blinds owed, the hands left (D7).

    `hands_left` before the big blind in a game of `players` are NOBODY for a player who has yet to enter the game or
    need not post; `skips_small` after a hand in the big blind (D8).
    """

    owes_small: bool = False
    owes_big: bool = False
    hands_left: int = NOBODY
    players: int = 0
    skips_small: bool = False

    @classmethod
    def from_seat(cls, number: int, seats: Sequence[Seat | None], positions: Positions) -> "CarriedBlinds":
        """What the player in this seat, which must be taken, takes along between hands (D7, D8).

        Of the hands before the big blind only those of players who were dealt the last hand count. A seat change not
        paid for yet leaves the hands of the old seat; a table that has not begun leaves none.
        """
        seat = seats[number]
        assert seat is not None
        if seat.newcomer:
            return cls(seat.owes_small, seat.owes_big)
        dealt = [one for one, other in enumerate(seats) if other and other.dealt_seat != NOBODY and one != number]
        hands = 0
        if positions.big != NOBODY:
            distance = distance_from_big_blind(number, positions, len(seats))
            if seat.old_distance != NOBODY:
                distance = min(distance, seat.old_distance)
            hands = sum(1 for one in dealt if distance_from_big_blind(one, positions, len(seats)) < distance)
        return cls(
            owes_small=seat.owes_small,
            owes_big=seat.owes_big,
            hands_left=hands,
            players=len(dealt) + 1,
            skips_small=seat.skips_small or number == positions.big,
        )


NO_CARRIED_BLINDS = CarriedBlinds()


class DepartedPlayer(NamedTuple):
    """What the table remembers of a player who left: seat, missed blinds, all-in protections, penalty (D7, B15, T14).

    `number` is NOBODY if the player never played or the table has been empty since. `at` is when the last hand before
    leaving began, ms. `carried` is for other tables; this one uses the rest.
    """

    number: int
    owes_small: bool
    owes_big: bool
    old_distance: int
    skips_small: bool
    moved_here: bool
    protections: int
    protected_on: int
    at: int
    carried: CarriedBlinds = NO_CARRIED_BLINDS
    penalty: int = 0
    penalty_until: int = 0
    penalty_counted: bool = False
    had_big: bool = False

    @classmethod
    def from_seat(cls, seat: Seat, number: int, at: int, carried: CarriedBlinds) -> "DepartedPlayer":
        """What to remember of a seat; a player who never played leaves no seat number."""
        return cls(
            number=NOBODY if seat.newcomer else number,
            owes_small=seat.owes_small,
            owes_big=seat.owes_big,
            old_distance=seat.old_distance,
            skips_small=seat.skips_small,
            moved_here=seat.moved_here,
            protections=seat.protections,
            protected_on=seat.protected_on,
            at=at,
            carried=carried,
            penalty=seat.penalty,
            penalty_until=seat.penalty_until,
            penalty_counted=seat.penalty_counted,
            had_big=seat.had_big,
        )

    def sit_down_again(self, seat: Seat, to: int, positions: Positions, seats: int) -> None:
        """Restore what the player owed: nobody avoids blinds or a penalty by standing up, or pays again (D7, T14)."""
        seat.protections, seat.protected_on = self.protections, self.protected_on
        seat.penalty, seat.penalty_until = self.penalty, self.penalty_until
        if self.number == NOBODY:
            return
        seat.newcomer = False
        seat.owes_small, seat.owes_big = self.owes_small, self.owes_big
        seat.old_distance, seat.skips_small, seat.moved_here = self.old_distance, self.skips_small, self.moved_here
        seat.pay_for_change(self.number, to, positions, seats)

    def with_missed_blinds(self, last: Positions, now: Positions, *, by_button: bool) -> "DepartedPlayer":
        """The same player with the blinds added that pass the old seat as they move on."""
        if self.number == NOBODY or last.big == NOBODY:
            return self
        owed = OwedBlinds(self.owes_small, self.owes_big).after(last, now, self.number, by_button=by_button)
        return self._replace(owes_small=owed.small, owes_big=owed.big)


def distance_from_big_blind(number: int, positions: Positions, seats: int) -> int:
    """The number of seats between the big blind and this one, clockwise."""
    return (number - positions.big - 1) % seats


class OwedBlinds(NamedTuple):
    """Whether a seat that is not dealt in owes the small and the big blind (D7)."""

    small: bool = False
    big: bool = False

    def after(self, last: Positions, now: Positions, number: int, *, by_button: bool) -> "OwedBlinds":
        """What the seat owes once the positions have moved on.

        With `by_button` a button that reaches or passes the seat leaves it one big blind to pay.
        """
        if by_button and _reached(last.button, now.button, number):
            return OwedBlinds(small=False, big=True)
        return OwedBlinds(
            self.small or _reached(last.small, now.small, number), self.big or _reached(last.big, now.big, number)
        )


def _reached(last: int, now: int, number: int) -> bool:
    """Whether a position that moved from `last` to `now` is at the seat or has passed it."""
    return number == now or passed(last, now, number)
