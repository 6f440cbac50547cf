"""The lobby's averages of a table over about its last hands; whole numbers, so none of them drifts."""

from datetime import timedelta

RECENT_HANDS = 30
"""About how many hands an average reaches back."""

LONGEST_GAP = timedelta(minutes=10)
"""The longest time between two hands that counts for the average; after a longer one play had stopped."""

_MS = timedelta(milliseconds=1)


def with_value(average: int, value: int, *, hands: int) -> int:
    """The average with the value of one more hand; `hands` is their number with it."""
    return average + (value - average) // min(hands, RECENT_HANDS)


def without_value(average: int, value: int, *, hands: int) -> int:
    """The average as it was before the value of the last hand was added; `hands` is their number with it."""
    weight = min(hands, RECENT_HANDS)
    return max(0, -((value - average * weight) // (weight - 1))) if weight > 1 else 0


def with_gap(average_ms: int, gap: timedelta, *, hands: int) -> int:
    """The average time from hand to hand, ms, with the time between the last two; `hands` is their number."""
    if not timedelta() <= gap <= LONGEST_GAP:
        return average_ms
    return with_value(average_ms, gap // _MS, hands=hands) if average_ms else gap // _MS
