"""Whose play a hand's rake is attributed to, for reports; it changes nobody's chips (R5)."""

from collections.abc import Mapping

from games.engine.rules.rake import Attribution


def attributed(rake: int, put_in: Mapping[int, int], attribution: Attribution) -> dict[int, int]:
    """Each seat's share of the rake, minor units: never below zero, and together exactly the rake (R5).

    `put_in` are the chips that each seat dealt in has in the pots, without uncalled bets, in dealing order. What
    rounding leaves goes one unit each to the largest remainders, of equal ones to the first in dealing order.
    """
    weights = dict(put_in)
    if attribution is Attribution.DEALT or not any(weights.values()):
        weights = dict.fromkeys(put_in, 1)
    total = sum(weights.values())
    shares = {seat: rake * weight // total for seat, weight in weights.items()}
    by_remainder = sorted(weights, key=lambda seat: -(rake * weights[seat] % total))
    for seat in by_remainder[: rake - sum(shares.values())]:
        shares[seat] += 1
    return shares
