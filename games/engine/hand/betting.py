"""One round of betting: the bets, the legal bet sizes and what reopens the betting (B1-B8)."""

from dataclasses import dataclass
from typing import Final

from games.engine.rules.house_rules import HeadsUpCap, MinBet, MinRaise, OpenPair
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Street

NOT_ACTED: Final = -1
NO_CAP: Final = 1 << 30

# Looking up an enum member takes longer than the rest of a comparison.
LAST_RAISE, DOUBLE = MinRaise.LAST_RAISE, MinRaise.DOUBLE
FIXED_LIMIT, POT_LIMIT = Structure.FIXED_LIMIT, Structure.POT_LIMIT
CAP_ALWAYS, CAP_TWO_LEFT = HeadsUpCap.OFF, HeadsUpCap.TWO_LEFT


@dataclass(slots=True)
class Legal:
    """What the seat to act may do; amounts in minor units.

    `call` is what a call costs, 0 when there is nothing to call. `min_to` and `max_to` are the smallest and largest
    bet or raise as street totals, in steps of `step`; both are 0 when none is allowed, and both are the stack when
    only an all-in below the smallest raise is possible. `bring_in` is set when the call is the forced bring-in (G14),
    `must_open` when the round may not be checked (G12).
    """

    seat: int
    call: int
    min_to: int
    max_to: int
    first_bet: bool
    step: int = 1
    bring_in: bool = False
    must_open: bool = False

    @property
    def can_check(self) -> bool:
        """Whether the seat may check."""
        return self.call == 0 and not self.must_open


