"""Cancelling: all fees back, or the pool forward to those who are left; both can be looked at before (T15)."""

from collections.abc import Sequence

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.prize_pool import prizes_by_place
from tournaments.engine.state.tournament_state import Stage, TournamentState


def cancel(d: Decider, command: cm.Cancel) -> None:
    """The director cancels: roll back, or `forward` once play is on."""
    if d.t.stage not in (Stage.OPEN, Stage.RUNNING):
        raise IllegalAction("already_over")
    if command.forward and (d.t.stage is Stage.OPEN or not d.t.entries_closed):
        raise IllegalAction("entries_open")
    call_off(d, command.why, forward=command.forward)


def call_off(d: Decider, why: str, *, forward: bool = False) -> None:
    """No places, and money back as `refunds` says."""
    back = refunds(d.t, forward=forward)
    d.emit(ev.Cancelled(why, d.now))
    for refund in back:
        d.emit(refund)


def refunds(t: TournamentState, *, forward: bool) -> tuple[ev.RefundDue, ...]:
    """What cancelling now would pay each player, minor units and tickets.

    Back: everything everybody paid. Forward, with the chips of the last finished hands: fee and bounties to those
    left; the pool half in equal parts and half by chips before the money, else first the smallest prize each, the rest
    by chips; prizes already won stand.
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
    in_money = len(left) <= t.places_paid
    if in_money:
        won = {player: amount for player, _, amount, _ in prizes_by_place(t) if player}
        rest = t.pool + t.overlay - sum(won.values())
        for player, amount in won.items():
            amounts[player] += amount
        each = min(t.prizes.amounts[len(left) - 1] if len(left) <= len(t.prizes.amounts) else 0, rest // len(left))
    else:
        rest = t.pool
        each = rest // 2 // len(left)
    parts = by_chips(rest - each * len(left), stacks)
    for entrant, part in zip(left, parts, strict=True):
        amounts[entrant.player] += each + part + entrant.fees + entrant.bounty
    amounts[left[0].player] += t.unclaimed_bounties
    return tuple(ev.RefundDue(player, amount, 0) for player, amount in sorted(amounts.items()) if amount)


def by_chips(amount: int, stacks: Sequence[int]) -> list[int]:
    """The amount in proportion to the stacks, to the unit: what is left over goes to the largest fractions.

    Equal fractions go by stack, then by place in the list.
    """
    total = sum(stacks) or 1
    parts = [amount * stack // total for stack in stacks]
    order = sorted(range(len(stacks)), key=lambda at: (-(amount * stacks[at] % total), -stacks[at], at))
    for at in order[: amount - sum(parts)]:
        parts[at] += 1
    return parts
