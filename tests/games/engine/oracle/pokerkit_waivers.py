"""The differences between the room and PokerKit that the rulebook explains, each with its rule."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine import events as ev
from games.engine.hand.showdown import strength
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced

if TYPE_CHECKING:
    from tests.games.engine.oracle.pokerkit_oracle import Duel

SMALL_BLIND, BIG_BLIND, BRING_IN = 50, 100, 30


class Spot(NamedTuple):
    """One comparison of values that differ."""

    what: str
    # `Any` because each kind of comparison has its own type of value.
    ours: Any
    theirs: Any
    duel: "Duel"


class Waiver(NamedTuple):
    """A difference that rule `rule` explains; after one that `ends`, the hands differ too much to continue.

    One with `alone` is a turn that only the room offers.
    """

    rule: str
    why: str
    what: str
    applies: Callable[[Spot], bool]
    ends: bool = False
    alone: bool = False


def _no_more_betting(spot: Spot) -> bool:
    state = spot.duel.oracle
    able = [seat for seat in spot.duel.hand.live if spot.duel.hand.stacks[seat]]
    return spot.ours is None and able in ([spot.theirs], []) and state.checking_or_calling_amount == 0


def _option_of_the_bring_in(spot: Spot) -> bool:
    hand = spot.duel.hand
    return spot.theirs is None and hand.betting.only_brought_in and hand.legal().can_check


def _short_bring_in(spot: Spot) -> bool:
    posted = [event for event in spot.duel.events if isinstance(event, ev.BroughtIn)]
    return sum(event.amount for event in posted) < BRING_IN and bool(posted) and not spot.duel.hand.street


def _no_chips_beyond_the_bring_in(spot: Spot) -> bool:
    hand = spot.duel.hand
    return hand.bring_due and hand.stacks[hand.to_act] <= BRING_IN and spot.ours == (0, 0)


def _short_big_blind(spot: Spot) -> bool:
    posted = [event for event in spot.duel.events if isinstance(event, ev.Posted) and event.kind == "big_blind"]
    return bool(posted) and posted[0].amount < BIG_BLIND and not spot.duel.hand.street


def _short_blind(spot: Spot) -> bool:
    return (
        spot.duel.structure is Structure.POT_LIMIT
        and spot.duel.hand.betting.missing > 0
        and spot.ours[0] == spot.theirs[0]
        and spot.ours[1] > spot.theirs[1]
    )


def _opened_short(spot: Spot) -> bool:
    """Nobody has made a full bet or raise on this street, but somebody has gone all-in for less."""
    wagers = spot.duel.wagers
    return spot.ours == (0, 0) and bool(wagers) and max(wagers) < spot.duel.hand.betting.unit_bet


def _below_the_smallest_bet(spot: Spot) -> bool:
    """An all-in raise by more than a completion added to the bring-in, and yet by less than a bet."""
    oracle = spot.duel.oracle
    stud = spot.duel.forced is Forced.BRING_IN and not spot.duel.hand.street
    return stud and spot.ours == (0, 0) and oracle.completion_betting_or_raising_amount < BIG_BLIND


def _covered(spot: Spot) -> bool:
    hand, state = spot.duel.hand, spot.duel.oracle
    seat = hand.to_act
    rivals = [other for other in hand.live if other != seat]
    return (
        spot.theirs == (0, 0)
        and any(hand.stacks[other] for other in rivals)
        and all(hand.stacks[other] + state.bets[other] <= hand.betting.high for other in rivals)
    )


def _short_limit_raise(spot: Spot) -> bool:
    betting = spot.duel.hand.betting
    fixed = spot.duel.structure is Structure.FIXED_LIMIT
    return fixed and any(by != betting.unit_bet for by in spot.duel.wagers)


def _odd_chips(spot: Spot) -> bool:
    """The stacks are those that result if pots with the same winners are merged and one seat gets all odd chips."""
    hand = spot.duel.hand
    won = [event for event in spot.duel.events if isinstance(event, ev.PotWon)]
    winners = {seat for event in won for seat, _ in event.shares}
    strengths = {seat: strength(hand.rules.variant, hand.hole[seat], hand.board) for seat in winners}
    theirs = [stack - chips for stack, chips in zip(spot.ours, hand.won, strict=True)]
    merged: dict[tuple[int, ...], int] = {}
    for pot in hand.pots:
        contenders = tuple(sorted(seat for seat in pot.seats if seat in winners))
        merged[contenders] = merged.get(contenders, 0) + pot.amount
    places = [0, 1] if any(hand.low is not None for hand in strengths.values()) else [0]
    for contenders, amount in merged.items():
        each, odd = divmod(amount, len(places))
        for place in places:
            best = max((strengths[seat][place] or 0 for seat in contenders), default=0)
            seats = [seat for seat in contenders if (strengths[seat][place] or 0) == best]
            share, rest = divmod(each + (odd if place == 0 else 0), len(seats))
            for seat in seats:
                theirs[seat] += share + (rest if seat == seats[0] else 0)
    return bool(theirs == spot.theirs)


WAIVERS = (
    Waiver("B2", "a blind that owes nothing and can win no more is not asked", "actor", _no_more_betting),
    Waiver("G14", "who brought in may still raise when all only called", "actor", _option_of_the_bring_in, alone=True),
    Waiver("G16", "folded cards never return: one card for all", "community", lambda spot: True, True),
    Waiver("G14", "the price stays the full bring-in when it is posted short", "call", _short_bring_in, True),
    Waiver("G14", "so does the smallest raise", "range", _short_bring_in, True),
    Waiver("G14", "who has no more than the bring-in posts it", "range", _no_chips_beyond_the_bring_in),
    Waiver("D5", "the price stays the full big blind when it is posted short", "call", _short_big_blind, True),
    Waiver("D5", "so does the smallest raise", "range", _short_big_blind, True),
    Waiver("B4", "a blind posted short counts in full for the pot limit", "range", _short_blind),
    Waiver("B7", "an all-in below the first full bet reopens nothing", "range", _opened_short),
    Waiver("B7", "a completed bring-in is a whole bet, below which nothing reopens", "range", _below_the_smallest_bet),
    Waiver("B7", "fixed limit: half a bet is a full one, less can be completed", "range", _short_limit_raise),
    Waiver("B5", "one may raise to the stack, also over players who have less", "range", _covered),
    Waiver("P4", "each pot is split on its own, odd chips one at a time from the button's left", "stacks", _odd_chips),
)