class Betting:
    """The bets of one round by seat, and the amounts that decide which raises are legal.

    `high` is the street total that a call matches, `full` that of the last full bet or raise, `size` the size of that
    bet or raise (B6). `made` counts the full bets against the `cap` (B3). `smallest_raise` is the street total of the
    smallest full bet or raise (B6; fixed limit B3, B7). `acted` holds `high` as it was when each seat last acted,
    `bets_answered` holds `made` at that time. `missing` is the difference between short blinds and full ones (B4),
    `blinds` the highest blind or straddle, which counts as the big blind (D9). `bring` is the price of a bring-in
    (G14). `may_double` is set on the street of the open pair until somebody bets the upper limit (G15). `fixed` and
    `by_pot` are set in fixed limit and in pot limit.
    """

    __slots__ = (
        "acted",
        "aggressor",
        "bets",
        "bets_answered",
        "blinds",
        "bring",
        "by_pot",
        "cap",
        "capped",
        "first_bettor",
        "fixed",
        "full",
        "high",
        "house",
        "in_pots",
        "made",
        "may_double",
        "missing",
        "rules",
        "size",
        "smallest_raise",
        "stakes",
        "starters",
        "unit_bet",
        "variant",
    )

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.variant, self.stakes, self.house = rules.variant, rules.stakes, rules.house
        structure = self.stakes.structure
        self.fixed, self.by_pot = structure is FIXED_LIMIT, structure is POT_LIMIT
        self.cap = (self.fixed and self.house.raise_cap) or NO_CAP
        self.bets = [0] * seats
        self.acted = [NOT_ACTED] * seats
        self.bets_answered = [0] * seats
        self.high = self.full = self.size = self.made = self.missing = self.unit_bet = self.starters = 0
        self.smallest_raise = self.in_pots = self.bring = self.blinds = 0
        self.capped = self.may_double = False
        self.aggressor = self.first_bettor = -1

    def copy(self) -> "Betting":
        """An independent copy."""
        clone = object.__new__(Betting)
        clone.rules, clone.variant, clone.stakes, clone.house = self.rules, self.variant, self.stakes, self.house
        clone.fixed, clone.by_pot, clone.cap = self.fixed, self.by_pot, self.cap
        clone.bets, clone.acted, clone.bets_answered = self.bets[:], self.acted[:], self.bets_answered[:]
        clone.high, clone.full, clone.size, clone.made = self.high, self.full, self.size, self.made
        clone.missing, clone.unit_bet, clone.starters = self.missing, self.unit_bet, self.starters
        clone.in_pots, clone.bring, clone.may_double, clone.blinds = (
            self.in_pots,
            self.bring,
            self.may_double,
            self.blinds,
        )
        clone.capped, clone.aggressor, clone.first_bettor = self.capped, self.aggressor, self.first_bettor
        clone.smallest_raise = self.smallest_raise
        return clone

    def begin(self, street: Street, live: int, in_pots: int) -> None:
        """Open a round with the blinds already posted as its first bets.

        `live` players start the round. `in_pots` is what the pots hold already; only pot limit needs it (B4).
        """
        stakes, house = self.stakes, self.house
        if self.fixed:
            upper = street.upper_limit
            self.may_double = street.open_pair and house.open_pair is not OpenPair.OFF
        else:
            by_street = street.upper_limit and house.min_bet is MinBet.STREET
            upper = by_street and self.variant.forced is Forced.BLINDS
        self.unit_bet = unit = stakes.upper_limit if upper else stakes.lower_limit
        self.size = max(self.size, unit)
        self.starters, self.in_pots = live, in_pots
        if live > 2 and self.made >= self.cap:
            self.capped = True
        self.smallest_raise = self._smallest_raise()

    def collect(self, *, last: bool) -> None:
        """Clear the bets, which are now in the pots; after the `last` round keep the bettors for the showdown (H1)."""
        seats = len(self.bets)
        self.bets = [0] * seats
        self.acted = [NOT_ACTED] * seats
        self.bets_answered = [0] * seats
        self.high = self.full = self.size = self.made = self.missing = self.bring = self.blinds = 0
        self.capped = self.may_double = False
        if not last:
            self.aggressor = self.first_bettor = -1

    def blind(self, seat: int, amount: int, full: int, bets: int) -> None:
        """Post a live blind or straddle of `amount`; a call costs the `full` blind even if less was posted (D5).

        `bets` is how many bets then count against the cap; the big blind is the first (B3).
        """
        self.bets[seat] += amount
        self.missing += full - amount
        self.made = bets
        if full > self.high:
            self.high = self.full = self.size = self.blinds = full

    def bring_in(self, seat: int, amount: int, price: int) -> None:
        """Post the bring-in: it does not count as a bet, and its player may still raise (G14)."""
        self.bets[seat] += amount
        self.missing += price - amount
        self.high = self.bring = price
        self.smallest_raise = self._smallest_raise()

    def check_or_call(self, seat: int, amount: int) -> None:
        """Record a check, or a call of `amount`."""
        self.bets[seat] += amount
        self.acted[seat] = self.high
        self.bets_answered[seat] = self.made

    def raise_to(self, seat: int, to: int, live: int, bring_due: int = 0) -> None:
        """Record a bet or raise to `to` with `live` players in the hand, and whether it is a full one (B6, B7).

        `bring_due` is the bring-in that the seat had to post at least, which was the bet to call (G14).
        """
        if self._is_full(to, max(self.high, bring_due)):
            if self.may_double and to >= self._step_up(2 * self.unit_bet):
                self.unit_bet *= 2
                self.may_double = False
            # Completing the bring-in counts as a whole bet, although it adds less than one (G14).
            self.size = max(self.unit_bet, to - self.high) if self.only_brought_in else to - self.high
            self.full = to
            self.made += 1
            if live > 2 and self.made >= self.cap:
                self.capped = True
        self.bets[seat] = self.high = to
        self.aggressor = seat
        if self.first_bettor < 0:
            self.first_bettor = seat
        self.acted[seat] = to
        self.bets_answered[seat] = self.made
        self.smallest_raise = self._smallest_raise()

    def _is_full(self, to: int, price: int) -> bool:
        if self.fixed:
            return 2 * (to - price) >= self.unit_bet or to >= self.full + self.unit_bet
        return to >= self.smallest_raise

    def _smallest_raise(self) -> int:
        """The street total of the smallest full bet or raise."""
        if self.fixed:
            return self._step_up(self.unit_bet)
        if self.bring and self.only_brought_in:
            return self.unit_bet
        rule = self.house.min_raise
        if rule is LAST_RAISE:
            return self.high + self.size
        if rule is DOUBLE:
            return max(2 * self.high, self.unit_bet)
        return self.high + max(self.stakes.big_blind, self.blinds, 0 if self.high else self.unit_bet)

    @property
    def only_brought_in(self) -> bool:
        """Whether the bring-in is the highest bet, so that nobody has bet or completed (G14)."""
        return 0 < self.bring == self.high

    def _step_up(self, bet: int) -> int:
        """The next full bet in fixed limit, which also completes a short all-in (B7)."""
        complete, high = self.full + bet, self.high
        return complete if complete > high else high + bet

    def reopened(self, seat: int) -> bool:
        """Whether the betting is open for the seat: it has not acted, or faces a full raise since it did (B7)."""
        acted = self.acted[seat]
        if acted == NOT_ACTED or self.made > self.bets_answered[seat]:
            return True
        if self.fixed:
            return False
        if acted == self.bring > 0:
            # A full raise over the bring-in is to the lower limit, by whatever rule later raises go (G14).
            return self.high >= self.unit_bet
        rule = self.house.min_raise
        if rule is LAST_RAISE:
            full = self.size
        elif rule is DOUBLE:
            full = max(acted, self.unit_bet)
        else:
            full = max(self.stakes.big_blind, self.blinds) if acted else self.unit_bet
        return self.high - acted >= full

    def _cap_holds(self, live: int) -> bool:
        """Whether a cap that has been reached still forbids raises (B3)."""
        rule = self.house.uncapped_heads_up
        if rule is CAP_ALWAYS:
            return True
        if rule is CAP_TWO_LEFT:
            return live > 2 or self.capped
        return self.starters > 2

    def legal(self, seat: int, stack: int, live: int, rivals: bool, double: bool = False) -> Legal:
        """What the seat may do with `live` players in the hand.

        `rivals` is whether an opponent has chips left to answer a raise, `double` whether fixed limit lets the seat
        choose the upper limit because of an open pair (G15).
        """
        bet, price = self.bets[seat], self.high
        all_in = bet + stack
        call = max(0, min(stack, price - bet))
        closed = self.acted[seat] != NOT_ACTED and not self.reopened(seat)
        if closed or not rivals or all_in <= price or (self.made >= self.cap and self._cap_holds(live)):
            return Legal(seat, call, 0, 0, price == 0)
        unit = self.house.chip_unit
        low = _in_chips(self.smallest_raise, unit)
        if low >= all_in:
            return Legal(seat, call, all_in, all_in, price == 0, unit)
        high, step = all_in, unit
        if self.by_pot:
            high = min(all_in, max(low, self.pot_raise(seat) // unit * unit))
        elif self.fixed:
            high = low
            if double and self.may_double:
                high = min(all_in, _in_chips(self._step_up(2 * self.unit_bet), unit))
                step = max(unit, high - low)
        return Legal(seat, call, low, high, price == 0, step)

    def pot_raise(self, seat: int) -> int:
        """The street total of a pot-sized bet or raise: a call plus the pot as it is after that call (B4)."""
        owed = max(0, self.high - self.bets[seat])
        return self.high + self.in_pots + sum(self.bets) + self.missing + owed


def _in_chips(amount: int, unit: int) -> int:
    """The amount rounded up to whole chips of `unit` (B16)."""
    return -(-amount // unit) * unit
