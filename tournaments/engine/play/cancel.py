"""T15: a cancelled tournament refunds everything, or pays its pool forward to the players left."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.prize_pool import agreed_shares, prizes_by_place
from tournaments.engine.state.tournament_state import Stage, TournamentState


def cancel(d: Decider, command: cm.Cancel) -> None:
    """Cancel for the director: refund everything, or pay the pool `forward` once the entries are closed."""
    if d.t.stage not in (Stage.OPEN, Stage.RUNNING):
        raise IllegalAction("already_over")
    if command.forward and (d.t.stage is Stage.OPEN or not d.t.entries_closed):
        raise IllegalAction("entries_open")
    call_off(d, command.why, forward=command.forward)


def call_off(d: Decider, why: str, *, forward: bool = False) -> None:
    """Cancel without giving places, and pay the refunds."""
    due = refunds(d.t, forward=forward)
    d.emit(ev.Cancelled(why, d.now))
    for refund in due:
        d.emit(refund)


def refunds(t: TournamentState, *, forward: bool) -> tuple[ev.RefundDue, ...]:
    """The refund of each player if the tournament were cancelled now, in minor units and tickets.

    Without `forward` everybody gets back everything paid. With it the players left get their fees and bounties and
    share the pool by the chips after the last finished hands: before the money half in equal parts and half by chips,
    in the money the smallest prize each and the rest by chips, after a deal their shares and what was left to play for
    by chips. Prizes already won are paid.
    """
    if not forward:
        return tuple(
            ev.RefundDue(entrant.player, entrant.paid, entrant.tickets)
            for entrant in sorted(t.players.values())
            if entrant.paid or entrant.tickets
        )
    left = sorted(t.still_in(), key=lambda entrant: (-entrant.stack, entrant.player))
    stacks = [entrant.stack for entrant in left]
    amounts = {entrant.player: entrant.bounties_won for entrant in t.players.values()}
    shares = agreed_shares(t)
    if shares or len(left) <= t.places_paid:
        won = {player: amount for player, _, amount, _ in prizes_by_place(t) if player}
        won |= {entrant.player: shares[entrant.player] for entrant in left if shares}
        rest = t.pool + t.overlay - sum(won.values())
        for player, amount in won.items():
            amounts[player] += amount
        smallest = t.prizes.amounts[len(left) - 1] if not shares and len(left) <= len(t.prizes.amounts) else 0
        each = min(smallest, rest // len(left))
    else:
        rest = t.pool
        each = rest // 2 // len(left)
    parts = by_chips(rest - each * len(left), stacks)
    for entrant, part in zip(left, parts, strict=True):
        amounts[entrant.player] += each + part + fees_forward(t, entrant) + entrant.bounty
    amounts[left[0].player] += t.unclaimed_bounties
    return tuple(ev.RefundDue(player, amount, 0) for player, amount in sorted(amounts.items()) if amount)


def fees_forward(t: TournamentState, entrant: Entrant) -> int:
    """The fees that the player gets back when the pool is paid forward: none who is out, in money those of tickets."""
    return 0 if entrant.out else entrant.fees + entrant.tickets * t.setup.price.fee


def by_chips(amount: int, stacks: Sequence[int]) -> list[int]:
    """Divide the amount in proportion to the stacks; remaining units go to the largest fractions.

    Equal fractions go by stack, then by position in the list.
    """
    total = sum(stacks) or 1
    parts = [amount * stack // total for stack in stacks]
    order = sorted(range(len(stacks)), key=lambda index: (-(amount * stacks[index] % total), -stacks[index], index))
    for index in order[: amount - sum(parts)]:
        parts[index] += 1
    return parts
