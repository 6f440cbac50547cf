"""How many tables a host gives to another, so that all hosts of a room run as many."""

from collections.abc import Sequence
from typing import NamedTuple

from games.store.leases import Load

MOST_AT_ONCE = 500
"""Sleeping tables that one renewal of the leases moves at most."""
MOST_AWAKE_AT_ONCE = 10
"""How many tables move at a time, so few that nobody waits while they load; the next follow once these have moved."""
TOLERANCE = 5
"""A host keeps up to a fifth more than its share, so that tables do not wander to and fro."""


class Gift(NamedTuple):
    """The number of tables for this host."""

    to: str
    tables: int


NO_GIFT = Gift("", 0)


def gifts(mine: Load, others: Sequence[Load]) -> tuple[Gift, Gift]:
    """What a host gives to another that has less than its share: of tables that are awake, and of those that sleep."""
    awake = _gift(mine.awake, {one: one.awake for one in others}, MOST_AWAKE_AT_ONCE)
    asleep = _gift(mine.asleep, {one: one.asleep for one in others}, MOST_AT_ONCE)
    return awake, asleep


def _gift(mine: int, others: dict[Load, int], most: int) -> Gift:
    room = {one: has for one, has in others.items() if one.awake + one.asleep < one.most}
    if not room:
        return NO_GIFT
    share = -(-(mine + sum(others.values())) // (len(others) + 1))
    to = min(room, key=lambda one: (room[one], one.host))
    surplus = min(mine - share, share - room[to], to.most - to.awake - to.asleep, most)
    return Gift(to.host, surplus) if mine - share > share // TOLERANCE and surplus > 0 else NO_GIFT
