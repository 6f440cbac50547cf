"""A taken seat, what the table remembers of a player who left one, and what a seat change costs (D6-D8)."""

from dataclasses import dataclass
from typing import NamedTuple

from games.engine.events.kinds import PreAction, StopPlan
from games.engine.rules.button import NOBODY, Positions, passed

DAY = 86_400_000


@dataclass(slots=True)
class Seat:
    """One player in one seat; `stack` stands still while a hand runs, `queued` chips join it afterwards (K5).

    With them it may be `most`, 0 = any; `returned` is what went back to the wallet, told until the next hand.
    `dealt` is the seat its player was dealt the running or last hand in, NOBODY if not.
    `fresh` until first dealt in since sitting down or missing a hand; `sat_at`, `away_since`, `disconnected_at` are ms,
    0 = not. `new` until first dealt in at this table. `moved` is how many seats behind the big blind a player sat who
    moved further from it, NOBODY if none did; `skips_small` who moved between the big blind and the small one (D8).
    `plan` is how the player means to stop, `refill_*` and `rebuys` what is bought without asking (K5), `moving_to` the
    table they change to (K8), `must_move` by the house's word; `free` until first dealt in after such a change.
    In tournaments `taken_away` goes after the hand, `barred` never comes back, `dead` is a hand the room folds, and
    `penalty` counts hands still to be folded (T3, T14).
    """

    player: int
    name: str
    bot: bool
    stack: int
    bank: int
    auto_muck: bool = True
    auto_post: bool = True
    queued: int = 0
    most: int = 0
    returned: int = 0
    dealt: int = NOBODY
    sat_at: int = 0
    fresh: bool = True
    away_since: int = 0
    sits_out_next: bool = False
    timed_out: bool = False
    back_on_reconnect: bool = False
    leaving: bool = False
    agreed: bool = False
    new: bool = True
    posts_now: bool = False
    owes_small: bool = False
    owes_big: bool = False
    moved: int = NOBODY
    skips_small: bool = False
    straddles: bool = False
    moves_to: int = NOBODY
    protections: int = 0
    protected_on: int = 0
    disconnected_at: int = 0
    pre_action: PreAction = PreAction.NONE
    pre_action_price: int = 0
    plan: StopPlan = StopPlan.NONE
    refill_to: int = 0
    refill_below: int = 0
    rebuys: bool = False
    moving_to: int = 0
    moving_name: str = ""
    must_move: bool = False
    free: bool = False
    taken_away: bool = False
    barred: bool = False
    dead: bool = False
    penalty: int = 0

    @property
    def sitting_out(self) -> bool:
        """Gets no cards (D11); in a tournament the room plays them (T13)."""
        return self.away_since > 0

    @property
    def owes(self) -> bool:
        """Blinds went past the seat (D7)."""
        return self.owes_small or self.owes_big

    def settle(self) -> None:
        """Nothing is owed any more."""
        self.owes_small = self.owes_big = self.skips_small = False
        self.moved = NOBODY

    def move(self, number: int, to: int, positions: Positions, seats: int) -> None:
        """Take what a change from seat `number` to `to` costs (D8).

        Further from the big blind waits or posts; nearer plays at once, and who by that goes past the small blind
        still to come owes it: nobody avoids blinds by changing seats (D7).
        """
        if positions.big == NOBODY or to == number:
            return
        if behind(to, positions, seats) > behind(number, positions, seats):
            self.moved = behind(number, positions, seats) if self.moved == NOBODY else self.moved
        elif number == positions.big:
            self.skips_small = True


class DepartedPlayer(NamedTuple):
    """What a player who left is still known by: the seat, blinds that went past it, all-in protections (D7, B15).

    `number` NOBODY once the table stood empty since; `at` is when the last hand began before that, ms.
    """

    number: int
    owes_small: bool
    owes_big: bool
    moved: int
    skips_small: bool
    protections: int
    protected_on: int
    at: int

    @classmethod
    def of(cls, seat: Seat, number: int, at: int) -> "DepartedPlayer":
        """What remains of a seat; a player who never played leaves no place behind."""
        place = NOBODY if seat.new else number
        debts = seat.owes_small, seat.owes_big, seat.moved, seat.skips_small
        return cls(place, *debts, seat.protections, seat.protected_on, at)

    def back(self, seat: Seat, to: int, positions: Positions, seats: int) -> None:
        """Sit down again: nobody avoids blinds by standing up, nor pays anew who missed none (D7)."""
        seat.protections, seat.protected_on = self.protections, self.protected_on
        if self.number == NOBODY:
            return
        seat.new = False
        seat.owes_small, seat.owes_big = self.owes_small, self.owes_big
        seat.moved, seat.skips_small = self.moved, self.skips_small
        seat.move(self.number, to, positions, seats)

    def after(self, last: Positions, now: Positions, *, by_button: bool) -> "DepartedPlayer":
        """As the blinds go on to their next seats."""
        if self.number == NOBODY or last.big == NOBODY:
            return self
        small, big = blinds_missed(last, now, self.number, by_button=by_button)
        return self._replace(owes_small=self.owes_small or small, owes_big=self.owes_big or big)


def behind(number: int, positions: Positions, seats: int) -> int:
    """How many seats lie between the big blind and this one, clockwise: how far the next big blind is."""
    return (number - positions.big - 1) % seats


def blinds_missed(last: Positions, now: Positions, number: int, *, by_button: bool) -> tuple[bool, bool]:
    """Whether the small and the big blind come or go past this seat, which is not dealt in (D7).

    `by_button` owes one once the button does.
    """
    if by_button:
        return False, number == now.button or passed(last.button, now.button, number)
    small = number == now.small or passed(last.small, now.small, number)
    return small, number == now.big or passed(last.big, now.big, number)
