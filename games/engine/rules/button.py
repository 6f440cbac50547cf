"""The positions of the button and the blinds in the next hand (D1-D3)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.rules.house_rules import ButtonRule

NOBODY = -1


class Positions(NamedTuple):
    """Button, small and big blind as seats; button and small blind may be empty seats (dead button)."""

    button: int = NOBODY
    small: int = NOBODY
    big: int = NOBODY


def next_positions(
    last: Positions,
    *,
    ready: Sequence[int],
    rule: ButtonRule,
    awaiting_deal: Sequence[int] = (),
    had_big: int = NOBODY,
) -> Positions:
    """The positions of the next hand; `ready` are the seats that can play, ascending, at least two.

    If `last.big` is NOBODY, the button has just been drawn; a moving one goes on if its player has left. Heads-up
    nobody has the big blind twice in a row: not the player who had it last either, who has changed seats if `had_big`
    is not `last.big` (D3). With the dead button the big blind moves first and the others follow from it; if that puts
    them out of order because players came or left, the button goes to the player before the small blind. With the
    moving button, button and small blind skip the seats `awaiting_deal`, which would have to wait there (D6), if at
    least three other players are left.
    """
    if last.big == NOBODY:
        moves_on = rule is ButtonRule.MOVING and last.button not in ready
        return _after_button(_next(last.button, ready) if moves_on else last.button, ready)
    big = _next(last.big, ready)
    if len(ready) == 2:
        other = _next(big, ready)
        if big == had_big:
            big, other = other, big
        return Positions(other, other, big)
    if rule is ButtonRule.MOVING:
        settled = [seat for seat in ready if seat not in awaiting_deal]
        settled = settled if len(settled) > 2 else list(ready)
        button = _next(last.button, settled)
        small = _next(button, settled)
        return Positions(button, small, _next(small, ready))
    button, small = last.small, last.big
    if last.small == last.button or not _clockwise(button, small, big):
        button = _next(small, ready, step=-1)
    return Positions(button, small, big)


def deal_order(button: int, players: Sequence[int]) -> tuple[int, ...]:
    """The players' seats clockwise from the left of the button (G11)."""
    return (*(seat for seat in players if seat > button), *(seat for seat in players if seat <= button))


def passed(last: int, now: int, seat: int) -> bool:
    """Whether a position that moved clockwise from `last` to `now` passed the seat."""
    if last in (now, NOBODY) or now == NOBODY:
        return False
    return last < seat < now if last < now else seat > last or seat < now


def _after_button(button: int, ready: Sequence[int]) -> Positions:
    if len(ready) == 2:
        other = _next(button, ready)
        return Positions(_next(other, ready), _next(other, ready), other)
    small = _next(button, ready)
    return Positions(button, small, _next(small, ready))


def _clockwise(first: int, second: int, third: int) -> bool:
    """Whether the three seats are in clockwise order."""
    return first < second < third or second < third < first or third < first < second


def _next(seat: int, ready: Sequence[int], step: int = 1) -> int:
    """The next ready seat clockwise from `seat`, or counterclockwise with `step` -1."""
    if step < 0:
        return max((other for other in ready if other < seat), default=max(ready))
    return min((other for other in ready if other > seat), default=min(ready))
