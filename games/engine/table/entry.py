"""Who is dealt into the next hand and what it costs: newcomers, missed blinds, seat changes, straddles (D6-D9)."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from games.engine.events import BlindsMissed
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import Post
from games.engine.rules.button import NOBODY, Positions, next_positions
from games.engine.rules.house_rules import ButtonRule, EnterBetween, EntryRule, MissedBlinds
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Structure
from games.engine.rules.variant import Forced
from games.engine.table.seat import OwedBlinds, Seat, distance_from_big_blind
from games.engine.table.state import Table
from games.engine.table.tournament_seat import released_hand, waits_for_button


class Price(NamedTuple):
    """What a seat posts to be dealt in at once, minor units: a live post, and dead money."""

    live: int
    dead: int


FREE = Price(0, 0)


class Players(NamedTuple):
    """Who is dealt in, ascending, where button and blinds are, and what entering seats post.

    `unpaid` are seats dealt in without posting because too few would be left without them; they keep their debts.
    """

    seats: tuple[int, ...]
    positions: Positions
    posts: tuple[Post, ...] = ()
    unpaid: tuple[int, ...] = ()


def next_players(table: Table, *, agrees: int = NOBODY) -> Players:
    """Who plays the next hand; seats that must wait for the blinds are left out, and the blinds pass them.

    The seat `agrees` counts as one whose player has agreed to post. If that leaves fewer than two players, all
    ready seats play and nobody posts to enter. In a rotation the button does not move during stud, so that nobody
    escapes the blinds.
    """
    released = released_hand(table)
    if released:
        dealt, positions = released
        return Players(dealt, positions)
    seats = table.ready()
    if table.full_rules.mix and table.rules.variant.forced is Forced.BRING_IN:
        return Players(tuple(seats), table.positions)
    while len(seats) > 1:
        positions = positions_with(table, seats)
        prices = {number: entry_price(table, number, positions) for number in seats}
        staying = [
            number for number in seats if _may_enter(table.seat(number), prices[number], agrees=number == agrees)
        ]
        if staying == seats:
            return Players(tuple(seats), positions, tuple(_entry_posts(prices)))
        seats = staying
    seats = table.ready()
    positions = next_positions(
        table.positions, ready=seats, rule=table.rules.house.button, had_big=_had_big_blind(table)
    )
    unpaid = tuple(seat for seat in seats if table.seat(seat).owes and entry_price(table, seat, positions) != FREE)
    return Players(tuple(seats), positions, (), unpaid)


def positions_with(table: Table, seats: Sequence[int]) -> Positions:
    """Button and blinds if these seats are dealt in; a moving button skips seats that are just entering (D2)."""
    awaiting = [number for number in seats if table.seat(number).awaits_deal]
    return next_positions(
        table.positions,
        ready=seats,
        awaiting_deal=awaiting,
        rule=table.rules.house.button,
        had_big=_had_big_blind(table),
    )


def _had_big_blind(table: Table) -> int:
    """Where the player of the last big blind sits now, who may have changed seats or stood up since (D3, D7, D8)."""
    return next((number for number, seat in enumerate(table.seats) if seat and seat.had_big), NOBODY)


def entry_price(table: Table, number: int, positions: Positions) -> Price | None:
    """What it costs this seat to enter with these positions, None when it has to wait (D6-D8, K8)."""
    rules, seat, last = table.rules, table.seat(number), table.positions
    big, small = rules.stakes.big_blind, rules.stakes.small_blind
    if last.big == NOBODY or number == positions.big or rules.variant.forced is not Forced.BLINDS:
        return FREE
    if table.full_rules.tournament is not None:
        return None if waits_for_button(table, number, positions) else FREE
    between = _between(number, positions, len(table.seats))
    if seat.owes:
        # Blinds that come by in this very hand are owed as well, whoever posts for the others.
        owed = seat.owed_blinds.after(last, positions, number, by_button=False)
        price = _missed_blinds_price(owed, rules, between=between)
        if price is None or not seat.moved_here:
            return price
        # Between tables, a missed small blind would else pay for the way past the big blind.
        further = _further_price(table, number, positions)
        return Price(max(price.live, further.live), max(price.dead, further.dead))
    if seat.enters_free:
        return FREE
    if seat.old_distance != NOBODY:
        further = _further_price(table, number, positions)
        if further != FREE or not seat.skips_small:
            return further
    if seat.skips_small:
        return FREE if number == positions.small else Price(0, small)
    if between and (seat.newcomer or seat.awaits_deal):
        return _between_blinds(rules, at_small=number == positions.small)
    if not seat.newcomer or rules.house.entry is EntryRule.FREE or number == positions.button:
        return FREE
    return Price(big, 0)


def _further_price(table: Table, number: int, positions: Positions) -> Price:
    """What a seat further from the big blind costs, FREE once the old distance has come round (D8)."""
    rules, seat, seats = table.rules, table.seat(number), len(table.seats)
    # Where a moving button lets the big blind go past the seat without stopping, no distance has come round.
    last, now = (distance_from_big_blind(number, where, seats) for where in (table.positions, positions))
    moving = seat.moved_here and rules.house.button is ButtonRule.MOVING
    # A moving button that stops at a seat between it and the small blind leaves the blinds where they are for a hand.
    stops = moving and number != positions.small and _between(number, positions, seats)
    if seat.old_distance == NOBODY or max(last, now + 1 + stops) <= seat.old_distance:
        return FREE
    # Between tables a moving button would let the player be gone before the small blind comes.
    return Price(rules.stakes.big_blind, rules.stakes.small_blind if moving else 0)


def newly_missed_blinds(table: Table, players: Players) -> Iterator[BlindsMissed]:
    """What seats owe whose debts grow because the blinds pass them in this hand (D7)."""
    last, now = table.positions, players.positions
    if last.big == NOBODY or table.rules.variant.forced is not Forced.BLINDS or table.full_rules.tournament is not None:
        return
    by_button = table.rules.house.missed_blinds is MissedBlinds.BIG_BLIND
    for number, seat in enumerate(table.seats):
        if seat is None or seat.newcomer or number in players.seats:
            continue
        owed = seat.owed_blinds.after(last, now, number, by_button=by_button)
        if owed != seat.owed_blinds:
            yield BlindsMissed(number, *owed)


def straddles(
    table: Table, order: Sequence[int], positions: Positions, posting: Collection[int] = ()
) -> Iterator[Post]:
    """Straddles from the player left of the big blind on, each twice the last, up to the button (D9).

    A seat cannot straddle if it is `posting` to enter, cannot cover the full amount, or would pass the raise cap of
    fixed limit (B3).
    """
    rules = table.rules
    stakes, cap = rules.stakes, rules.house.raise_cap if rules.stakes.structure is Structure.FIXED_LIMIT else 0
    if not rules.house.straddle or rules.variant.forced is not Forced.BLINDS or len(order) < 3:
        return
    ante = stakes.ante if stakes.ante_kind is AnteKind.EACH else 0
    amount = 2 * stakes.big_blind
    for bets, number in enumerate(order[order.index(positions.big) + 1 :], 2):
        seat = table.seat(number)
        if not seat.straddles or number in posting or seat.stack < amount + ante or bets > (cap or bets):
            return
        yield Post(number, PostKind.STRADDLE, amount)
        amount *= 2


def price_offered(table: Table, number: int) -> Price | None:
    """What the player of this seat would post for the next hand after agreeing to it now, None when they must wait."""
    players = next_players(table, agrees=number)
    if number not in players.seats:
        return None
    posts = [post for post in players.posts if post.seat == number]
    live, dead = (sum(post.amount for post in posts if post.kind is kind) for kind in (PostKind.POST, PostKind.DEAD))
    return Price(live, dead)


def _may_enter(seat: Seat, price: Price | None, *, agrees: bool) -> bool:
    """Players who have to post must have agreed to it; a small blind skipped by a seat change is just taken (D8)."""
    return price is not None and (price == FREE or seat.posts_now or agrees or (seat.skips_small and not price.live))


def _entry_posts(prices: dict[int, Price | None]) -> Iterator[Post]:
    for number, price in prices.items():
        # The live post comes first: a short stack plays for what it has.
        if price and price.live:
            yield Post(number, PostKind.POST, price.live)
        if price and price.dead:
            yield Post(number, PostKind.DEAD, price.dead)


def _missed_blinds_price(owed: OwedBlinds, rules: Rules, *, between: bool) -> Price | None:
    """The price of missed blinds (D7); under `big_blind` a lone big blind is owed only once the button has passed.

    Until then both count, or leaving out the hands of the blinds would be cheaper than playing them.
    """
    big, small = rules.stakes.big_blind, rules.stakes.small_blind
    house = rules.house
    if house.missed_blinds is MissedBlinds.BOTH:
        return Price(big, small)
    waits = house.missed_blinds is MissedBlinds.BIG_BLIND and house.enter_between is EnterBetween.WAIT_BUTTON
    if waits and between and owed.small:
        return None
    return Price(big if owed.big else 0, small if owed.small else 0)


def _between(number: int, positions: Positions, seats: int) -> bool:
    """Whether the seat is strictly between button and big blind; the small blind's seat counts as between."""
    return 0 < (number - positions.button) % seats < (positions.big - positions.button) % seats


def _between_blinds(rules: Rules, *, at_small: bool) -> Price | None:
    """The price of entering between button and big blind (D6)."""
    match rules.house.enter_between:
        case EnterBetween.PAY_BOTH:
            return Price(rules.stakes.big_blind, rules.stakes.small_blind)
        case EnterBetween.WAIT_BUTTON:
            return None
        case EnterBetween.BIG_BLIND:
            return FREE if at_small else Price(rules.stakes.big_blind, 0)
