"""One round of betting: what is bet, what may be bet, what reopens it (B1-B8)."""

from dataclasses import dataclass
from typing import Final

from games.engine.rules.house_rules import HeadsUpCap, MinBet, MinRaise, OpenPair
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Street

NOT_ACTED: Final = -1
NO_CAP: Final = 1 << 30

# Looking a member up in its enum takes longer than the rest of a comparison.
LAST_RAISE, DOUBLE = MinRaise.LAST_RAISE, MinRaise.DOUBLE
FIXED_LIMIT, POT_LIMIT = Structure.FIXED_LIMIT, Structure.POT_LIMIT
CAP_ALWAYS, CAP_TWO_LEFT = HeadsUpCap.OFF, HeadsUpCap.TWO_LEFT


@dataclass(slots=True)
class Legal:
    """What the seat to act may do; amounts in minor units.

    `call` is what a call costs, 0 when there is nothing to call. `min_to` and `max_to` bound a bet or raise as
    street totals, both 0 when none is allowed, in steps of `step`; an all-in below `min_to` shows as min_to = max_to.
    `bring_in` when the call is the forced bring-in (G14), `must_open` when the round may not be checked (G12).
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
    """The bets of one round by seat, and the marks by which raises are judged.

    `high` is the price of a call as a street total, `full` the last full bet or raise, `size` its size (B6);
    `made` counts full bets against the `cap` (B3). `smallest_raise` is the street total of the smallest full bet or
    raise (B6; fixed limit B3, B7). `acted` holds the price each seat last acted at, `seen` how
    many full bets it had seen then. `missing` is what short blinds lack of the full ones (B4), `blinds` the highest
    blind or straddle, which stands for the big blind (D9). `bring` is the price of a bring-in (G14); `may_double` on
    the street of the open pair until its upper limit was bet (G15). `fixed` and `by_pot` are the structure.
    """

    __slots__ = (
        "acted",
        "aggressor",
        "bets",
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
        "seen",
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
        self.seen = [0] * seats
        self.high = self.full = self.size = self.made = self.missing = self.unit_bet = self.starters = 0
        self.smallest_raise = self.in_pots = self.bring = self.blinds = 0
        self.capped = self.may_double = False
        self.aggressor = self.first_bettor = -1

    def copy(self) -> "Betting":
        """An independent copy."""
        twin = Betting(self.rules, 0)
        twin.bets, twin.acted, twin.seen = self.bets[:], self.acted[:], self.seen[:]
        twin.high, twin.full, twin.size, twin.made = self.high, self.full, self.size, self.made
        twin.missing, twin.unit_bet, twin.starters = self.missing, self.unit_bet, self.starters
        twin.in_pots, twin.bring, twin.may_double, twin.blinds = self.in_pots, self.bring, self.may_double, self.blinds
        twin.capped, twin.aggressor, twin.first_bettor = self.capped, self.aggressor, self.first_bettor
        twin.smallest_raise = self.smallest_raise
        return twin

    def begin(self, street: Street, live: int, in_pots: int) -> None:
        """Open a round; blinds already posted stand as its first bets.

        `in_pots` is what lies in the middle from before this round: only pot limit asks for it (B4).
        """
        stakes, house = self.stakes, self.house
        if self.fixed:
            upper = street.upper_limit
            self.may_double = street.open_pair and house.open_pair is not OpenPair.OFF
        else:
            by_street = street.upper_limit and house.min_bet is MinBet.STREET
            upper = by_street and self.variant.forced is Forced.BLINDS
        self.unit_bet = unit = stakes.upper_limit if upper else stakes.lower_limit
        if unit > self.size:
            self.size = unit
        self.starters, self.in_pots = live, in_pots
        if live > 2 and self.made >= self.cap:
            self.capped = True
        self.smallest_raise = self._least_raise()

    def collect(self, *, last: bool) -> None:
        """The bets are in the pots; who bet on the `last` round stays known for the showdown (H1)."""
        seats = len(self.bets)
        self.bets = [0] * seats
        self.acted = [NOT_ACTED] * seats
        self.seen = [0] * seats
        self.high = self.full = self.size = self.made = self.missing = self.bring = self.blinds = 0
        self.capped = self.may_double = False
        if not last:
            self.aggressor = self.first_bettor = -1

    def blind(self, seat: int, amount: int, full: int, bets: int) -> None:
        """A live blind or straddle: the price is the full one, whatever was posted (D5).

        `bets` is how many bets then count against the cap: the big blind is the first (B3).
        """
        self.bets[seat] += amount
        self.missing += full - amount
        self.made = bets
        if full > self.high:
            self.high = self.full = self.size = self.blinds = full

    def bring_in(self, seat: int, amount: int, price: int) -> None:
        """The bring-in: its owner keeps an option, and it is no bet of the round (G14)."""
        self.bets[seat] += amount
        self.missing += price - amount
        self.high = self.bring = price
        self.smallest_raise = self._least_raise()

    def stay(self, seat: int, amount: int) -> None:
        """A check, or a call of `amount`."""
        self.bets[seat] += amount
        self.acted[seat] = self.high
        self.seen[seat] = self.made

    def raise_to(self, seat: int, to: int, live: int) -> None:
        """A bet or raise to `to` with `live` players in, judged whether it is a full one (B6, B7)."""
        if self._is_full(to):
            if self.may_double and to >= self._step_up(2 * self.unit_bet):
                self.unit_bet *= 2
                self.may_double = False
            # A completed bring-in is a whole bet, though it adds less to the price (G14).
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
        self.seen[seat] = self.made
        self.smallest_raise = self._least_raise()

    def _is_full(self, to: int) -> bool:
        if self.fixed:
            return 2 * (to - self.high) >= self.unit_bet or to >= self.full + self.unit_bet
        return to >= self.smallest_raise

    def _least_raise(self) -> int:
        """What the smallest full bet or raise is at this price."""
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
        """Whether the price is the bring-in's: nobody has bet or completed (G14)."""
        return 0 < self.bring == self.high

    def _step_up(self, bet: int) -> int:
        """Fixed limit: the next full level, which completes a short all-in below it (B7)."""
        complete, high = self.full + bet, self.high
        return complete if complete > high else high + bet

    def reopened(self, seat: int) -> bool:
        """Whether the seat may raise: it has not acted, or faces a full raise since it did (B7)."""
        acted = self.acted[seat]
        if acted == NOT_ACTED or self.made > self.seen[seat]:
            return True
        if self.fixed:
            return False
        rule = self.house.min_raise
        if rule is LAST_RAISE:
            full = self.size
        elif rule is DOUBLE:
            full = max(acted, self.unit_bet)
        else:
            full = max(self.stakes.big_blind, self.blinds) if acted else self.unit_bet
        return self.high - acted >= full

    def _cap_holds(self, live: int) -> bool:
        """Whether the cap, once reached, allows no further raise in this round (B3)."""
        rule = self.house.uncapped_heads_up
        if rule is CAP_ALWAYS:
            return True
        if rule is CAP_TWO_LEFT:
            return live > 2 or self.capped
        return self.starters > 2

    def legal(self, seat: int, stack: int, live: int, rivals: bool, double: bool = False) -> Legal:
        """What one of `live` players may do; `rivals` when an opponent still has chips to answer a raise with.

        `double` when fixed limit lets the seat choose the upper limit for an open pair (G15).
        """
        bet, price = self.bets[seat], self.high
        all_in = bet + stack
        call = 0 if bet >= price else stack if all_in < price else price - bet
        closed = self.acted[seat] != NOT_ACTED and not self.reopened(seat)
        if closed or not rivals or all_in <= price or (self.made >= self.cap and self._cap_holds(live)):
            return Legal(seat, call, 0, 0, price == 0)
        unit = self.house.chip_unit
        low = self.smallest_raise
        if unit > 1:
            low = -(-low // unit) * unit
        if low >= all_in:
            return Legal(seat, call, all_in, all_in, price == 0, unit)
        high, step = all_in, unit
        if self.by_pot:
            high = min(all_in, max(low, self.pot_raise(seat) // unit * unit))
        elif self.fixed:
            high = low
            if double and self.may_double:
                high = min(all_in, self._step_up(2 * self.unit_bet))
                step = max(unit, high - low)
        return Legal(seat, call, low, high, price == 0, step)

    def pot_raise(self, seat: int) -> int:
        """The street total of a pot-sized bet or raise: the pot after the call, on top of the call (B4)."""
        owed = max(0, self.high - self.bets[seat])
        return self.high + self.in_pots + sum(self.bets) + self.missing + owed
