"""Planted changes that no test can catch, because the room behaves the same with them."""

from typing import NamedTuple


class Equivalent(NamedTuple):
    """A change that is no bug: where it is, the expression before and after it, and why nothing changes."""

    file: str
    function: str
    before: str
    after: str
    reason: str


EQUIVALENT = (
    Equivalent(
        "games/engine/hand/pots.py",
        "build_pots",
        "paid[seat] > below",
        "paid[seat] >= below",
        "A seat that paid exactly the level below adds zero to this pot.",
    ),
    Equivalent(
        "games/engine/rules/rake.py",
        "rake_shares",
        "main <= pots[0]",
        "main < pots[0]",
        "When the main pot's share equals the pot, there is nothing left over to spread.",
    ),
)
