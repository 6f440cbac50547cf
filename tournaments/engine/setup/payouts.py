"""Payouts: which places are paid and how much, by entries, fixed amounts, a guarantee or tickets (T1, T16)."""

from typing import Final, NamedTuple

from games.engine.errors import IllegalAction

WHOLE: Final = 1_000_000
"""All of a pool, in millionths."""


class Row(NamedTuple):
    """The shares paid up to this number of entries, first place first, in millionths of the pool."""

    entries: int
    shares: tuple[int, ...]


class Prizes(NamedTuple):
    """Prizes in minor units, first place first; the first `tickets` places receive a ticket as part of the prize."""

    amounts: tuple[int, ...]
    tickets: int = 0


class Payouts(NamedTuple):
    """How the prize pool is paid; every prize is rounded down to `unit`, and the remainder goes to first place (T16).

    `fixed` amounts are paid first and the rest of the pool by `rows`, or by the default table for more entries than
    their last row. The pool is at least `guaranteed`. A satellite pays tickets worth `ticket` each. `extras` are prizes
    without an amount, by place ("a trip to the casino").
    """

    rows: tuple[Row, ...] = ()
    fixed: tuple[int, ...] = ()
    guaranteed: int = 0
    unit: int = 1
    ticket: int = 0
    extras: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise IllegalAction for payouts that do not add up."""
        for row in self.rows:
            _check_row(row)
        if any(later.entries <= row.entries for row, later in zip(self.rows, self.rows[1:], strict=False)):
            raise IllegalAction("rows_not_ascending")
        if min(self.guaranteed, self.ticket, self.unit - 1) < 0:
            raise IllegalAction("negative_prize")
        if any(amount <= 0 for amount in self.fixed) or list(self.fixed) != sorted(self.fixed, reverse=True):
            raise IllegalAction("bad_fixed_prizes")

    def pool(self, collected: int) -> int:
        """The prize pool in minor units when this much was collected; the house adds what is missing (T1)."""
        return max(collected, self.guaranteed, sum(self.fixed))

    def prizes(self, pool: int, *, entries: int, players: int) -> Prizes:
        """The prizes of a pool; they add up to it exactly.

        `players` is the number of players who can finish in a place. Fixed prizes of places beyond it are paid like the
        rest of the pool by the table for this number of entries; shares of places beyond it go to first place (T16).
        """
        if not pool:
            return Prizes(())
        if self.ticket:
            return self._tickets(pool, players)
        fixed = self.fixed[:players]
        rest = pool - sum(fixed)
        shares = self.shares(entries)[:players] if rest else ()
        amounts = [rest * share // WHOLE // self.unit * self.unit for share in shares]
        amounts = [
            (amounts[place] if place < len(amounts) else 0) + (fixed[place] if place < len(fixed) else 0)
            for place in range(max(len(amounts), len(fixed), 1))
        ]
        amounts[0] += pool - sum(amounts)
        while not amounts[-1]:
            amounts.pop()
        return Prizes(tuple(amounts))

    def _tickets(self, pool: int, players: int) -> Prizes:
        """As many tickets as the pool pays for; the rest goes to the next place, or besides its ticket to the first."""
        tickets = min(pool // self.ticket, players)
        amounts = [self.ticket] * tickets
        rest = pool - sum(amounts)
        if rest and (tickets < players or not amounts):
            amounts.append(rest)
        elif rest:
            amounts[0] += rest
        return Prizes(tuple(amounts), tickets)

    def shares(self, entries: int) -> tuple[int, ...]:
        """The shares for this number of entries, in millionths; they add up to the whole pool."""
        return next((row.shares for row in (*self.rows, *USUAL) if entries <= row.entries), None) or curve(entries)


def _check_row(row: Row) -> None:
    """Raise IllegalAction unless a line of the payout table pays the whole pool and no place more than a better one."""
    if row.entries < 1:
        raise IllegalAction("bad_payout_entries")
    if sum(row.shares) != WHOLE:
        raise IllegalAction("payout_not_whole", entries=row.entries, percent=sum(row.shares) * 100 // (WHOLE // 100))
    if min(row.shares) <= 0 or list(row.shares) != sorted(row.shares, reverse=True):
        raise IllegalAction("bad_shares", entries=row.entries)


def places_paid(entries: int) -> int:
    """The number of places the curve pays: about 15 % of the entries, at least nine, from 18 on a multiple of nine."""
    places = max(9, -(-entries * 15 // 100))
    return places if places < 18 else places // 9 * 9


def curve(entries: int) -> tuple[int, ...]:
    """Falling shares in bands of equal prizes; the smallest is worth about one and a half of this number of entries.

    A band's share falls with a power of its place, computed in whole numbers so that every machine pays the same.
    """
    places = places_paid(entries)
    low = max(1, WHOLE * 3 // (2 * entries))
    weights = [_weight(_band(place)) for place in range(1, places + 1)]
    spare = max(0, WHOLE - low * places)
    above = [weight - weights[-1] for weight in weights]
    total = sum(above) or 1
    shares = [low + spare * part // total for part in above] if sum(above) else [WHOLE // places] * places
    shares[0] += WHOLE - sum(shares)
    return tuple(shares)


def _band(place: int) -> int:
    """The best place in the band of places paid alike: single places to 9, threes to 18, then nines."""
    if place <= 9:
        return place
    return place - (place - 10) % 3 if place <= 18 else place - (place - 19) % 9


def _weight(place: int) -> int:
    """About 10**9 / place**0.9 in whole numbers: the tenth root by bisection."""
    target, low, high = 10**90 // place**9, 0, 10**9 + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**10 <= target else (low, middle)
    return low


USUAL: Final = (
    Row(3, (1_000_000,)),
    Row(6, (650_000, 350_000)),
    Row(12, (500_000, 300_000, 200_000)),
    Row(18, (400_000, 300_000, 200_000, 100_000)),
    Row(27, (400_000, 230_000, 160_000, 120_000, 90_000)),
    Row(36, (330_000, 200_000, 150_000, 110_000, 80_000, 70_000, 60_000)),
    Row(50, (290_000, 180_000, 130_000, 100_000, 80_000, 70_000, 60_000, 50_000, 40_000)),
)
"""The default table up to 50 entries; larger fields use the curve."""
STANDARD: Final = Payouts(rows=USUAL)
"""Payouts by the default table."""
